// SPDX-License-Identifier: Apache-2.0
// Distributions of variable budget with parameters worth testing, and the places and schedules for them.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <tali/fill.hpp>

#include "support/parameter_arrays.hpp"
#include "support/places.hpp"

namespace tali::test {

/// Sets of parameters of the distribution `name` that take all its branches; none where its defaults will do.
inline std::vector<std::vector<double>> example_values(const std::string& name) {
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
  return {};
}

/// The same as D takes them.
template <class D>
std::vector<std::vector<typename D::parameter>> example_parameters() {
  std::vector<std::vector<typename D::parameter>> all;
  for (const std::vector<double>& given : example_values(D::name)) {
    all.emplace_back();
    for (const double x : given) all.back().push_back(static_cast<typename D::parameter>(x));
  }
  if (all.empty()) {
    all.emplace_back();
    for (const parameter_info& p : D::parameter_list) {
      all.back().push_back(static_cast<typename D::parameter>(p.default_value));
    }
  }
  return all;
}

template <class D>
std::vector<D> examples() {
  std::vector<D> all;
  for (const auto& given : example_parameters<D>()) all.push_back(from<D>(given));
  return all;
}

/// Calls f(type_list<E>{}, type_list<D>{}) for every engine and distribution.
template <class F>
void for_each_rejection_pair(F&& f) {
  counter_engines::for_each([&]<class E>(int, type_list<E> engine) {
    rejection_distributions::for_each(
        [&]<class D>(int, type_list<D> distribution) { f(engine, distribution); });
  });
}

/// Every SIMD level and CUDA device with every schedule.
inline std::vector<place> rejection_offsets() {
  std::vector<rejection_schedule> schedules = {
      {schedule::automatic, 0}, {schedule::compacting, 0}, {schedule::grouped, 0}};
  for (const int group : {1, 2, 4, 8, 16, 32}) schedules.push_back({schedule::grouped, group});
  const char* const names[] = {"automatic", "grouped", "compacting"};
  std::vector<place> all;
  std::string last;
  for (const place& at : places()) {
    const std::string here = at.is_cuda ? at.name.substr(0, at.name.find(" block")) : at.name;
    const bool one_thread = at.is_cuda || at.host.threads == 1;
    for (const rejection_schedule& s : schedules) {
      if ((at.is_cuda && here == last) || (!one_thread && s.kind != schedule::automatic)) continue;
      place p = at;
      p.name = here + ' ' + names[static_cast<int>(s.kind)] + ' ' + std::to_string(s.group);
      p.host.rejection = s;
#if defined(TALI_HAS_CUDA)
      p.gpu.rejection = s;
      p.gpu.shape = {};
#endif
      all.push_back(p);
    }
    last = here;
  }
  return all;
}

}  // namespace tali::test
