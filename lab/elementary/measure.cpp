// SPDX-License-Identifier: Apache-2.0
// elementary-measure: the largest errors of the elementary functions, as the rows of docs/math.md.
//
//   elementary-measure [--all] [--tries N] [FUNCTION...]
//
// Doubles: N random arguments (two million unless said otherwise) against MPFR. Floats: the same, or with
// --all every float of a function's range against the C library in double, the worst then again against MPFR.
// Exits with 1 where an error is above 2 ulp.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "elementary/arguments.hpp"
#include "elementary/reference.hpp"

namespace tali::lab {
namespace {

struct options {
  bool all = false;
  std::uint64_t tries = 2'000'000;
  std::vector<std::string> functions;
};

struct worst_case {
  double error = -1;
  double x = 0, y = 0;
  std::uint64_t tried = 0;

  template <class T>
  void look(double e, T at_x, T at_y) {
    ++tried;
    if (!(e <= error)) error = e, x = static_cast<double>(at_x), y = static_cast<double>(at_y);
  }
};

template <class Function, class T>
worst_case of_random(std::uint64_t tries) {
  std::mt19937_64 random(11);
  worst_case out;
  for (std::uint64_t n = 0; n < tries; ++n) {
    const auto [x, y] = arguments_for<T>(Function(), n, random);
    out.look(error_in_ulp(Function(), Function::template of<T>(x, y), x, y), x, y);
  }
  return out;
}

/// Every float between the ends of the function's intervals.
template <class Function>
worst_case of_all_floats() {
  float low = INFINITY, high = -INFINITY;
  bool whole = false;
  for (const interval& i : Function::template intervals<float>) {
    low = std::min(low, static_cast<float>(i.low));
    high = std::max(high, static_cast<float>(i.high));
    whole = whole || i.whole;
  }
  worst_case out;
  const auto look = [&](float x) {
    out.look(quick_error_in_ulp(Function(), Function::template of<float>(x, 0.0f), x), x, 0.0f);
  };
  if (whole) {
    for (float x = low; x < high; ++x) look(x);
  } else {
    for (std::int64_t i = order_of(low); i <= order_of(high); ++i) look(number_at<float>(i));
  }
  const auto x = static_cast<float>(out.x);
  out.error = error_in_ulp(Function(), Function::template of<float>(x, 0.0f), x, 0.0f);
  return out;
}

template <class Function, class T>
bool report(const options& o) {
  constexpr bool can_all = std::is_same_v<T, float> && has_quick<Function>;
  worst_case worst;
  if constexpr (can_all) {
    worst = o.all ? of_all_floats<Function>() : of_random<Function, T>(o.tries);
  } else {
    worst = of_random<Function, T>(takes_log_gamma<Function> ? o.tries / 10 : o.tries);
  }
  char at[80];
  if (std::is_same_v<Function, power_function> || std::is_same_v<Function, arctangent_function>) {
    std::snprintf(at, sizeof at, "%a, %a", worst.x, worst.y);
  } else {
    std::snprintf(at, sizeof at, "%a", worst.x);
  }
  std::printf("| `%s_%s` | %.3f | %s | %llu%s |\n", Function::name, sizeof(T) == 4 ? "f32" : "f64",
              worst.error, at, static_cast<unsigned long long>(worst.tried), can_all && o.all ? ", all" : "");
  std::fflush(stdout);
  return worst.error <= 2;
}

int run(const options& o) {
  bool good = true;
  for_each_function([&]<class Function>(Function) {
    bool wanted = o.functions.empty();
    for (const std::string& f : o.functions) wanted = wanted || f == Function::name;
    if (!wanted) return;
    good = report<Function, float>(o) && good;
    good = report<Function, double>(o) && good;
  });
  return good ? 0 : 1;
}

}  // namespace
}  // namespace tali::lab

int main(int argc, char** argv) {
  tali::lab::options o;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--all") == 0) {
      o.all = true;
    } else if (std::strcmp(argv[i], "--tries") == 0 && i + 1 < argc && std::atoll(argv[i + 1]) > 0) {
      o.tries = static_cast<std::uint64_t>(std::atoll(argv[++i]));
    } else if (argv[i][0] != '-') {
      o.functions.emplace_back(argv[i]);
    } else {
      std::fprintf(stderr, "elementary-measure [--all] [--tries N] [FUNCTION...]: what is '%s'?\n", argv[i]);
      return 2;
    }
  }
  return tali::lab::run(o);
}
