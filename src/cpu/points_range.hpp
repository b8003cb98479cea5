// SPDX-License-Identifier: Apache-2.0
// A range of a point set's values on one thread, for any word, distribution and SIMD level.
// Dim-major: lanes are neighbouring points of one dimension. Points of an aligned block of N = 2^t differ
// from the block's first point by the same xor pattern in every block, so equation (8) is evaluated once per
// block, on one word.
// Point-major: lanes are neighbouring dimensions. Every point is the previous point, xor-ed with a row
// of direction numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/standard.hpp>
#include <tali/distribution/coordinate.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/bit_order.hpp>
#include <tali/simd/lanes.hpp>

#include "cpu/reverse_lanes.hpp"
#include "cpu/streaming.hpp"

namespace tali::cpu_driver {

/// One lane per 32 bits of a register, for any word size: a distribution may convert to either size.
template <class Word, int R>
using point_lanes = lanes<Word, R / 4, R>;

template <class Word, int N, int R>
TALI_FN lanes<Word, N, R> load_lanes(const Word* from) {
  lanes<Word, N, R> out;
  std::memcpy(out.r, from, sizeof out.r);
  return out;
}

/// Writes the first `count` lanes.
template <class T, int N, int R>
TALI_FN void store_some(const lanes<T, N, R>& x, T* to, std::size_t count) {
  T all[N];
  x.store(all);
  for (std::size_t i = 0; i < count; ++i) to[i] = all[i];
}

/// Points `point` ... `point` + n - 1 of one dimension.
/// @param stream  whether stores bypass the caches
template <class Word, class D, int R>
void fill_run(const sobol_view<Word>& s, const D& d, std::uint32_t dimension, std::uint64_t point,
              typename D::result_type* to, std::size_t n, bool stream) {
  using U = point_lanes<Word, R>;
  constexpr int N = U::count, t = std::countr_zero(static_cast<unsigned>(N));
  const Word* const v = s.by_dimension + std::size_t{dimension} * sobol_view<Word>::bits;
  detail::scramble_key<Word> key{};
  if (s.set.scramble != scrambling::none) key = detail::make_scramble_key<Word>(s.set, dimension);

  // Lanes hold N neighbouring points, starting at any number n = block * N + phase. A lane's word differs
  // from the word of the block's first point by a pattern that is the same for all blocks. Lanes in the next
  // block also add the leap of equation (8).
  const std::uint64_t start = s.set.first_point + point;
  std::uint64_t block = start / N;
  Word base = detail::sobol_number(v, block * N);
  const bool owen = s.set.scramble == scrambling::owen;
  if (!owen) base ^= key.k[0];
  U pattern, in_next_block;
  const auto turn_to = [&](std::uint64_t phase) __attribute__((always_inline)) {
    const U lane = U::iota(static_cast<Word>(phase), 1), gray = lane ^ (lane >> 1);
    pattern = U(Word{0});
    for (int b = 0; b < t; ++b) {
      const U bit = ((b == t - 1 ? lane : gray) >> b) & U(Word{1});  // bit t belongs to the next block
      pattern = pattern ^ ((U(Word{0}) - bit) & U(v[b]));
    }
    in_next_block = U(Word{0}) - ((lane >> t) & U(Word{1}));
  };
  const auto values = [&]() __attribute__((always_inline)) {
    // At the sequence's end there is no next block, and the words of lanes there are not used.
    const Word leap = v[t - 1] ^ v[(t + detail::lowest_set_bit(block + 1)) & (sobol_view<Word>::bits - 1)];
    U y = pattern ^ U(base) ^ (in_next_block & U(leap));
    base ^= leap;
    ++block;
    if (owen) y = detail::owen_scramble<Word>(y, key);
    return detail::value_of_fraction<Word>(d, y);
  };

  std::uint64_t phase = start % N;
  turn_to(phase);
  // Stores whole registers at multiples of their size: storing a whole cache line does not read it.
  const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % R;
  const bool align = n > 4 * N;
  std::size_t lead = past != 0 && align ? (R - past) / sizeof(typename D::result_type) : 0;
  for (;;) {
    const std::uint64_t block_before = block;
    const Word base_before = base;
    const auto x = values();  // called at one place, because distributions are long code
    const std::size_t count = lead != 0 ? lead : std::min<std::size_t>(n, N);
    if (count != N) {
      store_some(x, to, count);
    } else if (stream && align) {
      store_streaming(x, to);
    } else {
      x.store(to);
    }
    n -= count;
    if (n == 0) return;
    to += count;
    if (lead != 0) {
      lead = 0;
      phase += count;
      if (phase < N) {  // still in the first block
        block = block_before;
        base = base_before;
      } else {
        phase -= N;
      }
      turn_to(phase);
    }
  }
}

/// `points` points, starting at `point`, of dimensions c ... c + width - 1. Each point is a row of `pitch`
/// values.
/// @param spill  end of the memory that whole registers may write: the next row overwrites the values after a
/// narrow row
template <class Word, class D, int R>
[[gnu::noinline]] void fill_column(const sobol_view<Word>& s, const D& d, std::uint32_t c, std::size_t width,
                                   std::uint64_t point, std::size_t points, typename D::result_type* to,
                                   std::size_t pitch, const typename D::result_type* spill) {
  using U = point_lanes<Word, R>;
  constexpr int N = U::count;
  const auto row = [&](int b) __attribute__((always_inline)) {
    return load_lanes<Word, N, R>(s.by_bit + static_cast<std::size_t>(b) * s.pitch + c);
  };
  const bool owen = s.set.scramble == scrambling::owen;
  detail::scramble_key<U> key{};
  U y(Word{0});
  if (s.set.scramble != scrambling::none) {
    key = detail::make_scramble_key<Word>(s.set, low_halves<N, R>(lanes<std::uint64_t, N, R>::iota(c, 1)));
    if (!owen) y = key.k[0];
  }
  std::uint64_t n = s.set.first_point + point;
  for (std::uint64_t g = detail::gray_code(n); g != 0; g &= g - 1) y = y ^ row(detail::lowest_set_bit(g));
  for (std::size_t left = points;;) {
    const auto x = detail::value_of_fraction<Word>(d, owen ? detail::owen_scramble<Word>(y, key) : y);
    if (width == N || spill - to >= N) {
      x.store(to);
    } else {
      store_some(x, to, width);
    }
    if (--left == 0) return;
    to += pitch;
    y = y ^ row(detail::lowest_set_bit(++n));
  }
}

/// Points of dimensions first ... last - 1, written to `to` as one row of `pitch` values per point.
template <class Word, class D, int R>
[[gnu::noinline]] void fill_block(const sobol_view<Word>& s, const D& d, std::uint32_t first,
                                  std::uint32_t last, std::uint64_t point, std::size_t points,
                                  typename D::result_type* to, std::size_t pitch) {
  constexpr std::uint32_t N = point_lanes<Word, R>::count;
  if (last - first < N) {
    // One register wide, in the order of points: the next point overwrites the excess values.
    const auto* const end = to + (points - 1) * pitch + (last - first);
    fill_column<Word, D, R>(s, d, first, last - first, point, points, to, pitch, end);
    return;
  }
  for (std::uint32_t c = first; c < last; c += N) {
    if (last - c < N) c = last - N;  // makes some dimensions twice, with the same values
    fill_column<Word, D, R>(s, d, c, N, point, points, to + (c - first), pitch, to);
  }
}

/// The same for all dimensions, a number of points at a time: enough to amortise the start of a column, and
/// few enough that their cache lines stay in the cache.
/// @param stream  whether stores bypass the caches. They go through a buffer then, because columns do not
/// fill cache lines
template <class Word, class D, int R>
void fill_rows(const sobol_view<Word>& s, const D& d, std::uint64_t point, std::size_t points,
               typename D::result_type* to, bool stream) {
  using T = typename D::result_type;
  constexpr std::size_t group = 32, wide = 1024 / sizeof(T);
  const std::uint32_t dimensions = s.set.dimensions;
  for (std::size_t p = 0; p < points; p += group, to += group * dimensions) {
    const std::size_t count = std::min(group, points - p);
    if (!stream) {
      fill_block<Word, D, R>(s, d, 0, dimensions, point + p, count, to, dimensions);
      continue;
    }
    alignas(64) T staged[group * wide];
    for (std::uint32_t c = 0; c < dimensions; c += wide) {
      const auto width = static_cast<std::uint32_t>(std::min<std::size_t>(wide, dimensions - c));
      fill_block<Word, D, R>(s, d, c, c + width, point + p, count, staged, width);
      if (width == dimensions) {
        copy_streaming<T, R>(staged, count * width, to);
      } else {
        for (std::size_t k = 0; k < count; ++k) {
          copy_streaming<T, R>(staged + k * width, width, to + k * dimensions + c);
        }
      }
    }
  }
}

template <class Word, class D, int R>
void fill_points(const sobol_view<Word>& s, const D& d, std::uint64_t first, typename D::result_type* to,
                 std::size_t n) {
  const std::uint32_t dimensions = s.set.dimensions;
  const bool stream = n * sizeof(typename D::result_type) >= stream_bytes;
  if (s.set.layout == point_layout::dim_major || dimensions == 1) {
    const bool one = dimensions == 1;
    auto dimension = one ? 0 : static_cast<std::uint32_t>(first / s.set.points);
    std::uint64_t point = one ? first : first % s.set.points;
    while (n != 0) {
      const std::size_t run =
          one ? n : static_cast<std::size_t>(std::min<std::uint64_t>(n, s.set.points - point));
      fill_run<Word, D, R>(s, d, dimension, point, to, run, stream);
      ++dimension;
      point = 0;
      to += run;
      n -= run;
    }
    if (stream) stream_end();
    return;
  }
  std::uint64_t point = first / dimensions;
  const auto at = static_cast<std::uint32_t>(first % dimensions);
  if (at != 0 && n != 0) {  // the rest of a point
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(n, dimensions - at));
    fill_block<Word, D, R>(s, d, at, at + count, point++, 1, to, dimensions);
    to += count;
    n -= count;
  }
  const std::size_t whole = n / dimensions;
  if (whole != 0) {
    fill_rows<Word, D, R>(s, d, point, whole, to, stream);
    point += whole;
    to += whole * dimensions;
    n -= whole * dimensions;
  }
  if (n != 0) fill_block<Word, D, R>(s, d, 0, static_cast<std::uint32_t>(n), point, 1, to, dimensions);
  if (stream) stream_end();
}

}  // namespace tali::cpu_driver
