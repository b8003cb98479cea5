// SPDX-License-Identifier: Apache-2.0
#include "empirical/normals.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <omp.h>

#include "cpu/loops.hpp"

namespace tali::lab {

namespace {

constexpr std::uint64_t largest_batch = normal<float>::batch_size;
constexpr std::uint64_t piece = 2 * largest_batch;

/// Calls use(values, count) for the range, piece after piece, with values as doubles.
template <class F>
void each_piece(const cpu& where, const normal_range& r, F&& use) {
  const bool is_float = r.distribution.info().value_bytes == 4;
  std::vector<double> values(piece);
  std::vector<float> singles(is_float ? piece : 0);
  for (std::uint64_t done = 0; done < r.n; done += piece) {
    const auto n = static_cast<std::size_t>(std::min(piece, r.n - done));
    void* const to = is_float ? static_cast<void*>(singles.data()) : values.data();
    fill(cpu{1, where.level}, r.sequence, r.distribution, r.first + done, to, n);
    if (is_float) std::copy_n(singles.begin(), n, values.begin());
    use(values.data(), n);
  }
}

}  // namespace

bool is_normal(const any_distribution& d) {
  bool found = false;
  normals::for_each([&]<class D>(int, type_list<D>) { found |= d.get_if<D>() != nullptr; });
  return found;
}

moment_sums sum_moments(const cpu& where, const normal_range& r) {
  const int threads = where.threads == 0 ? omp_get_num_procs() : where.threads;
  // Whole spans a thread, so that none is made twice.
  const std::uint64_t spans = r.n / largest_batch / static_cast<std::uint64_t>(threads) + 1;
  const std::uint64_t share = spans * largest_batch;
  // Added in their order, so that a repetition has the same bits.
  std::vector<moment_sums> parts(static_cast<std::size_t>(threads));
  tali::detail::for_indices(threads, parts.size(), [&](std::uint64_t t) {
    const std::uint64_t begin = std::min(r.n, share * t);
    const std::uint64_t end = std::min(r.n, begin + share);
    each_piece(where, {r.sequence, r.distribution, r.first + begin, end - begin},
               [&](const double* x, std::size_t n) {
                 moment_accumulator a;
                 for (std::size_t i = 0; i < n; ++i) a.add(x[i]);
                 parts[t].add(a, n);
               });
  });
  moment_sums all;
  for (const moment_sums& part : parts) all.add(part);
  return all;
}

std::vector<double> tail(const cpu& where, const normal_range& r, double threshold) {
  std::vector<double> out;
  each_piece(where, r, [&](const double* x, std::size_t n) {
    std::copy_if(x, x + n, std::back_inserter(out), [&](double v) { return std::abs(v) > threshold; });
  });
  return out;
}

double expected_tail(double threshold, double n) { return n * std::erfc(threshold * std::sqrt(0.5)); }

std::uint32_t tail_to_uniform(double x, double threshold) {
  // The share of the tail beyond |x|, which is uniform in (0, 1).
  const double root = std::sqrt(0.5);
  const double beyond = std::erfc(std::abs(x) * root) / std::erfc(threshold * root);
  return to_word(x < 0 ? 0.5 * beyond : 1 - 0.5 * beyond);
}

}  // namespace tali::lab
