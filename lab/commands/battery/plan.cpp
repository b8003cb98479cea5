// SPDX-License-Identifier: Apache-2.0
#include "plan.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "errors.hpp"

namespace tali::tool {

namespace {

/// The words of a line, up to a # that begins a comment. Text between two ' or two " is part of a word,
/// whatever it contains.
/// @throws usage_error if the second ' or " is missing
std::vector<std::string> words_of(const std::string& where, const std::string& line) {
  std::vector<std::string> words;
  char quote = 0;
  bool inside = false;  // inside a word
  for (const char c : line) {
    const bool ends = quote == 0 && (c == '#' || c == ' ' || c == '\t' || c == '\r');
    if (ends) {
      inside = false;
      if (c == '#') break;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) throw argument_error(where, quoted(line), fmt::format("a closing {}", quote));
  return words;
}

/// @param flags  of the sequence, one word each
plan_entry entry_of_words(const std::string& where, const std::string& name, const std::string& battery,
                          const std::string& tests, std::vector<std::string> flags) {
  plan_entry e;
  e.name = name;
  e.battery = battery_of(where + ": battery", battery);
  e.tests = tests_of(where + ": tests", tests, e.battery);
  CLI::App app;
  e.sequence.add_to(parser(&app));
  const std::vector<std::string> original = flags;
  try {
    std::reverse(flags.begin(), flags.end());  // CLI11 takes them in reverse
    app.parse(flags);
    static_cast<void>(e.sequence.name());
  } catch (const CLI::ParseError& error) {
    const argument_error e = parse_error(app, error, original);
    throw e.renamed(where + ": " + e.argument());
  } catch (const argument_error& error) {
    throw error.renamed(where + ": " + error.argument());
  }
  return e;
}

/// A line of a plan, with three or more words.
plan_entry entry_of_line(const std::string& where, const std::string& line,
                         const std::vector<std::string>& words) {
  if (words.size() < 3) {
    throw argument_error(where, quoted(line), "NAME BATTERY TESTS FLAGS...");
  }
  if (words[0].find('/') != std::string::npos) {
    throw argument_error(where + ": name", quoted(words[0]), "a name without /");
  }
  return entry_of_words(where, words[0], words[1], words[2], {words.begin() + 3, words.end()});
}

}  // namespace

lab::testu01_battery battery_of(const std::string& flag, const std::string& text) {
  std::vector<std::string> names;
  for (const lab::testu01_battery& b : lab::testu01_batteries()) {
    if (text == b.name) return b;
    names.emplace_back(b.name);
  }
  throw argument_error(flag, quoted(text), "", names);
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
    throw argument_error(flag, quoted(text),
                         fmt::format("all, or numbers from 1 to {} such as 7,8,70:71", b.tests));
  }
  return all;
}

plan_entry entry_of(const std::string& where, const std::string& name, const std::string& battery,
                    const std::string& tests, const std::string& flags) {
  return entry_of_words(where, name, battery, tests, words_of(where, flags));
}

plan read_plan(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw io_error("read", path, std::strerror(errno));
  plan all;
  int number = 0;
  in.exceptions(std::ios::badbit);  // otherwise a partially read file would be accepted
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string where = fmt::format("{}, line {}", path, number);
    std::vector<std::string> words = words_of(where, line);
    if (words.empty()) continue;
    plan_entry e = entry_of_line(where, line, words);
    const auto earlier = std::find_if(all.entries.begin(), all.entries.end(), [&](const plan_entry& x) {
      return x.name == e.name && x.battery.name == e.battery.name;
    });
    all.turns.push_back({static_cast<std::size_t>(earlier - all.entries.begin()), e.tests});
    if (earlier == all.entries.end()) {
      all.entries.push_back(std::move(e));
    } else if (earlier->sequence.name() == e.sequence.name()) {
      earlier->tests.insert(e.tests.begin(), e.tests.end());
    } else {
      throw argument_error(where + ": sequence of " + e.name, quoted(e.sequence.name()),
                           fmt::format("'{}', as where it was named first", earlier->sequence.name()));
    }
  }
  return all;
}

}  // namespace tali::tool
