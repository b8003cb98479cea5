// SPDX-License-Identifier: Apache-2.0
#include "plot.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <system_error>

#include <fmt/core.h>
#include <sys/wait.h>

#include <tali/error.hpp>

#include "errors.hpp"
#include "temporary_file.hpp"

namespace tali::tool {

namespace {

const char* terminal_of(const std::string& file) {
  if (file.ends_with(".svg")) return "svg size 1180,640 dynamic font 'Helvetica,14' background '#ffffff'";
  if (file.ends_with(".png")) return "png size 1180,640";
  throw argument_error("--plot", quoted(file), "a name that ends in .png or .svg");
}

/// One square panel of points.
void panel(std::string& script, const char* data, const std::string& title, const char* colour, double left,
           const std::string& x, const std::string& y) {
  script += fmt::format(
      "set lmargin at screen {}; set rmargin at screen {}\n"
      "set title {} noenhanced\nset xlabel {}; set ylabel {} offset 1,0\n"
      "plot {} with points pt 7 ps 0.5 lc rgb '{}' notitle\n",
      left, left + 0.42, gnuplot_text(title), gnuplot_text(x), gnuplot_text(y), data, colour);
}

}  // namespace

std::string gnuplot_text(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

int run_gnuplot(const std::string& script) {
  std::FILE* const pipe = popen("gnuplot > /dev/null 2>&1", "w");
  if (pipe == nullptr) return 127;
  std::fwrite(script.data(), 1, script.size(), pipe);
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void plot_points(const std::string& file, const any_engine& points,
                 std::pair<std::uint32_t, std::uint32_t> dimensions) {
  const char* const terminal = terminal_of(file);
  constexpr std::uint64_t most = 4096;
  const point_set& set = *points.points();
  const std::uint64_t n = set.points == 0 ? most : std::min(most, set.points);

  const any_distribution uniform("uniform", "f64");
  const any_engine philox("philox4x32", set.seed, set.replicate);
  const auto coordinate = [&](std::uint64_t k, std::uint32_t d) {
    const bool by_dimension = set.layout == point_layout::dim_major;
    double x = 0;
    fill(cpu{1}, points, uniform, by_dimension ? d * set.points + k : k * set.dimensions + d, &x, 1);
    return x;
  };
  const char* const names[] = {"", ", digital shift", ", Owen-scrambled"};
  const std::string title =
      fmt::format("{}{}: {} points", points.info().name, names[static_cast<std::size_t>(set.scramble)], n);
  try {
    temporary_file picture(file);
    std::string script = "$quasi << EOD\n";
    for (std::uint64_t k = 0; k < n; ++k) {
      script += fmt::format("{} {}\n", coordinate(k, dimensions.first), coordinate(k, dimensions.second));
    }
    script += "EOD\n$pseudo << EOD\n";
    for (std::uint64_t k = 0; k < n; ++k) {
      double x[2];
      fill(cpu{1}, philox, uniform, 2 * k, x, 2);
      script += fmt::format("{} {}\n", x[0], x[1]);
    }
    script += fmt::format(
        "EOD\nset terminal {}\nset output {}\nset multiplot\n"
        "set xrange [0:1]; set yrange [0:1]; set size square\n"
        "set tics 0.25 nomirror scale 0.5; set grid lc rgb '#e3e3e3'\n"
        "set tmargin at screen 0.90; set bmargin at screen 0.11\n",
        terminal, gnuplot_text(picture.name()));
    panel(script, "$quasi", title, "#0b6e99", 0.06, fmt::format("dimension {}", dimensions.first + 1),
          fmt::format("dimension {}", dimensions.second + 1));
    panel(script, "$pseudo", fmt::format("philox4x32: {} points", n), "#d1495b", 0.56, "x", "y");
    script += "unset multiplot\n";
    const int status = run_gnuplot(script);
    if (status == 127) throw usage_error("--plot needs gnuplot, which is not installed");
    if (status != 0)
      throw io_error("write --plot", file, fmt::format("gnuplot ended with exit status {}", status));
    picture.commit();
  } catch (const std::system_error& e) {
    throw io_error("write --plot", file, e.code().message());
  }
}

}  // namespace tali::tool
