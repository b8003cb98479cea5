// SPDX-License-Identifier: Apache-2.0
// The stages of a certificate: each is one test over the beginning of one sequence.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "certify/law.hpp"
#include "certify/run.hpp"
#include "certify/tally.hpp"

namespace tali::lab::certify {

/// A test of elements, with what it must know of their law.
template <class Element>
class stage {
 public:
  virtual ~stage() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual int chunk() const = 0;
  /// How many times fewer numbers than the budget's the stage takes, because of what it costs.
  [[nodiscard]] virtual int share() const = 0;
  [[nodiscard]] virtual tally run(source<Element>& from, const chunk_range& chunks, int threads,
                                  const progress_report& tell) const = 0;
  /// In builds with CUDA; else a device_error.
  [[nodiscard]] virtual tally run_cuda(const cuda_numbers& from, const chunk_range& chunks,
                                       const progress_report& tell) const = 0;
  /// Adds what was found in other chunks: the whole does not show how it was cut.
  /// @throws argument_error if it has not the counts and sums of this stage
  virtual void add(tally& all, const tally& other) const = 0;
  [[nodiscard]] virtual outcome judge(const tally& t) const = 0;

  /// Chunks of a stage where n numbers are the budget: at least 64, fewer say nothing.
  [[nodiscard]] std::uint64_t chunks(std::uint64_t n) const {
    const std::uint64_t own = n / (static_cast<std::uint64_t>(chunk()) * static_cast<std::uint64_t>(share()));
    return own < 64 ? 64 : own;
  }
};

template <class Element>
using stage_list = std::vector<std::unique_ptr<stage<Element>>>;

/// For uniform words.
stage_list<std::uint32_t> word_stages();
/// For values of a law that is known.
stage_list<double> value_stages(const law& l);
/// For standard normal numbers, value_stages among them.
/// @param run          of numbers with mixing blocks, 2 or 4: two stages more; 0 of others
/// @param frequencies  of the characteristic function, as normal_frequencies takes them
stage_list<double> normal_stages(bool is_float, int run = 0, const std::vector<double>& frequencies = {});

}  // namespace tali::lab::certify
