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
  double (*mean)(double, int);
};
constexpr formula formulas[] = {{"equation_13", lab::mean_equation_13},
                                {"equation_16", lab::mean_equation_16},
                                {"equation_17", lab::mean_equation_17},
                                {"harmonic", lab::mean_by_harmonic_number}};

struct law_flags {
  double rho = 0;
  int threads = 32;
  bool moments_only = false, json = false;
};

ordered_json json_of(const lab::law& l, const law_flags& f) {
  ordered_json j = {
      {"rho", f.rho},        {"threads", l.threads()}, {"mean", l.mean()}, {"variance", l.variance()},
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
    const double value = a.mean(f.rho, l.threads());
    approximations[a.name] = {{"mean", value}, {"error", value - l.mean()}};
  }
  j["normalisation_deficit"] = lab::normalisation_deficit(f.rho, l.threads());
  if (f.moments_only) return j;
  if (f.json) {
    j["pmf"] = l.probabilities(left_out);
    return j;
  }
  // Up to the 99.9 % quantile, in equal steps of n, at most a screen.
  const std::uint64_t last = l.quantile(0.999), step = (last + 29) / 30;
  auto& some = j["probabilities"] = ordered_json::array();
  for (std::uint64_t n = step; n < last + step; n += step)
    some.push_back({{"n", n}, {"P(N = n)", l.pmf(n)}, {"P(N > n)", l.survival(n)}});
  return j;
}

void run_law(const law_flags& f) {
  const lab::law l(f.rho, f.threads);
  if (const std::uint64_t n = l.last(left_out); f.json && !f.moments_only && n > max_probabilities) {
    throw argument_error(
        "--rho", fmt::format("{}", f.rho),
        fmt::format("a number that takes at most {} probabilities and not {}, or --moments-only",
                    max_probabilities, n));
  }
  print_report(json_of(l, f), f.json, -1);
}

struct plan_flags {
  double rho = 0;
  int warp = 32;
  std::string overhead = "0";
  bool json = false;
};

/// The choice with the most samples per iteration.
const lab::choice& best_of(const std::vector<lab::choice>& all) {
  return *std::ranges::max_element(all, {}, &lab::choice::samples_per_iteration);
}

void run_plan(const plan_flags& f) {
  const double overhead = parse_real("--overhead", f.overhead, "a number from 0 to 1e6", 0, 1e6);
  const std::vector<lab::choice> all = lab::choices(f.rho, f.warp, overhead);
  const lab::choice& best = best_of(all);
  ordered_json groups = ordered_json::array();
  for (const lab::choice& c : all) {
    groups.push_back({{"group", c.group},
                      {"samples", c.samples},
                      {"iterations", c.iterations},
                      {"samples_per_iteration", c.samples_per_iteration},
                      {"speedup", c.speedup}});
  }
  print_report({{"rho", f.rho},
                {"warp", f.warp},
                {"overhead", overhead},
                {"group", best.group},
                {"samples_per_iteration", best.samples_per_iteration},
                {"speedup", best.speedup},
                {"iterations", best.iterations},
                {"groups", groups}},
               f.json, 1);
}

struct table_flags {
  int warp = 32;
  std::string to = "0.99";
  bool json = false;
};

void run_table(const table_flags& f) {
  const std::string expected = "a number above 0 and below 1";
  const double to = parse_real("--to", f.to, expected);
  if (!(to > 0 && to < 1)) throw argument_error("--to", f.to, expected);
  ordered_json regions = ordered_json::array();
  for (const lab::region& r : lab::regions(f.warp, to)) {
    ordered_json row = {{"group", r.group}, {"from", r.from}, {"to", r.to}, {"average_speedup", nullptr}};
    if (r.average_speedup > 0) row["average_speedup"] = r.average_speedup;
    regions.push_back(row);
  }
  print_report({{"warp", f.warp}, {"to", to}, {"regions", regions}}, f.json, 1);
}

struct sweep_command_flags {
  sweep_flags rho;
  int threads = 32, warp = 0;
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
  ordered_json rows = ordered_json::array();
  for (const double rho : f.rho.rejections(1)) rows.push_back(sweep_row(rho, f.threads, f.warp));
  print_report({{"threads", f.threads}, {"rows", rows}}, f.json, -1);
}

void add_law(const parser& rejection) {
  auto f = std::make_shared<law_flags>();
  const parser command = rejection.add_command(
      "law", "Exact distribution of a warp's iterations: moments, approximations, probabilities");
  add_rho(command, f->rho);
  add_lanes(command, f->threads);
  command.add_flag("--moments-only", f->moments_only, "Do not print the probabilities");
  command.add_flag("--json", f->json, "Print JSON, with probabilities until less than 1e-15 remains");
  command.does([f] { run_law(*f); });
}

void add_plan(const parser& rejection) {
  auto f = std::make_shared<plan_flags>();
  const parser command = rejection.add_command("plan", "Choose the number of threads per sample");
  add_rho(command, f->rho);
  add_warp(command, f->warp, "Width of the warp: 4, 8, ... 128");
  command.add("--overhead", f->overhead, "H", "Other costs of a round of samples, in iterations");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run_plan(*f); });
}

void add_table(const parser& rejection) {
  auto f = std::make_shared<table_flags>();
  const parser command =
      rejection.add_command("table", "Best group sizes and their gain, by rejection probability");
  add_warp(command, f->warp, "Width of the warp: 4, 8, ... 128");
  command.add("--to", f->to, "R", "Upper end of the last average");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run_table(*f); });
}

void add_sweep(const parser& rejection) {
  auto f = std::make_shared<sweep_command_flags>();
  const parser command =
      rejection.add_command("sweep", "Mean, approximations and plan over rejection probabilities");
  f->rho.add_to(command, "0", "0.99", 100);
  add_lanes(command, f->threads);
  add_warp(command, f->warp, "Include the plan for a warp of this width: 4, 8, ... 128");
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
