// SPDX-License-Identifier: Apache-2.0
// cuRAND's MTGP32: its 200 parameter sets, read from the user's own CUDA toolkit, and its seeds, so that
// words equal those of its device generator. tali has no copy of the sets. Needs the compiled library.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tali/engine/mtgp.hpp>

namespace tali {

/// The sets of cuRAND's header curand_mtgp32dc_p_11213.h, set k of its array with number k + 1 and without
/// its defect (delta 0). A set's tables are checked against each other, its polynomial is not:
/// check_curand_set.
/// @param header  the file; empty: looked for in the folder `include` of CUDA_HOME, of CUDA_PATH, of the
///                toolkit with which tali was built, and of /usr/local/cuda
/// @throws argument_error if none is found, or it is not that header; io_error if `header` cannot be read
std::vector<mtgp_parameters<std::uint32_t>> curand_mtgp_sets(const std::string& header = {});

/// Checks a set's polynomial against the digest that the header has, and fills its weight in; about a
/// millisecond.
/// @throws argument_error that names the set
void check_curand_set(mtgp_parameters<std::uint32_t>& set, const std::string& header);

/// The sequence of such sets with cuRAND's seeds: set k starts as block k of curandMakeMTGP32KernelState(...,
/// seed) does. Word (r S + s) 256 + t is what thread t of 256 in the block of the s-th set gets from its r-th
/// call of curand(). A stream other than 0, which cuRAND does not have, is seeded as mtgp32's are.
mtgp32 curand_mtgp32(std::span<const mtgp_parameters<std::uint32_t>> sets, std::uint64_t seed = 0,
                     std::uint64_t stream = 0);

}  // namespace tali
