// SPDX-License-Identifier: Apache-2.0
#include "rejection/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>

#include <omp.h>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

#include "cpu/loops.hpp"
#include "rejection/law.hpp"

namespace tali::lab::rejection {

namespace {

/// The work of one CPU thread: warps begin ... end - 1.
void run_warps(const trial& t, std::uint64_t begin, std::uint64_t end, tally& part) {
  const attempt_words words = attempt_words::of(t.seed, t.stream);
  const std::uint64_t threshold = detail::threshold_for(t.rejection);
  const auto threads = static_cast<std::uint64_t>(t.threads);
  for (std::uint64_t warp = begin; warp < end; ++warp) {
    std::uint64_t n = 0;
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
      n = std::max<std::uint64_t>(n, count_attempts(words, threshold, warp * threads + thread));
    }
    part.sum += n;
    part.sum_of_squares += n * n;
    part.longest = std::max(part.longest, n);
    ++part.histogram[std::min<std::uint64_t>((n - 1) >> part.shift, histogram_bins - 1)];
  }
}

}  // namespace

double tally::mean() const { return static_cast<double>(sum) / static_cast<double>(rounds); }

double tally::second_moment() const {
  return static_cast<double>(sum_of_squares) / static_cast<double>(rounds);
}

namespace detail {

void check(const trial& t) {
  if (!(t.rejection >= 0 && t.rejection <= max_rejection)) {
    throw argument_error("rejection probability", std::to_string(t.rejection), "0 to 0.9999");
  }
  if (t.threads < 1 || t.threads > max_threads) {
    throw argument_error("threads", std::to_string(t.threads), "1 to 1024");
  }
  if (t.rounds < 1 || t.rounds > std::uint64_t{1} << 40) {
    throw argument_error("rounds", std::to_string(t.rounds), "1 to 2^40");
  }
}

int shift_for(const trial& t) {
  const std::uint64_t last = law(t.rejection, t.threads).last(1e-15);
  int shift = 0;
  while ((last - 1) >> shift >= histogram_bins - 1) ++shift;
  return shift;
}

std::uint64_t threshold_for(double rejection) {
  return static_cast<std::uint64_t>(std::ldexp(rejection, 64));  // below 2^64, because rejection is below 1
}

void check_ended(const tally& found) {
  if (found.longest <= max_attempts) return;
  throw error("a rejection loop did not end within " + std::to_string(max_attempts) + " attempts");
}

}  // namespace detail

tally run(const cpu& where, const trial& t) {
  detail::check(t);
  const int threads = where.threads == 0 ? omp_get_num_procs() : where.threads;
  tally all;
  all.shift = detail::shift_for(t);
  all.rounds = t.rounds;
  all.histogram.resize(histogram_bins);
  const std::uint64_t pieces = std::min<std::uint64_t>(t.rounds, 4 * static_cast<std::uint64_t>(threads));
  std::mutex adding;
  tali::detail::share_indices(threads, pieces, [&](const auto& next) {
    tally part;
    part.shift = all.shift;
    part.histogram.resize(histogram_bins);
    for (std::uint64_t piece = 0; next(piece);) {
      const std::uint64_t share = t.rounds / pieces, more = t.rounds % pieces;
      const std::uint64_t begin = piece * share + std::min(piece, more);
      run_warps(t, begin, begin + share + (piece < more ? 1 : 0), part);
    }
    const std::lock_guard lock(adding);
    all.sum += part.sum;
    all.sum_of_squares += part.sum_of_squares;
    all.longest = std::max(all.longest, part.longest);
    for (std::size_t b = 0; b < histogram_bins; ++b) all.histogram[b] += part.histogram[b];
  });
  detail::check_ended(all);
  return all;
}

comparison compare(const trial& t, const tally& found) {
  const law expected(t.rejection, t.threads);
  const double second = expected.raw_moment(2);
  const auto score = [&](double value, double mean, double variance) {
    return variance > 0 ? (value - mean) / std::sqrt(variance / static_cast<double>(found.rounds)) : 0;
  };
  // E N^4 - (E N^2)^2 from central moments, which do not cancel if the law is narrow.
  const double m = expected.mean(), v = expected.variance();
  const double spread =
      expected.central_moment(4) - v * v + 4 * m * expected.central_moment(3) + 4 * m * m * v;
  std::vector<double> probabilities(found.histogram.size());
  for (std::size_t b = 0; b < probabilities.size(); ++b) {
    const std::uint64_t first = std::uint64_t{b} << found.shift;  // iterations - 1
    if (b + 1 == probabilities.size()) {
      probabilities[b] = expected.survival(first);
    } else {
      for (std::uint64_t i = 0; i < std::uint64_t{1} << found.shift; ++i) {
        probabilities[b] += expected.pmf(first + i + 1);
      }
    }
  }
  return {m, second, score(found.mean(), m, v), score(found.second_moment(), second, spread),
          chi_squared_test(found.histogram, probabilities)};
}

std::vector<double> sweep(double smallest, double largest, std::size_t count) {
  for (const double rho : {smallest, largest})
    static_cast<void>(tali::detail::rejection_rate(rho));  // checks the argument
  if (count < 1) throw argument_error("number of rejection probabilities", "0", "at least 1");
  if (count == 1 ? smallest != largest : !(smallest < largest)) {
    throw argument_error("largest rejection probability", std::to_string(largest),
                         count == 1 ? std::to_string(smallest) + ", the smallest, because the count is 1"
                                    : "a number above the smallest, " + std::to_string(smallest));
  }
  std::vector<double> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
    all[i] = smallest + (largest - smallest) * share;
  }
  return all;
}

}  // namespace tali::lab::rejection
