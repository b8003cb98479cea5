// SPDX-License-Identifier: Apache-2.0
// Numbers from text, in the same way with every standard library.
#pragma once

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>

namespace tali::detail {

/// std::from_chars. libc++ before 20 has none for floating point; strtod reads the same texts there.
template <class T>
std::from_chars_result read_number(const char* begin, const char* end, T& value) {
#if defined(_LIBCPP_VERSION) && !defined(__cpp_lib_to_chars)
  if constexpr (std::is_floating_point_v<T>) {
    const char* stop = begin;
    while (stop != end && (std::isalnum(static_cast<unsigned char>(*stop)) || std::strchr("+-.", *stop)))
      ++stop;
    const std::string number(begin, stop);
    if (number.empty() || number[0] == '+' || number.find_first_of("xX") != std::string::npos)
      return {begin, std::errc::invalid_argument};
    char* rest = nullptr;
    value = sizeof(T) == 4 ? static_cast<T>(std::strtof(number.c_str(), &rest))
                           : static_cast<T>(std::strtod(number.c_str(), &rest));
    const auto taken = rest - number.c_str();
    const bool too_large = std::isinf(value) && number.find_first_of("0123456789") != std::string::npos;
    return {begin + taken, taken == 0  ? std::errc::invalid_argument
                           : too_large ? std::errc::result_out_of_range
                                       : std::errc{}};
  } else {
    return std::from_chars(begin, end, value);
  }
#else
  return std::from_chars(begin, end, value);
#endif
}

/// base^exponent, or nothing if it has more than 64 bits.
inline std::optional<std::uint64_t> power_of(std::uint64_t base, std::uint64_t exponent) {
  if (base < 2) return exponent == 0 ? 1 : base;
  std::uint64_t value = 1;
  for (; exponent > 0;
       --exponent) {  // at most 64 iterations unless base is 0 or 1, because the product overflows
    if (__builtin_mul_overflow(value, base, &value)) return {};
  }
  return value;
}

}  // namespace tali::detail
