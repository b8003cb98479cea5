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
  if (!(value >= 0 && value < 1 && value <= limit)) throw argument_error(flag, text, expected);
  return value;
}

}  // namespace

void add_rho(const parser& command, double& to) {
  const auto take = [&to](const std::string& text) { to = parse_up_to("--rho", text, 1); };
  command.add("--rho", take, "R", "Chance that an attempt is rejected, 0 ... below 1").required();
}

void add_lanes(const parser& command, int& to) {
  to = 32;
  add_whole(command, "--lanes", to, 1, 1024, "T", "Threads of the warp, with one sample per thread");
}

void add_warp(const parser& command, int& to, const char* help) {
  const auto take = [&to](const std::string& text) {
    for (const int width : {4, 8, 16, 32, 64, 128}) {
      if (text == std::to_string(width)) {
        to = width;
        return;
      }
    }
    throw argument_error("--warp", quoted(text), "", {"4", "8", "16", "32", "64", "128"});
  };
  command.add("--warp", take, "W", help).default_text(to == 0 ? "" : std::to_string(to));
}

void sweep_flags::add_to(const parser& command, const char* default_min, const char* default_max,
                         std::uint64_t default_count) {
  smallest = default_min;
  largest = default_max;
  count = default_count;
  command.add("--min", smallest, "R", "Smallest rejection probability");
  command.add("--max", largest, "R", "Largest rejection probability");
  add_whole(command, "-n,--count", count, 1, 1'000'000, "N", "How many, evenly spaced, including both ends");
}

std::vector<double> sweep_flags::rejections(double limit) const {
  const double from = parse_up_to("--min", smallest, limit), to = parse_up_to("--max", largest, limit);
  if (count == 1 && from != to) {
    throw argument_error("--max", largest, fmt::format("{}, because --count is 1", smallest));
  }
  if (count > 1 && !(from < to))
    throw argument_error("--max", largest, fmt::format("a number above --min ({})", smallest));
  return tali::lab::rejection::sweep(from, to, count);
}

}  // namespace tali::tool
