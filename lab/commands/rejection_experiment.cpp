// SPDX-License-Identifier: Apache-2.0
// tali rejection experiment: Appendix A of Ridley and Forget. Iterations of warps are counted over a sweep of
// rejection probabilities and compared with equation (9).
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <rejection/experiment.hpp>

#include <tali/device.hpp>
#include <tali/error.hpp>

#include "commands.hpp"
#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "progress.hpp"
#include "rejection_flags.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;
namespace lab = tali::lab::rejection;

/// From this number of attempts on, the start of CUDA is worth its time.
constexpr double worth_cuda_attempts = 0x1p25;
/// A smaller p-value cannot be chance.
constexpr double no_chance = 1e-6;

struct experiment_flags {
  sweep_flags rho;
  std::string threads = "32", rounds = "65536", seed = "0", device = "auto";
  bool json = false;
};

struct result {
  lab::trial trial;
  lab::tally tally;
  lab::comparison comparison;
};

struct verdict {
  double combined_p = 1, smallest_p = 1;
  bool fits = true;
};

verdict verdict_of(const std::vector<result>& all) {
  std::vector<double> p;
  verdict v;
  for (const result& r : all) {
    v.smallest_p = std::min(v.smallest_p, r.comparison.fit.p);
    // Without degrees of freedom there is nothing to combine, unless something impossible happened.
    if (r.comparison.fit.degrees_of_freedom > 0 || r.comparison.fit.p < 1) p.push_back(r.comparison.fit.p);
  }
  v.combined_p = tali::lab::combined_p(p);
  v.fits = v.combined_p >= no_chance && v.smallest_p * static_cast<double>(all.size()) >= no_chance;
  return v;
}

lab::tally run_on(device_kind where, const lab::trial& t) {
#if defined(TALI_HAS_CUDA)
  if (where == device_kind::cuda) return lab::run_cuda(t);
#endif
  (void)where;
  return lab::run(cpu{}, t);
}

ordered_json json_of(const result& r) {
  const lab::comparison& c = r.comparison;
  std::vector<std::uint64_t> counts = r.tally.histogram;
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  return {{"rho", r.trial.rejection},
          {"mean", r.tally.mean()},
          {"expected_mean", c.expected_mean},
          {"z_mean", c.z_mean},
          {"second_moment", r.tally.second_moment()},
          {"expected_second_moment", c.expected_second_moment},
          {"z_second_moment", c.z_second_moment},
          {"longest", r.tally.longest},
          {"chi_squared", c.fit.chi_squared},
          {"degrees_of_freedom", c.fit.degrees_of_freedom},
          {"p", c.fit.p},
          {"bin_width", std::uint64_t{1} << r.tally.shift},
          {"histogram", counts}};
}

void print_results(const std::vector<result>& all, const verdict& v, const char* where, double seconds) {
  const lab::trial& any = all.front().trial;
  ordered_json j = {
      {"threads", any.threads}, {"rounds", any.rounds},       {"seed", any.seed},           {"device", where},
      {"seconds", seconds},     {"combined_p", v.combined_p}, {"smallest_p", v.smallest_p}, {"fits", v.fits}};
  auto& results = j["results"] = ordered_json::array();
  for (const result& r : all) results.push_back(json_of(r));
  print_json(j, -1);
}

void print_text(const std::vector<result>& all, const verdict& v, const char* where, double seconds) {
  const lab::trial& any = all.front().trial;
  fmt::print("{} warps of {} threads for each rho, on {} in {:.2f} s\n", any.rounds, any.threads, where,
             seconds);
  fmt::print("{:>8}  {:>11}  {:>11}  {:>6}  {:>13}  {:>13}  {:>6}  {:>9}  {:>5}  {:>7}\n", "rho", "mean",
             "expected", "z", "second moment", "expected", "z", "chi^2", "bins", "p");
  for (const result& r : all) {
    const lab::comparison& c = r.comparison;
    fmt::print(
        "{:>8.5g}  {:>11.6g}  {:>11.6g}  {:>6.2f}  {:>13.7g}  {:>13.7g}  {:>6.2f}  {:>9.2f}  {:>5}  "
        "{:>7.4f}\n",
        r.trial.rejection, r.tally.mean(), c.expected_mean, c.z_mean, r.tally.second_moment(),
        c.expected_second_moment, c.z_second_moment, c.fit.chi_squared, c.fit.degrees_of_freedom + 1,
        c.fit.p);
  }
  fmt::print("all together: p = {:.4g}; the smallest of {} is {:.4g}\n", v.combined_p, all.size(),
             v.smallest_p);
}

void run(const experiment_flags& f) {
  const std::vector<double> rejections = f.rho.rejections(lab::max_rejection);
  const int threads = parse_threads(f.threads);
  const std::uint64_t rounds = parse_whole("--warps", f.rounds), seed = parse_whole("--seed", f.seed);
  if (rounds < 1 || rounds > std::uint64_t{1} << 40) {
    throw argument_error("--warps", f.rounds, "1 to 2^40");
  }
  double attempts = 0;
  for (const double rho : rejections) attempts += static_cast<double>(rounds) * threads / (1 - rho);
  const device_kind where = choose_device(f.device, attempts >= worth_cuda_attempts);
  const char* const name = where == device_kind::cuda ? "cuda" : "cpu";

  const auto begin = std::chrono::steady_clock::now();
  std::vector<result> all;
  {
    progress bar(true, {});
    for (std::size_t i = 0; i < rejections.size(); ++i) {
      bar.say(fmt::format("{} of {} rejection probabilities", i, rejections.size()));
      const lab::trial t{rejections[i], threads, rounds, seed, i};
      lab::tally found = run_on(where, t);
      const lab::comparison c = lab::compare(t, found);
      all.push_back({t, std::move(found), c});
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const verdict v = verdict_of(all);
  if (f.json) {
    print_results(all, v, name, seconds);
  } else {
    print_text(all, v, name, seconds);
  }
  if (!v.fits) {
    throw finding(
        fmt::format("combined p is {:.3g} and the smallest {:.3g}: the counts are not those of equation (9)",
                    v.combined_p, v.smallest_p));
  }
}

}  // namespace

void add_rejection_experiment(const parser& rejection) {
  auto f = std::make_shared<experiment_flags>();
  const parser command = rejection.add_command(
      "experiment", "Count iterations for many rejection probabilities, and test them against the law");
  command.footer("The counts do not depend on the device. The exit code is 1 if they do not fit.");
  f->rho.add_to(command, "0.05", "0.95", "10");
  command.add("--lanes", f->threads, "T", "Threads of the warp, with one sample per thread");
  command.add("--warps", f->rounds, "M", "Warps for each rejection probability");
  command.add("--seed", f->seed, "N", "Seed, 64 bits");
  command.add("--device", f->device, "auto|cpu|cuda", "Where to run; never changes a count");
  command.add_flag("--json", f->json, "Print JSON, with the histograms");
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
