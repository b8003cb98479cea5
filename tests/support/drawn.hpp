// SPDX-License-Identifier: Apache-2.0
// Samples as tests of goodness of fit see them: counts over cells, of as many samples as asked for and from
// the device asked for, without room for all of them.
//
//   TALI_TEST_SAMPLES=1e10 TALI_TEST_DEVICE=cuda build/tests/distributions_test
//   TALI_TEST_ENGINE=pcg64 build/tests/samplers_test
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tali/fill.hpp>

#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>

#include "support/device_counts.hpp"
#endif

#include "support/sanitizers.hpp"

namespace tali::test {

/// How many samples a test of a distribution draws: 4 10^6, fewer under a sanitizer, or TALI_TEST_SAMPLES.
inline std::uint64_t sample_count() {
  static const std::uint64_t n = [] {
    if (const char* const asked = std::getenv("TALI_TEST_SAMPLES"); asked != nullptr) {
      const double x = std::atof(asked);
      if (!(x >= 1e5 && x <= 1e12))
        throw std::runtime_error(std::string("TALI_TEST_SAMPLES is ") + asked + "; expected 1e5 to 1e12");
      return static_cast<std::uint64_t>(x);
    }
    return under_sanitizer ? std::uint64_t{200'000} : std::uint64_t{4'000'000};
  }();
  return n;
}

/// Whether the samples come from CUDA device 0: TALI_TEST_DEVICE=cuda.
inline bool on_cuda() {
  const char* const asked = std::getenv("TALI_TEST_DEVICE");
  if (asked == nullptr || std::string(asked) == "cpu") return false;
#if defined(TALI_HAS_CUDA)
  if (std::string(asked) == "cuda") return true;
  throw std::runtime_error(std::string("TALI_TEST_DEVICE is ") + asked + "; expected cpu or cuda");
#else
  throw std::runtime_error(std::string("TALI_TEST_DEVICE is ") + asked + "; expected cpu here");
#endif
}

/// The sequence that samples are of: TALI_TEST_ENGINE, or philox4x32.
inline any_engine sequence_of(std::uint64_t seed) {
  const char* const asked = std::getenv("TALI_TEST_ENGINE");
  return any_engine(asked == nullptr ? philox4x32::name : asked, seed, 7);
}

/// Calls use(span) with the samples of sequence_of(seed), piece by piece, in order.
template <class D, class Use>
void each_piece(const D& d, std::uint64_t seed, Use&& use) {
  const any_engine sequence = sequence_of(seed);
  std::vector<typename D::result_type> piece(std::min(sample_count(), std::uint64_t{1} << 20));
  for (std::uint64_t i = 0; i < sample_count();) {
    const std::span part(piece.data(), std::min(piece.size(), sample_count() - i));
    fill(cpu{}, sequence, d, i, part);
    use(std::span<const typename D::result_type>(part));
    i += part.size();
  }
}

template <class T>
struct drawn {
  std::vector<double> counts;
  T least, most;
  bool any_nan;
};

#if defined(TALI_HAS_CUDA)
/// Calls use(address, count) with the samples in device memory, piece by piece.
template <class D, class Use>
void each_piece_on_cuda(const D& d, std::uint64_t seed, Use&& use) {
  using T = typename D::result_type;
  constexpr std::uint64_t most = std::uint64_t{1} << 28;
  const any_engine sequence = sequence_of(seed);
  const device_room room(std::min(sample_count(), most) * sizeof(T));
  for (std::uint64_t i = 0; i < sample_count();) {
    const std::uint64_t n = std::min(most, sample_count() - i);
    fill(cuda{}, sequence, d, i, static_cast<T*>(room.at()), n);
    use(static_cast<const T*>(room.at()), n);
    i += n;
  }
}
#endif

/// How many samples lie below the first edge, from each edge to below the next, and from the last on.
/// @param edges  ascending
template <class D>
drawn<typename D::result_type> draw_between(const D& d, std::uint64_t seed,
                                            const std::vector<typename D::result_type>& edges) {
  using T = typename D::result_type;
#if defined(TALI_HAS_CUDA)
  if (on_cuda()) {
    device_counts<T> counter(edges);
    each_piece_on_cuda(d, seed, [&](const T* x, std::uint64_t n) { counter.add(x, n); });
    return {counter.counts(), counter.least(), counter.most(), counter.any_nan()};
  }
#endif
  drawn<T> all{std::vector<double>(edges.size() + 1, 0.0), std::numeric_limits<T>::max(),
               std::numeric_limits<T>::lowest(), false};
  each_piece(d, seed, [&](std::span<const T> piece) {
    for (const T x : piece) {
      if (x != x) {
        all.any_nan = true;
        continue;
      }
      all.least = std::min(all.least, x);
      all.most = std::max(all.most, x);
      ++all.counts[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) - edges.begin())];
    }
  });
  return all;
}

}  // namespace tali::test
