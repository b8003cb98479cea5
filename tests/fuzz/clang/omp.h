// SPDX-License-Identifier: Apache-2.0
// What the sources under fuzzing ask of OpenMP's runtime, which is g++'s: its own header is not for clang.
#pragma once

extern "C" {
int omp_get_max_threads(void);
int omp_get_num_procs(void);
}
