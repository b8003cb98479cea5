// SPDX-License-Identifier: Apache-2.0
// tali mtgp: parameter sets of MTGP: search, equidistribution, verification.

#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <mtgp/equidistribution.hpp>
#include <mtgp/source.hpp>
#include <mtgp/verify.hpp>
#include <nlohmann/json.hpp>

#include <tali/error.hpp>

#include "commands.hpp"
#include "cpu/loops.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "mtgp/commands.hpp"
#include "progress.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

namespace lab = tali::lab::mtgp;
using nlohmann::ordered_json;

/// Whether a catalogue's words have 64 bits, from its first set's mask.
/// @throws io_error if it cannot be read
bool has_wide_words(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw io_error("read FILE", file, "");
  std::string line;
  std::getline(in, line);  // the names of the columns
  std::getline(in, line);
  std::size_t begin = 0;
  for (int column = 0; column < 13 && begin != std::string::npos; ++column) {
    begin = line.find(',', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return false;  // the reader will report the error
  return line.find(',', begin) - begin > 10;
}

/// Calls f with a word of the catalogue's size.
template <class F>
void with_word_of(const std::string& file, F f) {
  has_wide_words(file) ? f(std::uint64_t{}) : f(std::uint32_t{});
}

// tali mtgp equidist: the equidistribution of a parameter set's outputs.

struct equidist_options {
  std::string set;
  bool as_measured_2009 = false;
  bool json = false;
};

template <class Word>
void equidist(const mtgp_parameters<Word>& listed, const equidist_options& o) {
  const mtgp_parameters<Word> set = o.as_measured_2009 ? lab::as_measured_2009(listed) : listed;
  const tali::lab::gf2::polynomial f = lab::characteristic_polynomial(set);
  if (f.degree() < 0) {
    throw argument_error("--set", "a set with a reducible characteristic polynomial", "an irreducible one");
  }
  const lab::dimensions high = lab::equidistribution(set, f);
  const lab::dimensions low = lab::equidistribution(set, f, lab::significant::least);
  const std::string sha1 = tali::detail::to_hex(lab::digest(f));
  ordered_json rows = ordered_json::array(), ratios = ordered_json::array();
  for (std::size_t i = 0; i < high.k.size(); ++i) {
    const int bound = high.k[i] + high.d[i];
    ratios.push_back(bound == 0 ? 0.0 : 100.0 * high.d[i] / bound);
    rows.push_back({{"v", i + 1},
                    {"k(v)", high.k[i]},
                    {"d(v)", high.d[i]},
                    {"%", ratios.back()},
                    {"k'(v)", low.k[i]},
                    {"d'(v)", low.d[i]}});
  }
  if (!o.json) {
    fmt::print("{}mexp {}  delta {}  delta of the low bits {}  weight {}  sha1 {}\n", table_text(rows),
               set.mexp, high.delta(), low.delta(), f.weight(), sha1);
    return;
  }
  print_json({{"mexp", set.mexp},
              {"k", high.k},
              {"d", high.d},
              {"defect_ratio_percent", ratios},
              {"delta", high.delta()},
              {"weight", f.weight()},
              {"sha1", sha1},
              {"low_bits", {{"k", low.k}, {"d", low.d}, {"delta", low.delta()}}},
              {"as_measured_2009", o.as_measured_2009},
              {"file",
               {{"no", set.number},
                {"delta", set.delta},
                {"weight", set.weight},
                {"sha1", tali::detail::to_hex(set.sha1)}}}},
             2);
}

void equidist(const equidist_options& o) {
  const std::string expected = "FILE:MEXP:N, a catalogue and its columns mexp and no";
  const std::size_t second = o.set.rfind(':');
  const std::size_t first =
      second == 0 || second == std::string::npos ? std::string::npos : o.set.rfind(':', second - 1);
  int mexp = 0;
  std::uint32_t number = 0;
  try {
    if (first == std::string::npos) throw std::invalid_argument("no two colons");
    std::size_t end = 0;
    const std::string m = o.set.substr(first + 1, second - first - 1), n = o.set.substr(second + 1);
    mexp = std::stoi(m, &end);
    if (end != m.size()) throw std::invalid_argument(m);
    number = static_cast<std::uint32_t>(std::stoul(n, &end));
    if (end != n.size()) throw std::invalid_argument(n);
  } catch (const std::logic_error&) {
    throw argument_error("--set", quoted(o.set), expected);
  }
  const std::string file = o.set.substr(0, first);
  with_word_of(file, [&]<class Word>(Word) {
    const auto all = tali::detail::read_mtgp_catalogue<Word>(file);
    for (const auto& e : all) {
      if (e.set.mexp == mexp && e.set.number == number) return equidist(e.set, o);
    }
    throw argument_error("--set", quoted(o.set), fmt::format("one of the {} sets of {}", all.size(), file));
  });
}

void add_equidist(const parser& mtgp) {
  auto o = std::make_shared<equidist_options>();
  const parser command = mtgp.add_command(
      "equidist", "Dimensions of equidistribution k(v), their defects, digest and weight of a set");
  command.add("--set", o->set, nullptr, "FILE:MEXP:N, a catalogue and its columns mexp and no").required();
  command.add_flag("--as-measured-2009", o->as_measured_2009,
                   "Use the last row of T with which the defects in MTGP 1.0's files were measured");
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] { equidist(*o); });
}

// tali mtgp verify: checks that a catalogue's statements about its sets are true.

struct verify_options {
  std::string file;
  std::size_t sample = 0;
  unsigned threads = 0;
};

/// `n` of `all` numbers, evenly spaced; all of them if n is 0.
std::vector<std::size_t> spread(std::size_t all, std::size_t n) {
  if (n == 0 || n > all) n = all;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < n; ++i) chosen.push_back(i * all / n);
  return chosen;
}

template <class Word>
void verify_file(const verify_options& o) {
  const auto all = tali::detail::read_mtgp_catalogue<Word>(o.file);
  const std::vector<std::size_t> chosen = spread(all.size(), o.sample);
  progress bar(true, {});
  std::vector<std::string> complaints(chosen.size());
  std::size_t done = 0;
  std::mutex mutex;
  tali::detail::for_indices(static_cast<int>(threads_or_all(o.threads)), chosen.size(), [&](std::uint64_t i) {
    const auto& e = all[chosen[i]];
    try {
      lab::verify(e.set, fmt::format("{}:{} ", o.file, e.line));
    } catch (const argument_error& bad) {
      complaints[i] = bad.what();
    }
    const std::lock_guard lock(mutex);
    bar.say(fmt::format("{} of {} sets", ++done, chosen.size()));
  });
  bar.clear();
  std::size_t bad = 0;
  std::string first;
  for (const std::string& c : complaints) {
    if (c.empty()) continue;
    if (bad++ == 0) first = c;
  }
  if (bad != 0) throw usage_error(first + (bad > 1 ? fmt::format(" (and {} sets more)", bad - 1) : ""));
  fmt::print("{}: {} of {} sets verified: full period, digest, weight, defect\n", o.file, chosen.size(),
             all.size());
}

void add_verify(const parser& mtgp) {
  auto o = std::make_shared<verify_options>();
  const parser command =
      mtgp.add_command("verify", "Prove the properties that a catalogue states for its sets");
  command.add("FILE", o->file, nullptr, "Catalogue").required();
  add_whole(command, "--sample", o->sample, 1, std::uint64_t{1} << 32, "N",
            "Only N sets, evenly spread (default: all)")
      .default_text("");
  add_threads(command, o->threads);
  command.does([o] { with_word_of(o->file, [&]<class Word>(Word) { verify_file<Word>(*o); }); });
}

}  // namespace

}  // namespace tali::tool::mtgp

namespace tali::tool {

void add_mtgp(const parser& app, ranks& all) {
  const parser command =
      app.add_command("mtgp", "MTGP's parameter sets: search, equidistribution, verification");
  command.needs_command();
  mtgp::add_search(command, all);
  mtgp::add_equidist(command);
  mtgp::add_verify(command);
  mtgp::add_bench_search(command);
  mtgp::add_bench_tempering(command);
  mtgp::add_search_mt607(command);
}

}  // namespace tali::tool
