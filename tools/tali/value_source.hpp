// SPDX-License-Identifier: Apache-2.0
// The source of the values that the flags name: the CPU, or a GPU if that is faster.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>

#include "host_fill.hpp"
#include "sequences.hpp"
#include "value_flags.hpp"

namespace tali::tool {

class value_source {
 public:
  /// @param r       the range that will be requested: a short range is not worth the start of a GPU
  /// @param step    how the sequences of member() differ
  /// @param points  for a quasi-random engine; otherwise null
  /// @throws argument_error
  value_source(const value_flags& f, const any_distribution& d, const index_range& r, neighbours step,
               const any_engine* points);

  /// The sequence that the flags name.
  [[nodiscard]] std::unique_ptr<host_fill> alone() const { return make(*engine_); }

  /// Number k of the related sequences.
  [[nodiscard]] std::unique_ptr<host_fill> member(std::uint64_t k) const { return make(family_.member(k)); }

 private:
  [[nodiscard]] std::unique_ptr<host_fill> make(const any_engine& e) const;
  [[nodiscard]] cost::fill_work work_for(const index_range& r) const;
  [[nodiscard]] std::unique_ptr<host_fill> on_cuda(const any_engine& e) const;

  const value_flags& flags_;
  const any_distribution& distribution_;
  int threads_;
  simd_level level_;
  sequence_family family_;
  std::optional<any_engine> engine_;  ///< the engine that the flags name
  bool on_cuda_;
  std::vector<int> ordinals_;  ///< of the GPUs that make values
};

}  // namespace tali::tool
