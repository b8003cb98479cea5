// SPDX-License-Identifier: Apache-2.0
// Generators from before 2012 with a small state per thread or warp: comparators for benchmarks and tests,
// not for other use.
//
// A sequence interleaves T generators, and T is part of its name: output (r T + t) W + l is output l of step
// r of generator t, and a step gives W outputs.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bits.hpp>

#if !defined(__CUDACC_RTC__)
#include <vector>
#endif

namespace tali {

#if !defined(__CUDACC_RTC__)  // in kernels: the generators

namespace detail {

/// T interleaved generators G. G is trivially copyable and offers
///   state_words, the number of words that seed it: G(const std::uint32_t (&)[state_words])
///   width, the outputs of a step: step(std::uint32_t (&)[width]), usable in kernels if G says so.
/// If generators also differ in their parameters, G has of_thread(t, words) instead of that constructor, and
/// max_generators.
///
/// Generator t is seeded by words t * state_words ... of the engine philox4x32 with the same seed and stream.
/// To reach an index, the generators take all steps before it.
template <class G>
class per_thread_generators {
 public:
  using result_type = std::uint32_t;
  using generator = G;
  static constexpr const char* name = G::name;
  static constexpr engine_kind kind = engine_kind::per_thread;
  static constexpr const char* summary = G::summary;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t max_generators = [] {
    if constexpr (requires { G::max_generators; }) return G::max_generators;
    return std::size_t{1} << 24;
  }();

  /// @param generators  1 ... max_generators
  explicit per_thread_generators(std::size_t generators, std::uint64_t seed = 0, std::uint64_t stream = 0) {
    detail::require(generators >= 1 && generators <= max_generators, "generators", generators, "1 to ",
                    max_generators);
    philox4x32 words(seed, stream);
    states_.reserve(generators);
    for (std::size_t t = 0; t < generators; ++t) {
      std::uint32_t state[G::state_words];
      for (auto& w : state) w = words();
      if constexpr (requires { G::of_thread(t, state); }) {
        states_.push_back(G::of_thread(t, state));
      } else {
        states_.push_back(G(state));
      }
    }
  }

  /// Uses the given states.
  explicit per_thread_generators(std::vector<G> states) : states_(std::move(states)) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    const int lane = G::width == 1 ? 0 : lane_;
    if (lane == 0) {
      states_[turn_].step(outputs_);
      if (++turn_ == states_.size()) turn_ = 0;
    }
    if constexpr (G::width > 1) lane_ = (lane + 1) % G::width;
    ++position_;
    return outputs_[lane];
  }

  /// Takes n steps.
  void discard(std::uint64_t n) {
    for (; n != 0; --n) (void)(*this)();
  }

  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::span<const G> states() const { return states_; }

 private:
  std::vector<G> states_;
  std::uint64_t position_ = 0;
  std::size_t turn_ = 0;  // the generator of the next step
  int lane_ = 0;          // the next output
  std::uint32_t outputs_[G::width] = {};
};

}  // namespace detail

#else

namespace detail {

template <class G>
class per_thread_generators;

}  // namespace detail

#endif

// xorwow: Marsaglia's xorshift of 160 bits plus a Weyl sequence, the default in cuRAND.
//
// Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003, section 3.1. Fails
// BigCrush's CollisionOver, SimpPoker and LinearComp tests (M. Saito and M. Matsumoto, "Variants of
// Mersenne Twister Suitable for Graphic Processors", 2013, section 4.5). A comparator.

namespace detail {

/// The generator of one thread, of period 2^192 - 2^32.
struct xorwow_generator {
  static constexpr const char* name = "xorwow";
  static constexpr const char* summary = "Marsaglia's xorwow, one per thread";
  static constexpr int state_words = 6;
  static constexpr int width = 1;

  std::uint32_t x[5];
  std::uint32_t weyl;

  /// Five words for the xorshift (if all are zero, the first becomes 1), and the Weyl counter.
  TALI_FN explicit constexpr xorwow_generator(const std::uint32_t (&s)[state_words])
      : x{s[0], s[1], s[2], s[3], s[4]}, weyl{s[5]} {
    if ((s[0] | s[1] | s[2] | s[3] | s[4]) == 0) x[0] = 1;
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    const std::uint32_t t = x[0] ^ (x[0] >> 2);
    for (int i = 0; i < 4; ++i) x[i] = x[i + 1];
    x[4] ^= (x[4] << 4) ^ t ^ (t << 1);
    weyl += 362437;
    out[0] = weyl + x[4];
  }
};

}  // namespace detail

using xorwow = detail::per_thread_generators<detail::xorwow_generator>;

// hybrid_taus: three Tausworthe steps and a linear congruential one, xor-ed.
//
// Source: L. Howes and D. Thomas, "Efficient Random Number Generation and Application Using CUDA", GPU Gems
// 3, 2007, chapter 37, example 37-4; its Tausworthe part is P. L'Ecuyer's taus88, Math. Comp. 65, 1996. Fails
// BigCrush's MatrixRank and LinearComp tests. A comparator.

namespace detail {

/// The generator of one thread, of period about 2^121.
struct hybrid_taus_generator {
  static constexpr const char* name = "hybrid_taus";
  static constexpr const char* summary = "GPU Gems' hybrid Tausworthe generator, one per thread";
  static constexpr int state_words = 4;
  static constexpr int width = 1;

  std::uint32_t z[4];

  /// The chapter requires Tausworthe states above 128; 129 is added to smaller ones.
  TALI_FN explicit constexpr hybrid_taus_generator(const std::uint32_t (&s)[state_words])
      : z{s[0], s[1], s[2], s[3]} {
    for (int i = 0; i < 3; ++i) {
      if (z[i] <= 128) z[i] += 129;
    }
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    z[0] = tausworthe(z[0], 13, 19, 12, 0xfffffffeu);
    z[1] = tausworthe(z[1], 2, 25, 4, 0xfffffff8u);
    z[2] = tausworthe(z[2], 3, 11, 17, 0xfffffff0u);
    z[3] = z[3] * 1664525u + 1013904223u;
    out[0] = z[0] ^ z[1] ^ z[2] ^ z[3];
  }

 private:
  TALI_FN static constexpr std::uint32_t tausworthe(std::uint32_t x, int s1, int s2, int s3,
                                                    std::uint32_t mask) {
    return ((x & mask) << s3) ^ (((x << s1) ^ x) >> s2);
  }
};

}  // namespace detail

using hybrid_taus = detail::per_thread_generators<detail::hybrid_taus_generator>;

// warp_standard: a linear generator with a state of 1024 bits, one word per lane of a warp, and a non-linear
// output, a sum.
//
// Source: D. B. Thomas, "Uniform random number generators for GPUs", Imperial College, 2010 (WarpStandard,
// "CorrelatedU32Rng;k=32;g=16;rs=0;w=32;n=1024"). Passes BigCrush. A comparator.

namespace detail {

/// The generator of one warp, of period 2^1024 - 1: lane l's new word is word first[l], shifted left by two,
/// xor word second[l], shifted right by right[l]; its output is the sum of the two words.
struct warp_standard_generator {
  static constexpr const char* name = "warp_standard";
  static constexpr const char* summary = "Thomas's WarpStandard, one per warp";
  static constexpr int state_words = 32;
  static constexpr int width = 32;

  std::uint32_t x[32];

  TALI_FN explicit constexpr warp_standard_generator(const std::uint32_t (&s)[state_words]) : x{} {
    std::uint32_t any = 0;
    for (int l = 0; l < 32; ++l) any |= x[l] = s[l];
    if (any == 0) x[0] = 1;
  }

  TALI_FN static constexpr int first(int lane) {
    constexpr int of[32] = {29, 24, 5,  23, 14, 26, 11, 31, 9,  3,  1,  28, 0, 2, 22, 20,
                            18, 15, 27, 13, 10, 16, 8,  17, 25, 12, 19, 30, 7, 6, 4,  21};
    return of[lane];
  }
  TALI_FN static constexpr int second(int lane) {
    constexpr int of[32] = {5, 14, 28, 24, 19, 13, 0, 17, 11, 20, 7,  10, 6,  15, 2,  9,
                            8, 23, 4,  30, 12, 25, 3, 21, 26, 27, 31, 18, 22, 16, 29, 1};
    return of[lane];
  }
  TALI_FN static constexpr int right(int lane) {
    constexpr std::uint32_t ones = 0xbaaa493au;  // bit l: whether lane l shifts
    return static_cast<int>((ones >> lane) & 1u);
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    std::uint32_t next[32] = {};
    for (int l = 0; l < 32; ++l) {
      const std::uint32_t a = x[first(l)], b = x[second(l)];
      next[l] = (a << 2) ^ (b >> right(l));
      out[l] = a + b;
    }
    for (int l = 0; l < 32; ++l) x[l] = next[l];
  }
};

}  // namespace detail

using warp_standard = detail::per_thread_generators<detail::warp_standard_generator>;

}  // namespace tali
