// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <tali/error.hpp>
#include <tali/structured.hpp>

namespace tali::detail {

void check_permutation_range(std::uint64_t first, std::uint64_t n, std::uint64_t last) {
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       "indices up to " + std::to_string(last) + ", the permutation's last");
}

std::size_t rows_of(std::size_t values, std::uint32_t size) {
  if (values % size == 0) return values / size;
  throw argument_error("number of values", std::to_string(values),
                       "a multiple of " + std::to_string(size) + ", the values of a row");
}

}  // namespace tali::detail
