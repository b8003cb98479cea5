// SPDX-License-Identifier: Apache-2.0
// A user's functor, the library's distribution of the same arithmetic, and a plain store, timed in turn.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/cuda/fill_with.cuh>

#include "cuda/measure.hpp"
#include "tables.hpp"
#include "user_exponential.hpp"

namespace tali::bench {

namespace {

/// Adds the library's row and the user's, whose peer the first one is.
template <class E, class F, class D>
void measure_pair(const table& t, const F& f, const D& d, const device_memory& memory, std::size_t n) {
  using T = typename D::result_type;
  auto* const to = static_cast<T*>(memory.at());
  const E e(1, 2);
  row r{std::string("built-in ") + E::name, D::name, type_name<T>(), "", static_cast<double>(n)};
  add_beside_store(t, r, to, [&] { fill(cuda{}, e, d, 0, to, n); });
  r.engine = E::name;
  r.variant = "a functor";
  add_beside_store(t, r, to, [&] { fill_with(cuda{}, e, f, 0, to, n); });
}

}  // namespace

void run_user(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  measure_pair<philox4x32>(t, user_exponential_f32{1}, exponential<float>{}, memory, n);
  measure_pair<philox4x32>(t, user_exponential_f64{1}, exponential<double>{}, memory, n);
  measure_pair<pcg32>(t, user_exponential_f32{1}, exponential<float>{}, memory, n);
  measure_pair<pcg32>(t, user_exponential_f64{1}, exponential<double>{}, memory, n);
}

}  // namespace tali::bench
