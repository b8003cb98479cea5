// SPDX-License-Identifier: Apache-2.0
// A test's results over a number of chunks, and their interpretation.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tali::lab::certify {

/// Chunks first ... first + n - 1 of a sequence.
struct chunk_range {
  chunk_range(std::uint64_t count) : n{count} {}  // NOLINT: a conversion
  chunk_range(std::uint64_t first_chunk, std::uint64_t count) : first{first_chunk}, n{count} {}
  std::uint64_t first = 0, n = 0;
};

struct tally {
  std::uint64_t chunks = 0;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> sums;  ///< modulo 2^64: signed integers

  [[nodiscard]] double sum(std::size_t k) const {
    return static_cast<double>(static_cast<std::int64_t>(sums[k]));
  }
  /// A sum that is within 2^63 of its expectation; the expectation may exceed 64 bits.
  [[nodiscard]] double sum_near(std::size_t k, double expected) const {
    const double s = sum(k);
    return s + 0x1p64 * std::nearbyint((expected - s) * 0x1p-64);
  }
  [[nodiscard]] std::span<const std::uint64_t> cells(std::size_t first, std::size_t n) const {
    return std::span(counts).subspan(first, n);
  }
  void add(const tally& other) {
    chunks += other.chunks;
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
  }
  friend bool operator==(const tally&, const tally&) = default;
};

/// A p-value: uniform in (0, 1) if the numbers follow the law, and near 0 if the statistic is too large.
struct p_value {
  std::string name;
  double statistic;
  double p;
  friend bool operator==(const p_value&, const p_value&) = default;
};

/// Numbers for a picture.
struct series {
  std::string name;
  std::vector<double> values;
  friend bool operator==(const series&, const series&) = default;
};

struct outcome {
  std::vector<p_value> p;
  std::vector<series> pictures;
  friend bool operator==(const outcome&, const outcome&) = default;
};

/// The smaller of p and 1 - p: a fit that is too good is no chance either.
inline double extremeness(double p) { return p < 0.5 ? p : 1 - p; }

/// A p-value below `failing` is a failure; one below `suspect` is worth a repetition with more numbers.
/// TestU01's limit of failures is 1e-10 too (P. L'Ecuyer and R. Simard, "TestU01", ACM TOMS 33:4, 2007,
/// section 4).
inline constexpr double failing = 1e-10, suspect = 1e-4;

/// "failed", "suspect" or "passed".
inline const char* verdict_of(double p) {
  const double e = extremeness(p);
  return e < failing ? "failed" : e < suspect ? "suspect" : "passed";
}

}  // namespace tali::lab::certify
