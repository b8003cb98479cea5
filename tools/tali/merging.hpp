// SPDX-License-Identifier: Apache-2.0
// Several sequences in one, interleaved or concatenated, for statistical tests.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS
// 39(2), 2013, sections 4.5 (merged outputs) and 7 (concatenated outputs).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "flags.hpp"
#include "host_fill.hpp"
#include "sequences.hpp"

namespace tali::tool {

/// The flags that combine sequences; at most one of them is not empty.
struct merging_flags {
  std::string interleave, interleave_seeds, interleave_drawn, concatenate;

  void add_to(const parser& command);

  /// The flag that was given, and its value; empty if none was.
  [[nodiscard]] std::string text() const;
};

/// Which sequences are combined, and how many contiguous elements each contributes.
struct merging {
  std::uint64_t sequences = 1, block = 1;
  neighbours kind = neighbours::streams;
};

/// @throws argument_error
merging parse_merging(const merging_flags& f);

/// Interleaves blocks of B = `block` elements: element i is element (i / (K B)) B + i mod B of source (i / B)
/// mod K. Blocks of one element interleave the sources; long blocks concatenate them.
std::unique_ptr<host_fill> make_merged(std::vector<std::unique_ptr<host_fill>> sources, std::uint64_t block,
                                       std::size_t value_bytes);

/// Values made on the CPU from one sequence, or from the related sequences of `m`.
/// @param threads  as in make_cpu_host_fill
std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, const sequence_family& family,
                                              const merging& m, const any_distribution& d);

}  // namespace tali::tool
