// SPDX-License-Identifier: Apache-2.0
// The CPU's drivers, one for each kind of pairs. A job's indices are those of the kind's lists.
#pragma once

#include <tali/detail/row_list.hpp>
#include <tali/device.hpp>
#include <tali/filler.hpp>

namespace tali::cpu_driver {

using detail::fill_job;
using detail::row_list;

// `rows`: null, or the ranges that are to be filled instead of the job's own.
void fill_fixed(const cpu& where, const fill_job& job, const row_list* rows);
/// Of a job with parameter arrays.
void fill_arrays(const cpu& where, const fill_job& job);
void fill_rejection(const cpu& where, const fill_job& job, const row_list* rows);
void fill_vectors(const cpu& where, const fill_job& job, const row_list* rows);
void fill_categorical(const cpu& where, const fill_job& job, const row_list* rows);
void fill_points(const cpu& where, const fill_job& job, const row_list* rows);

/// A job of a bank whose range is so short that copying all of the bank's states would be the most of it:
/// done, unless it is none and the answer false.
bool fill_short_of_bank(const cpu& where, const fill_job& job);

/// Fillers of engines that stay where the last fill has left them. Of the job they take engine and
/// distribution.
std::unique_ptr<filler::implementation> open_bank(const cpu& where, const fill_job& job);
std::unique_ptr<filler::implementation> open_per_thread(const cpu& where, const fill_job& job);

}  // namespace tali::cpu_driver
