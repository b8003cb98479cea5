// SPDX-License-Identifier: Apache-2.0
#include "demo/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "output.hpp"
#include "plot.hpp"
#include "temporary_file.hpp"

namespace tali::tool::demo {

namespace {

/// One colour per engine, in both panels: P. Tol's "bright" scheme, which colour-blind people can tell apart.
constexpr std::array colours{0x4477aa, 0xee6677, 0x228833, 0xccbb44, 0x66ccee, 0xaa3377};

int colour_of(const std::vector<convergence>& engines, const std::string& name) {
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i].engine == name) return colours[i % colours.size()];
  }
  return 0x888888;
}

class script {
 public:
  template <class... T>
  void line(fmt::format_string<T...> f, T&&... x) {
    text_ += fmt::format(f, std::forward<T>(x)...) + '\n';
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Bars as parts of the device's store ceiling, so that CPUs and GPUs fit one axis.
void draw_speeds(script& s, const std::vector<throughput>& speeds, const std::vector<convergence>& engines) {
  const auto digits = [](double gb_per_s) { return gb_per_s < 100 ? 1 : 0; };
  double y = 0, largest = 1;
  s.line("$bars << EOD");
  for (const throughput& t : speeds) {
    s.line("# {}: {}", t.device, t.description);
    y -= 1.3;  // room for the device's name
    for (const throughput::row& r : t.rows) {
      const double part = r.gb_per_s / t.ceiling_gb_per_s;
      largest = std::max(largest, part);
      s.line("{:.1f} {:.4f} {} \"{}  {}\" \"{:.{}f} GB/s\"", y, part, colour_of(engines, r.engine), r.engine,
             r.type, r.gb_per_s, digits(r.gb_per_s));
      y -= 1;
    }
  }
  s.line("EOD");
  double top = 0;
  for (const throughput& t : speeds) {
    s.line("set label '{}: {}; plain stores {:.{}f} GB/s' at graph 0.005, first {:.1f} left noenhanced \\",
           t.device, t.description, t.ceiling_gb_per_s, digits(t.ceiling_gb_per_s), top - 0.5);
    s.line("  font 'Sans:Bold,12'");
    top -= 1.3 + static_cast<double>(t.rows.size());
  }
  s.line("set title 'Fills, as a part of the speed of plain stores on the same memory' font ',14'");
  s.line("set lmargin at screen 0.115; set rmargin at screen 0.50");
  s.line("set xrange [0:{:.2f}]; set yrange [{:.1f}:0]", std::max(1.25, largest + 0.17), y + 0.2);
  s.line("set xtics nomirror ('0' 0, '25 %%' 0.25, '50 %%' 0.5, '75 %%' 0.75, '100 %%' 1) scale 0.5");
  s.line("set ytics nomirror scale 0 noenhanced; set grid xtics; set border 1; unset key");
  s.line("set arrow 1 from 1, graph 0 to 1, graph 1 nohead lw 1.5 dt 2 lc rgb '#222222' back");
  s.line("plot $bars using ($2/2):1:($2/2):(0.37):3:ytic(4) with boxxyerror fs solid noborder \\");
  s.line("       lc rgb variable, \\");
  // The rates stand inside their bars where these are long enough.
  s.line("     '' using ($2 < 0.2 ? $2 : NaN):1:5 with labels left offset 0.6,0 font ',11', \\");
  s.line("     '' using ($2 < 0.2 ? NaN : $2):1:5 with labels right offset -0.8,0 font ',11' tc rgb 'white'");
  s.line("unset arrow 1; unset label; unset grid");
}

/// Bands of one and two standard errors, the curves, and the exact price.
void plot_estimates(script& s, const std::vector<convergence>& estimates, double exact) {
  for (const int k : {2, 1}) {
    s.line("{} '+' using 1:(exact-{}*sigma/sqrt($1)):(exact+{}*sigma/sqrt($1)) with filledcurves \\",
           k == 2 ? "plot" : "    ", k, k);
    s.line("       lc rgb '{}' title '{}', \\", k == 2 ? "#e9eef4" : "#d0dbe7",
           k == 2 ? "two standard errors" : "one standard error");
  }
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    s.line("     $e{} using 1:2 with lines lw 2 lc rgb {} title '{}', \\", i,
           colour_of(estimates, estimates[i].engine), estimates[i].engine);
  }
  s.line("     exact with lines lw 1.5 dt 2 lc rgb '#222222' title 'Black-Scholes: {:.6f}'", exact);
}

/// The estimates against the number of payoffs; the narrow end again, larger, in an inset.
void draw_estimates(script& s, double exact, const std::vector<convergence>& estimates) {
  const monte_carlo::estimate& last = estimates.front().history.back();
  const double sigma = last.standard_error * std::sqrt(static_cast<double>(last.n));  // of one payoff
  const std::uint64_t from = std::max<std::uint64_t>(last.n >> 11, monte_carlo::chunk);
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    s.line("$e{} << EOD", i);
    for (const monte_carlo::estimate& e : estimates[i].history) s.line("{} {:.10f}", e.n, e.price);
    s.line("EOD");
  }
  s.line("sigma = {:.10f}; exact = {:.10f}", sigma, exact);
  s.line("set title 'Price of a European call by Monte Carlo, as payoffs are added' font ',14'");
  s.line("set lmargin at screen 0.585; set rmargin at screen 0.975");
  s.line("set logscale x 2; set format x '2^{{%L}}'; set samples 400; set border 3");
  s.line("set xrange [{}:{}]; set xtics nomirror autofreq scale 0.5", from, last.n);
  s.line("set xlabel 'payoffs' offset 0,0.4");
  s.line("half = 2.6 * sigma / sqrt({}.0); set yrange [exact - half:exact + half]", from);
  s.line("set ytics nomirror autofreq scale 0.5; set format y '%.2f'; set grid ytics");
  s.line("set key top right samplen 2 spacing 1.2 noenhanced width -2");
  plot_estimates(s, estimates, exact);

  const std::uint64_t narrow = last.n >> 4;
  s.line("set title 'the end, larger' font ',11' offset 0,-0.7");
  s.line("unset xlabel; unset key; unset grid; set border 15 lc rgb '#888888'");
  s.line("set lmargin at screen 0.77; set rmargin at screen 0.965");
  s.line("set tmargin at screen 200.0 / size_y; set bmargin at screen 95.0 / size_y");
  s.line("set xrange [{}:{}]; set xtics nomirror 4 font ',10'", narrow, last.n);
  s.line("half = 2.4 * sigma / sqrt({}.0); set yrange [exact - half:exact + half]", narrow);
  s.line(
      "step = 10 ** floor(log10(half)); step = half / step > 5 ? 5 * step : half / step > 2 ? 2 * step : "
      "step");
  s.line("set ytics nomirror step font ',10'; set format y '%.3f'");
  plot_estimates(s, estimates, exact);
}

std::string script_of(const std::vector<throughput>& speeds, double exact,
                      const std::vector<convergence>& estimates) {
  std::size_t rows = 0;
  for (const throughput& t : speeds) rows += t.rows.size() + 1;
  script s;
  s.line("# Written by tali demo; draw it again with: gnuplot demo.gp");
  s.line("if (!exists('picture')) picture = 'demo.png'");
  s.line("size_x = 1560; size_y = {}", std::max<std::size_t>(560, 150 + 32 * rows));
  s.line("if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {{");
  s.line("  set terminal pngcairo size size_x, size_y font 'Sans,13' background '#ffffff'");
  s.line("}} else {{");
  s.line("  set terminal png size size_x, size_y font 'Sans,11'");
  s.line("}}");
  s.line("set output picture");
  s.line("set multiplot title 'tali: one seed, one sequence, on every device' font 'Sans:Bold,17'");
  s.line("set tmargin at screen 1 - 84.0 / size_y; set bmargin at screen 56.0 / size_y");
  draw_speeds(s, speeds, estimates);
  draw_estimates(s, exact, estimates);
  s.line("unset multiplot");
  return s.text();
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  output file(path.string());
  if (file.write(text.data(), text.size())) file.commit();
}

}  // namespace

std::string draw(const std::string& directory, const std::vector<throughput>& speeds, double exact_price,
                 const std::vector<convergence>& estimates) {
  const std::filesystem::path at(directory);
  const std::string script = script_of(speeds, exact_price, estimates);
  write_file(at / "demo.gp", script);
  const std::filesystem::path name = at / "demo.png";
  try {
    temporary_file picture(name.string());
    const int status = run_gnuplot("picture = " + gnuplot_text(picture.name()) + "\n" + script);
    if (status == 0) {
      picture.commit();
      return {};
    }
    return status == 127 ? "gnuplot is not installed"
                         : fmt::format("gnuplot could not draw it (exit status {})", status);
  } catch (const std::system_error& e) {
    throw io_error("write", name.string(), e.code().message());
  }
}

}  // namespace tali::tool::demo
