// SPDX-License-Identifier: Apache-2.0
#include "rejection_flags.hpp"

#include <cstdint>

#include <fmt/core.h>
#include <rejection/experiment.hpp>

#include <tali/error.hpp>

#include "errors.hpp"
#include "numbers.hpp"
#include "whole_option.hpp"

namespace tali::tool {

namespace {

double parse_up_to(const std::string& flag, const std::string& text, double limit) {
  const std::string expected =
      limit < 1 ? fmt::format("a number from 0 to {}", limit) : "a number from 0 to below 1";
  const double value = parse_real(flag, text, expected);
  if (!(value >= 0 && value < 1 && value <= limit)) {
    throw argument_error(flag, text, expected);
  }
  return value;
}

}  // namespace

double parse_rho(const std::string& flag, const std::string& text) { return parse_up_to(flag, text, 1); }

int parse_threads(const std::string& text) {
  return static_cast<int>(parse_whole_in("--lanes", text, 1, 1024));
}

int parse_warp(const std::string& text) {
  for (const int width : {4, 8, 16, 32, 64, 128}) {
    if (text == std::to_string(width)) return width;
  }
  throw argument_error("--warp", quoted(text), "", {"4", "8", "16", "32", "64", "128"});
}

void sweep_flags::add_to(const parser& command, const char* default_min, const char* default_max,
                         const char* default_count) {
  smallest = default_min;
  largest = default_max;
  count = default_count;
  command.add("--min", smallest, "R", "Smallest rejection probability");
  command.add("--max", largest, "R", "Largest rejection probability");
  command.add("-n,--count", count, "N", "How many, evenly spaced, including both ends");
}

std::vector<double> sweep_flags::rejections(double limit) const {
  const double from = parse_up_to("--min", smallest, limit), to = parse_up_to("--max", largest, limit);
  const std::uint64_t n = parse_whole_in("--count", count, 1, 1'000'000);
  if (n == 1 && from != to) {
    throw argument_error("--max", largest, fmt::format("{}, because --count is 1", smallest));
  }
  if (n > 1 && !(from < to))
    throw argument_error("--max", largest, fmt::format("a number above --min ({})", smallest));
  return tali::lab::rejection::sweep(from, to, n);
}

}  // namespace tali::tool
