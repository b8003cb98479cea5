// SPDX-License-Identifier: Apache-2.0
// Checks of arguments for host and device: the host throws, device code checks nothing.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/error.hpp>

#if !defined(__CUDACC_RTC__)
#include <charconv>
#include <string>
#include <type_traits>
#endif

namespace tali::detail {

#if !defined(__CUDACC_RTC__)
inline std::string text_of(const char* text) { return text; }
/// A number with the fewest digits that read back as the same number: -1e-09, not -0.000000.
template <class Number>
std::string text_of(Number x) {
  if constexpr (std::is_floating_point_v<Number>) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
  } else {
    return std::to_string(x);
  }
}

/// Out of line, so that a check costs its caller a comparison and a jump that is never taken.
template <class T, class... Expected>
[[noreturn, gnu::cold, gnu::noinline]] void refuse(const char* argument, T value, Expected... expected) {
  throw argument_error(argument, text_of(value), (text_of(expected) + ...));
}
#endif

/// Throws unless the argument is allowed. In device code it does nothing: results for other arguments are
/// meaningless.
/// @param expected  the allowed values: texts and numbers, which are concatenated
/// @throws argument_error
template <class T, class... Expected>
TALI_FN constexpr void require([[maybe_unused]] bool is_allowed, [[maybe_unused]] const char* argument,
                               [[maybe_unused]] T value, [[maybe_unused]] Expected... expected) {
#if !defined(TALI_GPU_CODE)
  if (!is_allowed) refuse(argument, value, expected...);
#endif
}

}  // namespace tali::detail
