// SPDX-License-Identifier: Apache-2.0
// CUDA's drivers, one for each kind of pairs. A job's indices are those of the kind's lists.
#pragma once

#include <memory>

#include <tali/cuda/fill.hpp>
#include <tali/detail/row_list.hpp>

namespace tali::cuda_driver {

using detail::fill_job;
using detail::row_list;

// `rows`: null, or the ranges that are to be filled instead of the job's own; then there are no parameter
// arrays and no record.
void fill_fixed(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows);
void fill_rejection(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows);
void fill_vectors(const cuda& where, const fill_job& job, const row_list* rows);
void fill_categorical(const cuda& where, const fill_job& job, const row_list* rows);
void fill_points(const cuda& where, const fill_job& job, const row_list* rows);
/// A bank's elements, from where it stands.
void fill_bank(const cuda& where, const fill_job& job, const row_list* rows);

/// A filler that keeps the bank's states on the device. Of the job it takes engine and distribution.
std::unique_ptr<filler::implementation> open_bank(const cuda& where, const fill_job& job);

}  // namespace tali::cuda_driver
