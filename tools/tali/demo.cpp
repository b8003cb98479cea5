// SPDX-License-Identifier: Apache-2.0
// tali demo: shows the speed of this machine, and that all devices make one sequence, in a minute.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/any.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/version.hpp>

#include "demo/device.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

using namespace demo;
using nlohmann::ordered_json;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point begin) {
  return std::chrono::duration<double>(clock::now() - begin).count();
}

/// The engines in the demo: tali's first ones, which every device makes at full speed.
std::vector<engine_info> shown_engines() { return engine_list({engine_kind::counter, engine_kind::jumping}); }

const std::vector<any_distribution>& shown_distributions() {
  static const std::vector<any_distribution> all{{"bits", "u32"}, {"uniform", "f32"}, {"uniform", "f64"}};
  return all;
}

// ---- Speed: fills and plain stores on the same memory in the same minute ----------------------------

/// Medians over rounds. Each round times the plain store and every fill once, so that a change of the
/// machine's speed affects all of them.
struct throughput {
  struct row {
    any_engine sequence;
    any_distribution distribution;
    std::vector<double> seconds;
    double gb_per_s = 0;
  };
  std::string device, description;
  double ceiling_gb_per_s = 0;
  std::vector<row> rows;
  std::uint64_t numbers = 0;  ///< total of all rounds
};

double median(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

/// @param seconds  no round starts after this time
throughput measure(timed_device& device, double seconds, progress& line) {
  constexpr int max_rounds = 9;
  const auto begin = clock::now();
  throughput out;
  out.device = device.key();
  out.description = device.description();
  for (const engine_info& e : shown_engines()) {
    for (const any_distribution& d : shown_distributions())
      out.rows.push_back({any_engine(e.name, 1, 0), d, {}});
  }
  std::vector<double> stores;
  for (int round = 0; round < max_rounds; ++round) {
    if (round != 0 && seconds_since(begin) > seconds) break;
    line.say(fmt::format("timing fills on {}, round {} of {}", out.device, round + 1, max_rounds));
    stores.push_back(device.store());
    for (throughput::row& r : out.rows) {
      r.seconds.push_back(device.fill(r.sequence, r.distribution));
      out.numbers += device.bytes() / r.distribution.info().value_bytes;
    }
  }
  const auto rate = [&](const std::vector<double>& s) {
    return static_cast<double>(device.bytes()) * 1e-9 / median(s);
  };
  out.ceiling_gb_per_s = rate(stores);
  for (throughput::row& r : out.rows) r.gb_per_s = rate(r.seconds);
  return out;
}

// ---- One sequence from all devices -----------------------------------------------------------------

/// One range of one sequence, made by every method of this machine.
struct agreement {
  struct result {
    std::string method;
    std::uint64_t digest;
  };
  std::string engine, distribution, type;
  std::uint64_t first;
  std::uint64_t n;
  std::vector<result> results;

  /// Whether all digests are equal.
  [[nodiscard]] bool holds() const {
    return std::all_of(results.begin(), results.end(),
                       [&](const result& r) { return r.digest == results.front().digest; });
  }
};

/// One agreement per engine.
std::vector<agreement> compare(progress& line) {
  // The range has odd ends and crosses index 2^32.
  constexpr std::uint64_t first = 4'290'000'001;
  constexpr std::size_t n = (std::size_t{1} << 24) + 11;
  std::vector<method> methods = cpu_methods();
  for (method& m : cuda_methods()) methods.push_back(std::move(m));
  std::vector<agreement> all;
  for (const engine_info& e : shown_engines()) {
    const any_engine s(e.name, 42, 54);
    const any_distribution& d = shown_distributions()[all.size() % shown_distributions().size()];
    agreement a{e.name, d.info().name, d.info().type, first, n, {}};
    for (const method& w : methods) {
      line.say(a.engine + ", " + w.name);
      a.results.push_back({w.name, w.digest(s, d, first, n)});
    }
    all.push_back(std::move(a));
  }
  return all;
}

// ---- Output for people -----------------------------------------------------------------------------

void print(const throughput& t, std::size_t bytes) {
  fmt::print("  {}: {}; {} MiB\n", t.device, t.description, bytes >> 20);
  fmt::print("    {:<16}{:<14}{:>9}{:>12}{:>18}\n", "engine", "values", "GB/s", "10^9/s", "of plain stores");
  for (const throughput::row& r : t.rows) {
    const distribution_info& d = r.distribution.info();
    fmt::print("    {:<16}{:<14}{:>9.1f}{:>12.2f}{:>16.0f} %\n", r.sequence.info().name,
               fmt::format("{} {}", d.name, d.type), r.gb_per_s,
               r.gb_per_s / static_cast<double>(d.value_bytes), 100 * r.gb_per_s / t.ceiling_gb_per_s);
  }
  fmt::print("    {:<30}{:>9.1f}{:>28} %\n\n", "plain stores", t.ceiling_gb_per_s, 100);
}

void print(const std::vector<agreement>& all) {
  fmt::print("2. One sequence. Elements {} ... {}, made in {} ways: one digest each.\n\n", all[0].first,
             all[0].first + all[0].n - 1, all[0].results.size());
  constexpr std::size_t columns = 3;
  std::size_t widest = 0;
  for (const agreement::result& r : all[0].results) widest = std::max(widest, r.method.size());
  widest += 3;
  for (std::size_t begin = 0; begin < all.size(); begin += columns) {
    const std::size_t end = std::min(all.size(), begin + columns);
    fmt::print("    {:<{}}", "", widest);
    for (std::size_t i = begin; i < end; ++i) fmt::print("{:<21}", all[i].engine);
    fmt::print("\n    {:<{}}", "", widest);
    for (std::size_t i = begin; i < end; ++i) fmt::print("{:<21}", all[i].distribution + " " + all[i].type);
    fmt::print("\n");
    for (std::size_t w = 0; w < all[begin].results.size(); ++w) {
      fmt::print("    {:<{}}", all[begin].results[w].method, widest);
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t digest = all[i].results[w].digest;
        fmt::print("{:016x} {}   ", digest, digest == all[i].results[0].digest ? "✓" : "✗");
      }
      fmt::print("\n");
    }
    fmt::print("\n");
  }
}

// ---- Output for programs ---------------------------------------------------------------------------

ordered_json json_of(const throughput& t, std::size_t bytes) {
  auto list = ordered_json::array();
  for (const throughput::row& r : t.rows) {
    const distribution_info& d = r.distribution.info();
    list.push_back({{"engine", r.sequence.info().name},
                    {"distribution", d.name},
                    {"type", d.type},
                    {"device", t.device},
                    {"n", bytes / d.value_bytes},
                    {"gb_per_s", r.gb_per_s},
                    {"ceiling_gb_per_s", t.ceiling_gb_per_s},
                    {"ratio_to_ceiling", r.gb_per_s / t.ceiling_gb_per_s}});
  }
  return list;
}

ordered_json json_of(const agreement& a) {
  auto digests = ordered_json::array();
  for (const agreement::result& r : a.results) {
    digests.push_back({{"way", r.method}, {"digest", fmt::format("{:016x}", r.digest)}});
  }
  return {{"engine", a.engine}, {"distribution", a.distribution},
          {"type", a.type},     {"first", a.first},
          {"n", a.n},           {"agrees", a.holds()},
          {"digests", digests}};
}

// ---- The demo --------------------------------------------------------------------------------------

void run(bool json, double seconds) {
  const auto begin = clock::now();
  progress line(true, {});
  const auto say = [&](const auto& text, auto... more) {
    line.clear();
    if (!json) print(text, more...);
    std::fflush(stdout);
  };
  ordered_json j{{"version", version()}};
  std::uint64_t numbers = 0;

  if (!json) {
    fmt::print("tali {}: one seed, one sequence, on every device\n\n", version());
    fmt::print("1. Speed. Fills beside a plain store loop on the same memory; medians.\n\n");
    std::fflush(stdout);
  }
  auto& list = j["throughput"] = ordered_json::array();
  {
    std::vector<std::unique_ptr<timed_device>> devices;
    devices.push_back(make_cpu_device());
    for (auto& d : make_cuda_devices()) devices.push_back(std::move(d));
    for (const auto& d : devices) {
      const throughput speeds = measure(*d, 0.4 * seconds, line);
      say(speeds, d->bytes());
      numbers += speeds.numbers;
      for (const auto& row : json_of(speeds, d->bytes())) list.push_back(row);
    }
  }

  const std::vector<agreement> agreements = compare(line);
  say(agreements);
  auto& sequences = j["one_sequence"] = ordered_json::array();
  for (const agreement& a : agreements) {
    sequences.push_back(json_of(a));
    numbers += a.n * a.results.size();
  }

  const bool passed =
      std::all_of(agreements.begin(), agreements.end(), [](const agreement& a) { return a.holds(); });
  j["numbers"] = numbers;
  j["seconds"] = seconds_since(begin);
  j["passed"] = passed;
  if (json) {
    print_json(j, 2);
  } else {
    fmt::print("{:.1f} · 10^9 numbers in {:.0f} s\n", static_cast<double>(numbers) * 1e-9,
               j["seconds"].get<double>());
  }
  if (!passed) throw finding("FAIL: the same range has more than one digest");
}

}  // namespace

void add_demo(const parser& app) {
  const parser command =
      app.add_command("demo", "Show the speed, and that all devices make one sequence, in a minute");
  struct flags {
    bool json = false;
    std::string seconds = "20";
  };
  auto f = std::make_shared<flags>();
  command.add_flag("--json", f->json, "Print JSON");
  command.add("--seconds", f->seconds, "S", "About how long: slow machines then make fewer numbers");
  command.does([f] {
    const std::uint64_t seconds = parse_whole("--seconds", f->seconds);
    run(f->json, static_cast<double>(seconds));
  });
}

}  // namespace tali::tool
