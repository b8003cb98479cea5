// SPDX-License-Identifier: Apache-2.0
// Normal numbers of oneMKL's VSL, called in its own library, which is opened at run time.
#pragma once

#include <cstdlib>
#include <vector>

#include "cpu_peers.hpp"

namespace tali::bench {

/// The next n normal numbers on one thread, by the two methods and the generators that are fastest there and
/// by Philox, which tali has as well. None where oneMKL, or a generator on this processor, is not there.
/// @param library  libmkl_rt; nullptr: that of the loader's path
/// @throws argument_error if a library was given and cannot be used
std::vector<cpu_peer> mkl_peers(const char* library = std::getenv("TALI_MKL_LIBRARY"));

}  // namespace tali::bench
