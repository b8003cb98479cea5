// SPDX-License-Identifier: Apache-2.0
// Generators from before 2012 with a small state per thread or warp: comparators, for benchmarks and tests,
// not for use.
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

/// T interleaved generators G. G is trivially copyable and offers
///   state_words, the number of words that seed it: G(const std::uint32_t (&)[state_words])
///   width, the outputs of a step: step(std::uint32_t (&)[width]), usable in kernels if G says so.
/// If generators differ not only in their states, G has of_thread(t, words) instead of that constructor, and
/// most_generators.
///
/// Generator t is seeded by words t * state_words ... of the engine philox4x32 with the same seed and stream.
/// To reach an index, the generators take every step before it.
template <class G>
class per_thread_generators {
 public:
  using result_type = std::uint32_t;
  using generator = G;
  static constexpr const char* name = G::name;
  static constexpr engine_kind kind = engine_kind::per_thread;
  static constexpr const char* summary = G::summary;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t most_generators = [] {
    if constexpr (requires { G::most_generators; }) return G::most_generators;
    return std::size_t{1} << 24;
  }();

  /// @param generators  1 ... most_generators
  explicit per_thread_generators(std::size_t generators, std::uint64_t seed = 0, std::uint64_t stream = 0) {
    detail::require(generators >= 1 && generators <= most_generators, "generators", generators, "1 to ",
                    most_generators);
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

#else

template <class G>
class per_thread_generators;

#endif

}  // namespace tali
