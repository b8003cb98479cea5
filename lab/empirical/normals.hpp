// SPDX-License-Identifier: Apache-2.0
// The registry's normal distributions, for the empirical tests, and the devices of the tests.
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

using normals =
    detail::type_list<warp_normal<double>, warp_normal<float>, warp_normal<double, warp_grain::coarse>,
                      normal<double>, normal<float>, normal_icdf<double>, normal_icdf<float>>;

/// Whether a distribution is a normal one.
bool is_normal(const any_distribution& d);

/// A table of the warp Gaussian other than the shipped one, with its coefficients.
struct given_table {
  std::int32_t values[256 * 16];  ///< row r's value i at 16 i + r
  detail::warp_coefficients coefficients;
};

/// Elements first ... first + n - 1 of normal numbers, which are tested on the device that makes them.
struct normal_range {
  const any_engine& sequence;
  const any_distribution& distribution;  ///< is_normal, with mu = 0 and sigma = 1
  std::uint64_t first, n;
  const given_table* table = nullptr;  ///< replaces the trained one; for warp_normal<double> only
};

/// One call uses all of the CPU's threads.
moment_sums sum_moments(const cpu& where, const normal_range& r);

/// The elements with |x| > threshold, in index order. Runs on the calling thread.
std::vector<double> tail(const cpu& where, const normal_range& r, double threshold);

/// The same on CUDA device 0; of the tail only its own numbers leave the GPU. In builds with CUDA only.
/// @throws device_error
moment_sums sum_moments_cuda(const normal_range& r);
std::vector<double> tail_cuda(const normal_range& r, double threshold);

/// The expected number of n standard normal numbers that are beyond the threshold, on both sides.
double expected_tail(double threshold, double n);

/// A number beyond the threshold as a uniform word, for both tails ("Tail tests" in Goucher's paper): 0 at
/// minus infinity, 2^31 where the tails meet, 2^32 - 1 at infinity. Uses the host's libm, because it serves
/// tests and its values are not pinned.
std::uint32_t tail_to_uniform(double x, double threshold);

}  // namespace tali::lab
