// SPDX-License-Identifier: Apache-2.0
// Words of NVIDIA's cuRAND.
#pragma once

#include <cstddef>
#include <vector>

namespace tali::test {

/// n words of a generator of cuRAND's type, in an order of cuRAND's.
/// @param dimensions  of points; 0 for pseudo-random types
template <class Word>
std::vector<Word> curand_words(int type, int order, unsigned dimensions, unsigned long long seed,
                               unsigned long long offset, std::size_t n);

}  // namespace tali::test
