// SPDX-License-Identifier: Apache-2.0
// Links the CUDA library into a host program, and asks it for its devices; there may be none.
#include <cstdio>

#include <tali/cuda/fill.hpp>

int main() { std::printf("%zu CUDA devices\n", tali::cuda_devices().size()); }
