// SPDX-License-Identifier: Apache-2.0
// tali demo: the main job in a minute. How fast, that it is one sequence, what for, and a picture.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <tali/any.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/version.hpp>

#include "count.hpp"
#include "demo/device.hpp"
#include "demo/one_sequence.hpp"
#include "demo/option.hpp"
#include "demo/picture.hpp"
#include "demo/throughput.hpp"
#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
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

// ---- The third part's runs -------------------------------------------------------------------------

/// The same estimate made in another way.
struct repetition {
  std::string how;
  double price;
};

struct estimation {
  call_option option;
  std::vector<convergence> engines;
  std::vector<repetition> repetitions;  // of the first engine
  double payoffs_per_second;            // on all processors

  [[nodiscard]] bool reproducible() const {
    return std::all_of(repetitions.begin(), repetitions.end(),
                       [&](const repetition& r) { return r.price == engines.front().history.back().price; });
  }
};

/// Payoffs that one thread makes in some seconds: a power of two.
std::uint64_t affordable(const call_option& option, const std::string& engine, double seconds) {
  constexpr std::uint64_t probe = std::uint64_t{1} << 18, most = std::uint64_t{1} << 26;
  const auto begin = clock::now();
  const monte_carlo trial(option, engine, probe, 1, false);
  const double rate = static_cast<double>(probe) / seconds_since(begin);
  std::uint64_t n = probe;
  while (n < most && static_cast<double>(2 * n) / rate < seconds) n *= 2;
  return n;
}

/// @param seconds  what one thread may take for one estimate
estimation estimate_option(double seconds, progress& line) {
  estimation out{{}, {}, {}, 0};
  const std::string first = shown_engines().front().name;
  line.say("pricing an option");
  const std::uint64_t n = affordable(out.option, first, seconds);
  const auto begin = clock::now();
  for (const engine_info& e : shown_engines()) {
    line.say(fmt::format("pricing an option with {}", e.name));
    out.engines.push_back({e.name, monte_carlo(out.option, e.name, n, 0, false).history()});
  }
  out.payoffs_per_second = static_cast<double>(n * out.engines.size()) / seconds_since(begin);
  const auto repeat = [&](const std::string& how, int threads, bool cuda) {
    line.say("pricing it again: " + how);
    out.repetitions.push_back({how, monte_carlo(out.option, first, n, threads, cuda).result().price});
  };
  repeat("1 thread", 1, false);
  repeat("7 threads", 7, false);
  if (!usable_cuda_devices().empty()) repeat("uniforms from cuda:0", 0, true);
  return out;
}

// ---- What is said to people ------------------------------------------------------------------------

void print(const throughput& t, std::size_t bytes) {
  fmt::print("  {}: {}; {} MiB\n", t.device, t.description, bytes >> 20);
  fmt::print("    {:<16}{:<14}{:>9}{:>12}{:>18}\n", "engine", "values", "GB/s", "10^9/s", "of plain stores");
  for (const throughput::row& r : t.rows) {
    const double size = static_cast<double>(bytes) / static_cast<double>(r.n);
    fmt::print("    {:<16}{:<14}{:>9.1f}{:>12.2f}{:>16.0f} %\n", r.engine, r.distribution + " " + r.type,
               r.gb_per_s, r.gb_per_s / size, 100 * r.gb_per_s / t.ceiling_gb_per_s);
  }
  fmt::print("    {:<30}{:>9.1f}{:>28} %\n\n", "plain stores", t.ceiling_gb_per_s, 100);
}

void print(const std::vector<agreement>& all) {
  fmt::print("2. One sequence. Elements {} ... {}, made in {} ways: one digest each.\n\n", all[0].first,
             all[0].first + all[0].n - 1, all[0].results.size());
  constexpr std::size_t columns = 3;
  std::size_t widest = 0;
  for (const agreement::result& r : all[0].results) widest = std::max(widest, r.way.size());
  widest += 3;
  for (std::size_t begin = 0; begin < all.size(); begin += columns) {
    const std::size_t end = std::min(all.size(), begin + columns);
    fmt::print("    {:<{}}", "", widest);
    for (std::size_t i = begin; i < end; ++i) fmt::print("{:<21}", all[i].engine);
    fmt::print("\n    {:<{}}", "", widest);
    for (std::size_t i = begin; i < end; ++i) fmt::print("{:<21}", all[i].distribution + " " + all[i].type);
    fmt::print("\n");
    for (std::size_t w = 0; w < all[begin].results.size(); ++w) {
      fmt::print("    {:<{}}", all[begin].results[w].way, widest);
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t digest = all[i].results[w].digest;
        fmt::print("{:016x} {}   ", digest, digest == all[i].results[0].digest ? "✓" : "✗");
      }
      fmt::print("\n");
    }
    fmt::print("\n");
  }
}

void print(const estimation& e) {
  const call_option& o = e.option;
  const double exact = o.exact_price();
  fmt::print(
      "3. A use. A European call (spot {}, strike {}, rate {:.0f} %, volatility {:.0f} %, {} year)\n"
      "   from {} payoffs, {:.0f} million a second. Black-Scholes: {:.6f}\n\n",
      o.spot, o.strike, 100 * o.rate, 100 * o.volatility, o.years, e.engines[0].history.back().n,
      e.payoffs_per_second * 1e-6, exact);
  for (const convergence& c : e.engines) {
    const monte_carlo::estimate& r = c.history.back();
    fmt::print("    {:<16}{:.6f} ± {:.6f}   {:+.2f} standard errors from the exact price\n", c.engine,
               r.price, r.standard_error, (r.price - exact) / r.standard_error);
  }
  fmt::print("\n    {} again, to the last bit:\n    {:<34}{:.17g}\n", e.engines[0].engine, "all processors",
             e.engines[0].history.back().price);
  for (const repetition& r : e.repetitions) {
    fmt::print("    {:<34}{:.17g} {}\n", r.how, r.price,
               r.price == e.engines[0].history.back().price ? "✓" : "✗");
  }
  fmt::print("\n");
}

// ---- What is said to programs ----------------------------------------------------------------------

ordered_json json_of(const throughput& t) {
  auto list = ordered_json::array();
  for (const throughput::row& r : t.rows) {
    list.push_back({{"engine", r.engine},
                    {"distribution", r.distribution},
                    {"type", r.type},
                    {"device", t.device},
                    {"n", r.n},
                    {"gb_per_s", r.gb_per_s},
                    {"ceiling_gb_per_s", t.ceiling_gb_per_s},
                    {"ratio_to_ceiling", r.gb_per_s / t.ceiling_gb_per_s}});
  }
  return list;
}

ordered_json json_of(const agreement& a) {
  auto digests = ordered_json::array();
  for (const agreement::result& r : a.results) {
    digests.push_back({{"way", r.way}, {"digest", fmt::format("{:016x}", r.digest)}});
  }
  return {{"engine", a.engine}, {"distribution", a.distribution},
          {"type", a.type},     {"first", a.first},
          {"n", a.n},           {"agrees", a.holds()},
          {"digests", digests}};
}

ordered_json json_of(const estimation& e) {
  const call_option& o = e.option;
  ordered_json j{{"spot", o.spot},   {"strike", o.strike},
                 {"rate", o.rate},   {"volatility", o.volatility},
                 {"years", o.years}, {"exact_price", o.exact_price()}};
  auto& estimates = j["estimates"] = ordered_json::array();
  for (const convergence& c : e.engines) {
    const monte_carlo::estimate& r = c.history.back();
    estimates.push_back(
        {{"engine", c.engine}, {"n", r.n}, {"price", r.price}, {"standard_error", r.standard_error}});
  }
  auto& again = j["repetitions"] = ordered_json::array();
  for (const repetition& r : e.repetitions) again.push_back({{"how", r.how}, {"price", r.price}});
  j["reproducible"] = e.reproducible();
  return j;
}

// ---- The demo --------------------------------------------------------------------------------------

/// The directory, made if need be.
std::string directory_of(const std::string& given) {
  std::error_code failed;
  std::filesystem::path at(given);
  if (given.empty()) at = std::filesystem::is_directory("build", failed) ? "build/demo" : "tali-demo";
  failed.clear();
  std::filesystem::create_directories(at, failed);
  if (failed || !std::filesystem::is_directory(at)) {
    throw io_error("make --directory", at.string(), failed ? failed.message() : "it is a file");
  }
  if (access(at.c_str(), W_OK) != 0) {
    throw io_error("write to --directory", at.string(), std::strerror(errno));
  }
  return at.string();
}

void run(bool json, double seconds, const std::string& given_directory) {
  const std::string directory = directory_of(given_directory);
  const auto begin = clock::now();
  progress line(true, {});
  const auto say = [&](const auto& what, auto... more) {
    line.clear();
    if (!json) print(what, more...);
    std::fflush(stdout);
  };
  ordered_json j{{"version", version()}};
  std::uint64_t numbers = 0;

  if (!json) {
    fmt::print("tali {}: one seed, one sequence, on every device\n\n", version());
    fmt::print("1. Speed. Fills beside a plain store loop on the same memory; medians.\n\n");
    std::fflush(stdout);
  }
  std::vector<throughput> speeds;
  auto& list = j["throughput"] = ordered_json::array();
  {
    std::vector<std::unique_ptr<timed_device>> devices;
    devices.push_back(make_cpu_device());
    for (auto& d : make_cuda_devices()) devices.push_back(std::move(d));
    for (const auto& d : devices) {
      speeds.push_back(measure(*d, 0.4 * seconds, line));
      say(speeds.back(), d->bytes());
      numbers += speeds.back().numbers;
      for (const auto& row : json_of(speeds.back())) list.push_back(row);
    }
  }

  const std::vector<agreement> agreements = compare(line);
  say(agreements);
  auto& sequences = j["one_sequence"] = ordered_json::array();
  for (const agreement& a : agreements) {
    sequences.push_back(json_of(a));
    numbers += a.n * a.results.size();
  }

  const estimation estimate = estimate_option(0.2 * seconds, line);
  say(estimate);
  j["option"] = json_of(estimate);
  numbers += estimate.engines[0].history.back().n * (estimate.engines.size() + estimate.repetitions.size());

  line.say("drawing");
  const std::string trouble = draw(directory, speeds, estimate.option.exact_price(), estimate.engines);
  line.clear();
  const std::string picture = directory + "/demo.png";
  j["picture"] = trouble.empty() ? ordered_json(picture) : ordered_json(nullptr);
  if (!trouble.empty()) j["no_picture"] = trouble;
  if (!json) {
    if (trouble.empty()) {
      fmt::print("4. A picture: {}\n\n", picture);
    } else {
      fmt::print("4. No picture: {}. Its script: {}/demo.gp\n\n", trouble, directory);
    }
  }

  const bool one = std::all_of(agreements.begin(), agreements.end(), [](const auto& a) { return a.holds(); });
  const bool passed = one && estimate.reproducible();
  j["numbers"] = numbers;
  j["seconds"] = seconds_since(begin);
  j["passed"] = passed;
  if (json) {
    print_json(j, 2);
  } else {
    fmt::print("{:.1f} · 10^9 numbers in {:.0f} s\n", static_cast<double>(numbers) * 1e-9,
               j["seconds"].get<double>());
  }
  if (!one) throw finding("FAIL: the same range has more than one digest");
  if (!passed) throw finding("FAIL: the same estimate has more than one value");
}

}  // namespace

void add_demo(const parser& app) {
  const parser command =
      app.add_command("demo", "The main job in a minute: speed, one sequence, a price, a picture");
  struct flags {
    bool json = false;
    std::string seconds = "20", directory;
  };
  auto f = std::make_shared<flags>();
  command.add_flag("--json", f->json, "Print JSON");
  command.add("--directory", f->directory, "DIR",
              "Where the picture goes (default: build/demo or tali-demo)");
  command.add("--seconds", f->seconds, "S", "About how long it runs; slow machines make fewer numbers");
  command.does([f] {
    const std::uint64_t seconds = parse_whole("--seconds", f->seconds);
    run(f->json, static_cast<double>(seconds), f->directory);
  });
}

}  // namespace tali::tool
