// SPDX-License-Identifier: Apache-2.0
// The intrinsics of the instruction set that is compiled for. <immintrin.h> declares those of all, which
// costs every source file 0.4 s, so a baseline build takes SSE2's alone.
#pragma once

#if defined(__SSSE3__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif
