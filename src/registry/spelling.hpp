// SPDX-License-Identifier: Apache-2.0
// A type's name as C++ source, as the compiler writes it.
#pragma once

#include <cstddef>
#include <string_view>

namespace tali::detail {

template <class T>
constexpr std::string_view signature_with() {
  return __PRETTY_FUNCTION__;
}

/// "tali::gamma<float>".
template <class T>
constexpr std::string_view spelling() {
  constexpr std::string_view known = "void", example = signature_with<void>(), all = signature_with<T>();
  // Compilers name the type in the function's signature, and GCC in that of its result too, after the type.
  constexpr std::size_t before = example.find("= void") + 2, after = example.size() - before - known.size();
  return all.substr(before, all.size() - before - after);
}

}  // namespace tali::detail
