// SPDX-License-Identifier: Apache-2.0
// Finds where an elementary function is worst: tests every float of its range, or searches around the worst
// arguments found so far.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "elementary/functions.hpp"
#include "elementary/reference.hpp"

namespace tali::lab {

template <class T>
struct bad_point {
  T x, y;
  double error;  ///< ulp
};

/// The worst arguments of a function, the worst first, and the number of arguments tried.
template <class T>
struct bad_points {
  std::vector<bad_point<T>> points;
  std::uint64_t tried = 0;
  bool all = false;
};

/// Keeps the worst argument of each neighbourhood, so that the list covers several.
template <class T>
class worst_of_places {
 public:
  /// A neighbourhood is a 64th of a binade.
  void look(const bad_point<T>& p) {
    constexpr int below = std::numeric_limits<T>::digits - 7;
    bad_point<T>& entry =
        places_.try_emplace({order_of(p.x) >> below, order_of(p.y) >> below}, p).first->second;
    if (!(p.error <= entry.error)) entry = p;
  }
  [[nodiscard]] std::vector<bad_point<T>> worst(std::size_t n) const {
    std::vector<bad_point<T>> all;
    for (const auto& [place, p] : places_) all.push_back(p);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.error > b.error; });
    if (all.size() > n) all.resize(n);
    return all;
  }

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, bad_point<T>> places_;
};

template <class Function, class T>
double error_at(T x, T y) {
  return error_in_ulp(Function(), Function::template of<T>(x, y), x, y);
}

/// Tests every float between the ends of the function's intervals, or every word.
template <class Function>
bad_points<float> all_floats(std::size_t list_length) {
  worst_of_places<float> worst;
  bad_points<float> out;
  double smallest = 0;
  const auto look = [&](float x) {
    const double error = quick_error_in_ulp(Function(), Function::template of<float>(x, 0.0f), x);
    ++out.tried;
    if (error <= smallest) return;
    worst.look({x, 0, error});
    // From time to time, updates the smallest error that can still be in the list.
    if (out.tried % (1u << 20) == 0) {
      if (const auto list = worst.worst(list_length); list.size() == list_length)
        smallest = list.back().error;
    }
  };
  float low = INFINITY, high = -INFINITY;
  bool whole = false;
  for (const interval& i : Function::template intervals<float>) {
    low = std::min(low, static_cast<float>(i.low));
    high = std::max(high, static_cast<float>(i.high));
    whole = whole || i.whole;
  }
  if constexpr (takes_word<Function>) {
    std::uint32_t word = 0;
    do look(as_float(word));
    while (++word != 0);
  } else if (whole) {
    for (float x = low; x < high; ++x) look(x);
  } else {
    for (std::int64_t i = order_of(low); i <= order_of(high); ++i) look(number_at<float>(i));
  }
  out.points = worst.worst(list_length);
  for (bad_point<float>& p : out.points) p.error = error_at<Function>(p.x, 0.0f);
  std::sort(out.points.begin(), out.points.end(),
            [](const auto& a, const auto& b) { return a.error > b.error; });
  out.all = true;
  return out;
}

/// Half of the tries are random, half around the worst of those.
template <class Function, class T>
bad_points<T> directed_search(std::uint64_t tries, std::uint64_t seed, std::size_t list_length) {
  std::mt19937_64 random(seed);
  worst_of_places<T> worst;
  const auto look = [&](T x, T y) { worst.look({x, y, error_at<Function>(x, y)}); };
  for (std::uint64_t n = 0; n < tries / 2; ++n) {
    const auto [x, y] = arguments_for<T>(Function(), n, random);
    look(x, y);
  }
  constexpr int rounds = 64, starts = 64;
  constexpr auto& intervals = Function::template intervals<T>;
  const bool whole = intervals[0].whole;
  T low = std::numeric_limits<T>::max(), high = -low;
  for (const interval& i : intervals) {
    low = std::min(low, static_cast<T>(i.low));
    high = std::max(high, static_cast<T>(i.high));
  }
  /// x moved by up to 2^d units in the last place; all d are equally likely.
  const auto moved = [&](T x) {
    const int reach = static_cast<int>(random() % (std::numeric_limits<T>::digits - 4));
    const auto by = static_cast<std::int64_t>(random() & ((std::uint64_t{2} << reach) - 1));
    const T to = number_at<T>(order_of(x) + ((random() & 1) != 0 ? by : -by));
    return whole ? std::floor(to) : to;
  };
  for (int round = 0; round < rounds; ++round) {
    for (const bad_point<T>& p : worst.worst(starts)) {
      for (std::uint64_t n = 0; n < tries / 2 / (rounds * starts); ++n) {
        const T x = moved(p.x), y = has_two_arguments<Function> && (n & 1) != 0 ? moved(p.y) : p.y;
        if (takes_word<Function> ? std::isfinite(x) : x >= low && x <= high) look(x, y);
      }
    }
  }
  return {worst.worst(list_length), tries, false};
}

}  // namespace tali::lab
