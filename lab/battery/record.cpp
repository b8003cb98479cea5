// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <cmath>
#include <string>

namespace tali::lab {

using nlohmann::ordered_json;

namespace {

// A finished test has no word, as in journals of before there was one.
const std::pair<outcome::kind, const char*> words[]{{outcome::kind::out_of_time, "out of time"},
                                                    {outcome::kind::died, "died"},
                                                    {outcome::kind::not_started, "not started"}};

}  // namespace

ordered_json record_of(int test, const outcome& o) {
  ordered_json statistics = ordered_json::array();
  for (const statistic& s : o.statistics) statistics.push_back({{"name", s.name}, {"p", s.p}});
  ordered_json record{{"test", test}, {"seconds", o.seconds}, {"statistics", statistics}};
  for (const auto& [what, word] : words) {
    if (o.what != what) continue;
    record["unfinished"] = word;
    record["reason"] = o.reason;
  }
  return record;
}

std::pair<int, outcome> outcome_of(const ordered_json& record) {
  outcome o;
  o.what = outcome::kind::finished;
  o.seconds = record.at("seconds");
  // p is null where it was no number
  for (const auto& s : record.at("statistics")) {
    o.statistics.push_back({s.at("name"), s.at("p").is_null() ? NAN : s.at("p").get<double>()});
  }
  if (record.contains("unfinished")) {
    for (const auto& [what, word] : words) {
      if (record["unfinished"] == word) o.what = what;
    }
    o.reason = record.at("reason");
  }
  return {record.at("test"), std::move(o)};
}

}  // namespace tali::lab
