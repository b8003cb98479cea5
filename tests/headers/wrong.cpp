// SPDX-License-Identifier: Apache-2.0
// Calls that must not compile, one a case: what the compiler says of each is in run.cmake.
#include <vector>

#include <tali/tali.hpp>

struct other {
  using result_type = float;
};

void call() {
  std::vector<float> x(10);
  std::vector<double> y(10);
  const tali::uniform<float> uniform;
#if CASE == 1
  tali::fill(tali::cpu{}, tali::mtgp32(tali::detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 1), 1, 0),
             tali::gamma<float>(2), 0, x);
#elif CASE == 2
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, y);
#elif CASE == 3
  tali::fill(tali::cpu{}, other{}, uniform, 0, x);
#elif CASE == 4
  tali::fill(tali::cpu{}, tali::pcg32(1), other{}, 0, x);
#elif CASE == 5
  tali::fill(tali::cpu{}, tali::sobol32(tali::point_set{}), tali::normal<float>(), 0, x);
#elif CASE == 6
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, y.data(), y.size());
#elif CASE == 7
  tali::fill(tali::cpu{}, tali::any_engine("pcg32"), uniform, 0, y.data(), y.size());
#else
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, x);
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, x.data(), x.size());
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, static_cast<void*>(x.data()), x.size());
  tali::fill(tali::cpu{}, tali::pcg32(1), uniform, 0, nullptr, 0);
  tali::fill(tali::cpu{}, tali::pcg32(1), tali::any_distribution("uniform", "f64"), 0, y.data(), y.size());
#endif
}
