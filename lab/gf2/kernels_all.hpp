// SPDX-License-Identifier: Apache-2.0
// Every compiled set of kernels; a machine may support only some.
#pragma once

#include "kernels.hpp"

namespace tali::lab::gf2 {

extern const kernels portable_kernels;
#ifdef TALI_LAB_X86
extern const kernels pclmul_kernels;   // needs PCLMULQDQ
extern const kernels vpclmul_kernels;  // needs VPCLMULQDQ and AVX-512F, DQ, BW, VL
#endif

}  // namespace tali::lab::gf2
