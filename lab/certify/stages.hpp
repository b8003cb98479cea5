// SPDX-License-Identifier: Apache-2.0
// The stages of a certificate: each is one test on the beginning of one sequence.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "certify/law.hpp"
#include "certify/run.hpp"
#include "certify/tally.hpp"

namespace tali::lab::certify {

/// A test of elements, with the facts about their law that it needs.
template <class Element>
class stage {
 public:
  virtual ~stage() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual int chunk() const = 0;
  /// The stage uses the budget's numbers divided by this, according to its cost.
  [[nodiscard]] virtual int share() const = 0;
  [[nodiscard]] virtual tally run(source<Element>& from, const chunk_range& chunks, int threads,
                                  const progress_report& tell) const = 0;
  /// In builds with CUDA; otherwise throws a device_error.
  [[nodiscard]] virtual tally run_cuda(const cuda_numbers& from, const chunk_range& chunks,
                                       const progress_report& tell) const = 0;
  /// Adds the results from other chunks: the total does not depend on how the chunks were divided.
  /// @throws argument_error unless it has this stage's counts and sums
  virtual void add(tally& all, const tally& other) const = 0;
  [[nodiscard]] virtual outcome judge(const tally& t) const = 0;

  /// Number of the stage's chunks for a budget of n numbers: at least 64, because fewer show nothing.
  [[nodiscard]] std::uint64_t chunks(std::uint64_t n) const {
    const std::uint64_t chunk_count =
        n / (static_cast<std::uint64_t>(chunk()) * static_cast<std::uint64_t>(share()));
    return chunk_count < 64 ? 64 : chunk_count;
  }
};

template <class Element>
using stage_list = std::vector<std::unique_ptr<stage<Element>>>;

/// For uniform words.
stage_list<std::uint32_t> word_stages();
/// For values of a known law.
stage_list<double> value_stages(const law& l);
/// For standard normal numbers; includes value_stages.
/// @param run          for numbers with mixing blocks, 2 or 4, which adds two stages; otherwise 0
/// @param frequencies  for the characteristic function, as in normal_frequencies
stage_list<double> normal_stages(bool is_float, int run = 0, const std::vector<double>& frequencies = {});

}  // namespace tali::lab::certify
