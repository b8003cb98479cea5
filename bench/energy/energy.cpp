// SPDX-License-Identifier: Apache-2.0
#include "energy/energy.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include <tali/error.hpp>

#include "energy/device.hpp"
#include "sobol_shapes.hpp"

namespace tali::bench {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point begin) {
  return std::chrono::duration<double>(clock::now() - begin).count();
}

/// What is filled; n is 0 where the device chooses it.
struct work {
  any_engine source;
  any_distribution distribution;
  std::size_t n;
  std::string shape;
};

/// Words, doubles and normals of the pseudo-random engines, and the paper's 28 shapes.
std::vector<work> works() {
  std::vector<work> all;
  for (const char* const engine : {"philox4x32", "pcg32"}) {
    const any_engine s(engine, 1, 0);
    for (const auto& d : {any_distribution("bits", "u32"), any_distribution("uniform", "f64"),
                          any_distribution("normal-warp", "f32")}) {
      all.push_back({s, d, 0, ""});
    }
  }
  for (const points_shape& shape : paper_shapes(100'000'000'000)) {
    all.push_back({any_engine("sobol32", set_of(shape, point_layout::dim_major)),
                   any_distribution("uniform", "f32"), static_cast<std::size_t>(shape.numbers()),
                   variant_of(shape, point_layout::dim_major)});
  }
  return all;
}

energy_row row_of(const work& w, const energy_device& device) {
  energy_row r;
  r.engine = w.source.info().name;
  r.distribution = w.distribution.info().name;
  r.type = w.distribution.info().type;
  r.shape = w.shape;
  r.device = device.name();
  return r;
}

bool wanted(const std::string& filter, const energy_row& r) {
  for (const std::string* const text : {&r.engine, &r.distribution, &r.type, &r.device}) {
    if (text->find(filter) != std::string::npos) return true;
  }
  return false;
}

/// @param stated_watts  of a device without a counter
energy_row measure(const work& w, energy_device& device, double seconds,
                   const std::optional<double>& stated_watts) {
  energy_row r = row_of(w, device);
  const std::size_t most = device.large_bytes() / w.distribution.info().value_bytes;
  const std::size_t n = w.n != 0 ? w.n : most;
  r.numbers = static_cast<double>(n);
  std::size_t at = 0;  // large sets go piece by piece, as far as the time allows
  const auto fill_for = [&](double how_long) {
    const auto begin = clock::now();
    r.fills = 0;
    do {
      const std::size_t here = std::min(most, n - at);
      r.fills += device.fill(w.source, w.distribution, at, here) *
                 (static_cast<double>(here) / static_cast<double>(n));
      at = (at + here) % n;
      r.seconds = seconds_since(begin);
    } while (r.seconds < how_long);
  };
  // First without counting: a counter tells the state of up to a tenth of a second ago, which is then the
  // same at both ends.
  fill_for(std::min(0.3, seconds / 4));
  const bool counted = device.why_not().empty();
  if (counted) (void)device.joules();
  fill_for(seconds);
  if (counted) {
    if (const double joules = device.joules(); joules > 0) r.joules = joules;
  } else if (stated_watts) {
    r.joules = *stated_watts * r.seconds;
  }
  return r;
}

energy_counter look_at(energy_device& device, double seconds) {
  energy_counter c{device.name(), device.why_not(), device.why_not().empty(), {}};
  if (!c.available) return c;
  c.what = device.what();
  (void)device.joules();
  const auto begin = clock::now();
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds / 2));
  const double joules = device.joules();
  if (joules >= 0) c.idle_watts = joules / seconds_since(begin);
  return c;
}

std::string text_of(const std::optional<double>& x, const char* format) {
  char text[32] = "-";
  if (x) std::snprintf(text, sizeof text, format, *x);
  return text;
}

}  // namespace

energy_report measure_energy(const energy_options& o) {
  std::vector<std::unique_ptr<energy_device>> devices;
  if (o.cpu) devices.push_back(make_cpu_energy_device(o.powercap, o.threads, o.cpu_bytes));
#if defined(TALI_HAS_CUDA)
  if (o.cuda) {
    for (auto& d : make_cuda_energy_devices()) devices.push_back(std::move(d));
  }
#endif
  const std::vector<work> all = works();
  bool any = false;
  for (const auto& d : devices) {
    for (const work& w : all) any = any || wanted(o.filter, row_of(w, *d));
  }
  if (!any) {
    throw argument_error(
        "filter", quoted(o.filter),
        "with --energy a part of philox4x32, pcg32, sobol32, bits, uniform, normal, a type or "
        "a device's name");
  }
  energy_report report;
  for (const auto& d : devices) {
    o.say("idle " + d->name());
    report.counters.push_back(look_at(*d, o.seconds));
    energy_counter& counter = report.counters.back();
    if (!counter.available && counter.device == "cpu") counter.stated_watts = o.cpu_watts;
    for (const work& w : all) {
      const energy_row r = row_of(w, *d);
      if (!wanted(o.filter, r)) continue;
      o.say(r.engine + " " + r.distribution + " " + r.type + " " + r.shape + " on " + r.device);
      report.rows.push_back(measure(w, *d, o.seconds, counter.stated_watts));
    }
  }
  return report;
}

std::optional<double> times_lower(const energy_report& r, const energy_row& gpu) {
  if (gpu.device == "cpu" || !gpu.joules) return {};
  for (const energy_row& c : r.rows) {
    if (c.device == "cpu" && c.joules && c.engine == gpu.engine && c.distribution == gpu.distribution &&
        c.type == gpu.type && c.shape == gpu.shape) {
      return *c.joules_per_number() / *gpu.joules_per_number();
    }
  }
  return {};
}

std::vector<energy_total> sobol_totals(const energy_report& r) {
  std::vector<energy_total> all;
  for (const energy_counter& c : r.counters) {
    energy_total t{c.device, 0, 0.0};
    std::size_t shapes = 0;
    for (const energy_row& x : r.rows) {
      if (x.device != c.device || x.shape.empty()) continue;
      ++shapes;
      t.seconds += x.seconds / x.fills;
      t.joules = t.joules && x.joules ? std::optional(*t.joules + *x.joules / x.fills) : std::nullopt;
    }
    if (shapes != 0) all.push_back(t);
  }
  return all;
}

std::string energy_table(const energy_report& r) {
  std::string out;
  char line[256];
  for (const energy_counter& c : r.counters) {
    out += c.device + ": " + (c.available ? "counts " : "no energy is counted: ") + c.what;
    if (c.stated_watts) out += "; by the stated power of " + text_of(c.stated_watts, "%.1f") + " W";
    if (c.idle_watts) out += ", " + text_of(c.idle_watts, "%.1f") + " W before the fills";
    out += "\n";
  }
  std::snprintf(line, sizeof line, "\n%-12s %-8s %-4s %-14s %-16s %12s %10s %16s %s\n", "engine", "numbers",
                "type", "shape", "device", "ns a number", "watts", "nJ a number", "GPU's, times lower");
  out += line;
  for (const energy_row& x : r.rows) {
    std::optional<double> nano = x.joules_per_number();
    if (nano) *nano *= 1e9;
    std::snprintf(line, sizeof line, "%-12s %-8s %-4s %-14s %-16s %12.5f %10s %16s %s\n", x.engine.c_str(),
                  x.distribution.c_str(), x.type.c_str(), x.shape.empty() ? "-" : x.shape.c_str(),
                  x.device.c_str(), x.seconds_per_number() * 1e9, text_of(x.watts(), "%.1f").c_str(),
                  text_of(nano, "%.5g").c_str(), text_of(times_lower(r, x), "%.1f").c_str());
    out += line;
  }
  const std::vector<energy_total> totals = sobol_totals(r);
  if (totals.empty()) return out;
  out += "\nThe Sobol paper's table 4, of one set of each shape above\n";
  std::snprintf(line, sizeof line, "%-24s %16s %10s %16s %s\n", "processing unit", "total time, s",
                "power, W", "energy, J", "to the CPU's, times lower");
  out += line;
  for (const energy_total& t : totals) {
    std::optional<double> watts, lower;
    if (t.joules) watts = *t.joules / t.seconds;
    if (t.device != "cpu" && t.joules && totals[0].device == "cpu" && totals[0].joules) {
      lower = *totals[0].joules / *t.joules;
    }
    std::snprintf(line, sizeof line, "%-24s %16.6f %10s %16s %s\n", t.device.c_str(), t.seconds,
                  text_of(watts, "%.1f").c_str(), text_of(t.joules, "%.5g").c_str(),
                  text_of(lower, "%.1f").c_str());
    out += line;
  }
  return out;
}

}  // namespace tali::bench
