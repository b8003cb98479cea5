// SPDX-License-Identifier: Apache-2.0
// The commands of tali mtgp, and their shared parts.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include <mtgp/creator.hpp>

#include "flags.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace tali::tool::mtgp {

void add_bench_search(const parser& mtgp);
void add_bench_tempering(const parser& mtgp);
void add_search(const parser& mtgp, ranks& all);
void add_search_mt607(const parser& mtgp);

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

/// Draws the progress of a search.
class search_progress {
 public:
  explicit search_progress(std::uint32_t count) : count_(count), bar_(true, {}) {}
  void finished(std::size_t sets);

 private:
  using clock = std::chrono::steady_clock;
  std::uint32_t count_;
  std::size_t first_ = 0;
  clock::time_point begin_ = clock::now();
  progress bar_;
};

/// Creates the sets and draws the progress.
/// @throws usage_error that names the flag
template <class Word>
lab::mtgp::creation_result<Word> create(const search_flags& f);

}  // namespace tali::tool::mtgp
