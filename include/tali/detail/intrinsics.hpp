// SPDX-License-Identifier: Apache-2.0
// The intrinsics of the target's instruction set. <immintrin.h> declares all of them, which costs 0.4 s per
// source file, so a baseline build includes only SSE2's.
#pragma once

#if defined(__SSSE3__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif
