// SPDX-License-Identifier: Apache-2.0
#include "quasi/polynomial.hpp"

#include <bit>

namespace tali::detail {

namespace {

/// a b modulo the polynomial.
std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t polynomial,
                             std::uint32_t degree) {
  std::uint64_t product = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) product ^= a;
    a <<= 1;
    if (a >> degree & 1) a ^= polynomial;
  }
  return product;
}

/// x^exponent modulo the polynomial.
std::uint64_t power_of_x(std::uint64_t exponent, std::uint64_t polynomial, std::uint32_t degree) {
  std::uint64_t result = 1;
  const std::uint64_t x = degree == 1 ? 1 : 2;  // x = 1 modulo x + 1
  for (auto bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    result = product_modulo(result, result, polynomial, degree);
    if (exponent >> bit & 1) result = product_modulo(result, x, polynomial, degree);
  }
  return result;
}

}  // namespace

bool is_primitive(std::uint32_t degree, std::uint32_t inner) {
  const std::uint64_t polynomial = (std::uint64_t{1} << degree) | (std::uint64_t{inner} << 1) | 1;
  const std::uint64_t order = (std::uint64_t{1} << degree) - 1;
  if (power_of_x(order, polynomial, degree) != 1) return false;
  std::uint64_t rest = order;
  for (std::uint64_t p = 3; p * p <= rest; p += 2) {
    if (rest % p != 0) continue;
    while (rest % p == 0) rest /= p;
    if (power_of_x(order / p, polynomial, degree) == 1) return false;
  }
  return rest == 1 || rest == order || power_of_x(order / rest, polynomial, degree) != 1;
}

}  // namespace tali::detail
