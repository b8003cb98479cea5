// SPDX-License-Identifier: Apache-2.0
#include "plan.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "errors.hpp"

namespace tali::tool {

namespace {

/// A line of a plan.
plan_entry entry_of_line(const std::string& where, const std::string& line) {
  std::istringstream in(line);
  std::string name, battery, tests, flags;
  if (!(in >> name >> battery >> tests)) {
    throw usage_error(fmt::format("{} is '{}'; allowed: NAME BATTERY TESTS FLAGS...", where, line));
  }
  if (name.find('/') != std::string::npos) {
    throw usage_error(fmt::format("{}: name is '{}'; allowed: without /", where, name));
  }
  std::getline(in, flags);
  return entry_of(where, name, battery, tests, flags);
}

}  // namespace

lab::testu01_battery battery_of(const std::string& flag, const std::string& text) {
  std::string allowed;
  for (const lab::testu01_battery& b : lab::testu01_batteries()) {
    if (text == b.name) return b;
    allowed += (allowed.empty() ? "" : ", ") + std::string(b.name);
  }
  throw usage_error(fmt::format("{} is '{}'; allowed: {}", flag, text, allowed));
}

std::set<int> tests_of(const std::string& flag, const std::string& text, const lab::testu01_battery& b) {
  std::set<int> all;
  std::istringstream in(text == "all" ? fmt::format("1:{}", b.tests) : text);
  bool good = !text.empty() && text.back() != ',';
  for (std::string part; good && std::getline(in, part, ',');) {
    int low = 0, high = 0;
    const char* const end = part.data() + part.size();
    auto read = std::from_chars(part.data(), end, low);
    high = low;
    if (read.ec == std::errc{} && read.ptr != end && *read.ptr == ':') {
      read = std::from_chars(read.ptr + 1, end, high);
    }
    good = read.ec == std::errc{} && read.ptr == end && 1 <= low && low <= high && high <= b.tests;
    for (int k = low; good && k <= high; ++k) all.insert(k);
  }
  if (!good) {
    throw usage_error(fmt::format("{} is '{}'; allowed: all, or numbers from 1 to {} such as 7,8,70:71", flag,
                                  text, b.tests));
  }
  return all;
}

plan_entry entry_of(const std::string& where, const std::string& name, const std::string& battery,
                    const std::string& tests, const std::string& flags) {
  plan_entry e;
  e.name = name;
  e.battery = battery_of(where + ": battery", battery);
  e.tests = tests_of(where + ": tests", tests, e.battery);
  CLI::App app;
  e.sequence.add_to(app);
  try {
    app.parse(flags);
    static_cast<void>(e.sequence.name());
  } catch (const CLI::ParseError& error) {
    throw usage_error(where + ": " + parse_error_line(app, error));
  } catch (const usage_error& error) {
    throw usage_error(where + ": " + error.what());
  } catch (const argument_error& error) {
    throw usage_error(where + ": " + error.what());
  }
  return e;
}

plan read_plan(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw io_error(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
  plan all;
  int number = 0;
  in.exceptions(std::ios::badbit);  // else a file of which a part is read would do
  for (std::string line; std::getline(in, line);) {
    ++number;
    line.erase(std::find(line.begin(), line.end(), '#'), line.end());
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::string where = fmt::format("{}, line {}", path, number);
    plan_entry e = entry_of_line(where, line);
    const auto same = std::find_if(all.entries.begin(), all.entries.end(), [&](const plan_entry& x) {
      return x.name == e.name && x.battery.name == e.battery.name;
    });
    all.turns.push_back({static_cast<std::size_t>(same - all.entries.begin()), e.tests});
    if (same == all.entries.end()) {
      all.entries.push_back(std::move(e));
    } else if (same->sequence.name() == e.sequence.name()) {
      same->tests.insert(e.tests.begin(), e.tests.end());
    } else {
      throw usage_error(fmt::format("{}: flags are '{}'; allowed: '{}', as where {} was named first", where,
                                    e.sequence.name(), same->sequence.name(), e.name));
    }
  }
  return all;
}

}  // namespace tali::tool
