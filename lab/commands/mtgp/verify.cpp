// SPDX-License-Identifier: Apache-2.0
// tali mtgp verify: checks that a catalogue's statements about its sets are true.
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <mtgp/source.hpp>
#include <mtgp/verify.hpp>

#include <tali/error.hpp>

#include "core/joined_thread.hpp"
#include "errors.hpp"
#include "mtgp/commands.hpp"
#include "progress.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

namespace lab = tali::lab::mtgp;

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
  const auto all = read_mtgp_catalogue<Word>(o.file);
  const std::vector<std::size_t> chosen = spread(all.size(), o.sample);
  progress bar(true, {});
  std::vector<std::string> complaints(chosen.size());
  std::atomic<std::size_t> next{0}, done{0};
  std::mutex mutex;
  std::exception_ptr failure;  // the first failure that is not about a set
  const auto work = [&] {
    try {
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
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = chosen.size();
    }
  };
  {
    std::vector<tali::detail::joined_thread> threads;
    for (unsigned i = 0; i < threads_or_all(o.threads); ++i) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
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

}  // namespace

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

}  // namespace tali::tool::mtgp
