// SPDX-License-Identifier: Apache-2.0
// The launches of the banks' kernels, and of kernels that convert words to values.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/request.hpp>
#include <tali/distribution/bits.hpp>
#include <tali/distribution/categorical.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/engine/mtgp_parameters.hpp>

#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

template <class Word>
struct mtgp_constants;

/// The output of a kernel of words.
enum class finish_kind { words, uniform_f32, uniform_f64 };

/// Whether the kernel of words can make a distribution's values.
template <class D>
inline constexpr bool finished_in_kernel = false;
template <class T>
inline constexpr bool finished_in_kernel<bits<T>> = true;
template <class T, interval I>
inline constexpr bool finished_in_kernel<uniform<T, I>> = true;

/// The conversions that kernels of words contain.
struct finish_of_distribution {
  bool known = false;
  finish_kind finish = finish_kind::words;
  interval kind = interval::close_open;
};

finish_of_distribution find_finish(const distribution_info& d);

/// A launch, except its kernel. The range is given in words, counted from the row of the states.
template <mtgp_word Word>
struct mtgp_launch {
  int mexp;
  unsigned sets;
  const mtgp_constants<Word>* constants;  ///< in device memory
  Word* states;  ///< in device memory; the launch moves them by the number of rows that end in the range
  std::uint64_t skip, words;
  std::uint64_t silent_rows;  ///< if not 0: makes no words; only moves the states by this many rows
  std::uint32_t* to;
  finish_kind finish;
  interval kind;
  runtime::stream stream;
};

void launch_mtgp(const mtgp_launch<std::uint32_t>& l);
void launch_mtgp(const mtgp_launch<std::uint64_t>& l);

/// The sets of a kernel that makes a distribution's values without words in memory: the first `sets` of every
/// `tiles` sets. `tiles` is 0 if there is no such kernel, or if its blocks would leave most of the device's
/// multiprocessors idle.
struct mtgp_lanes_sets {
  std::size_t tiles = 0, sets = 0;
};
mtgp_lanes_sets find_lanes(int mexp, std::size_t sets, const distribution_info& d, int multiprocessors);

/// Enqueues such a kernel: `words` values, starting `skip` values after the beginning of the row of the
/// states.
void launch_mtgp_lanes(const mtgp_launch<std::uint32_t>& l, const void* distribution);

/// Enqueues values from words. For a batch distribution, the words begin with a batch, and the values with
/// value `skip` of that batch.
void launch_convert(const distribution_info& d, const void* distribution, const std::uint32_t* words,
                    std::size_t skip, void* to, std::size_t n, runtime::stream stream);

/// Enqueues a request's values with one kernel that also makes the words. Returns false and enqueues nothing
/// if there is none for the word engine or its position.
/// @param phase  the engine's
bool launch_from_engine(const detail::request& r, int phase, runtime::stream stream);

/// Enqueues categories from words.
/// @param view  its table is in device memory
void launch_convert_categories(const detail::categorical_view& view, const std::uint32_t* words,
                               std::uint32_t* to, std::size_t n, runtime::stream stream);

}  // namespace tali::cuda_driver
