// SPDX-License-Identifier: Apache-2.0
// A user's functor, the library's distribution of the same arithmetic, and a plain store, timed in turn.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/cuda/fill_with.cuh>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"
#include "own_exponential.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// Adds the library's row and the user's, whose peer the first one is.
template <class E, class F, class D>
void measure_pair(const options& o, const group& g, const F& f, const D& d, const device_memory& memory,
                  std::size_t n, std::vector<row>& out) {
  using T = typename D::result_type;
  auto* const to = static_cast<T*>(memory.at());
  const E e(1, 2);
  row r;
  r.group = g.name;
  r.distribution = D::name;
  r.type = type_name<T>();
  r.device = device_name();
  r.n = static_cast<double>(n);
  r.bytes_per_number = sizeof(T);
  r.engine = std::string("built-in ") + E::name;
  measure(
      o, r, to, [&] { fill(cuda{}, e, d, 0, to, n); }, out);
  r.engine = E::name;
  r.variant = "a functor";
  measure(
      o, r, to, [&] { fill_with(cuda{}, e, f, 0, to, n); }, out);
}

void run_own(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  measure_pair<philox4x32>(o, g, own_exponential_f32{1}, exponential<float>{}, memory, n, out);
  measure_pair<philox4x32>(o, g, own_exponential_f64{1}, exponential<double>{}, memory, n, out);
  measure_pair<pcg32>(o, g, own_exponential_f32{1}, exponential<float>{}, memory, n, out);
  measure_pair<pcg32>(o, g, own_exponential_f64{1}, exponential<double>{}, memory, n, out);
}

}  // namespace

std::vector<group> own_cuda_groups() {
  return {{"own-cuda", "a user's exponential beside the library's", false, true, &run_own}};
}

}  // namespace tali::bench
