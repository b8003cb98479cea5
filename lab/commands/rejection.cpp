// SPDX-License-Identifier: Apache-2.0
// tali rejection law, plan, table, sweep: the cost of a rejection loop on a warp, and the best number of
// threads per sample. The experiment is in rejection_experiment.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <rejection/approximation.hpp>
#include <rejection/law.hpp>
#include <rejection/planner.hpp>

#include "commands.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "rejection_flags.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;
namespace lab = tali::lab::rejection;

/// The probability that the list of probabilities may omit, and the list's maximum length.
constexpr double left_out = 1e-15;
constexpr std::uint64_t max_probabilities = 10'000'000;

struct formula {
  const char* name;  // the key in JSON
  const char* title;
  double (*mean)(double, int);
};
constexpr formula formulas[] = {{"equation_13", "equation (13)", lab::mean_equation_13},
                                {"equation_16", "equation (16)", lab::mean_equation_16},
                                {"equation_17", "equation (17)", lab::mean_equation_17},
                                {"harmonic", "harmonic number", lab::mean_by_harmonic_number}};

// law

struct law_flags {
  std::string rho, threads = "32";
  bool moments_only = false, json = false;
};

ordered_json json_of(const lab::law& l, double rho, const law_flags& f) {
  ordered_json j = {
      {"rho", rho},          {"threads", l.threads()}, {"mean", l.mean()}, {"variance", l.variance()},
      {"skewness", nullptr}, {"kurtosis", nullptr},    {"mode", l.mode()}, {"falls", l.falls()}};
  if (l.variance() > 0) {
    j["skewness"] = l.central_moment(3) / std::pow(l.variance(), 1.5);
    j["kurtosis"] = l.central_moment(4) / (l.variance() * l.variance());
  }
  std::vector<double> raw, central;
  for (int m = 0; m <= lab::highest_moment; ++m) {
    raw.push_back(l.raw_moment(m));
    central.push_back(l.central_moment(m));
  }
  j["raw_moments"] = raw;
  j["central_moments"] = central;
  auto& quantiles = j["quantiles"] = ordered_json::array();
  for (const double p : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999999}) quantiles.push_back({p, l.quantile(p)});
  auto& approximations = j["approximations"] = ordered_json::object();
  for (const formula& a : formulas) {
    const double value = a.mean(rho, l.threads());
    approximations[a.name] = {{"mean", value}, {"error", value - l.mean()}};
  }
  j["normalisation_deficit"] = lab::normalisation_deficit(rho, l.threads());
  if (!f.moments_only) j["pmf"] = l.probabilities(left_out);
  return j;
}

void print(const lab::law& l, double rho, const law_flags& f) {
  fmt::print("iterations of a warp of {} threads, rejection probability {}\n", l.threads(), rho);
  fmt::print("  mean      {:.15g}\n  variance  {:.15g}\n", l.mean(), l.variance());
  if (l.variance() > 0) {
    fmt::print("  skewness  {:.15g}\n  kurtosis  {:.15g}\n",
               l.central_moment(3) / std::pow(l.variance(), 1.5),
               l.central_moment(4) / (l.variance() * l.variance()));
  }
  fmt::print("  mode      {}{}\n", l.mode(), l.falls() ? ", and falls from there on" : "");
  fmt::print("  median    {}\n  99 %      {}\n", l.quantile(0.5), l.quantile(0.99));
  fmt::print("approximations of the mean\n");
  for (const formula& a : formulas) {
    const double value = a.mean(rho, l.threads());
    fmt::print("  {:<15}  {:>16.10g}  error {:+.3g}\n", a.title, value, value - l.mean());
  }
  if (f.moments_only) return;
  // Up to the 99.9 % quantile, in equal steps of n, at most a screen.
  const std::uint64_t last = l.quantile(0.999), step = (last + 29) / 30;
  fmt::print("{:>10}  {:>12}  {:>12}\n", "n", "P(N = n)", "P(N > n)");
  for (std::uint64_t n = step; n < last + step; n += step) {
    fmt::print("{:>10}  {:>12.6g}  {:>12.6g}\n", n, l.pmf(n), l.survival(n));
  }
}

void run_law(const law_flags& f) {
  const double rho = parse_rho("--rho", f.rho);
  const lab::law l(rho, parse_threads(f.threads));
  if (!f.json) return print(l, rho, f);
  if (const std::uint64_t n = l.last(left_out); !f.moments_only && n > max_probabilities) {
    throw argument_error(
        "--rho", f.rho,
        fmt::format("a number that takes at most {} probabilities and not {}, or --moments-only",
                    max_probabilities, n));
  }
  print_json(json_of(l, rho, f), -1);
}

// plan

struct plan_flags {
  std::string rho, warp = "32", overhead = "0";
  bool json = false;
};

/// The choice with the most samples per iteration.
const lab::choice& best_of(const std::vector<lab::choice>& all) {
  return *std::max_element(all.begin(), all.end(), [](const lab::choice& a, const lab::choice& b) {
    return a.samples_per_iteration < b.samples_per_iteration;
  });
}

ordered_json json_of(const lab::choice& c) {
  return {{"group", c.group},
          {"samples", c.samples},
          {"iterations", c.iterations},
          {"samples_per_iteration", c.samples_per_iteration},
          {"speedup", c.speedup}};
}

void run_plan(const plan_flags& f) {
  const double rho = parse_rho("--rho", f.rho);
  const int warp = parse_warp(f.warp);
  const double overhead = parse_real("--overhead", f.overhead, "a number from 0 to 1e6", 0, 1e6);
  const std::vector<lab::choice> all = lab::choices(rho, warp, overhead);
  const lab::choice& best = best_of(all);
  if (f.json) {
    ordered_json j = {{"rho", rho},
                      {"warp", warp},
                      {"overhead", overhead},
                      {"group", best.group},
                      {"samples_per_iteration", best.samples_per_iteration},
                      {"speedup", best.speedup},
                      {"iterations", best.iterations}};
    auto& groups = j["groups"] = ordered_json::array();
    for (const lab::choice& c : all) groups.push_back(json_of(c));
    print_json(j, 1);
    return;
  }
  fmt::print("{:>8}  {:>8}  {:>14}  {:>18}  {:>8}\n", "threads", "samples", "iterations", "samples an",
             "speed-up");
  fmt::print("{:>8}  {:>8}  {:>14}  {:>18}\n", "a sample", "at once", "until all", "iteration");
  for (const lab::choice& c : all) {
    fmt::print("{:>8}  {:>8}  {:>14.6g}  {:>18.6g}  {:>8.4g}{}\n", c.group, c.samples, c.iterations,
               c.samples_per_iteration, c.speedup, c.group == best.group ? "  best" : "");
  }
}

// table

struct table_flags {
  std::string warp = "32", to = "0.99";
  bool json = false;
};

void run_table(const table_flags& f) {
  const int warp = parse_warp(f.warp);
  const std::string expected = "a number above 0 and below 1";
  const double to = parse_real("--to", f.to, expected);
  if (!(to > 0 && to < 1)) throw argument_error("--to", f.to, expected);
  const std::vector<lab::region> all = lab::regions(warp, to);
  if (f.json) {
    ordered_json j = {{"warp", warp}, {"to", to}};
    auto& regions = j["regions"] = ordered_json::array();
    for (const lab::region& r : all) {
      ordered_json row = {{"group", r.group}, {"from", r.from}, {"to", r.to}, {"average_speedup", nullptr}};
      if (r.average_speedup > 0) row["average_speedup"] = r.average_speedup;
      regions.push_back(row);
    }
    print_json(j, 1);
    return;
  }
  fmt::print("{:>16}  {:>16}  {:>16}\n", "threads per sample", "up to rho, %", "average speed-up");
  for (const lab::region& r : all) {
    fmt::print("{:>16}  {:>16.2f}  {:>16}\n", r.group, 100 * r.to,
               r.average_speedup > 0 ? fmt::format("{:.2f}", r.average_speedup) : "-");
  }
  fmt::print("averages up to rho = {}\n", f.to);
}

// sweep

struct sweep_command_flags {
  sweep_flags rho;
  std::string threads = "32", warp;
  bool json = false;
};

ordered_json sweep_row(double rho, int threads, int warp) {
  const lab::law l(rho, threads);
  ordered_json row = {{"rho", rho}, {"mean", l.mean()}, {"variance", l.variance()}};
  for (const formula& a : formulas) row[a.name] = a.mean(rho, threads);
  row["normalisation_deficit"] = lab::normalisation_deficit(rho, threads);
  if (warp == 0) return row;
  const std::vector<lab::choice> all = lab::choices(rho, warp);
  row["group"] = best_of(all).group;
  row["speedup"] = best_of(all).speedup;
  auto& rates = row["samples_per_iteration"] = ordered_json::object();
  for (const lab::choice& c : all) rates[std::to_string(c.group)] = c.samples_per_iteration;
  return row;
}

void run_sweep(const sweep_command_flags& f) {
  const std::vector<double> rejections = f.rho.rejections(1);
  const int threads = parse_threads(f.threads), warp = f.warp.empty() ? 0 : parse_warp(f.warp);
  if (f.json) {
    ordered_json j = {{"threads", threads}};
    auto& rows = j["rows"] = ordered_json::array();
    for (const double rho : rejections) rows.push_back(sweep_row(rho, threads, warp));
    print_json(j, -1);
    return;
  }
  fmt::print("{:>10}  {:>14}", "rho", "mean");
  for (const formula& a : formulas) fmt::print("  {:>15}", a.title);
  fmt::print("{}\n", warp == 0 ? "" : "   group  speed-up");
  for (const double rho : rejections) {
    const ordered_json row = sweep_row(rho, threads, warp);
    fmt::print("{:>10.6g}  {:>14.8g}", rho, row["mean"].get<double>());
    for (const formula& a : formulas) fmt::print("  {:>15.8g}", row[a.name].get<double>());
    if (warp != 0) fmt::print("  {:>6}  {:>8.4g}", row["group"].get<int>(), row["speedup"].get<double>());
    fmt::print("\n");
  }
}

// the command line

void add_law(const parser& rejection) {
  auto f = std::make_shared<law_flags>();
  const parser command = rejection.add_command(
      "law", "Exact distribution of a warp's iterations: moments, approximations, probabilities");
  command.add("--rho", f->rho, "R", "Chance that an attempt is rejected, 0 ... below 1").required();
  command.add("--lanes", f->threads, "T", "Threads of the warp, with one sample per thread");
  command.add_flag("--moments-only", f->moments_only, "Do not print the probabilities");
  command.add_flag("--json", f->json, "Print JSON, with probabilities until less than 1e-15 remains");
  command.does([f] { run_law(*f); });
}

void add_plan(const parser& rejection) {
  auto f = std::make_shared<plan_flags>();
  const parser command = rejection.add_command("plan", "Choose the number of threads per sample");
  command.add("--rho", f->rho, "R", "Chance that an attempt is rejected, 0 ... below 1").required();
  command.add("--warp", f->warp, "W", "Width of the warp: 4, 8, ... 128");
  command.add("--overhead", f->overhead, "H", "Other costs of a round of samples, in iterations");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run_plan(*f); });
}

void add_table(const parser& rejection) {
  auto f = std::make_shared<table_flags>();
  const parser command =
      rejection.add_command("table", "Best group sizes and their gain, by rejection probability");
  command.add("--warp", f->warp, "W", "Width of the warp: 4, 8, ... 128");
  command.add("--to", f->to, "R", "Upper end of the last average");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run_table(*f); });
}

void add_sweep(const parser& rejection) {
  auto f = std::make_shared<sweep_command_flags>();
  const parser command =
      rejection.add_command("sweep", "Mean, approximations and plan over rejection probabilities");
  f->rho.add_to(command, "0", "0.99", "100");
  command.add("--lanes", f->threads, "T", "Threads of the warp, with one sample per thread");
  command.add("--warp", f->warp, "W", "Include the plan for a warp of this width: 4, 8, ... 128");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run_sweep(*f); });
}

}  // namespace

void add_rejection(const parser& app) {
  const parser rejection = app.add_command("rejection", "Rejection loops on warps: law, plan, experiment");
  rejection.needs_command();
  add_law(rejection);
  add_plan(rejection);
  add_table(rejection);
  add_sweep(rejection);
  add_rejection_experiment(rejection);
}

}  // namespace tali::tool
