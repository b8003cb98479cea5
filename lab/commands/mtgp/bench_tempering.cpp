// SPDX-License-Identifier: Apache-2.0
// tali mtgp bench-tempering: compares the paper's search for the tempering matrix with the search that makes
// tali's sets.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <mtgp/equidistribution.hpp>
#include <mtgp/paper_tempering.hpp>
#include <mtgp/recursion_search.hpp>
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

struct tempering_options {
  search_flags flags;
  bool json = false;
};

struct comparison {
  std::uint32_t id;
  int paper_delta, delta, without;
  double paper_seconds, seconds;
};

template <class Word>
std::vector<comparison> compare(const tempering_options& o) {
  const lab::creation& c = o.flags.creation;
  const std::atomic<bool> no_stop{false};
  std::vector<comparison> all;
  for (std::uint32_t i = 0; i < c.count; ++i) {
    const lab::target t{c.mexp, c.first_id + i, c.seed};
    const auto r = lab::search_recursion<Word>(t, no_stop);
    const auto paper = lab::search_tempering_as_published(r->set, r->characteristic, no_stop);
    const auto beam = lab::search_tempering(r->set, r->characteristic, t, c.effort, no_stop);
    const int without = lab::equidistribution(r->set, r->characteristic).delta();
    all.push_back({t.id, paper->delta, beam->delta, without, paper->seconds, beam->seconds});
    say_on_stderr(fmt::format("ID {}: {} of {}\n", t.id, i + 1, c.count));
  }
  return all;
}

void print(const tempering_options& o, const std::vector<comparison>& all) {
  if (o.json) {
    ordered_json j = ordered_json::object();
    j["bits"] = o.flags.is_64_bits() ? 64 : 32;
    j["mexp"] = o.flags.creation.mexp;
    j["beam"] = o.flags.creation.effort.beam;
    auto& sets = j["sets"] = ordered_json::array();
    for (const comparison& s : all) {
      sets.push_back({{"id", s.id},
                      {"without", s.without},
                      {"paper", {{"delta", s.paper_delta}, {"seconds", s.paper_seconds}}},
                      {"tali", {{"delta", s.delta}, {"seconds", s.seconds}}}});
    }
    comparison sum{};
    for (const comparison& s : all) {
      sum.paper_delta += s.paper_delta, sum.delta += s.delta, sum.without += s.without;
      sum.paper_seconds += s.paper_seconds, sum.seconds += s.seconds;
    }
    const auto n = static_cast<double>(all.size());
    j["mean"] = {{"without", sum.without / n},
                 {"paper", {{"delta", sum.paper_delta / n}, {"seconds", sum.paper_seconds / n}}},
                 {"tali", {{"delta", sum.delta / n}, {"seconds", sum.seconds / n}}}};
    print_json(j, 2);
    return;
  }
  fmt::print(
      "p = {}, {} bits; delta and core-seconds of the search for T\n{:>10} {:>10} {:>8} {:>9} {:>8} {:>9}\n",
      o.flags.creation.mexp, o.flags.word_size, "ID", "without T", "paper", "s", "tali", "s");
  for (const comparison& s : all) {
    fmt::print("{:>10} {:>10} {:>8} {:>9.2f} {:>8} {:>9.2f}\n", s.id, s.without, s.paper_delta,
               s.paper_seconds, s.delta, s.seconds);
  }
}

}  // namespace

void add_bench_tempering(const parser& mtgp) {
  auto o = std::make_shared<tempering_options>();
  o->flags.creation.count = 5;
  const parser command = mtgp.add_command(
      "bench-tempering", "Compare the paper's search for the tempering with tali's, on the same recursions");
  o->flags.add_measured(command, "How many recursions");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] {
    const bool wide = o->flags.is_64_bits();
    try {
      print(*o, wide ? compare<std::uint64_t>(*o) : compare<std::uint32_t>(*o));
    } catch (const argument_error& e) {
      throw e.renamed("--" + e.argument());
    }
  });
}

}  // namespace tali::tool::mtgp
