// SPDX-License-Identifier: Apache-2.0
#include "empirical/normals.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <omp.h>

#include <tali/detail/convert_range.hpp>
#include <tali/simd/warp.hpp>

#include "cpu/loops.hpp"

namespace tali::lab {

namespace {

constexpr std::uint64_t largest_batch = normal<float>::batch_size;
constexpr std::uint64_t piece = 2 * largest_batch;

/// Makes numbers first ... first + n - 1 from the range's table.
void fill_by_table(const cpu& where, const normal_range& r, std::uint64_t first, double* to, std::size_t n) {
  using warp = detail::simd_warp<16>;
  constexpr std::size_t batch = warp_normal<double>::batch_size;
  const auto skip = static_cast<std::size_t>(first % batch);
  const std::size_t whole = (skip + n + batch - 1) / batch * batch;
  std::vector<std::uint32_t> words(whole);
  std::vector<double> values(whole);
  fill(where, r.sequence, any_distribution("bits", "u32"), first - skip, words.data(), whole);
  for (std::size_t i = 0; i < whole; i += batch) {
    typename warp::u32 entropy[warp_normal<double>::lane_words];
    cpu_driver::load_values(words.data() + i, entropy);
    double* out = values.data() + i;
    for (const auto& e : entropy) {
      detail::warp_gaussian<warp, 16, warp_grain::fine>(e, r.table->values, r.table->coefficients).store(out);
      out += detail::warp_size;
    }
  }
  std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(skip), n, to);
}

/// Calls use(values, count) for pieces of the range, with values as doubles.
template <class F>
void each_piece(const cpu& where, const normal_range& r, F&& use) {
  const bool is_float = r.distribution.info().value_bytes == 4;
  std::vector<double> values(piece);
  std::vector<float> singles(is_float ? piece : 0);
  for (std::uint64_t done = 0; done < r.n; done += piece) {
    const auto n = static_cast<std::size_t>(std::min(piece, r.n - done));
    if (r.table != nullptr) {
      fill_by_table(cpu{1, where.level}, r, r.first + done, values.data(), n);
    } else {
      void* const to = is_float ? static_cast<void*>(singles.data()) : values.data();
      fill(cpu{1, where.level}, r.sequence, r.distribution, r.first + done, to, n);
      if (is_float) std::copy_n(singles.begin(), n, values.begin());
    }
    use(values.data(), n);
  }
}

}  // namespace

bool is_normal(const any_distribution& d) {
  bool found = false;
  normals::for_each([&]<class D>(int, detail::type_list<D>) { found |= d.get_if<D>() != nullptr; });
  return found;
}

moment_sums sum_moments(const cpu& where, const normal_range& r) {
  const int threads = where.threads == 0 ? omp_get_num_procs() : where.threads;
  // Whole spans per thread, so that none is made twice.
  const std::uint64_t spans = r.n / largest_batch / static_cast<std::uint64_t>(threads) + 1;
  const std::uint64_t share = spans * largest_batch;
  // Added in order, so that a repetition gives the same bits.
  std::vector<moment_sums> parts(static_cast<std::size_t>(threads));
  tali::detail::for_indices(threads, parts.size(), [&](std::uint64_t t) {
    const std::uint64_t begin = std::min(r.n, share * t);
    const std::uint64_t end = std::min(r.n, begin + share);
    each_piece(where, {r.sequence, r.distribution, r.first + begin, end - begin, r.table},
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
  // The share of the tail that is beyond |x|, which is uniform in (0, 1).
  const double root = std::sqrt(0.5);
  const double share = std::erfc(std::abs(x) * root) / std::erfc(threshold * root);
  return tool::to_word(x < 0 ? 0.5 * share : 1 - 0.5 * share);
}

}  // namespace tali::lab
