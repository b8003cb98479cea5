// SPDX-License-Identifier: Apache-2.0
#include "battery_report.hpp"

#include <algorithm>
#include <string>

#include <battery/verdict.hpp>
#include <fmt/core.h>

namespace tali::tool {

namespace {

using kind = lab::outcome::kind;

const char* name_of(kind k) {
  switch (k) {
    case kind::finished:
      return "finished";
    case kind::out_of_time:
      return "not run: out of time";
    case kind::died:
      return "not run: died";
    case kind::not_started:
      break;
  }
  return "not run";
}

template <class F>
void each_statistic(const battery_result& r, F f) {
  for (const auto& [number, o] : r.tests) {
    for (const lab::statistic& s : o.statistics) f(number, o, s, lab::verdict_of(s.p));
  }
}

/// A p-value near 1 is printed by its distance from 1, as TestU01 does.
std::string text_of(double p) {
  if (p > 1 - 1e-15) return "1 - eps1";
  if (p > 0.9999) return fmt::format("1 - {:.2g}", 1 - p);
  return p < 1e-300 ? "eps" : fmt::format("{:.3g}", p);
}

}  // namespace

bool is_complete(const battery_result& r) {
  return std::all_of(r.tests.begin(), r.tests.end(),
                     [](const auto& t) { return t.second.status == kind::finished; });
}

bool has_failed(const battery_result& r) {
  bool failed = false;
  each_statistic(r,
                 [&](int, const auto&, const auto&, lab::verdict v) { failed |= v == lab::verdict::fail; });
  return failed;
}

nlohmann::ordered_json json_of(const battery_result& r) {
  using nlohmann::ordered_json;
  ordered_json tests = ordered_json::array(), failed = ordered_json::array(), suspect = ordered_json::array(),
               not_run = ordered_json::array();
  double seconds = 0;
  int count = 0;
  for (const auto& [number, o] : r.tests) {
    seconds += o.seconds;
    if (o.status != kind::finished) not_run.push_back({{"number", number}, {"reason", o.reason}});
  }
  each_statistic(r, [&](int number, const lab::outcome& o, const lab::statistic& s, lab::verdict v) {
    const std::string word = s.name.substr(0, s.name.find_first_of(" ,"));
    tests.push_back({{"number", number},
                     {"name", word},
                     {"statistic", s.name},
                     {"p", s.p},
                     {"verdict", lab::name_of(v)},
                     {"seconds", o.seconds}});
    ++count;
    if (v == lab::verdict::pass) return;
    (v == lab::verdict::fail ? failed : suspect)
        .push_back({{"number", number}, {"statistic", s.name}, {"p", s.p}});
  });
  return {{"battery", r.entry.battery.name},
          {"sequence", r.entry.sequence.name()},
          {"statistics", count},
          {"cpu_seconds", seconds},
          {"failed", failed},
          {"suspect", suspect},
          {"not_run", not_run},
          {"tests", tests}};
}

std::string table_of(const battery_result& r) {
  std::string out = fmt::format("{} of {}\n", r.entry.battery.name, r.entry.sequence.name());
  out += fmt::format("{:>5}  {:<40}  {:>12}  {:<8}  {:>8}\n", "test", "statistic", "p", "", "seconds");
  int count = 0, failed = 0, suspect = 0, not_run = 0;
  for (const auto& [number, o] : r.tests) {
    if (o.status == kind::finished) continue;
    ++not_run;
    out += fmt::format("{:>5}  {}: {}\n", number, name_of(o.status), o.reason);
  }
  each_statistic(r, [&](int number, const lab::outcome& o, const lab::statistic& s, lab::verdict v) {
    ++count;
    failed += v == lab::verdict::fail ? 1 : 0;
    suspect += v == lab::verdict::suspect ? 1 : 0;
    out += fmt::format("{:>5}  {:<40}  {:>12}  {:<8}  {:>8.1f}\n", number, s.name, text_of(s.p),
                       v == lab::verdict::pass ? "" : lab::name_of(v), o.seconds);
  });
  return out + fmt::format(
                   "{} p-values: {} fail (outside 1e-10 ... 1 - 1e-10), {} suspect (outside 1e-4 ... "
                   "1 - 1e-4); {} of {} tests not run\n",
                   count, failed, suspect, not_run, r.tests.size());
}

}  // namespace tali::tool
