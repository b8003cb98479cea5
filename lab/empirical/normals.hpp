// SPDX-License-Identifier: Apache-2.0
// The registry's normal distributions, which the empirical tests take, and where the tests run.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <tali/any.hpp>
#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/fill.hpp>
#include <tali/sequence.hpp>

#include "empirical/moments.hpp"
#include "normal_to_uniform.hpp"

namespace tali::lab {

using tool::normal_to_uniform;

using normals = type_list<warp_normal<double>, warp_normal<float>, warp_normal<double, warp_grain::coarse>,
                          normal<double>, normal<float>, normal_icdf<double>, normal_icdf<float>>;

/// Whether a distribution is one of these.
bool is_normal(const any_distribution& d);

/// A table of the warp Gaussian that does not ship, with its coefficients.
struct given_table {
  std::int32_t values[256 * 16];  ///< row r's value i at 16 i + r
  detail::warp_coefficients coefficients;
};

/// Elements first ... first + n - 1 of normal numbers, looked at where they are made.
struct normal_range {
  const any_engine& sequence;
  const any_distribution& distribution;  ///< is_normal, with mu = 0 and sigma = 1
  std::uint64_t first, n;
  const given_table* table = nullptr;  ///< in place of the trained one: of warp_normal<double> only
};

/// The CPU's threads are all used by one call.
moment_sums sum_moments(const cpu& where, const normal_range& r);

/// The elements with |x| > threshold, in index order. On the calling thread.
std::vector<double> tail(const cpu& where, const normal_range& r, double threshold);

/// The same on CUDA device 0; of the tail only its own numbers leave the GPU. In builds with CUDA only.
/// @throws device_error
moment_sums sum_moments_cuda(const normal_range& r);
std::vector<double> tail_cuda(const normal_range& r, double threshold);

/// How many of n standard normal numbers are expected beyond the threshold on both sides.
double expected_tail(double threshold, double n);

/// A number beyond the threshold as a uniform word, both tails together ("Tail tests" of Goucher's paper): 0
/// at minus infinity, 2^31 where the tails meet, 2^32 - 1 at infinity. Uses the host's libm: a test's aid,
/// not a pinned value.
std::uint32_t tail_to_uniform(double x, double threshold);

}  // namespace tali::lab
