// SPDX-License-Identifier: Apache-2.0
// mt607_per_thread: 4,096 small Mersenne Twisters with period 2^607 - 1, one per thread, with different
// parameters.
//
// Source: NVIDIA's CUDA SDK sample MersenneTwister, as M. Saito and M. Matsumoto describe it in "Variants of
// Mersenne Twister Suitable for Graphic Processors", 2013, sections 3.3 and 4.1; recurrence and tempering are
// M. Matsumoto and T. Nishimura's, "Mersenne Twister", ACM TOMACS 8, 1998; parameters after their "Dynamic
// Creation of Pseudorandom Number Generators", 2000. The parameters are not the sample's: `tali mtgp
// search-mt607` made them, so the outputs are tali's own. In the paper's BigCrush the sample fails RandomWalk
// and the tests of F2-linearity (section 4.5); these generators fail only the latter. A comparator.
#pragma once

#include <tali/engine/per_thread_generators.hpp>

namespace tali {

namespace detail {

/// The parameters that differ between twisters.
struct mt607_parameters {
  std::uint32_t a;     ///< the last row of the matrix A; its lower half is the twister's ID
  std::uint32_t b, c;  ///< tempering masks
  int delta;           ///< total dimension defect, sum over v = 1 ... 32 of floor(607 / v) - k(v)

  [[nodiscard]] TALI_FN constexpr std::uint32_t id() const { return a & 0xffffu; }
  TALI_HOST_FN friend bool operator==(const mt607_parameters&, const mt607_parameters&) = default;
};

#if !defined(__CUDACC_RTC__)
/// The parameters that are part of the library, at their IDs: 4,096 sets.
std::span<const mt607_parameters> shipped_mt607_parameters();
#endif

/// The generator of one thread.
struct mt607_generator {
  static constexpr const char* name = "mt607_per_thread";
  static constexpr const char* summary = "the CUDA SDK's Mersenne Twister of 607 bits, one per thread";
  static constexpr int size = 19;   // n: words that hold 607 bits and one bit more
  static constexpr int middle = 9;  // m
  static constexpr int state_words = size;
  static constexpr int width = 1;
  static constexpr int period_of_registers = size;  // steps after which every word is in its first
                                                    // register
  static constexpr std::size_t max_generators = 4096;

  std::uint32_t x[size];  // the oldest first; of the oldest only the upper 31 bits matter
  std::uint32_t a, b, c;

  /// If all 607 bits of the words are zero, the first word becomes 2^31.
  TALI_FN constexpr mt607_generator(const std::uint32_t (&s)[state_words], const mt607_parameters& p)
      : x{}, a{p.a}, b{p.b}, c{p.c} {
    std::uint32_t any = s[0] & upper;
    for (int i = 0; i < size; ++i) x[i] = s[i];
    for (int i = 1; i < size; ++i) any |= s[i];
    if (any == 0) x[0] = 0x80000000u;
  }

#if !defined(__CUDACC_RTC__)
  /// The generator of thread t, with the shipped parameters of ID t.
  static mt607_generator of_thread(std::size_t t, const std::uint32_t (&s)[state_words]) {
    return {s, shipped_mt607_parameters()[t]};
  }
#endif

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    const std::uint32_t y = (x[0] & upper) | (x[1] & ~upper);
    const std::uint32_t next = x[middle] ^ (y >> 1) ^ ((0u - (y & 1u)) & a);
    for (int i = 0; i + 1 < size; ++i) x[i] = x[i + 1];
    x[size - 1] = next;
    out[0] = tempered(next);
  }

 private:
  static constexpr std::uint32_t upper = 0xfffffffeu;  // r = 1: the lowest bit of the oldest word is not used

  TALI_FN constexpr std::uint32_t tempered(std::uint32_t y) const {
    y ^= y >> 12;
    y ^= (y << 7) & b;
    y ^= (y << 15) & c;
    return y ^ (y >> 18);
  }
};

}  // namespace detail

using mt607_per_thread = detail::per_thread_generators<detail::mt607_generator>;

}  // namespace tali
