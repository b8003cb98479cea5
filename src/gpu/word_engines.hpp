// SPDX-License-Identifier: Apache-2.0
// The kernels of word engines: their words, and uniform numbers on the way. All other values are made from
// words in device memory, by kernels that all engines share.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/cuda/fill.hpp>

#include "gpu/bank_kernels.hpp"

namespace tali::cuda_driver {

/// Where an engine whose jump costs much stands behind a range, for the next one.
struct kept_words {
  void* at;            ///< device memory of the engine's kept_bytes
  bool begun = false;  ///< something is there
};

/// Enqueues `words` words from word number `first` behind where the engine stands, or what they are turned
/// into. Where a value is made of two words, the first of a value stands at an even index of its sequence.
/// @param kept  for ranges that follow one another, or null
using word_launcher = void (*)(const cuda& where, const void* engine, std::uint64_t first,
                               std::uint64_t words, std::uint32_t* to, finish_of_distribution finish,
                               kept_words* kept);

struct word_engines_table {
  word_launcher launch[word_engines::size];  ///< null where CUDA threads cannot make the words
  int (*phase[word_engines::size])(const void* engine);
  std::size_t kept_bytes[word_engines::size];  ///< of kept_words::at, or 0
};

/// Of an engine of segment_engines.
template <class E>
word_launcher segment_launcher();

/// Made by the compiler.
const word_engines_table& word_engine_kernels();

/// Elements of one range, or categories or parameter arrays where the job has them. To be called while the
/// device is current. The job's engine index counts word_engines.
void fill_word_engine(const cuda& where, const detail::fill_job& job, cuda_failures* record);
/// Of a categorical_view, whose table is on the device.
void fill_word_engine_categories(const cuda& where, const detail::fill_job& job);

}  // namespace tali::cuda_driver
