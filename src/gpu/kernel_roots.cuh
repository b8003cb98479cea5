// SPDX-License-Identifier: Apache-2.0
// What the sources of kernels that are compiled by name may include. The build embeds these headers, and
// those that they reach, in the library.
#pragma once

#include <tali/catalogue.hpp>

#include "gpu/attempts/rejection_kernel.cuh"
