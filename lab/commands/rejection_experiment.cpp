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

#include "commands.hpp"
#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "progress.hpp"
#include "rejection_flags.hpp"
#include "whole_option.hpp"

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
  int threads = 32;
  std::uint64_t rounds = 65536, seed = 0;
  std::string device = "auto";
  bool json = false;
};

lab::tally run_on(device_kind where, const lab::trial& t) {
#if defined(TALI_HAS_CUDA)
  if (where == device_kind::cuda) return lab::run_cuda(t);
#endif
  (void)where;
  return lab::run(cpu{}, t);
}

ordered_json json_of(const lab::trial& t, const lab::tally& found, const lab::comparison& c) {
  std::vector<std::uint64_t> counts = found.histogram;
  while (counts.size() > 1 && counts.back() == 0) counts.pop_back();
  return {{"rho", t.rejection},
          {"mean", found.mean()},
          {"expected_mean", c.expected_mean},
          {"z_mean", c.z_mean},
          {"second_moment", found.second_moment()},
          {"expected_second_moment", c.expected_second_moment},
          {"z_second_moment", c.z_second_moment},
          {"longest", found.longest},
          {"chi_squared", c.fit.chi_squared},
          {"degrees_of_freedom", c.fit.degrees_of_freedom},
          {"p", c.fit.p},
          {"bin_width", std::uint64_t{1} << found.shift},
          {"histogram", counts}};
}

void run(const experiment_flags& f) {
  const std::vector<double> rejections = f.rho.rejections(lab::max_rejection);
  double attempts = 0;
  for (const double rho : rejections) attempts += static_cast<double>(f.rounds) * f.threads / (1 - rho);
  const device_kind where = choose_device(f.device, attempts >= worth_cuda_attempts);

  const auto begin = std::chrono::steady_clock::now();
  ordered_json results = ordered_json::array();
  std::vector<double> p;
  double smallest_p = 1;
  {
    progress bar(true, {});
    for (std::size_t i = 0; i < rejections.size(); ++i) {
      bar.say(fmt::format("{} of {} rejection probabilities", i, rejections.size()));
      const lab::trial t{rejections[i], f.threads, f.rounds, f.seed, i};
      const lab::tally found = run_on(where, t);
      const lab::comparison c = lab::compare(t, found);
      results.push_back(json_of(t, found, c));
      smallest_p = std::min(smallest_p, c.fit.p);
      // Without degrees of freedom there is nothing to combine, unless something impossible happened.
      if (c.fit.degrees_of_freedom > 0 || c.fit.p < 1) p.push_back(c.fit.p);
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double combined_p = tali::lab::combined_p(p);
  const bool fits = combined_p >= no_chance && smallest_p * static_cast<double>(results.size()) >= no_chance;
  print_report({{"threads", f.threads},
                {"rounds", f.rounds},
                {"seed", f.seed},
                {"device", name_of(where)},
                {"seconds", seconds},
                {"combined_p", combined_p},
                {"smallest_p", smallest_p},
                {"fits", fits},
                {"results", results}},
               f.json, -1);
  if (!fits) {
    throw finding(
        fmt::format("combined p is {:.3g} and the smallest {:.3g}: the counts are not those of equation (9)",
                    combined_p, smallest_p));
  }
}

}  // namespace

void add_rejection_experiment(const parser& rejection) {
  auto f = std::make_shared<experiment_flags>();
  const parser command = rejection.add_command(
      "experiment", "Count iterations for many rejection probabilities, and test them against the law");
  command.footer("The counts do not depend on the device. The exit code is 1 if they do not fit.");
  f->rho.add_to(command, "0.05", "0.95", 10);
  add_lanes(command, f->threads);
  add_whole(command, "--warps", f->rounds, 1, std::uint64_t{1} << 40, "M",
            "Warps for each rejection probability");
  add_seed(command, f->seed);
  command.add("--device", f->device, "auto|cpu|cuda", "Where to run; never changes a count");
  command.add_flag("--json", f->json, "Print JSON, with the histograms");
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
