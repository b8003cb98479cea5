// The distributions of variable budget that the benchmark measures, with the parameters of the published
// comparisons.
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
      {"f", "f32", "5, 7", {{"dfn", "5"}, {"dfd", "7"}}},
      {"student-t", "f32", "3", {{"df", "3"}}},
      {"student-t", "f64", "3", {{"df", "3"}}},
      {"poisson", "u32", "10", {{"mean", "10"}}},
      {"poisson", "u32", "1000", {{"mean", "1000"}}},
      {"poisson", "u32", "1e6", {{"mean", "1e6"}}},
      {"poisson", "i64", "10", {{"mean", "10"}}},
      {"binomial", "i64", "100, 0.3", {{"n", "100"}, {"p", "0.3"}}},
      {"binomial", "i64", "1e6, 0.3", {{"n", "1e6"}, {"p", "0.3"}}},
  };
  return all;
}

}  // namespace tali::bench
