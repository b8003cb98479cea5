// SPDX-License-Identifier: Apache-2.0
// Functors that must not compile, one a case: what the compiler says of each is in run.cmake.
#include <vector>

#include <tali/fill_with.hpp>

struct of_numbers {
  float operator()(float x) const { return x; }
};
struct changes {
  float operator()(std::uint32_t w) { return static_cast<float>(w); }
};
struct other_words {
  static constexpr int words = 2;
  float operator()(const std::uint32_t (&w)[3]) const { return static_cast<float>(w[0]); }
};
struct other_result {
  using result_type = const char*;
  static constexpr int words = 1;
  float operator()(const std::uint32_t (&w)[1]) const { return static_cast<float>(w[0]); }
};

void call() {
  std::vector<float> x(10);
  std::vector<double> y(10);
  const auto one = [](std::uint32_t w) { return static_cast<float>(w); };
  const auto attempt = [](std::uint32_t w) { return tali::attempted{static_cast<float>(w), w != 0}; };
  const auto three = [](std::uint32_t w, std::uint64_t) {
    return tali::attempted{static_cast<float>(w), w != 0};
  };
  const tali::philox4x32 e(1);
#if CASE == 1
  tali::fill_with(tali::cpu{}, e, of_numbers{}, 0, x);
#elif CASE == 2
  tali::fill_with(tali::cpu{}, e, changes{}, 0, x);
#elif CASE == 3
  tali::fill_with(tali::cpu{}, e, other_words{}, 0, x);
#elif CASE == 4
  tali::fill_with(tali::cpu{}, e, other_result{}, 0, x);
#elif CASE == 5
  tali::fill_with(tali::cpu{}, e, one, 0, y);
#elif CASE == 6
  tali::fill_with(tali::cpu{}, tali::pcg32(1), attempt, 0, x);
#elif CASE == 7
  tali::fill_with(tali::cpu{}, e, three, 0, x);
#elif CASE == 8
  tali::fill_with(tali::cpu{}, tali::sobol32(tali::point_set{}), one, 0, x);
#elif CASE == 9
  tali::fill_with(tali::cpu{}, e, tali::gamma<float>(2), 0, x);
#else
  tali::fill_with(tali::cpu{}, e, one, 0, x);
  tali::fill_with(tali::cpu{}, e, attempt, 0, x);
  (void)three;
#endif
}
