// SPDX-License-Identifier: Apache-2.0
// cuRAND's MTGP32: its 200 parameter sets, read from the user's CUDA toolkit, and its seeding, so that words
// equal those of its device generator. tali does not contain the sets. Needs the compiled library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tali/engine/mtgp.hpp>

namespace tali {

namespace detail {

/// The sets of cuRAND's header curand_mtgp32dc_p_11213.h, set k of its array with number k + 1 and without
/// the defect (delta 0). A set's tables are checked against each other; its polynomial is checked only by
/// check_curand_set.
/// @param header the file; empty: searched in the folder `include` of CUDA_HOME, of CUDA_PATH, of the toolkit
///                that tali was built with, and of /usr/local/cuda
/// @throws argument_error if no file is found, or it is not that header; io_error if `header` cannot be read
std::vector<mtgp_parameters<std::uint32_t>> curand_mtgp_sets(const std::string& header = {});

/// Checks a set's polynomial against the digest in the header, and sets its weight; takes about a
/// millisecond.
/// @throws argument_error that names the set
void check_curand_set(mtgp_parameters<std::uint32_t>& set, const std::string& header);

}  // namespace detail

/// The sequence of these sets with cuRAND's seeding: set k starts like block k of
/// curandMakeMTGP32KernelState(..., seed). Word (r S + s) 256 + t is what the r-th call of curand() returns
/// to thread t of 256 in the s-th set's block. Streams other than 0, which cuRAND does not have, are seeded
/// as in mtgp32.
mtgp32 curand_mtgp32(std::span<const mtgp_parameters<std::uint32_t>> sets, std::uint64_t seed = 0,
                     std::uint64_t stream = 0);

}  // namespace tali
