// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <limits>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "errors.hpp"
#include "mtgp/commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace lab = tali::lab::mtgp;

void search_progress::finished(std::size_t sets) {
  if (first_ == 0) first_ = sets;
  const double seconds = std::chrono::duration<double>(clock::now() - begin_).count();
  const double each = seconds / static_cast<double>(sets - first_ + 1);
  const auto filled = static_cast<std::size_t>(30 * sets / count_);
  bar_.say(fmt::format("[{:#<{}}{:.<{}}] {} of {} sets, {:.0f} s left", "", filled, "", 30 - filled, sets,
                       count_, each * static_cast<double>(count_ - sets)));
}

void search_flags::add_measured(const parser& command, const char* what_count_counts) {
  lab::creation& c = creation;
  constexpr std::uint64_t max_id = std::numeric_limits<std::uint32_t>::max();
  add_whole(command, "--mexp", c.mexp, 1, std::numeric_limits<int>::max(), "P",
            "Mersenne exponent p; the period is 2^p - 1");
  add_whole(command, "--id", c.first_id, 0, max_id, "N",
            "32-bit ID, embedded in the recursion; the first of --count")
      .default_text("")
      .required();
  add_whole(command, "-n,--count", c.count, 1, max_id, "N", what_count_counts);
  add_seed(command, c.seed);
  command.add("--word-size", word_size, "32|64", "Bits of a word");
  add_whole(command, "--restarts", c.effort.restarts, 1, 1000, "N", "Searches for the tempering matrix");
  add_whole(command, "--beam", c.effort.beam, 1, 1000, "N", "Partial temperings that a search keeps");
}

void search_flags::add_to(const parser& command, const char* what_count_counts) {
  lab::creation& c = creation;
  add_measured(command, what_count_counts);
  add_threads(command, threads);
  command.add("--checkpoint", c.checkpoint, "FILE", "Keep finished work in FILE, and resume from it");
}

template <class Word>
lab::creation_result<Word> create(const search_flags& f) {
  if (f.word_size != "32" && f.word_size != "64") {
    throw argument_error("--word-size", quoted(f.word_size), "", {"32", "64"});
  }
  lab::creation c = f.creation;
  check_checkpoint(c.checkpoint);
  c.threads = threads_or_all(f.threads);
  search_progress bar(c.count);
  const auto begun = [&](std::size_t sets) {
    if (sets > 0) say_on_stderr(fmt::format("tali: {}: {} sets exist already\n", c.checkpoint, sets));
  };
  try {
    return lab::create<Word>(c, begun, [&](std::size_t n) { bar.finished(n); });
  } catch (const argument_error& e) {
    throw e.argument().starts_with("--") ? e : e.renamed("--" + e.argument());
  }
}

template lab::creation_result<std::uint32_t> create(const search_flags&);
template lab::creation_result<std::uint64_t> create(const search_flags&);

}  // namespace tali::tool::mtgp
