// SPDX-License-Identifier: Apache-2.0
#include "whole_option.hpp"

#include <algorithm>
#include <thread>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "errors.hpp"
#include "numbers.hpp"

namespace tali::tool {

namespace {

constexpr std::uint64_t max_threads = 4096;
constexpr const char* threads_help = "Threads of the CPU (default: 0, chosen by the amount of work)";

/// An option's name in messages: its long name.
std::string long_name_of(const std::string& names) { return names.substr(names.find_last_of(',') + 1); }

}  // namespace

std::uint64_t parse_whole_in(const std::string& flag, const std::string& text, std::uint64_t min,
                             std::uint64_t max) {
  const std::string expected = fmt::format("a whole number from {} to {}", min, max);
  std::uint64_t value = 0;
  try {
    value = parse_whole(flag, text);
  } catch (const argument_error&) {
    throw argument_error(flag, quoted(text), expected);
  }
  if (value < min || value > max) {
    throw argument_error(flag, text, expected);
  }
  return value;
}

flag detail::add_whole(const parser& command, const std::string& names,
                       const std::function<void(std::uint64_t)>& to, const std::string& default_value,
                       std::uint64_t min, std::uint64_t max, const char* value, const std::string& help) {
  const auto take = [=, flag = long_name_of(names)](const std::string& text) {
    to(parse_whole_in(flag, text, min, max));
  };
  return command.add(names, take, value, help).default_text(default_value);
}

flag add_seed(const parser& command, std::uint64_t& to) {
  to = 0;
  return add_whole(command, "--seed", to, 0, std::numeric_limits<std::uint64_t>::max(), "N", "Seed, 64 bits");
}

flag add_threads(const parser& command, unsigned& to) {
  to = 0;
  return add_whole(command, "--threads", to, 0, max_threads, "N", threads_help).default_text("");
}

flag add_threads(const parser& command, std::string& to) {
  const auto take = [&to](const std::string& text) {
    (void)parse_whole_in("--threads", text, 0, max_threads);
    to = text;
  };
  return command.add("--threads", take, "N", threads_help);
}

unsigned threads_or_all(unsigned threads) {
  return threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace tali::tool
