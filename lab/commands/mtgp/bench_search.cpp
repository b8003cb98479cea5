// SPDX-License-Identifier: Apache-2.0
// tali mtgp bench-search: the cost of a search.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "json_output.hpp"
#include "mtgp/commands.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

using nlohmann::ordered_json;

struct bench_options {
  search_flags flags;
  int bins = 14;
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
  const double width = summary(recursion).maximum / o.bins;
  std::vector<int> histogram(static_cast<std::size_t>(o.bins));
  for (const double s : recursion) {
    ++histogram[std::min(histogram.size() - 1, static_cast<std::size_t>(width > 0 ? s / width : 0))];
  }
  const std::pair<const char*, const std::vector<double>*> rows[] = {{"recursion", &recursion},
                                                                     {"tempering", &tempering},
                                                                     {"both", &both},
                                                                     {"verification", &verification},
                                                                     {"delta", &delta}};
  if (o.json) {
    ordered_json j = ordered_json::object();
    j["bits"] = o.flags.is_64_bits() ? 64 : 32;
    j["mexp"] = o.flags.creation.mexp;
    j["samples"] = found.sets.size();
    for (const auto& [name, values] : rows) {
      const spread_of s = summary(*values);
      j[name] = {{"min", s.minimum}, {"mean", s.mean}, {"max", s.maximum}};
    }
    j["histogram"] = {{"seconds_a_bin", width}, {"recursion", histogram}};
    j["recursion_seconds"] = recursion;
    j["tempering_seconds"] = tempering;
    print_json(j, 2);
    return;
  }
  fmt::print("p = {}, {} bits, {} sets; core-seconds\n{:<14} {:>10} {:>10} {:>10}\n", o.flags.creation.mexp,
             o.flags.word_size, found.sets.size(), "", "min", "mean", "max");
  for (const auto& [name, values] : rows) {
    const spread_of s = summary(*values);
    fmt::print("{:<14} {:>10.2f} {:>10.2f} {:>10.2f}\n", name, s.minimum, s.mean, s.maximum);
  }
  fmt::print("\nrecursion searches by core-seconds\n");
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    fmt::print("{:>8.2f} {:>5} {:#<{}}\n", width * static_cast<double>(i + 1), histogram[i], "",
               histogram[i]);
  }
}

}  // namespace

void add_bench_search(const parser& mtgp) {
  auto o = std::make_shared<bench_options>();
  o->flags.creation.count = 20;
  const parser command =
      mtgp.add_command("bench-search", "Time the creator, as in Table 3 and Figure 5 of the MTGP paper");
  o->flags.add_to(command, "How many samples");
  add_whole(command, "--bins", o->bins, 1, 1000, "N", "Bins of the histogram");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] { o->flags.is_64_bits() ? bench<std::uint64_t>(*o) : bench<std::uint32_t>(*o); });
}

}  // namespace tali::tool::mtgp
