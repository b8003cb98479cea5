// SPDX-License-Identifier: Apache-2.0
// tali normal analyse --dist normal.
#include "walsh_analysis.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <walsh/analysis.hpp>

#include "json_output.hpp"

namespace tali::tool {

namespace {

namespace lab = tali::lab::walsh;

nlohmann::ordered_json json_of(const lab::report& r) {
  nlohmann::ordered_json j = nlohmann::ordered_json::object();
  j["variance"] = 1 + r.variance_error;
  j["kurtosis"] = 3 + r.kurtosis_error;
  j["variance_error"] = r.variance_error;
  j["kurtosis_error"] = r.kurtosis_error;
  auto& o = j["outputs_to_fail"];
  o = {{"polynomial", r.output.polynomial},     {"moments", r.output.moments},
       {"worst_moment", r.output.worst_moment}, {"frequency", r.frequency},
       {"by_degree", r.output.by_degree},       {"block_energy", r.energy.back().second},
       {"block_energy_by_degree", r.energy},    {"squares", r.squares}};
  auto& c = o["combinations"] = nlohmann::ordered_json::array();
  for (const auto& x : r.combinations) {
    c.push_back({{"outputs", x.outputs}, {"polynomial", x.polynomial}, {"frequency", x.frequency}});
  }
  j["squares_covariance"] = r.squares_covariance;  // not earlier: adding an entry may move the earlier ones
  j["frequency"] = {
      {"worst", r.worst_frequency}, {"of_the_body", r.worst_of_body}, {"highest", lab::highest_frequency}};
  return j;
}

void print(const lab::report& r) {
  fmt::print("variance  1 {:+.2g}\nkurtosis  3 {:+.2g}\n\n", r.variance_error, r.kurtosis_error);
  fmt::print("outputs until a test fails at 4 sigma\n");
  const auto line = [](const std::string& name, double x) { fmt::print("  {:<60} {:>10.3g}\n", name, x); };
  line("polynomials of degree <= 20", r.output.polynomial);
  line(fmt::format("raw moments of degree <= 20 (worst: {})", r.output.worst_moment), r.output.moments);
  for (const auto& [degree, outputs] : r.output.by_degree)
    line(fmt::format("polynomials of degree <= {}", degree), outputs);
  line(fmt::format("frequencies up to {:.3g}", lab::highest_frequency), r.frequency);
  for (const auto& c : r.combinations) {
    line(fmt::format("sums of {} outputs of a lane, polynomials", c.outputs), c.polynomial);
    line(fmt::format("sums of {} outputs of a lane, frequencies", c.outputs), c.frequency);
  }
  line(fmt::format("two squares of a lane, whose covariance is {:.2g}", r.squares_covariance), r.squares);
  for (const auto& [degree, outputs] : r.energy) {
    line(fmt::format("sum of a lane's 64 squares, polynomials of degree <= {}", degree), outputs);
  }
  fmt::print("\nlargest |characteristic function| of a value that is mixed: {:.3g}, at {:.6g}\n",
             r.worst_of_body, r.worst_frequency);
}

}  // namespace

void analyse_walsh(bool f32, bool json) {
  const lab::report r = f32 ? lab::analyse<float>() : lab::analyse<double>();
  if (json) {
    print_json(json_of(r), 2);
  } else {
    print(r);
  }
}

}  // namespace tali::tool
