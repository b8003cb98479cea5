// SPDX-License-Identifier: Apache-2.0
// CUDA's drivers, one for each kind of pairs.
#pragma once

#include <memory>

#include <tali/cuda/fill.hpp>
#include <tali/detail/request.hpp>

namespace tali::cuda_driver {

using detail::request;

// A request with rows has no parameter arrays and no record.
void fill_fixed(const cuda& where, const request& r);
void fill_rejection(const cuda& where, const request& r);
void fill_vectors(const cuda& where, const request& r);
void fill_categorical(const cuda& where, const request& r);
void fill_points(const cuda& where, const request& r);
/// Writes a bank's elements from its current position.
void fill_bank(const cuda& where, const request& r);

/// A filler that keeps the bank's states on the device. It reads only engine and distribution of the request.
std::unique_ptr<filler::implementation> open_bank(const cuda& where, const request& r);

}  // namespace tali::cuda_driver
