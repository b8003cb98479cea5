// SPDX-License-Identifier: Apache-2.0
#include "certify/pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string_view>

#include <certify/p_values.hpp>
#include <fmt/format.h>

namespace tali::tool::certify {

std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '<'    ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '&'  ? "&amp;"
           : c == '\'' ? "&#39;"
           : c == '"'  ? "&quot;"
                       : std::string(1, c);
  }
  return out;
}

namespace {

using sink = fmt::memory_buffer;

template <class... T>
void put(sink& to, fmt::format_string<T...> format, const T&... values) {
  fmt::vformat_to(std::back_inserter(to), fmt::string_view(format), fmt::make_format_args(values...));
}

/// A plot's frame: data to pixels.
struct frame {
  double width, height, left, right, top, bottom;  // of the picture, and its margins
  double x0, x1, y0, y1;                           // data at the edges

  [[nodiscard]] double x(double v) const { return left + (v - x0) / (x1 - x0) * (width - left - right); }
  [[nodiscard]] double y(double v) const {
    return height - bottom - (v - y0) / (y1 - y0) * (height - top - bottom);
  }
};

void open(sink& to, const std::string& title, double width, double height) {
  put(to, "<figure><figcaption>{}</figcaption><svg viewBox='0 0 {} {}' role='img' aria-label='{}'>",
      plain(title), width, height, plain(title));
}
std::string close(sink& to) {
  put(to, "</svg></figure>");
  return fmt::to_string(to);
}

void line(sink& to, const char* kind, double x0, double y0, double x1, double y1) {
  put(to, "<line class='{}' x1='{:.2f}' y1='{:.2f}' x2='{:.2f}' y2='{:.2f}'/>", kind, x0, y0, x1, y1);
}
void text(sink& to, const char* anchor, double x, double y, const std::string& what) {
  put(to, "<text text-anchor='{}' x='{:.2f}' y='{:.2f}'>{}</text>", anchor, x, y, what);
}

/// The |z| that the largest of n standard scores stays below with a chance of 99 %.
double band_of(std::size_t n) {
  double low = 0, high = 12;
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    const double stays = std::pow(1 - 2 * tali::lab::certify::normal_tail(z), static_cast<double>(n));
    (stays < 0.99 ? low : high) = z;
  }
  return high;
}

/// A round step of some four in a range.
double step_of(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range / 4)));
  for (const double s : {1.0, 2.0, 5.0}) {
    if (range / (s * power) <= 5) return s * power;
  }
  return 10 * power;
}

void y_axis(sink& to, const frame& f) {
  const double step = step_of(f.y1 - f.y0);
  for (double v = std::ceil(f.y0 / step) * step; v <= f.y1 + 1e-9 * step; v += step) {
    line(to, std::abs(v) < 1e-9 * step ? "axis" : "grid", f.left, f.y(v), f.width - f.right, f.y(v));
    text(to, "end", f.left - 5, f.y(v) + 3.5, fmt::format("{:g}", std::abs(v) < 1e-9 * step ? 0.0 : v));
  }
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) {
    if (std::isfinite(v)) most = std::max(most, std::abs(v));
  }
  return most;
}

/// Sticks and band in a frame that is there.
void sticks(sink& to, const frame& f, const std::vector<double>& z, double band) {
  const double top = std::max(f.y(band), f.top), bottom = std::min(f.y(-band), f.height - f.bottom);
  put(to, "<rect class='band' x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'/>", f.left, top,
      f.width - f.left - f.right, bottom - top);
  y_axis(to, f);
  const double thickness = std::clamp(0.6 * (f.x(1) - f.x(0)), 1.0, 9.0);
  for (const bool out : {false, true}) {
    std::string path;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (!std::isfinite(z[i]) || (std::abs(z[i]) > band) != out) continue;
      path += fmt::format("M{:.2f} {:.2f}V{:.2f}", f.x(static_cast<double>(i)), f.y(0),
                          f.y(std::clamp(z[i], f.y0, f.y1)));
    }
    if (!path.empty()) {
      put(to, "<path class='{}' stroke-width='{:.2f}' d='{}'/>", out ? "stick out" : "stick", thickness,
          path);
    }
  }
}

}  // namespace

std::string stick_plot(const std::string& title, const std::vector<double>& z, const std::string& axis,
                       int first, std::size_t of) {
  sink to;
  const double band = band_of(of == 0 ? z.size() : of);
  const double most = std::max(1.15 * band, 1.05 * largest(z));
  const frame f{520, 190, 40, 10, 8, 34, -0.8, static_cast<double>(z.size()) - 0.2, -most, most};
  open(to, title, f.width, f.height);
  sticks(to, f, z, band);
  const double step = std::max(1.0, std::round(step_of(static_cast<double>(z.size())) / 4) * 4);
  for (double i = 0; i < static_cast<double>(z.size()); ++i) {
    if (std::fmod(i + first, step) == 0 || (z.size() <= 16 && i >= 0)) {
      text(to, "middle", f.x(i), f.height - f.bottom + 14, fmt::format("{:g}", i + first));
    }
  }
  text(to, "middle", (f.left + f.width - f.right) / 2, f.height - 4, axis);
  return close(to);
}

std::string heat_map(const std::string& title, const std::vector<double>& z, const std::string& axis) {
  sink to;
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(z.size()))));
  const double cell = 288.0 / static_cast<double>(side);
  open(to, title, 330, 330);
  put(to, "<rect class='paper' x='32' y='8' width='288' height='288'/>");
  // Colours of equal strength are one path: -6 ... 6 standard deviations, beyond it the frame's colour too.
  constexpr int levels = 6;
  std::array<std::string, 2 * levels + 1> paths;
  std::string beyond;
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (!std::isfinite(z[i])) continue;
    const int level = std::clamp(static_cast<int>(std::lround(z[i])), -levels, levels);
    const std::string square =
        fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h-{:.2f}z", 32 + cell * static_cast<double>(i % side),
                    8 + cell * static_cast<double>(i / side), cell, cell, cell);
    if (level != 0) paths[static_cast<std::size_t>(level + levels)] += square;
    if (std::abs(z[i]) > levels) beyond += square;
  }
  for (int level = -levels; level <= levels; ++level) {
    const std::string& path = paths[static_cast<std::size_t>(level + levels)];
    if (path.empty()) continue;
    put(to, "<path class='{}' fill-opacity='{:.2f}' d='{}'/>", level < 0 ? "cold" : "hot",
        std::pow(std::abs(level) / double{levels}, 1.5), path);
  }
  if (!beyond.empty()) put(to, "<path class='beyond' d='{}'/>", beyond);
  for (std::size_t i = 0; i < side; i += side / 4) {
    const double at = cell * (static_cast<double>(i) + 0.5);
    text(to, "middle", 32 + at, 309, std::to_string(i));
    text(to, "end", 27, 8 + at + 3.5, std::to_string(i));
  }
  text(to, "middle", 176, 325, axis);
  return close(to);
}

std::string histogram(const std::string& title, const std::vector<double>& edges,
                      const std::vector<double>& counts, const std::vector<double>& probabilities,
                      const std::vector<double>& residuals) {
  if (edges.size() < 2) return {};
  sink to;
  double n = 0, peak = 0;
  for (const double c : counts) n += c;
  const std::size_t cells = counts.size();
  // The outer cells have no end: they are drawn as wide as their neighbours.
  std::vector<double> ends = {2 * edges[0] - edges[1]};
  ends.insert(ends.end(), edges.begin(), edges.end());
  ends.push_back(2 * edges.back() - edges[edges.size() - 2]);
  for (std::size_t i = 1; i + 1 < cells; ++i) {
    peak =
        std::max({peak, probabilities[i] / (ends[i + 1] - ends[i]), counts[i] / n / (ends[i + 1] - ends[i])});
  }
  const frame f{520, 270, 44, 10, 8, 96, ends.front(), ends.back(), 0, 1.08 * peak};
  open(to, title, f.width, f.height);
  y_axis(to, f);
  std::string bars, curve;
  for (std::size_t i = 1; i + 1 < cells; ++i) {
    const double width = ends[i + 1] - ends[i];
    bars += fmt::format("M{:.2f} {:.2f}V{:.2f}H{:.2f}V{:.2f}z", f.x(ends[i]), f.y(0),
                        f.y(counts[i] / n / width), f.x(ends[i + 1]), f.y(0));
    curve += fmt::format("{}{:.2f} {:.2f}", curve.empty() ? "M" : "L", f.x((ends[i] + ends[i + 1]) / 2),
                         f.y(probabilities[i] / width));
  }
  put(to, "<path class='bars' d='{}'/><path class='curve' d='{}'/>", bars, curve);
  const double band = band_of(cells), most = std::max(1.2 * band, 1.05 * largest(residuals));
  const frame below{520, 270, 44, 10, 186, 22, -0.8, static_cast<double>(cells) - 0.2, -most, most};
  sticks(to, below, residuals, band);
  const double step = step_of(f.x1 - f.x0);
  for (double v = std::ceil(f.x0 / step) * step; v <= f.x1; v += step) {
    line(to, "axis", f.x(v), f.y(0), f.x(v), f.y(0) + 4);
    text(to, "middle", f.x(v), f.y(0) + 10, fmt::format("{:g}", std::abs(v) < 1e-9 * step ? 0.0 : v));
  }
  text(to, "middle", 282, 268,
       "residuals of the cells, each of the same probability, in standard deviations");
  return close(to);
}

std::string tail_plot(const std::vector<double>& counts, const std::vector<double>& expectations) {
  sink to;
  const std::size_t bins = counts.size() / 2;
  const double decades = std::ceil(std::log10(std::max(10.0, *std::ranges::max_element(expectations))));
  const frame f{520, 240, 44, 10, 8, 34, -7.2, 7.2, -2, decades};
  open(to, "Numbers beyond x, on a logarithmic scale", f.width, f.height);
  for (double d = -2; d <= decades; d += decades > 8 ? 2 : 1) {
    line(to, d == 0 ? "axis" : "grid", f.left, f.y(d), f.width - f.right, f.y(d));
    text(to, "end", f.left - 5, f.y(d) + 3.5, fmt::format("1e{:g}", d));
  }
  for (const std::size_t side : {0u, 1u}) {
    const double sign = side == 0 ? -1 : 1;
    std::string curve;
    for (std::size_t b = 0; b < bins; ++b) {
      const double x = sign * (3 + 0.25 * static_cast<double>(b)), e = expectations[side * bins + b];
      if (std::log10(e) < f.y0) break;
      curve += fmt::format("{}{:.2f} {:.2f}", curve.empty() ? "M" : "L", f.x(x), f.y(std::log10(e)));
    }
    put(to, "<path class='curve' d='{}'/>", curve);
    for (std::size_t b = 0; b < bins; ++b) {
      const double x = sign * (3 + 0.25 * static_cast<double>(b)), c = counts[side * bins + b];
      const double e = expectations[side * bins + b];
      if (c < 1) continue;
      const bool out = std::abs(c - e) > 4 * std::sqrt(e) + 4;
      line(to, "bar", f.x(x), f.y(std::log10(c + 2 * std::sqrt(c))), f.x(x),
           f.y(std::max(f.y0, std::log10(std::max(0.01, c - 2 * std::sqrt(c))))));
      put(to, "<circle class='{}' cx='{:.2f}' cy='{:.2f}' r='3'/>", out ? "dot out" : "dot", f.x(x),
          f.y(std::log10(c)));
    }
  }
  for (int x = -7; x <= 7; ++x) {
    if (std::abs(x) >= 3) text(to, "middle", f.x(x), f.height - f.bottom + 14, std::to_string(x));
  }
  text(to, "middle", 282, f.height - 4,
       "points: counted, with two standard deviations; line: the normal law");
  return close(to);
}

std::string p_value_strip(const std::vector<double>& p) {
  sink to;
  const frame f{1080, 132, 16, 16, 8, 34, -16, 16, 0, 1};
  // -log10 of the distance from the nearer end, less that of the middle, with a sign.
  const auto place = [](double v) {
    const double e = std::max(1e-16, tali::lab::certify::extremeness(v));
    return (v < 0.5 ? -1 : 1) * std::log10(0.5 / e);
  };
  open(to, "Every p-value: the middle is 1/2, an end a power of ten", f.width, f.height);
  if (!p.empty()) {
    const double band = place(-0.5 * std::expm1(std::log(0.95) / static_cast<double>(p.size())));
    put(to, "<rect class='band' x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'/>", f.x(band), f.top,
        f.x(-band) - f.x(band), f.height - f.top - f.bottom);
  }
  for (int e = 1; e <= 15; e += 2) {
    for (const int sign : {-1, 1}) {
      const double x = f.x(sign * (e - std::log10(2.0)));
      line(to, e == 1 ? "axis" : "grid", x, f.top, x, f.height - f.bottom);
      text(to, "middle", x, f.height - f.bottom + 14,
           sign < 0 ? fmt::format("1e-{}", e) : fmt::format("1 - 1e-{}", e));
    }
  }
  for (const int sign : {-1, 1}) {
    const double x = f.x(sign * (10 - std::log10(2.0)));
    line(to, "limit", x, f.top, x, f.height - f.bottom);
  }
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::string_view verdict = tali::lab::certify::verdict_of(p[i]);
    // Spread over the height, so that points do not cover each other.
    const double y =
        f.top + 6 +
        std::fmod(static_cast<double>(i) * 0.618033988749895, 1.0) * (f.height - f.top - f.bottom - 12);
    put(to, "<circle class='{}' cx='{:.2f}' cy='{:.2f}' r='3.2'/>",
        verdict == "failed"    ? "dot out"
        : verdict == "suspect" ? "dot odd"
                               : "dot",
        f.x(std::clamp(place(p[i]), f.x0, f.x1)), y);
  }
  text(to, "middle", 540, f.height - 4,
       "shaded: where all lie with a chance of 95 %; beyond the red lines a test has failed, amber is "
       "suspect");
  return close(to);
}

std::string quantile_plot(std::vector<double> p) {
  if (p.size() < 4) return {};
  std::ranges::sort(p);
  sink to;
  const auto n = static_cast<double>(p.size());
  const frame f{520, 190, 40, 10, 8, 34, 0, 1, 0, 0};
  frame g = f;
  double most = 0;
  std::string upper, lower, points;
  const auto spread = [&](double q) { return 2.576 * std::sqrt(q * (1 - q) / (n + 2)); };
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double q = (static_cast<double>(i) + 1) / (n + 1);
    most = std::max({most, std::abs(p[i] - q), spread(0.5)});
  }
  g.y1 = 1.1 * most;
  g.y0 = -g.y1;
  open(to, "Sorted p-values less their expectation", f.width, f.height);
  for (int i = 0; i <= 60; ++i) {
    const double q = i / 60.0;
    upper += fmt::format("{}{:.2f} {:.2f}", i == 0 ? "M" : "L", g.x(q), g.y(spread(q)));
    lower = fmt::format("L{:.2f} {:.2f}", g.x(q), g.y(-spread(q))) + lower;
  }
  put(to, "<path class='band' d='{}{}z'/>", upper, lower);
  y_axis(to, g);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double q = (static_cast<double>(i) + 1) / (n + 1);
    put(to, "<circle class='dot' cx='{:.2f}' cy='{:.2f}' r='2.4'/>", g.x(q), g.y(p[i] - q));
  }
  for (const double q : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    text(to, "middle", g.x(q), f.height - f.bottom + 14, fmt::format("{:g}", q));
  }
  text(to, "middle", 275, f.height - 4, "expected; shaded: 99 % of each, were they independent");
  return close(to);
}

}  // namespace tali::tool::certify
