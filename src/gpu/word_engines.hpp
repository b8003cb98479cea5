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

/// Enqueues `words` words from word number `first` behind where the engine stands, or what they are turned
/// into. Where a value is made of two words, the first of a value stands at an even index of its sequence.
using word_launcher = void (*)(const cuda& where, const void* engine, std::uint64_t first,
                               std::uint64_t words, std::uint32_t* to, finish_of_distribution finish);

struct word_engines_table {
  word_launcher launch[word_engines::size];  ///< null where CUDA threads cannot make the words
  int (*phase[word_engines::size])(const void* engine);
};

/// Made by the compiler.
const word_engines_table& word_engine_kernels();

/// Elements of one range, or categories or parameter arrays where the job has them. To be called while the
/// device is current. The job's engine index counts word_engines.
void fill_word_engine(const cuda& where, const detail::fill_job& job, cuda_failures* record);
/// Of a categorical_view, whose table is on the device.
void fill_word_engine_categories(const cuda& where, const detail::fill_job& job);

}  // namespace tali::cuda_driver
