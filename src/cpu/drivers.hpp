// SPDX-License-Identifier: Apache-2.0
// The CPU's drivers, one for each kind of pairs.
#pragma once

#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/filler.hpp>

namespace tali::cpu_driver {

using detail::request;

/// Points too.
void fill_fixed(const cpu& where, const request& r);
/// With parameter arrays.
void fill_arrays(const cpu& where, const request& r);
void fill_rejection(const cpu& where, const request& r);
void fill_vectors(const cpu& where, const request& r);
void fill_categorical(const cpu& where, const request& r);

/// A request of a bank whose range is so short that copying all of the bank's states would be the most of it:
/// done, unless it is none and the answer false.
bool fill_short_of_bank(const cpu& where, const request& r);

/// Fillers of engines that stay where the last fill has left them. They read only engine and distribution of
/// the request.
std::unique_ptr<filler::implementation> open_bank(const cpu& where, const request& r);
std::unique_ptr<filler::implementation> open_per_thread(const cpu& where, const request& r);

}  // namespace tali::cpu_driver
