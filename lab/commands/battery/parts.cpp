// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include <battery/record.hpp>
#include <fmt/format.h>

#include "errors.hpp"

namespace tali::tool {

using nlohmann::ordered_json;

namespace {

std::string text_of(const std::set<int>& tests) { return fmt::format("{}", fmt::join(tests, ",")); }

ordered_json json_of(const plan_entry& e) {
  return {{"name", e.name},
          {"battery", e.battery.name},
          {"tests", text_of(e.tests)},
          {"sequence", e.sequence.name()}};
}

ordered_json json_of(const std::vector<plan_entry>& entries) {
  ordered_json all = ordered_json::array();
  for (const plan_entry& e : entries) all.push_back(json_of(e));
  return all;
}

}  // namespace

plan part_of(const plan& whole, const shard& s) {
  plan part{whole.entries, {}};
  for (plan_entry& e : part.entries) e.tests.clear();
  std::vector<double> seconds(s.count, 0);
  std::vector<std::set<int>> done(whole.entries.size());
  for (const plan_turn& turn : whole.turns) {
    const char* const battery = whole.entries[turn.entry].battery.name;
    std::vector<int> tests;
    for (const int test : turn.tests) {
      if (done[turn.entry].insert(test).second) tests.push_back(test);
    }
    std::ranges::stable_sort(tests, [&](int a, int b) {
      return lab::testu01_seconds(battery, a) > lab::testu01_seconds(battery, b);
    });
    plan_turn selected{turn.entry, {}};
    for (const int test : tests) {
      const auto smallest = std::ranges::min_element(seconds);
      *smallest += lab::testu01_seconds(battery, test);
      if (static_cast<std::uint64_t>(smallest - seconds.begin()) + 1 == s.index) selected.tests.insert(test);
    }
    part.entries[turn.entry].tests.insert(selected.tests.begin(), selected.tests.end());
    part.turns.push_back(std::move(selected));
  }
  return part;
}

std::string part_text(const plan& whole, const shard& s, const std::vector<battery_result>& results) {
  ordered_json found = ordered_json::array();
  for (const battery_result& r : results) {
    ordered_json tests = ordered_json::array();
    for (const auto& [test, o] : r.tests) tests.push_back(lab::record_of(test, o));
    found.push_back(std::move(tests));
  }
  const ordered_json entries = json_of(whole.entries);
  return part_text(s, "tali-testu01 of " + entries.dump(), {{"entries", entries}, {"found", found}});
}

merged_parts::merged_parts(const std::vector<named_part>& parts) {
  const joined_parts all = join(parts);
  try {
    for (const ordered_json& e : all.bodies.front().at("entries")) {
      entries_.push_back(entry_of("part '" + parts.front().name + "'", e.at("name"), e.at("battery"),
                                  e.at("tests"), e.at("sequence")));
      outcomes_.emplace_back();
      for (const int test : entries_.back().tests) outcomes_.back()[test].reason = "in no part";
    }
    for (const ordered_json& body : all.bodies) {
      for (std::size_t k = 0; k < entries_.size(); ++k) {
        for (const ordered_json& record : body.at("found").at(k)) {
          auto [test, o] = lab::outcome_of(record);
          outcomes_[k][test] = std::move(o);
        }
      }
    }
  } catch (const nlohmann::json::exception&) {
    throw usage_error(
        fmt::format("parts are of '{}'; expected parts that tali-testu01 --part wrote", all.of));
  }
}

std::vector<battery_result> merged_parts::results() const {
  std::vector<battery_result> all;
  for (std::size_t k = 0; k < entries_.size(); ++k) all.push_back({entries_[k], outcomes_[k]});
  return all;
}

}  // namespace tali::tool
