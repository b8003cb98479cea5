// SPDX-License-Identifier: Apache-2.0
// Compiled once for every SIMD level, with its compiler flags and TALI_REGISTER_BYTES, as the kernels in
// src/cpu are.
#include "comparators/fill.hpp"

#include <tali/engine/philox4x32.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>

#include "comparators/box_muller.hpp"
#include "comparators/irwin_hall.hpp"
#include "cpu/rejection_range.hpp"
#include "surrogate.hpp"

namespace tali::bench {

namespace {

template <class D>
void fill(std::uint64_t first, void* to, std::size_t n) {
  using T = typename D::result_type;
  constexpr int registers = TALI_REGISTER_BYTES;
  constexpr int count = philox4x32::registers_in_flight * registers / 4;
  using shape = simd<count, registers>;
  using words = lanes<std::uint32_t, count, registers>;
  philox4x32::cursor<shape> at(philox4x32(1, 2), first, D::words < 4 ? 4 : D::words);
  // Two draws of two words share a group of the engine.
  constexpr int taken = D::words < 4 ? 4 : D::words;
  const philox4x32::stride stride(std::uint64_t{taken} * count);
  auto* out = static_cast<T*>(to);
  auto* const end = out + n;
  while (out < end) {
    words w[taken];
    at.take(w);
    for (int k = 0; k < taken; k += D::words) {
      words own[D::words];
      for (int j = 0; j < D::words; ++j) own[j] = w[k + j];
      lanes<T, count, registers> x[D::outputs];
      D{}(own, x);
      for (int j = 0; j < D::outputs && out < end; ++j, out += count) x[j].store(out);
    }
    at.advance(stride);
  }
}

template <class D>
constexpr comparator entry(const char* type) {
  return {D::name, type, sizeof(typename D::result_type), &fill<D>};
}

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
const level_comparators& comparators_of<TALI_REGISTER_BYTES>() {
  static constexpr level_comparators all{{entry<box_muller<float>>("f32"), entry<box_muller<double>>("f64"),
                                          entry<irwin_hall<float>>("f32"), entry<irwin_hall<double>>("f64")},
                                         {{4, &make<4>}, {16, &make<16>}, {32, &make<32>}}};
  return all;
}

}  // namespace tali::bench
