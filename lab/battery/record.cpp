// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <cmath>
#include <string>

namespace tali::lab {

using nlohmann::ordered_json;

namespace {

// A finished test has no such word, because older journals have none.
const std::pair<outcome::kind, const char*> words[]{{outcome::kind::out_of_time, "out of time"},
                                                    {outcome::kind::died, "died"},
                                                    {outcome::kind::not_started, "not started"}};

}  // namespace

ordered_json record_of(int test, const outcome& o) {
  ordered_json statistics = ordered_json::array();
  for (const statistic& s : o.statistics) statistics.push_back({{"name", s.name}, {"p", s.p}});
  ordered_json record{{"test", test}, {"seconds", o.seconds}, {"statistics", statistics}};
  for (const auto& [status, word] : words) {
    if (o.status != status) continue;
    record["unfinished"] = word;
    record["reason"] = o.reason;
  }
  return record;
}

std::pair<int, outcome> outcome_of(const ordered_json& record) {
  outcome o;
  o.status = outcome::kind::finished;
  o.seconds = record.at("seconds");
  // p is null if it was not a number
  for (const auto& s : record.at("statistics")) {
    o.statistics.push_back({s.at("name"), s.at("p").is_null() ? NAN : s.at("p").get<double>()});
  }
  if (record.contains("unfinished")) {
    for (const auto& [status, word] : words) {
      if (record["unfinished"] == word) o.status = status;
    }
    o.reason = record.at("reason");
  }
  return {record.at("test"), std::move(o)};
}

}  // namespace tali::lab
