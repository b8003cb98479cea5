// SPDX-License-Identifier: Apache-2.0
// The requirements on an engine, and the index arithmetic of a sequence.
//
// A sequence is named by (engine, its parameters, seed, stream); a newly constructed engine represents it.
// Element i of a distribution over the sequence is value(engine, distribution, i), on every device and for
// every division of a range (docs/architecture.md, "The laws").
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/error.hpp>
#include <tali/simd/bits.hpp>
#include <tali/simd/warp.hpp>

namespace tali {

/// An engine with direct access to any index.
template <class E>
concept jumping_engine = bit_generator<E> && std::equality_comparable<E> && std::copyable<E> &&
    requires(E e, const E c, std::uint64_t n, typename E::template cursor<scalar> at, std::uint32_t (&w)[4]) {
  e.discard(n);
  { c.word(n) } -> std::same_as<typename E::result_type>;
  { c.phase() } -> std::convertible_to<int>;
  { E::group } -> std::convertible_to<int>;
  { E::registers_in_flight } -> std::convertible_to<int>;
  { E::max_stream } -> std::convertible_to<std::uint64_t>;
  typename E::template cursor<scalar>;
  typename E::stride;
  at.template take<4>(w);
  at.template take_steady<4>(w);
  { at.steady(typename E::stride(n), n) } -> std::same_as<bool>;
  at.advance(typename E::stride(n));
};

/// The layout of a batch distribution. A batch consists of the outputs that 32 lanes make together from a
/// block of words. Outputs and words are numbered alike: batch b has outputs and words batch_size
/// b ... batch_size (b + 1) - 1.
/// @tparam Values,Words  numbers that a lane makes, and words that it takes; lane l takes words l
///   Words ... of the batch
/// @tparam Run           neighbouring outputs that one lane makes
template <int Values, int Words, int Run>
struct batch_of_lanes {
  static constexpr int words = 1;
  static constexpr int lanes = 32;
  static constexpr int batch_size = lanes * Values;
  static constexpr int lane_values = Values, lane_words = Words, run = Run;
  static_assert(Words <= Values && Values % Run == 0);

  /// Index in the batch of lane l's value k: runs with the same number, from all lanes, are consecutive.
  TALI_FN static constexpr int index_of(int lane, int k) { return (k / Run * lanes + lane) * Run + k % Run; }
  /// The lane that makes the value with this index in the batch, and the value's number in the lane.
  TALI_FN static constexpr int lane_of(int index) { return index / Run % lanes; }
  TALI_FN static constexpr int value_of(int index) { return index / (Run * lanes) * Run + index % Run; }

  TALI_FN friend bool operator==(const batch_of_lanes&, const batch_of_lanes&) = default;
};

/// A distribution whose 32 lanes make a batch of outputs together. Other distributions make single values.
template <class D>
concept batch_distribution = requires {
  D::batch_size;
};

/// A batch distribution whose lanes are independent.
template <class D>
concept lane_distribution = batch_distribution<D> &&
    requires(const D d, const std::uint32_t (&w)[D::lane_words], typename D::lane_type (&x)[D::lane_values]) {
  d(w, D::table(), x);
};

/// A batch distribution whose lanes exchange values.
template <class D>
concept warp_distribution = batch_distribution<D> && !lane_distribution<D>;

/// A distribution that makes single values.
template <class D>
concept single_distribution = !batch_distribution<D>;

/// A distribution whose arithmetic costs more than passing its words through the L1 cache. The CPU makes its
/// words first and then the values, so that it is not compiled per engine, unless each lane makes many
/// values. On a GPU each thread makes more values.
template <class D>
concept heavy_distribution = requires {
  requires D::heavy;
};

/// A distribution whose value is usually decided by a prefix of its words. It processes step_words words at a
/// time: begin() returns the initial state; step(known, words) takes the next words and returns whether more
/// words can change the value; known.value() is the value; of_words(pointer) does all this with words in
/// memory. Engines with direct access to any index make only the words that are used.
template <class D>
concept stepwise_distribution = requires(const D d, const std::uint32_t (&w)[D::step_words],
                                         const std::uint32_t* all) {
  requires D::words % D::step_words == 0;
  { d.of_words(all) } -> std::same_as<typename D::result_type>;
  { d.template begin<std::uint32_t>().value() } -> std::same_as<typename D::result_type>;
};

/// Processes the next step with words from a cursor.
/// @tparam Steady  take_steady() may be called
/// @returns whether more words can change the value
template <bool Steady, class E, class Cursor, class D, class Known, class Word>
TALI_FN bool take_step(const Cursor& at, const D& d, Known& known, Word (&w)[D::step_words]) {
  static_assert(D::step_words % E::group == 0,
                "tali: an engine of kind jumping or counter makes words in groups of 1, 2 or 4");
  if constexpr (Steady) {
    at.take_steady(w);
  } else {
    at.take(w);
  }
  return d.step(known, w);
}

/// The value from the next words of a cursor, for one or several lanes.
template <class E, class Shape, stepwise_distribution D>
TALI_FN auto value_by_steps(typename E::template cursor<Shape> at, const D& d) {
  using word = typename Shape::template of<std::uint32_t>;
  const typename E::stride stride(D::step_words);
  auto known = d.template begin<word>();
  for (word w[D::step_words]; take_step<false, E>(at, d, known, w);) at.advance(stride);
  return known.value();
}

/// Element i of distribution d over engine e's sequence.
template <class E, single_distribution D>
TALI_FN typename D::result_type value(const E& e, const D& d, std::uint64_t i) {
  if constexpr (stepwise_distribution<D> && jumping_engine<E>) {
    return value_by_steps<E, scalar>(typename E::template cursor<scalar>(e, i * D::words, 0), d);
  } else {
    std::uint32_t w[D::words];
    if constexpr (requires { typename E::template cursor<scalar>; }) {
      const typename E::template cursor<scalar> at(e, i * D::words, 0);
      at.take(w);
    } else {
      for (int k = 0; k < D::words; ++k) w[k] = e.word(i * D::words + static_cast<std::uint64_t>(k));
    }
    return static_cast<typename D::result_type>(d(w));
  }
}

/// The same for a distribution with independent lanes: makes all outputs of the element's lane. Slow.
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

#if !defined(__CUDACC__)
/// The same for a distribution of a warp: gathers the 32 words of the element's block. Slow, and not
/// available in .cu files.
template <class E, warp_distribution D>
TALI_FN typename D::result_type value(const E& e, const D& d, std::uint64_t i) {
  using warp = simd_warp<16>;
  const std::uint64_t batch = i / D::batch_size * D::batch_size;
  const auto index = static_cast<int>(i % D::batch_size);
  const int block = index / warp_size;
  typename warp::u32 entropy;
  for (int l = 0; l < warp_size; ++l)
    entropy.set(l, e.word(batch + static_cast<std::uint64_t>(4 * l + block)));
  return d.template of_warp<warp, 16>(entropy, D::table()).get(index % warp_size);
}
#endif

#if !defined(__CUDACC_RTC__)
/// Throws unless a sequence, which has 2^64 words, contains elements first ... first + n - 1 of `words` words
/// each.
/// @throws argument_error
inline void check_range(std::uint64_t first, std::uint64_t n, int words) {
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(words);
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       words == 1 ? std::string("at most 2^64 elements")
                                  : "at most 2^64 / " + std::to_string(words) + " elements of " +
                                        std::to_string(words) + " words each");
}
#endif

}  // namespace tali
