// SPDX-License-Identifier: Apache-2.0
// tali mtgp bench-search and bench-tempering: the cost of a search.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <mtgp/equidistribution.hpp>
#include <mtgp/recursion_search.hpp>
#include <mtgp/tempering_search.hpp>
#include <nlohmann/json.hpp>

#include <tali/error.hpp>

#include "errors.hpp"
#include "json_output.hpp"
#include "mtgp/commands.hpp"
#include "progress.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

namespace lab = tali::lab::mtgp;
using nlohmann::ordered_json;

struct bench_options {
  search_flags flags;
  bool json = false;
};

struct spread_of {
  double minimum, mean, maximum;
};
spread_of summary(const std::vector<double>& x) {
  return {*std::min_element(x.begin(), x.end()),
          std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size()),
          *std::max_element(x.begin(), x.end())};
}

template <class Word>
void bench(const bench_options& o) {
  const auto found = create<Word>(o.flags);
  std::vector<double> recursion, tempering, both, verification, delta;
  for (const auto& s : found.sets) {
    recursion.push_back(s.recursion_seconds);
    tempering.push_back(s.tempering_seconds);
    both.push_back(s.recursion_seconds + s.tempering_seconds);
    verification.push_back(s.verification_seconds);
    delta.push_back(s.set.delta);
  }
  // Figure 5: a histogram of the recursion searches' times.
  constexpr std::size_t bins = 14;
  const double width = summary(recursion).maximum / bins;
  std::vector<int> histogram(bins);
  for (const double s : recursion) {
    ++histogram[std::min(histogram.size() - 1, static_cast<std::size_t>(width > 0 ? s / width : 0))];
  }
  const std::pair<const char*, const std::vector<double>*> rows[] = {{"recursion", &recursion},
                                                                     {"tempering", &tempering},
                                                                     {"both", &both},
                                                                     {"verification", &verification},
                                                                     {"delta", &delta}};
  ordered_json j = {{"bits", o.flags.is_64_bits() ? 64 : 32},
                    {"mexp", o.flags.creation.mexp},
                    {"samples", found.sets.size()}};
  for (const auto& [name, values] : rows) {
    const spread_of s = summary(*values);
    j[name] = {{"min", s.minimum}, {"mean", s.mean}, {"max", s.maximum}};
  }
  j["histogram"] = {{"seconds_a_bin", width}, {"recursion", histogram}};
  j["recursion_seconds"] = recursion;
  j["tempering_seconds"] = tempering;
  print_report(j, o.json, 2);
}

}  // namespace

void add_bench_search(const parser& mtgp) {
  auto o = std::make_shared<bench_options>();
  o->flags.creation.count = 20;
  const parser command =
      mtgp.add_command("bench-search", "Time the creator, as in Table 3 and Figure 5 of the MTGP paper");
  o->flags.add_to(command, "How many samples");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] { o->flags.is_64_bits() ? bench<std::uint64_t>(*o) : bench<std::uint32_t>(*o); });
}

// tali mtgp bench-tempering: compares the paper's search for the tempering matrix with the search that makes
// tali's sets.

namespace {

/// A row for each recursion: the defect without T, and that of each search with its core-seconds.
template <class Word>
ordered_json compare(const search_flags& flags) {
  const lab::creation& c = flags.creation;
  const std::atomic<bool> no_stop{false};
  ordered_json rows = ordered_json::array();
  for (std::uint32_t i = 0; i < c.count; ++i) {
    const lab::target t{c.mexp, c.first_id + i, c.seed};
    const auto r = lab::search_recursion<Word>(t, no_stop);
    const auto paper = lab::search_tempering_as_published(r->set, r->characteristic, no_stop);
    const auto beam = lab::search_tempering(r->set, r->characteristic, t, c.effort, no_stop);
    rows.push_back({{"id", t.id},
                    {"without", lab::equidistribution(r->set, r->characteristic).delta()},
                    {"paper", {{"delta", paper->delta}, {"seconds", paper->seconds}}},
                    {"tali", {{"delta", beam->delta}, {"seconds", beam->seconds}}}});
    say_on_stderr(fmt::format("ID {}: {} of {}\n", t.id, i + 1, c.count));
  }
  return rows;
}

void print_comparison(const bench_options& o, const ordered_json& rows) {
  const auto mean = [&](const char* key) {
    double sum = 0;
    for (const ordered_json& row : rows) sum += row.at(ordered_json::json_pointer(key)).get<double>();
    return sum / static_cast<double>(rows.size());
  };
  print_report({{"bits", o.flags.is_64_bits() ? 64 : 32},
                {"mexp", o.flags.creation.mexp},
                {"beam", o.flags.creation.effort.beam},
                {"sets", rows},
                {"mean",
                 {{"without", mean("/without")},
                  {"paper", {{"delta", mean("/paper/delta")}, {"seconds", mean("/paper/seconds")}}},
                  {"tali", {{"delta", mean("/tali/delta")}, {"seconds", mean("/tali/seconds")}}}}}},
               o.json, 2);
}

}  // namespace

void add_bench_tempering(const parser& mtgp) {
  auto o = std::make_shared<bench_options>();
  o->flags.creation.count = 5;
  const parser command = mtgp.add_command(
      "bench-tempering", "Compare the paper's search for the tempering with tali's, on the same recursions");
  o->flags.add_measured(command, "How many recursions");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] {
    const bool wide = o->flags.is_64_bits();
    try {
      print_comparison(*o, wide ? compare<std::uint64_t>(o->flags) : compare<std::uint32_t>(o->flags));
    } catch (const argument_error& e) {
      throw e.renamed("--" + e.argument());
    }
  });
}

}  // namespace tali::tool::mtgp
