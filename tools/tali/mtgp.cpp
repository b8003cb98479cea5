// SPDX-License-Identifier: Apache-2.0
// tali mtgp: parameter sets of MTGP: search, equidistribution, verification.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <memory>
#include <mutex>
#include <numeric>
#include <sstream>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <mtgp/creator.hpp>
#include <mtgp/digest.hpp>
#include <mtgp/equidistribution.hpp>
#include <mtgp/source.hpp>
#include <mtgp/verify.hpp>
#include <nlohmann/json.hpp>

#include <tali/error.hpp>

#include "errors.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;
namespace lab = tali::lab::mtgp;

/// The word size of a catalogue: its first set's mask says it.
int bits_of(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw io_error("cannot read " + file);
  std::string line;
  std::getline(in, line);  // the columns' names
  std::getline(in, line);
  std::size_t begin = 0;
  for (int column = 0; column < 13 && begin != std::string::npos; ++column) {
    begin = line.find(',', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return 32;  // whose reader will say what is wrong
  return line.find(',', begin) - begin > 10 ? 64 : 32;
}

/// Calls f with a word of the catalogue's size.
template <class F>
void with_word_of(const std::string& file, F f) {
  if (bits_of(file) == 32) {
    f(std::uint32_t{});
  } else {
    f(std::uint64_t{});
  }
}

unsigned all_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

// equidist

struct equidist_options {
  std::string set;
  bool as_measured_2009 = false;
  bool json = false;
};

ordered_json ratios(const lab::dimensions& x) {
  auto all = ordered_json::array();
  for (std::size_t i = 0; i < x.k.size(); ++i) {
    const int bound = x.k[i] + x.d[i];
    all.push_back(bound == 0 ? 0.0 : 100.0 * x.d[i] / bound);
  }
  return all;
}

template <class Word>
void equidist(const mtgp_parameters<Word>& given, const equidist_options& o) {
  const mtgp_parameters<Word> set = o.as_measured_2009 ? lab::as_measured_2009(given) : given;
  const tali::lab::gf2::polynomial f = lab::characteristic_polynomial(set);
  if (f.degree() < 0) {
    throw usage_error("--set: the characteristic polynomial is reducible; allowed: irreducible ones");
  }
  const lab::dimensions high = lab::equidistribution(set, f);
  const lab::dimensions low = lab::equidistribution(set, f, lab::significant::least);
  const std::string sha1 = to_hex(lab::digest(f));
  if (o.json) {
    ordered_json j;
    j["mexp"] = set.mexp;
    j["k"] = high.k;
    j["d"] = high.d;
    j["defect_ratio_percent"] = ratios(high);
    j["delta"] = high.delta();
    j["weight"] = f.weight();
    j["sha1"] = sha1;
    j["low_bits"] = {{"k", low.k}, {"d", low.d}, {"delta", low.delta()}};
    j["as_measured_2009"] = o.as_measured_2009;
    j["file"] = {
        {"no", set.number}, {"delta", set.delta}, {"weight", set.weight}, {"sha1", to_hex(set.sha1)}};
    fmt::print("{}\n", j.dump(2));
    return;
  }
  fmt::print("{:>3} {:>7} {:>6} {:>7}   {:>7} {:>6}\n", "v", "k(v)", "d(v)", "%", "k'(v)", "d'(v)");
  for (std::size_t i = 0; i < high.k.size(); ++i) {
    const int bound = high.k[i] + high.d[i];
    fmt::print("{:>3} {:>7} {:>6} {:>7.2f}   {:>7} {:>6}\n", i + 1, high.k[i], high.d[i],
               bound == 0 ? 0.0 : 100.0 * high.d[i] / bound, low.k[i], low.d[i]);
  }
  fmt::print("mexp {}  delta {}  delta of the low bits {}  weight {}  sha1 {}\n", set.mexp, high.delta(),
             low.delta(), f.weight(), sha1);
}

void equidist(const equidist_options& o) {
  const std::string allowed = "FILE:MEXP:N, a catalogue and its columns mexp and no";
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
    throw usage_error("--set is '" + o.set + "'; allowed: " + allowed);
  }
  const std::string file = o.set.substr(0, first);
  with_word_of(file, [&]<class Word>(Word) {
    const auto all = read_mtgp_catalogue<Word>(file);
    for (const auto& e : all) {
      if (e.set.mexp == mexp && e.set.number == number) return equidist(e.set, o);
    }
    throw usage_error(fmt::format("--set is '{}', which {} does not hold; allowed: one of its {} sets", o.set,
                                  file, all.size()));
  });
}

void add_equidist(CLI::App& mtgp) {
  auto o = std::make_shared<equidist_options>();
  auto* const command = mtgp.add_subcommand(
      "equidist", "Dimensions of equidistribution k(v), their defects, digest and weight of a set");
  command->add_option("--set", o->set, "FILE:MEXP:N, a catalogue and its columns mexp and no")->required();
  command->add_flag("--as-measured-2009", o->as_measured_2009,
                    "With the last row of T that the defects in MTGP 1.0's files were measured with");
  command->add_flag("--json", o->json, "Print JSON");
  command->callback([o] { equidist(*o); });
}

// verify

struct verify_options {
  std::string file;
  std::size_t sample = 0;
  unsigned threads = all_threads();
};

/// `n` of `all` numbers, evenly spread; all of them for 0.
std::vector<std::size_t> spread(std::size_t all, std::size_t n) {
  if (n == 0 || n > all) n = all;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < n; ++i) chosen.push_back(i * all / n);
  return chosen;
}

template <class Word>
void verify_file(const verify_options& o) {
  const auto all = read_mtgp_catalogue<Word>(o.file);
  const std::vector<std::size_t> chosen = spread(all.size(), o.sample);
  progress bar(true, {});
  std::vector<std::string> complaints(chosen.size());
  std::atomic<std::size_t> next{0}, done{0};
  std::mutex mutex;
  const auto work = [&] {
    for (;;) {
      const std::size_t i = next++;
      if (i >= chosen.size()) return;
      const auto& e = all[chosen[i]];
      try {
        lab::verify(e.set, fmt::format("{}:{} ", o.file, e.line));
      } catch (const argument_error& bad) {
        complaints[i] = bad.what();
      }
      const std::lock_guard lock(mutex);
      bar.say(fmt::format("{} of {} sets", ++done, chosen.size()));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1u, o.threads); ++i) threads.emplace_back(work);
  }
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

void add_verify(CLI::App& mtgp) {
  auto o = std::make_shared<verify_options>();
  auto* const command = mtgp.add_subcommand("verify", "Prove that a catalogue's sets are what they say");
  command->add_option("FILE", o->file, "Catalogue")->required();
  command->add_option("--sample", o->sample, "So many of its sets, evenly spread (default: all)")
      ->check(CLI::PositiveNumber);
  command->add_option("--threads", o->threads, "Threads (default: one a core)")->check(CLI::PositiveNumber);
  command->callback([o] { with_word_of(o->file, [&]<class Word>(Word) { verify_file<Word>(*o); }); });
}

// search

struct search_options {
  lab::creation creation;
  int bits = 32;
  std::size_t keep = 0;
  std::string out = "-";
};

/// Draws how far a search is.
class search_progress {
 public:
  explicit search_progress(std::uint32_t count) : count_(count), bar_(true, {}) {}

  void begun(const lab::resumed& r, const std::string& file) {
    if (r.cut)
      fmt::print(stderr, "tali: {}: the last record is truncated; going on from the last good one\n", file);
    if (r.records > 0) fmt::print(stderr, "tali: {}: {} sets are there already\n", file, r.records);
  }
  void finished(std::size_t sets) {
    if (first_ == 0) first_ = sets;
    const double seconds = std::chrono::duration<double>(clock::now() - begin_).count();
    const double each = seconds / static_cast<double>(sets - first_ + 1);
    const auto filled = static_cast<std::size_t>(30 * sets / count_);
    bar_.say(fmt::format("[{:#<{}}{:.<{}}] {} of {} sets, {:.0f} s left", "", filled, "", 30 - filled, sets,
                         count_, each * static_cast<double>(count_ - sets)));
  }

 private:
  using clock = std::chrono::steady_clock;
  std::uint32_t count_;
  std::size_t first_ = 0;
  clock::time_point begin_ = clock::now();
  progress bar_;
};

template <class Word>
lab::creation_result<Word> create(const lab::creation& c) {
  search_progress bar(c.count);
  try {
    return lab::create<Word>(
        c, [&](const lab::resumed& r) { bar.begun(r, c.checkpoint); },
        [&](std::size_t n) { bar.finished(n); });
  } catch (const argument_error& e) {
    throw on_flag("--" + e.argument(), e);
  }
}

template <class Word>
void search(const search_options& o) {
  if (o.keep > o.creation.count) {
    throw usage_error(fmt::format("--keep is {}; allowed: 1 ... --count, here {}", o.keep, o.creation.count));
  }
  output out(o.out);
  const lab::creation_result<Word> found = create<Word>(o.creation);
  if (!found.complete) {
    throw finding(
        fmt::format("{} of {} sets are done, the time is up; the same command goes on from the checkpoint",
                    found.sets.size(), o.creation.count));
  }
  std::ostringstream text;
  text << mtgp_columns << '\n';
  for (const auto& set : lab::catalogue(found.sets, o.keep != 0 ? o.keep : o.creation.count)) {
    write_mtgp_line(text, set);
  }
  const std::string all = text.str();
  if (out.write(all.data(), all.size())) out.commit();
}

void add_common(CLI::App& command, lab::creation& c, int& bits) {
  command.add_option("--mexp", c.mexp, "Mersenne exponent p; the period is 2^p - 1")->capture_default_str();
  command.add_option("--id", c.first_id, "32-bit ID, embedded in the recursion; the first of --count")
      ->required();
  command.add_option("--threads", c.threads, "Threads (default: one a core)")->check(CLI::PositiveNumber);
  command.add_option("--seed", c.seed, "Seed of the random choices")->capture_default_str();
  command.add_option("--bits", bits, "Word size")->check(CLI::IsMember({32, 64}))->capture_default_str();
  command.add_option("--restarts", c.effort.restarts, "Searches for the tempering matrix")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--beam", c.effort.beam, "Partial matrices that a search follows")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--checkpoint", c.checkpoint, "File that keeps finished sets, to go on from")
      ->type_name("FILE");
}

void add_search(CLI::App& mtgp) {
  auto o = std::make_shared<search_options>();
  o->creation.threads = all_threads();
  auto* const command = mtgp.add_subcommand(
      "search", "Create parameter sets; an ID and a seed give the same set on every machine");
  add_common(*command, o->creation, o->bits);
  command->add_option("--count", o->creation.count, "Sets, with consecutive IDs")->capture_default_str();
  command->add_option("--keep", o->keep, "Write the best so many (default: all)")->check(CLI::PositiveNumber);
  command
      ->add_option("--time-limit", o->creation.time_limit, "Seconds after which to stop; needs --checkpoint")
      ->check(CLI::PositiveNumber)
      ->needs(command->get_option("--checkpoint"));
  command->add_option("-o", o->out, "Catalogue, sorted by defect (default: stdout)")->type_name("FILE");
  command->callback([o] { o->bits == 32 ? search<std::uint32_t>(*o) : search<std::uint64_t>(*o); });
}

// bench-search

struct bench_options {
  lab::creation creation;
  int bits = 32;
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
  const auto found = create<Word>(o.creation);
  std::vector<double> recursion, tempering, both, verification, delta;
  for (const auto& s : found.sets) {
    recursion.push_back(s.recursion_seconds);
    tempering.push_back(s.tempering_seconds);
    both.push_back(s.recursion_seconds + s.tempering_seconds);
    verification.push_back(s.verification_seconds);
    delta.push_back(s.set.delta);
  }
  // Figure 5: how often the recursion search took how long.
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
    ordered_json j;
    j["bits"] = o.bits;
    j["mexp"] = o.creation.mexp;
    j["samples"] = found.sets.size();
    for (const auto& [name, values] : rows) {
      const spread_of s = summary(*values);
      j[name] = {{"min", s.minimum}, {"mean", s.mean}, {"max", s.maximum}};
    }
    j["histogram"] = {{"seconds_a_bin", width}, {"recursion", histogram}};
    j["recursion_seconds"] = recursion;
    j["tempering_seconds"] = tempering;
    fmt::print("{}\n", j.dump(2));
    return;
  }
  fmt::print("p = {}, {} bits, {} sets; core-seconds\n{:<14} {:>10} {:>10} {:>10}\n", o.creation.mexp, o.bits,
             found.sets.size(), "", "min", "mean", "max");
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

void add_bench_search(CLI::App& mtgp) {
  auto o = std::make_shared<bench_options>();
  o->creation.count = 20;
  auto* const command =
      mtgp.add_subcommand("bench-search", "Time the creator as Table 3 and Figure 5 of the MTGP paper do");
  add_common(*command, o->creation, o->bits);
  command->add_option("--count", o->creation.count, "Samples")->capture_default_str();
  command->add_option("--bins", o->bins, "Bins of the histogram")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--json", o->json, "Print JSON");
  command->callback([o] { o->bits == 32 ? bench<std::uint32_t>(*o) : bench<std::uint64_t>(*o); });
}

}  // namespace

void add_mtgp_commands(CLI::App& app) {
  app.require_subcommand(1);
  add_search(app);
  add_equidist(app);
  add_verify(app);
  add_bench_search(app);
  add_search_mt607(app);
}

void add_mtgp(CLI::App& app) {
  add_mtgp_commands(
      *app.add_subcommand("mtgp", "MTGP's parameter sets: search, equidistribution, verification"));
}

}  // namespace tali::tool
