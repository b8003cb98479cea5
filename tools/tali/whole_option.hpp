// SPDX-License-Identifier: Apache-2.0
// Options whose values are whole numbers, as people write them: see count.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "flags.hpp"

namespace tali::tool {

/// @throws argument_error unless the text is a whole number, least ... most
std::uint64_t parse_whole_in(const std::string& flag, const std::string& text, std::uint64_t least,
                             std::uint64_t most);

namespace detail {
flag add_whole(const parser& command, const std::string& names, const std::function<void(std::uint64_t)>& to,
               const std::string& default_value, std::uint64_t least, std::uint64_t most, const char* value,
               const std::string& help);
}

/// Adds an option that takes a whole number.
/// @param to     its default, and its value when it is given
/// @param value  what the value is called in the help
template <class T>
flag add_whole(const parser& command, const std::string& names, T& to, std::uint64_t least,
               std::uint64_t most, const char* value, const std::string& help) {
  return detail::add_whole(
      command, names, [&to](std::uint64_t x) { to = static_cast<T>(x); }, std::to_string(to), least, most,
      value, help);
}

/// --seed of every command that draws at random: 64 bits, 0 unless given.
flag add_seed(const parser& command, std::uint64_t& to);

/// --threads of every command that has it: threads of the CPU, 0 ... 4096, where 0 stands for as many as pay.
/// @param to  what was given, or 0
flag add_threads(const parser& command, unsigned& to);

/// The same, of those who must know whether it was given.
flag add_threads(const parser& command, std::string& to);

/// Threads for work that pays on every core.
/// @param wanted  as of add_threads
unsigned threads_or_all(unsigned wanted);

}  // namespace tali::tool
