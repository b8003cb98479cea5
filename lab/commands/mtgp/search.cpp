// SPDX-License-Identifier: Apache-2.0
// tali mtgp search: finds and verifies parameter sets.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <mtgp/mt607.hpp>
#include <mtgp/source.hpp>

#include <tali/error.hpp>

#include "core/string_stream.hpp"
#include "cpu/loops.hpp"
#include "errors.hpp"
#include "mtgp/commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "shard.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

namespace lab = tali::lab::mtgp;

struct search_options {
  search_flags flags;
  std::size_t keep = 0;
  std::string out = "-";
};

/// The sets of this rank's IDs.
template <class Word>
lab::creation_result<Word> create_part(search_flags f, const ranks& all) {
  const shard s{static_cast<std::uint64_t>(all.rank()) + 1, static_cast<std::uint64_t>(all.size())};
  const std::uint64_t begin = s.begin(f.creation.count), end = s.end(f.creation.count);
  if (all.by_mpi() && !f.creation.checkpoint.empty()) {
    f.creation.checkpoint += fmt::format(".{}-of-{}", s.index, s.count);
  }
  if (begin == end) {
    lab::creation_result<Word> none;
    none.complete = true;
    return none;
  }
  // The last ID of all ranks, so that every rank rejects an ID above 32 bits, not only the last.
  if (f.creation.first_id + std::uint64_t{f.creation.count} <= std::uint64_t{1} << 32) {
    f.creation.first_id += static_cast<std::uint32_t>(begin);
    f.creation.count = static_cast<std::uint32_t>(end - begin);
  }
  return create<Word>(f);
}

/// One line that says whether all sets are there, and one line per set.
template <class Word>
std::string text_of(const lab::creation_result<Word>& found) {
  string_stream text;
  text << (found.complete ? "complete" : "incomplete") << '\n';
  for (const auto& one : found.sets) tali::detail::write_mtgp_line(text, one.set);
  return text.str();
}

template <class Word>
lab::creation_result<Word> joined(const std::vector<std::string>& parts) {
  lab::creation_result<Word> all;
  all.complete = true;
  for (const std::string& part : parts) {
    std::istringstream in(part);
    in.exceptions(std::ios::badbit);
    std::string line;
    std::getline(in, line);
    all.complete = all.complete && line == "complete";
    while (std::getline(in, line))
      all.sets.push_back({tali::detail::parse_mtgp_line<Word>(line, "a rank's set "), 0, 0, 0, 0});
  }
  return all;
}

template <class Word>
void search(const search_options& o, ranks& all) {
  if (const auto& limit = o.flags.creation.time_limit; limit && std::isnan(*limit)) {
    throw argument_error("--time-limit", "nan", "a number above 0");
  }
  if (o.keep > o.flags.creation.count) {
    throw argument_error("--keep", std::to_string(o.keep),
                         fmt::format("1 to --count, here {}", o.flags.creation.count));
  }
  std::optional<output> out;
  lab::creation_result<Word> found;
  all.together([&] {
    if (all.rank() == 0) out.emplace(o.out);
  });
  all.together([&] { found = create_part<Word>(o.flags, all); });
  if (all.size() > 1) {
    const std::vector<std::string> parts = all.gather(text_of(found));
    if (all.rank() != 0) return;
    found = joined<Word>(parts);
  }
  if (!found.complete) {
    throw finding(
        fmt::format("{} of {} sets are done at the time limit; the same command resumes from the checkpoint",
                    found.sets.size(), o.flags.creation.count));
  }
  string_stream text;
  text << tali::detail::mtgp_columns << '\n';
  for (const auto& set : lab::catalogue(found.sets, o.keep != 0 ? o.keep : o.flags.creation.count)) {
    tali::detail::write_mtgp_line(text, set);
  }
  const std::string lines = text.str();
  if (out->write(lines.data(), lines.size())) out->commit();
}

}  // namespace

void add_search(const parser& mtgp, ranks& all) {
  auto o = std::make_shared<search_options>();
  const parser command = mtgp.add_command(
      "search", "Create parameter sets; an ID and a seed give the same set on every machine");
  o->flags.add_to(command, "How many sets, with consecutive IDs");
  add_whole(command, "--keep", o->keep, 1, std::numeric_limits<std::uint32_t>::max(), "N",
            "Write the best N (default: all)")
      .default_text("");
  command
      .add("--time-limit", o->flags.creation.time_limit, nullptr,
           "Seconds after which to stop; needs --checkpoint")
      .positive()
      .needs(command["--checkpoint"]);
  add_output(command, o->out, "Catalogue, sorted by defect");
  add_mpi(command, all);
  command.does(
      [o, &all] { o->flags.is_64_bits() ? search<std::uint64_t>(*o, all) : search<std::uint32_t>(*o, all); });
}

// tali mtgp search-mt607: the parameters of mt607_per_thread.

namespace {

struct mt607_options {
  std::uint32_t count = 4096;
  std::uint64_t seed = 0;
  int beam = 4;
  unsigned threads = 0;
  std::string out = "-";
};

/// Searches and verifies the parameters of IDs 0 ... count - 1.
std::vector<tali::detail::mt607_parameters> search(const mt607_options& o) {
  std::vector<tali::detail::mt607_parameters> found(o.count);
  std::size_t done = 0;
  std::mutex mutex;
  search_progress bar(o.count);
  tali::detail::for_indices(static_cast<int>(threads_or_all(o.threads)), o.count, [&](std::uint64_t k) {
    const auto id = static_cast<std::uint32_t>(k);
    found[id] = lab::search_mt607(id, o.seed, o.beam);
    lab::verify_mt607(found[id], fmt::format("id {}: ", id));
    const std::lock_guard lock(mutex);
    bar.finished(++done);
  });
  return found;
}

void run(const mt607_options& o) {
  output out(o.out);
  std::string text = "id,a,b,c,delta\n";
  for (const tali::detail::mt607_parameters& p : search(o)) {
    text += fmt::format("{},{:#x},{:#x},{:#x},{}\n", p.id(), p.a, p.b, p.c, p.delta);
  }
  if (out.write(text.data(), text.size())) out.commit();
}

}  // namespace

void add_search_mt607(const parser& mtgp) {
  auto o = std::make_shared<mt607_options>();
  const parser command = mtgp.add_command(
      "search-mt607", "Create the parameters of the comparator mt607_per_thread; each set is verified");
  add_whole(command, "-n,--count", o->count, 1, 65536, "N", "How many sets, with IDs 0, 1, ...");
  add_seed(command, o->seed);
  add_whole(command, "--beam", o->beam, 1, 1000, "N", "Partial temperings that a search keeps");
  add_threads(command, o->threads);
  add_output(command, o->out, "The parameters as CSV");
  command.does([o] { run(*o); });
}

}  // namespace tali::tool::mtgp
