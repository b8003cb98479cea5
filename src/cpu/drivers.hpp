// SPDX-License-Identifier: Apache-2.0
// The CPU's drivers, one for each kind of pair (engine, distribution).
#pragma once

#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/filler.hpp>

namespace tali::cpu_driver {

using detail::request;

/// Also point sets.
void fill_fixed(const cpu& where, const request& r);
/// With parameter arrays.
void fill_arrays(const cpu& where, const request& r);
void fill_rejection(const cpu& where, const request& r);
void fill_vectors(const cpu& where, const request& r);
void fill_categorical(const cpu& where, const request& r);

/// Runs a request of a bank if its range is so short that copying all states would dominate; returns false
/// otherwise.
bool fill_short_of_bank(const cpu& where, const request& r);

/// Fillers of engines that keep their position after a fill. They read only the request's engine and
/// distribution.
std::unique_ptr<filler::implementation> open_bank(const cpu& where, const request& r);
std::unique_ptr<filler::implementation> open_per_thread(const cpu& where, const request& r);

}  // namespace tali::cpu_driver
