// SPDX-License-Identifier: Apache-2.0
// The elements of a sequence, and the index arithmetic.
//
// A sequence is identified by an engine type with its parameters, a seed and a stream. A newly constructed
// engine represents the whole sequence. Element i of a distribution over it is value(engine, distribution,
// i), on every device and for every division of a range (docs/architecture.md, "The laws").
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/error.hpp>
#include <tali/simd/bits.hpp>
#include <tali/simd/warp.hpp>

namespace tali {

namespace detail {

/// Processes the next step with words from a cursor.
/// @tparam Steady  whether take_steady() may be called
/// @returns whether more words can change the value
template <bool Steady, class E, class Cursor, class D, class State, class Word>
TALI_FN bool take_step(const Cursor& at, const D& d, State& state, Word (&w)[D::step_words]) {
  static_assert(D::step_words % E::group == 0,
                "tali: an engine of kind jumping or counter makes words in groups of 1, 2 or 4");
  if constexpr (Steady) {
    at.take_steady(w);
  } else {
    at.take(w);
  }
  return d.step(state, w);
}

/// The value computed from the next words of a cursor, for one or several lanes.
template <class E, class Shape, stepwise_distribution D>
TALI_FN auto value_by_steps(typename E::template cursor<Shape> at, const D& d) {
  using word = typename Shape::template of<std::uint32_t>;
  const typename E::stride stride(D::step_words);
  auto state = d.template begin<word>();
  for (word w[D::step_words]; take_step<false, E>(at, d, state, w);) at.advance(stride);
  return state.value();
}

}  // namespace detail

/// Element i of distribution d over engine e's sequence.
template <class E, single_distribution D>
TALI_FN typename D::result_type value(const E& e, const D& d, std::uint64_t i) {
  if constexpr (stepwise_distribution<D> && jumping_engine<E>) {
    return detail::value_by_steps<E, scalar>(typename E::template cursor<scalar>(e, i * D::words, 0), d);
  } else {
    std::uint32_t w[D::words];
    if constexpr (detail::has_cursor<E>) {
      const typename E::template cursor<scalar> at(e, i * D::words, 0);
      at.take(w);
    } else {
      for (int k = 0; k < D::words; ++k) w[k] = e.word(i * D::words + static_cast<std::uint64_t>(k));
    }
    return static_cast<typename D::result_type>(d(w));
  }
}

/// The same for a distribution with independent lanes. Slow: makes all outputs of the element's lane.
template <class E, lane_distribution D>
TALI_FN typename D::result_type value(const E& e, const D& d, std::uint64_t i) {
  const auto index = static_cast<int>(i % D::batch_size);
  const auto lane = static_cast<std::uint64_t>(D::lane_of(index));
  std::uint32_t w[D::lane_words];
  for (int j = 0; j < D::lane_words; ++j) {
    w[j] = e.word(i / D::batch_size * D::batch_size + lane * D::lane_words + static_cast<std::uint64_t>(j));
  }
  typename D::lane_type x[D::lane_values];
  d(w, D::table(), x);
  return D::stored(x[D::value_of(index)]);
}

#if !defined(TALI_GPU_COMPILER)
/// The same for a distribution that a warp makes. Slow: gathers the 32 words of the element's block. Not
/// available in .cu files.
template <class E, warp_distribution D>
TALI_FN typename D::result_type value(const E& e, const D& d, std::uint64_t i) {
  using warp = detail::simd_warp<16>;
  const std::uint64_t batch = i / D::batch_size * D::batch_size;
  const auto index = static_cast<int>(i % D::batch_size);
  const int block = index / detail::warp_size;
  typename warp::u32 entropy;
  for (int l = 0; l < detail::warp_size; ++l)
    entropy.set(l, e.word(batch + static_cast<std::uint64_t>(4 * l + block)));
  return d.template of_warp<warp, 16>(entropy, D::table()).get(index % detail::warp_size);
}
#endif

#if !defined(__CUDACC_RTC__)
namespace detail {
/// Throws unless a sequence of 2^64 words contains elements first ... first + n - 1 of `words` words each.
/// @throws argument_error
inline void check_range(std::uint64_t first, std::uint64_t n, std::int64_t words) {
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(words);
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       words == 1 ? std::string("at most 2^64 elements")
                                  : "at most 2^64 / " + std::to_string(words) + " elements of " +
                                        std::to_string(words) + " words each");
}
}  // namespace detail
#endif

}  // namespace tali
