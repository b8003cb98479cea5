// SPDX-License-Identifier: Apache-2.0
// The tables of kernels, one per source file that is compiled once per SIMD level, and the choice of a
// level's table.
// A table is constant data that the compiler computes: no code of a level runs before that level is chosen,
// and a level's code is reachable only through its tables (tests/isa_symbols.cmake).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/engine/mtgp_parameters.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/sequence.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// The kernels of a source file that is compiled once per level; that file defines them. If they are in
/// several objects, `Part` is the object's number.
template <class Kernels, int RegisterBytes, int Part = 0>
struct level_kernels {
  static const Kernels table;
};

/// Bytes of the widest registers that x86-64's kernels are compiled for: CMake's TALI_SIMD.
#if defined(TALI_WIDEST_REGISTER_BYTES)
inline constexpr int widest_register_bytes = TALI_WIDEST_REGISTER_BYTES;
#else
inline constexpr int widest_register_bytes = 64;
#endif
/// Bytes of the narrowest ones: the widest if the build is for one machine, otherwise the baseline's.
#if defined(TALI_NARROWEST_REGISTER_BYTES)
inline constexpr int narrowest_register_bytes = TALI_NARROWEST_REGISTER_BYTES;
#else
inline constexpr int narrowest_register_bytes = 16;
#endif

/// @param level  a level of this machine and this build
/// @param table  table.template operator()<RegisterBytes>() refers to a level's table
template <class Table>
const auto& by_level(simd_level level, Table table) {
  static_assert(std::is_lvalue_reference_v<decltype(table.template operator()<narrowest_register_bytes>())>);
  constexpr int narrowest = narrowest_register_bytes;
#if defined(__x86_64__)
  if constexpr (widest_register_bytes >= 64 && narrowest < 64) {
    if (level == simd_level::avx512) return table.template operator()<64>();
  }
  if constexpr (widest_register_bytes >= 32 && narrowest < 32) {
    if (level == simd_level::avx2) return table.template operator()<32>();
  }
#endif
  (void)level;  // baseline and neon have registers of one size, and a build for one machine has one level
  return table.template operator()<narrowest>();
}

/// @param level  a level of this machine
template <class Kernels>
const Kernels& kernels_of_level(simd_level level) {
  return by_level(
      level, []<int R>() -> const auto& { return level_kernels<Kernels, R>::table; });
}

template <class Kernels, int RegisterBytes, int... Part>
constexpr std::array<const Kernels*, sizeof...(Part)> tables_of(std::integer_sequence<int, Part...>) {
  return {&level_kernels<Kernels, RegisterBytes, Part>::table...};
}
template <class Kernels, int RegisterBytes, int Parts>
inline constexpr auto tables_of_parts =
    tables_of<Kernels, RegisterBytes>(std::make_integer_sequence<int, Parts>{});

/// The kernels of one of `Parts` objects.
template <class Kernels, int Parts>
const Kernels& kernels_of_level(simd_level level, int part) {
  const auto& all = by_level(
      level, []<int R>() -> const auto& { return tables_of_parts<Kernels, R, Parts>; });
  return *all[static_cast<std::size_t>(part)];
}

/// Fused fills (engine_kernels.cpp, one object per engine): elements of a range on one thread, made in the
/// registers that hold the words. An engine with access to any index has them for its words and for the
/// distributions that would be slower with words in the cache. Point sets have them for every distribution.
/// Other values are converted from words, so they are compiled once per level, not once per engine.
using range_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                            std::size_t n);
struct engine_kernels : detail::distribution_table<range_fill, catalogue::distributions> {};
using fused_engines = decltype(detail::operator+(catalogue::engines{}, catalogue::quasi_engines{}));

/// The engine's fused fill at a level of this machine, or null if values are made from words.
range_fill fill_of_engine(simd_level level, const engine_info& e, const distribution_info& d);

/// Words (word_kernels.cpp): an engine's words in order. The run is in the caller's memory and needs no
/// destructor. An engine adds only this code to the compile time.
struct word_run {
  /// Begins `first` words after the engine's position; the engine must exist as long as the run.
  void (*open)(void* memory, const void* engine, std::uint64_t first);
  void (*next)(void* memory, std::uint32_t* to, std::size_t n);
  /// Skips n words.
  void (*skip)(void* memory, std::uint64_t n);
  /// The longest distance in words over which skip() is faster than open(): 0 for engines that reach every
  /// word equally fast.
  std::uint64_t near;
  std::size_t engine_bytes;  ///< size of the engine: a kept run identifies it by its bytes
};
/// The maximum size of a run: a Mersenne Twister's state and its position.
inline constexpr std::size_t run_bytes = 3072;
inline constexpr std::size_t run_alignment = 64;
/// The largest engine whose runs are kept (words.hpp).
inline constexpr std::size_t kept_engine_bytes = 2520;
struct word_engine_kernels : detail::engine_table<word_run, catalogue::word_engines> {};

/// Also steps of a generator bank, and permutations, which take no words.
template <class Word>
using mtgp_tile_function = void (*)(const mtgp_parameters<Word>& set, Word* x, int n, int count,
                                    Word* outputs);
struct word_kernels {
  mtgp_tile_function<std::uint32_t> tile32;
  mtgp_tile_function<std::uint64_t> tile64;
  void (*permute32)(const permutation<std::uint32_t>&, std::uint32_t first, std::uint32_t* to, std::size_t n);
  void (*permute64)(const permutation<std::uint64_t>&, std::uint64_t first, std::uint64_t* to, std::size_t n);
};

/// Also the words of attempts that a user's functor makes.
struct attempt_kernels {
  /// Blocks {group + i, k, b} for i = 0 ... n - 1, four words each. The upper half of all groups must be
  /// equal.
  void (*blocks)(const rejection_words<detail::rounds_at_run_time>& words, std::uint64_t group,
                 std::uint32_t k, std::uint32_t b, std::size_t n, std::uint32_t* to);
  /// Blocks {base + at[i], k, b} in the same way.
  /// @param at  has room for max_extra_blocks further elements
  void (*listed_blocks)(const rejection_words<detail::rounds_at_run_time>& words, std::uint64_t base,
                        const std::uint16_t* at, std::uint32_t k, std::uint32_t b, std::size_t n,
                        std::uint32_t* to);
};
/// Maximum number of blocks that these write after the requested ones.
inline constexpr std::size_t max_extra_blocks = 15;

/// Values from words (conversion_kernels.cpp), as by convert_range. Object number k of a level has the
/// distributions whose index is k modulo the number of objects.
using convert_function = void (*)(const void* distribution, const std::uint32_t* words, void* to,
                                  std::size_t n);
inline constexpr int conversion_parts = 2;
struct conversion_kernels : detail::distribution_table<convert_function, catalogue::distributions> {};
convert_function conversion(simd_level level, const distribution_info& d);

/// The words of samples: by counter for Philox, otherwise in memory. Kernels take both, so that a
/// distribution's attempts are compiled once for all engines.
struct words_of_samples {
  rejection_words<detail::rounds_at_run_time> by_counter;  ///< of the distribution's tag
  /// The words of samples 0, 1, ..., as words_of_sample defines them; null if they are by counter.
  const std::uint32_t* in_memory = nullptr;
};

/// Samples by attempts or by inversion (rejection_kernels.cpp).
/// @param table  from make_inversion_table; if null, inversion goes outcome by outcome
/// @returns the smallest index of a sample that used up its attempts, or none_failed
using rejection_fill = std::uint64_t (*)(const words_of_samples& words, const void* distribution,
                                         const detail::inversion_table* table, std::uint64_t first, void* to,
                                         std::size_t n);
inline constexpr std::uint64_t none_failed = ~std::uint64_t{0};
/// False if the distribution does not use inversion, or does not fit a table.
using make_inversion_table = bool (*)(const void* distribution, detail::inversion_table& table);
/// With fewer values than this, a table does not pay.
inline constexpr std::size_t worth_inversion_table = 128;
/// Divided into objects as conversions are.
inline constexpr int rejection_parts = 7;
struct rejection_kernels {
  detail::distribution_table<rejection_fill, catalogue::rejection_distributions> fill;
  /// Null if the distribution does not use inversion.
  detail::distribution_table<make_inversion_table, catalogue::rejection_distributions> make_table;
};

/// Vectors (vector_kernels.cpp).
/// @param words    of the distribution's tag
/// @param scratch  max_lanes * size doubles, aligned to 64, if the distribution needs it
using vectors_fill = void (*)(const row_words<detail::rounds_at_run_time>& words, const void* view,
                              std::uint64_t first, void* to, std::size_t rows, double* scratch);
/// Lanes of the widest register: the maximum number of rows that a kernel makes at a time.
inline constexpr std::size_t max_lanes = 16;
/// Longer rows are made one at a time if their lanes would need scratch memory.
inline constexpr std::uint32_t max_scratch = std::uint32_t{1} << 14;
/// Rows from the words of each, as words_of_row defines them.
using words_to_rows = void (*)(const void* view, const std::uint32_t* words, void* to, std::size_t rows);
struct vector_kernels {
  detail::distribution_table<vectors_fill, catalogue::vector_distributions> fill;
  detail::distribution_table<words_to_rows, catalogue::vector_distributions> from_words;
};

/// Elements with separate parameters (array_kernels.cpp): several at a time where the parameters can be
/// lanes, otherwise each alone. Registers wider than AVX2's gain nothing.
/// @returns the first index with invalid parameters, or `end`
using convert_each_function = std::size_t (*)(const void* const* arrays, const std::uint32_t* words, void* to,
                                              std::size_t begin, std::size_t end);
/// Samples first + i with the parameters at index i of the arrays, for i = begin ... end - 1. If the words
/// are in memory, they begin with those of sample first + begin.
/// @returns as rejection_fill. Sets `bad` to the first i with invalid parameters if that is smaller
using rejection_each = std::uint64_t (*)(const words_of_samples& words, const void* const* arrays,
                                         std::uint64_t first, void* to, std::size_t begin, std::size_t end,
                                         std::size_t* bad);
/// Gives standard values begin ... end - 1, in place, the parameters at their indices.
/// @returns as convert_each_function
using form_each_function = std::size_t (*)(const void* const* arrays, void* to, std::size_t begin,
                                           std::size_t end);
/// Divided into objects as conversions are.
inline constexpr int array_parts = 3;
struct array_kernels {
  /// Null for distributions without such parameters, and for those that have `form`.
  detail::distribution_table<convert_each_function, catalogue::distributions> convert;
  detail::distribution_table<rejection_each, catalogue::rejection_distributions> sample;
  /// For distributions that are made in batches, of standard values: normal and lognormal.
  detail::distribution_table<form_each_function, catalogue::distributions> form;
};
/// Compiled once for registers of 16 bytes and once for 32.
/// @param place  the distribution's number in `distributions` or `rejection_distributions`
template <class Kernels = array_kernels>
const Kernels& kernels_of_arrays(simd_level level, int place) {
  const auto& all = by_level(
      level,
      []<int R>() -> const auto& { return tables_of_parts<Kernels, (R == 64 ? 32 : R), array_parts>; });
  return *all[static_cast<std::size_t>(place % array_parts)];
}

}  // namespace tali::cpu_driver
