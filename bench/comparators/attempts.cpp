// SPDX-License-Identifier: Apache-2.0
// Compiled once for every SIMD level, as fill.cpp is.
#include "comparators/attempts.hpp"

#include <tali/engine/philox4x32.hpp>

#include "cpu/rejection_range.hpp"
#include "surrogate.hpp"

namespace tali::bench {

namespace {

/// A surrogate as the library's loops over samples take one.
template <int n>
struct surrogate_distribution {
  using result_type = std::uint32_t;
  static constexpr int attempt_words = n;
  surrogate<n> attempt_;

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[n]) const {
    return attempt_(w);
  }
  static std::uint32_t result(std::uint32_t x) { return x; }
  static std::uint32_t failed() { return 0; }
};

template <int n>
void make(double rejection, int group, std::uint32_t* to, std::size_t count) {
  const rejection_words<rounds_at_run_time> words(rejection_words(philox4x32(1), tag_of("surrogate")));
  cpu_driver::samples<surrogate_distribution<n>, TALI_REGISTER_BYTES>(
      words, surrogate_distribution<n>{surrogate<n>(rejection)})
      .grouped(0, to, count, group);
}

}  // namespace

template <>
const grouped_attempts (&grouped_attempts_of<TALI_REGISTER_BYTES>())[grouped_attempts_count] {
  static constexpr grouped_attempts all[grouped_attempts_count] = {
      {4, &make<4>}, {16, &make<16>}, {32, &make<32>}};
  return all;
}

}  // namespace tali::bench
