// SPDX-License-Identifier: Apache-2.0
// Equality of values as the laws mean it: of their bits.
#pragma once

#include <cstring>
#include <vector>

namespace tali::test {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace tali::test
