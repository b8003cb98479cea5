// SPDX-License-Identifier: Apache-2.0
// The kernels of word engines: they make words and uniform numbers. Kernels that all engines share make all
// other values, from words in device memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/cuda/fill.hpp>

#include "gpu/banks/bank_kernels.hpp"
#include "registry/place.hpp"

namespace tali::cuda_driver {

/// The position after a range, kept for the next range. For engines with slow jumps.
struct kept_words {
  void* at;            ///< device memory of the engine's kept_bytes
  bool begun = false;  ///< whether `at` holds a state
};

/// Enqueues `words` words, starting `first` words after the engine's position, or the values computed from
/// them. If a value uses two words, its first word has an even index in the sequence.
/// @param kept  for consecutive ranges, or null
using word_launcher = void (*)(const cuda& where, const void* engine, std::uint64_t first,
                               std::uint64_t words, std::uint32_t* to, finish_of_distribution finish,
                               kept_words* kept);

struct word_engines_table {
  /// Null if CUDA does not support the engine.
  detail::engine_table<word_launcher, catalogue::word_engines> launch;
  /// Size in bytes of the memory at kept_words::at, or 0.
  detail::engine_table<std::size_t, catalogue::word_engines> kept_bytes;
};

/// The launcher of an engine of segment_engines.
template <class E>
word_launcher segment_launcher();

/// The table, which the compiler computes.
const word_engines_table& word_engine_kernels();

/// Enqueues the elements of one range, with parameter arrays if the request has them. The device must be
/// current.
void fill_word_engine(const cuda& where, const detail::request& r);
/// The same for a categorical_view, whose table is on the device.
void fill_word_engine_categories(const cuda& where, const detail::request& r);

}  // namespace tali::cuda_driver
