// SPDX-License-Identifier: Apache-2.0
// Options with whole numbers, in the notations of numbers.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "flags.hpp"

namespace tali::tool {

/// @throws argument_error unless the text is a whole number, min ... max
std::uint64_t parse_whole_in(const std::string& flag, const std::string& text, std::uint64_t min,
                             std::uint64_t max);

namespace detail {
flag add_whole(const parser& command, const std::string& names, const std::function<void(std::uint64_t)>& to,
               const std::string& default_value, std::uint64_t min, std::uint64_t max, const char* value,
               const std::string& help);
}

/// Adds an option that takes a whole number.
/// @param to     holds the default, then the given value
/// @param value  the value's name in the help
template <class T>
flag add_whole(const parser& command, const std::string& names, T& to, std::uint64_t min, std::uint64_t max,
               const char* value, const std::string& help) {
  return detail::add_whole(
      command, names, [&to](std::uint64_t x) { to = static_cast<T>(x); }, std::to_string(to), min, max, value,
      help);
}

/// Adds --seed to a command that draws at random: 64 bits, 0 by default.
flag add_seed(const parser& command, std::uint64_t& to);

/// Adds --threads to a command: threads of the CPU, 0 ... 4096; 0 chooses the number by the amount of work.
/// @param to  the given value, or 0
flag add_threads(const parser& command, unsigned& to);

/// The same, for commands that must know whether it was given.
flag add_threads(const parser& command, std::string& to);

/// Number of threads for work that every core speeds up.
/// @param threads  from add_threads
unsigned threads_or_all(unsigned threads);

}  // namespace tali::tool
