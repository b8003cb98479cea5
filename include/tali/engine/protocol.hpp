// SPDX-License-Identifier: Apache-2.0
// The protocol of engines: all members that an engine may have, and the only place that checks for them.
//
// Every engine E of the catalogue has
//   E::name, E::summary, E::kind   for the catalogue
//   E(seed, stream), ==            a sequence. Points: E(point_set). Banks and comparators: more arguments
//   result_type, min(), max(), operator()(), discard(n)   a C++ random number engine
//   word(i)                        the word i positions ahead, by block or by a jump
//
// Kinds, and what an engine of each kind also has:
//   counter    as jumping. Only Philox: rejection and vector distributions address its blocks directly
//   jumping    cursor<Shape>, stride, group, phase(), registers_in_flight: see jumping_engine
//   words      group, position(); run<R>, which makes words in order on a CPU with registers of R bytes:
//              run(engine, first), next(to, n), skip(n). A block_engine needs no run
//   bank       sets(), row_words()
//   quasi      set(), last()
//   per_thread states(), E::generator
//
// Optional members (drivers are the loops over a range, for CPUs and for GPUs):
//   member                    default   who reads it, and why
//   max_stream                all bits  registry, text: the largest stream
//   phase()                   0         drivers: words from the beginning of the group to the position
//   cursor<Shape>, stride     none      CUDA: the words for one thread. Without them, an engine of kind
//                                       `words` cannot be chosen by name on CUDA
//   near_cursor               none      CUDA: a faster cursor for whole groups with nearby indices
//   in_segments               false     CUDA: a thread makes a segment, because a jump costs more than words
//   state_size, word_type     none      CUDA: a state worth keeping between fills
//   blocks_type               none      drivers: its state is a counter that wraps; no run or cursor is kept
//   seedings, seeded(number, seed, stream)
//                             none      registry: names of the methods that make a state from a seed
//   saved(), restored(numbers)
//                             none      registry, text: the state as a std::array of numbers
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// How an engine makes its sequence: E::kind.
enum class engine_kind {
  counter,     ///< functions of a key and a counter: access to any index, and to words addressed by counter
  jumping,     ///< a state that advances in steps, with direct access to any index
  words,       ///< also direct access; shared code makes values from words in the cache
  bank,        ///< many interleaved generators with large states; a jump is expensive
  quasi,       ///< coordinates of points
  per_thread,  ///< comparators: a small state per thread; reaching an index takes all steps before it
};

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

namespace detail {

// Concepts for the optional members above.

template <class E>
concept has_cursor = requires {
  typename E::template cursor<scalar>;
};
template <class E>
concept has_near_cursor = requires {
  typename E::near_cursor;
};
template <class E>
concept makes_segments = requires {
  requires E::in_segments;
};
template <class E>
concept makes_blocks = requires {
  typename E::blocks_type;
};
template <class E>
concept has_phase = requires(const E e) {
  e.phase();
};
template <class E>
concept has_state = requires(const E e) {
  E::restored(e.saved());
};

/// The largest stream.
template <class E>
inline constexpr std::uint64_t max_stream_of = std::numeric_limits<std::uint64_t>::max();
template <class E>
requires(requires { E::max_stream; }) inline constexpr std::uint64_t max_stream_of<E> = E::max_stream;

/// Size in bytes of a state that is worth keeping; otherwise 0.
template <class E>
inline constexpr std::size_t kept_bytes_of = 0;
template <class E>
requires(requires {
  E::state_size;
}) inline constexpr std::size_t kept_bytes_of<E> = E::state_size * sizeof(typename E::word_type);

#if !defined(__CUDACC_RTC__)
/// Whether there are several methods to make a state from a seed. This is a function because g++ 13 does not
/// satisfy a nested requirement about the size of an array.
template <class E>
constexpr bool has_seedings() {
  if constexpr (requires { E::seedings; }) {
    return std::size(E::seedings) != 0;
  } else {
    return false;
  }
}

/// Fails to compile if E does not follow the protocol; the error is a sentence that says what is missing. The
/// registry checks every engine of the catalogue.
template <class E>
constexpr bool explain_engine() {
  constexpr bool is_named = requires {
    { E::name } -> std::convertible_to<const char*>;
    { E::summary } -> std::convertible_to<const char*>;
    { E::kind } -> std::convertible_to<engine_kind>;
  };
  static_assert(is_named, "tali: an engine has `name`, `summary` and `kind`, static constexpr");
  if constexpr (is_named && E::kind != engine_kind::per_thread) {
    constexpr bool makes_words = std::equality_comparable<E> && requires(const E e, std::uint64_t n) {
      { e.word(n) } -> std::unsigned_integral;
    };
    static_assert(makes_words, "tali: an engine has `word(i)`, and ==");
  }
  if constexpr (is_named && (E::kind == engine_kind::counter || E::kind == engine_kind::jumping)) {
    constexpr bool jumps = jumping_engine<E>;
    static_assert(
        jumps,
        "tali: an engine of kind jumping or counter has `cursor<Shape>`, `stride`, `group`, `phase()`, "
        "`registers_in_flight`, `max_stream` and `discard(n)`, as the concept jumping_engine says");
  }
  if constexpr (is_named && E::kind == engine_kind::words) {
    constexpr bool runs = bit_generator<E> && requires(E e, std::uint64_t n) {
      { E::group } -> std::convertible_to<int>;
      { e.position() } -> std::same_as<std::uint64_t>;
      e.discard(n);
    };
    static_assert(runs, "tali: an engine of kind words has `group`, `position()` and `discard(n)`");
    constexpr bool has_run = makes_blocks<E> || requires { typename E::template run<16>; };
    static_assert(has_run, "tali: an engine of kind words has `run<R>`, or is a block_engine");
  }
  return true;
}
#endif

}  // namespace detail

}  // namespace tali
