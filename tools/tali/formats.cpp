// SPDX-License-Identifier: Apache-2.0
#include "formats.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <type_traits>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>

namespace tali::tool {

namespace {

using value_types = tali::detail::type_list<std::uint8_t, std::uint32_t, std::uint64_t, std::int32_t,
                                            std::int64_t, float, double, bfloat16, float16>;

/// Calls f(type_list<T>{}) for the type of this name.
template <class F>
void with_type(std::string_view name, F f) {
  bool known = false;
  value_types::for_each([&]<class T>(int, tali::detail::type_list<T> type) {
    if (name != type_name<T>()) return;
    known = true;
    f(type);
  });
  if (!known)
    throw argument_error("type", quoted(std::string(name)), "",
                         {"u8", "u32", "u64", "i32", "i64", "f32", "f64", "bf16", "f16"});
}

template <class T>
void append_lines_of(const T* values, std::size_t n, std::size_t a_line, char separator,
                     fmt::memory_buffer& to) {
  auto out = std::back_inserter(to);
  std::size_t left = a_line;  // values before the end of the line
  for (std::size_t i = 0; i < n; ++i) {
    const char end = --left == 0 ? '\n' : separator;
    if (left == 0) left = a_line;
    if constexpr (sizeof(T) == 1) {
      fmt::format_to(out, "{}{}", static_cast<unsigned>(values[i]), end);  // a number, not a character
    } else if constexpr (sizeof(T) == 2) {
      fmt::format_to(out, "{}{}", static_cast<float>(values[i]), end);
    } else {
      fmt::format_to(out, "{}{}", values[i], end);
    }
  }
}

}  // namespace

std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  std::string descr;
  with_type(type, [&]<class T>(tali::detail::type_list<T>) {
    if constexpr (std::is_same_v<T, bfloat16>) {
      throw argument_error("type", quoted("bf16"), "a type of NumPy for the format npy");
    }
    descr = sizeof(T) == 1 ? "|" : "<";
    descr += (std::is_floating_point_v<T> || std::is_same_v<T, float16>) ? 'f'
             : std::is_signed_v<T>                                       ? 'i'
                                                                         : 'u';
    descr += std::to_string(sizeof(T));
  });
  std::string sizes = fmt::format("{}", fmt::join(shape, ", "));
  if (shape.size() == 1) sizes += ',';
  std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, sizes);
  constexpr std::size_t before = 10, alignment = 64;  // magic, version and length; the values' alignment
  const std::size_t used = before + dictionary.size() + 1;
  dictionary.append((alignment - used % alignment) % alignment, ' ');
  dictionary += '\n';
  const std::size_t length = dictionary.size();
  std::string header = "\x93NUMPY";
  header += '\1';
  header += '\0';
  header += static_cast<char>(length % 256);
  header += static_cast<char>(length / 256);
  return header + dictionary;
}

void make_little_endian([[maybe_unused]] void* values, [[maybe_unused]] std::size_t n,
                        [[maybe_unused]] std::size_t value_bytes) {
  if constexpr (std::endian::native == std::endian::big) {
    auto* at = static_cast<unsigned char*>(values);
    for (std::size_t i = 0; i < n; ++i, at += value_bytes) std::reverse(at, at + value_bytes);
  }
}

void append_lines(std::string_view type, const void* values, std::size_t n, std::size_t a_line,
                  char separator, fmt::memory_buffer& to) {
  with_type(type, [&]<class T>(tali::detail::type_list<T>) {
    append_lines_of(static_cast<const T*>(values), n, a_line, separator, to);
  });
}

}  // namespace tali::tool
