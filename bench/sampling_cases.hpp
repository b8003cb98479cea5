// SPDX-License-Identifier: Apache-2.0
// The distributions of variable budget that the benchmark measures, with the parameters of the published
// comparisons, and the commonest ones of fixed budget.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tali/arguments.hpp>

namespace tali::bench {

struct sampling_case {
  const char* distribution;
  const char* type;
  const char* variant;  ///< the parameters, as a row shows them
  std::vector<std::pair<const char*, const char*>> parameters;

  [[nodiscard]] arguments given() const {
    arguments all;
    for (const auto& [name, text] : parameters) all.set(name, text);
    return all;
  }
};

inline const std::vector<sampling_case>& sampling_cases() {
  static const std::vector<sampling_case> all = {
      {"gamma", "f32", "2.5", {{"shape", "2.5"}}},
      {"gamma", "f32", "0.3", {{"shape", "0.3"}}},
      {"gamma", "f64", "2.5", {{"shape", "2.5"}}},
      {"chi-squared", "f32", "3", {{"df", "3"}}},
      {"beta", "f32", "2.5, 4", {{"a", "2.5"}, {"b", "4"}}},
      {"beta", "f32", "0.3, 0.7", {{"a", "0.3"}, {"b", "0.7"}}},
      {"beta", "f64", "2.5, 4", {{"a", "2.5"}, {"b", "4"}}},
      {"beta", "f64", "0.3, 0.7", {{"a", "0.3"}, {"b", "0.7"}}},
      {"f", "f32", "5, 7", {{"dfn", "5"}, {"dfd", "7"}}},
      {"student-t", "f32", "3", {{"df", "3"}}},
      {"student-t", "f64", "3", {{"df", "3"}}},
      {"poisson", "u32", "10", {{"mean", "10"}}},
      {"poisson", "u32", "1000", {{"mean", "1000"}}},
      {"poisson", "u32", "1e5", {{"mean", "1e5"}}},
      {"poisson", "i64", "10", {{"mean", "10"}}},
      {"binomial", "i64", "100, 0.3", {{"n", "100"}, {"p", "0.3"}}},
      {"binomial", "i64", "1e6, 0.3", {{"n", "1e6"}, {"p", "0.3"}}},
      {"negative-binomial", "i64", "3, 0.3", {{"n", "3"}, {"p", "0.3"}}},
      {"hypergeometric", "i64", "60, 40, 30", {{"good", "60"}, {"bad", "40"}, {"draws", "30"}}},
      {"unbiased-int", "i32", "1, 10^6", {{"low", "1"}, {"high", "1000000"}}},
      {"unbiased-int", "i64", "1, 10^6", {{"low", "1"}, {"high", "1000000"}}},
      {"bernoulli", "u8", "0.3", {{"p", "0.3"}}},
      {"bernoulli-bits", "u32", "0.3", {{"p", "0.3"}}},
      {"bernoulli-bits", "u32", "0.5", {{"p", "0.5"}}},
      {"von-mises", "f32", "0, 4", {{"mu", "0"}, {"kappa", "4"}}},
      {"truncated-normal", "f32", "0, 1, 1, 3", {{"mu", "0"}, {"sigma", "1"}, {"low", "1"}, {"high", "3"}}},
      {"exponential", "f32", "1", {{"scale", "1"}}},
      {"exponential", "f64", "1", {{"scale", "1"}}},
      {"weibull", "f32", "1.5", {{"shape", "1.5"}}},
      {"cauchy", "f32", "0, 1", {}},
      {"geometric", "i64", "0.3", {{"p", "0.3"}}},
  };
  return all;
}

}  // namespace tali::bench
