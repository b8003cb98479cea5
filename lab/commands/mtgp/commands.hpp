// SPDX-License-Identifier: Apache-2.0
// The commands of tali mtgp, and their shared parts.
#pragma once

#include <cstdint>
#include <string>

#include <mtgp/creator.hpp>

#include "flags.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace tali::tool::mtgp {

void add_bench_search(const parser& mtgp);
void add_bench_tempering(const parser& mtgp);
void add_equidist(const parser& mtgp);
void add_search(const parser& mtgp, ranks& all);
void add_search_mt607(const parser& mtgp);
void add_verify(const parser& mtgp);

/// The word size of a catalogue, 32 or 64, from its first set's mask.
/// @throws io_error if it cannot be read
int word_size_of(const std::string& file);

/// Calls f with a word of the catalogue's size.
template <class F>
void with_word_of(const std::string& file, F f) {
  if (word_size_of(file) == 32) {
    f(std::uint32_t{});
  } else {
    f(std::uint64_t{});
  }
}

/// The flags of a search: the sets, and the effort.
struct search_flags {
  lab::mtgp::creation creation;
  unsigned threads = 0;
  std::string word_size = "32";

  /// @param what_count_counts  the help of --count
  void add_to(const parser& command, const char* what_count_counts);

  /// The flags of a measurement, which has one thread and no checkpoint.
  /// @param what_count_counts  the help of --count
  void add_measured(const parser& command, const char* what_count_counts);

  [[nodiscard]] bool is_64_bits() const { return word_size == "64"; }
};

/// Creates the sets and draws the progress.
/// @throws usage_error that names the flag
template <class Word>
lab::mtgp::creation_result<Word> create(const search_flags& f);

}  // namespace tali::tool::mtgp
