// SPDX-License-Identifier: Apache-2.0
// The protocol of engines: all that an engine may say of itself, and the only place that asks whether it says
// so.
//
// Every engine E of the catalogue:
//   E::name, E::summary, E::kind   what the catalogue shows
//   E(seed, stream), ==            a sequence; points: E(point_set), banks and comparators: more arguments
//   result_type, min(), max(), operator()(), discard(n)   a C++ random number engine
//   word(i)                        word i from here on, without moving: block(i) or a jump
//
// Kinds, and what else an engine of the kind has:
//   counter    as jumping; Philox alone, whose blocks name the words of rejection and of vectors
//   jumping    cursor<Shape>, stride, group, phase(), registers_in_flight: see jumping_engine
//   words      group, position(); run<R>, its words in order on a CPU with registers of R bytes: run(engine,
//              first), next(to, n), skip(n). A block_engine, made of a function of a key and a counter, needs
//              no run
//   bank       sets(), row_words()
//   quasi      set(), last()
//   per_thread states(), E::generator
//
// What it may have besides:
//   member                    default  who reads it, and why
//   max_stream                all bits registry, text: the largest stream
//   phase()                   0        drivers: words into a group at which the engine stands
//   cursor<Shape>, stride     none     CUDA: the words for one thread. Without them CUDA refuses an engine of
//   kind
//                                      words by name
//   near_cursor               none     CUDA: a faster cursor for whole groups that lie near each other
//   in_segments               false    CUDA: a thread makes a segment, because a jump costs more than some
//   words state_size, word_type     none     CUDA: a state that is worth keeping from fill to fill
//   blocks_type               none     drivers: a counter, which wraps, and needs no run and no cursor to be
//   kept seedings, seeded(which, seed, stream)  none   registry: names of several ways from a seed to a state
//   saved(), restored(numbers)             none   registry, text: its state as a std::array of numbers
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// How an engine's sequence is made. An engine states it as E::kind.
enum class engine_kind {
  counter,     ///< words are functions of a key and a counter: any index at once, and words by name
  jumping,     ///< a state that steps, and reaches any index at once
  words,       ///< any index too; values are made from its words in the cache, by code that all such share
  bank,        ///< many interleaved generators, each a large state that jumps at some cost
  quasi,       ///< coordinates of points
  per_thread,  ///< comparators: a small state for every thread, which reach an index by steps alone
};

/// An engine that reaches any index at once.
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

// The questions of the last table above.

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

/// Bytes of a state that is worth keeping; else 0.
template <class E>
inline constexpr std::size_t kept_bytes_of = 0;
template <class E>
requires(requires {
  E::state_size;
}) inline constexpr std::size_t kept_bytes_of<E> = E::state_size * sizeof(typename E::word_type);

#if !defined(__CUDACC_RTC__)
/// Whether a seed becomes a state in several ways. A function, because g++ 13 takes a nested requirement
/// about the size of an array for unsatisfied.
template <class E>
constexpr bool has_seedings() {
  if constexpr (requires { E::seedings; }) {
    return std::size(E::seedings) != 0;
  } else {
    return false;
  }
}

/// Whether E keeps the protocol, and else one sentence that says what is missing, when compiling. The
/// registry asks it of every engine of the catalogue.
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
