// SPDX-License-Identifier: Apache-2.0
#include "support/examples.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace tali::test {

arguments example_arguments(const std::string& name, const parameter_names& parameters,
                            const std::string& type) {
  const auto are = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::equal(parameters, names);
  };
  arguments given;
  if (name == "uniform-int") {
    given.set("low", type.front() == 'i' ? "-1000" : "7");
    given.set("high", type.ends_with("64") ? "123456789012345" : "1234567");
  } else if (name == "poisson-icdf") {  // variances above 8, where sums decide most often
    given.set("mean", "8.5");
  } else if (name == "binomial-icdf") {
    given.set("n", "40");
    given.set("p", "0.7");
  } else if (are({"p"})) {
    given.set("p", "0.3");
  } else if (are({"mu", "sigma"})) {
    given.set("mu", "-1.3");
    given.set("sigma", "2.7");
  } else if (are({"location", "scale"})) {
    given.set("location", "-1.3");
    given.set("scale", "2.7");
  } else if (are({"shape", "scale"})) {
    given.set("shape", "1.7");
    given.set("scale", "0.6");
  } else if (are({"a"})) {
    given.set("a", "1.7");
  } else if (are({"mean", "scale"})) {
    given.set("mean", "1.7");
    given.set("scale", "0.6");
  } else if (are({"scale"})) {
    given.set("scale", "2.7");
  } else if (are({"df"})) {
    given.set("df", "3");
  } else if (are({"left", "mode", "right"})) {
    given.set("left", "-1");
    given.set("mode", "0.25");
    given.set("right", "2");
  }
  return given;
}

std::vector<std::vector<double>> example_values(const std::string& name) {
  if (name == "gamma")
    return {{2.5, 0.75}, {0.3, 1}, {1, 2}, {1e-3, 1}, {1e4, 0.5}, {0.3, 3e38}, {1e20, 1e-30}};
  if (name == "chi-squared") return {{3}, {0.5}, {100}};
  if (name == "beta")
    return {{2.5, 4},   {0.3, 0.7}, {0.5, 3},  {7, 0.2},    {1, 1},     {1e-3, 1e-3},
            {1e4, 2e4}, {1e9, 2e9}, {1e20, 3}, {0.7, 1e15}, {1e-4, 2e3}};
  if (name == "f") return {{5, 7}, {0.5, 3}, {100, 4}, {1, 1}, {1e9, 1e30}};
  if (name == "noncentral-chi-squared") {
    return {{3, 2}, {1, 1}, {1.5, 0}, {0.5, 1}, {0.5, 0}, {0.25, 19.5}, {0.75, 21}, {0.125, 1e4}, {40, 1e6}};
  }
  if (name == "noncentral-f") {
    return {{5, 7, 2}, {1, 0.5, 1}, {0.5, 3, 1}, {0.5, 0.25, 0}, {0.75, 1, 30}, {2, 1e4, 100}};
  }
  if (name == "zipf") return {{2}, {1.0001}, {1.5}, {3}, {25}, {1e6}, {1 + 1e-12}};
  if (name == "poisson") return {{10}, {0.3}, {0}, {1000.5}, {4096}, {4097}, {1e6}, {2e9}};
  if (name == "binomial") {
    return {{100, 0.3},  {100, 0.7},   {0, 0.5},    {7, 0},    {7, 1},
            {1e6, 0.25}, {1e6, 0.999}, {4e9, 1e-9}, {4e9, 0.6}};
  }
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  if (name == "von-mises") return {{0, 2}, {3, 0}, {-100.5, 0.125}, {1, 1e8}, {0, 3e38}};
  if (name == "truncated-normal") {
    return {
        {0, 1, -1, 2},     {1, 2, -infinity, infinity}, {0, 1, 1, infinity}, {0, 1, -infinity, -0.75},
        {-30, 1, 0, 0.25}, {0, 1, 0.125, 0.25},         {0, 1, -0.25, 0.25}, {5, 0.5, 5 - 1e-5, 5 + 1e-5}};
  }
  if (name == "negative-binomial") {
    return {{5, 0.25}, {0.3, 0.2},   {2.5, 1},     {1e5, 0.999},  {1, 0.001},   {1.2, 1e-4},
            {40, 0.1}, {1e5, 0.001}, {0.5, 0.001}, {0.999, 0.01}, {1e-3, 1e-5}, {1e-9, 1e-5}};
  }
  if (name == "hypergeometric") {
    return {{10, 20, 5},     {20, 10, 15},    {0, 5, 3},       {5, 0, 3},       {0, 0, 0},
            {2e4, 2e4, 2e4}, {1e5, 1e5, 1e5}, {1e9, 1e5, 1e8}, {4e9, 4e9, 4e9}, {4e9, 3e3, 3.9e9}};
  }
  if (name == "unbiased-int") {
    return {{1, 6}, {5, 5}, {7, 1234567}, {0, 1.5e9}, {0, 3e9}, {-1e9, 1.5e9}, {1, 1e12}, {-0x1p53, 0x1p53}};
  }
  return {};
}

namespace {

std::vector<any_distribution> examples_of_fixed_budget(bool of_coordinate_alone) {
  std::vector<any_distribution> all;
  for (const distribution_info& d : distribution_list()) {
    if (d.kind != distribution_kind::fixed || (of_coordinate_alone && !d.of_coordinate)) continue;
    all.emplace_back(d.name, d.type, example_arguments(d.name, d.names, d.type));
  }
  return all;
}

}  // namespace

const std::vector<any_distribution>& fixed_examples() {
  static const std::vector<any_distribution> all = examples_of_fixed_budget(false);
  return all;
}

const std::vector<any_distribution>& coordinate_examples() {
  static const std::vector<any_distribution> all = examples_of_fixed_budget(true);
  return all;
}

const std::vector<std::vector<any_distribution>>& rejection_examples() {
  static const std::vector<std::vector<any_distribution>> all = [] {
    std::vector<std::vector<any_distribution>> list;
    catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      std::vector<any_distribution>& sets = list.emplace_back();
      for (const D& d : examples<D>()) sets.emplace_back(d);
    });
    return list;
  }();
  return all;
}

}  // namespace tali::test
