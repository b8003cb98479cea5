// SPDX-License-Identifier: Apache-2.0
// Vector distributions with parameters worth testing, and the fills of vectors, categories and permutations
// at every place.
#pragma once

#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include <tali/fill.hpp>

#include "support/places.hpp"
#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>
#endif

namespace tali::test {

/// A covariance of d dimensions with entries of all sizes: L L' of an L with a strong diagonal.
inline std::vector<double> example_factor(std::size_t d) {
  std::vector<double> l(d * d, 0.0);
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < r; ++c) l[r * d + c] = static_cast<double>((r * 7 + c * 13) % 11) / 8 - 0.5;
    l[r * d + r] = 0.5 + static_cast<double>(r % 5);
  }
  return l;
}
inline std::vector<double> covariance_of(const std::vector<double>& l, std::size_t d) {
  std::vector<double> s(d * d, 0.0);
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c < d; ++c) {
      for (std::size_t k = 0; k < d; ++k) s[r * d + c] += l[r * d + k] * l[c * d + k];
    }
  }
  return s;
}

template <class T>
std::vector<T> example_mean(std::size_t d) {
  std::vector<T> mean(d);
  for (std::size_t r = 0; r < d; ++r) mean[r] = static_cast<T>(static_cast<double>(r % 9) * 0.75 - 3);
  return mean;
}

/// Numbers of dimensions that take all branches: fixed words, a block, groups of every size, more parts than
/// lanes.
inline std::vector<std::uint32_t> example_dimensions() {
  return {1, 2, 3, 4, 5, 7, 8, 11, 16, 32, 33, 61, 128, 129, 300};
}

template <class D>
struct structured_examples;
template <class T>
struct structured_examples<direction<T>> {
  static std::vector<direction<T>> all() {
    std::vector<direction<T>> out;
    for (const std::uint32_t d : example_dimensions()) out.emplace_back(d);
    return out;
  }
};
template <class T>
struct structured_examples<dirichlet<T>> {
  static std::vector<dirichlet<T>> all() {
    std::vector<dirichlet<T>> out;
    for (const std::uint32_t d : example_dimensions()) {
      std::vector<T> above(d), mixed(d);
      for (std::uint32_t c = 0; c < d; ++c) {
        above[c] = static_cast<T>(1 + 0.7 * (c % 6));
        mixed[c] = static_cast<T>(c % 3 == 0 ? 1e-3 : c % 3 == 1 ? 0.4 : 2.5);
      }
      out.emplace_back(std::span<const T>(above));
      out.emplace_back(std::span<const T>(mixed));
    }
    return out;
  }
};
template <class T>
struct structured_examples<multivariate_normal<T>> {
  static std::vector<multivariate_normal<T>> all() {
    std::vector<multivariate_normal<T>> out;
    for (const std::uint32_t d : example_dimensions()) {
      out.emplace_back(std::span<const T>(example_mean<T>(d)), covariance_of(example_factor(d), d));
    }
    return out;
  }
};

/// Trials that make all of inversion and rejection, with probabilities of 0 and of all sizes.
template <>
struct structured_examples<multinomial> {
  static std::vector<multinomial> all() {
    std::vector<multinomial> out;
    for (const std::uint32_t d : example_dimensions()) {
      std::vector<double> p(d);
      for (std::uint32_t c = 0; c < d; ++c) p[c] = c % 4 == 1 ? 0 : c % 4 == 2 ? 1e-6 : 1 + 0.3 * (c % 7);
      for (const double n : {0.0, 10.0, 1e5, 1e12}) out.emplace_back(n, p);
    }
    return out;
  }
};
template <>
struct structured_examples<multivariate_hypergeometric> {
  static std::vector<multivariate_hypergeometric> all() {
    std::vector<multivariate_hypergeometric> out;
    for (const std::uint32_t d : example_dimensions()) {
      std::vector<double> colors(d), many(d);
      double all = 0, all_many = 0;
      for (std::uint32_t c = 0; c < d; ++c) {
        all += colors[c] = c % 4 == 1 ? 0 : 1 + 3 * (c % 5);
        all_many += many[c] = c % 3 == 2 ? 7 : 1e9 + 12345 * c;
      }
      for (const double n : {0.0, std::floor(all / 2), all}) out.emplace_back(colors, n);
      for (const double n : {1000.0, std::floor(all_many / 3)}) out.emplace_back(many, n);
    }
    return out;
  }
};

/// Runs `write(address)` for n values at a place, `misalign` values behind an aligned address, with guards
/// before and behind that must survive.
template <class T, class OnCpu, class OnCuda>
std::vector<T> guarded(const place& p, std::size_t n, std::size_t misalign, const OnCpu& on_cpu,
                       [[maybe_unused]] const OnCuda& on_cuda) {
  constexpr std::size_t guard = 64;
  const std::size_t before = guard + misalign;
  std::vector<T> buffer(before + n + guard);
  std::memset(buffer.data(), 0xa5, buffer.size() * sizeof(T));
  const std::vector<T> untouched = buffer;
  if (!p.is_cuda) {
    on_cpu(std::span<T>(buffer.data() + before, n));
  } else {
#if defined(TALI_HAS_CUDA)
    const on_device here(p.gpu.ordinal);
    device_buffer<T> memory(buffer.size());
    memory.write(buffer);
    on_cuda(memory.at() + before);
    buffer = memory.read();
#endif
  }
  if (std::memcmp(buffer.data(), untouched.data(), before * sizeof(T)) != 0 ||
      std::memcmp(buffer.data() + before + n, untouched.data() + before + n, guard * sizeof(T)) != 0) {
    throw error("fill wrote outside its range at " + p.name);
  }
  return {buffer.begin() + static_cast<std::ptrdiff_t>(before),
          buffer.begin() + static_cast<std::ptrdiff_t>(before + n)};
}

/// `rows` rows at a place.
template <class E, vector_distribution D>
std::vector<typename D::result_type> rows_at(const place& p, const E& e, const D& d, std::uint64_t first,
                                             std::size_t rows, std::size_t misalign = 0) {
  using T = typename D::result_type;
  return guarded<T>(
      p, rows * d.size(), misalign, [&](std::span<T> to) { fill(p.host, e, d, first, to); },
      [&]([[maybe_unused]] T* to) {
#if defined(TALI_HAS_CUDA)
        fill(p.gpu, e, d, first, to, rows);
#endif
      });
}

template <class E>
std::vector<std::uint32_t> categories_at(const place& p, const E& e, const categorical& d,
                                         std::uint64_t first, std::size_t n, std::size_t misalign = 0) {
  return guarded<std::uint32_t>(
      p, n, misalign, [&](std::span<std::uint32_t> to) { fill(p.host, e, d, first, to); },
      [&]([[maybe_unused]] std::uint32_t* to) {
#if defined(TALI_HAS_CUDA)
        fill(p.gpu, e, d, first, to, n);
#endif
      });
}

template <class T>
std::vector<T> permutation_at(const place& p, const permutation<T>& of, T first, std::size_t n,
                              std::size_t misalign = 0) {
  return guarded<T>(
      p, n, misalign, [&](std::span<T> to) { fill(p.host, of, first, to); },
      [&]([[maybe_unused]] T* to) {
#if defined(TALI_HAS_CUDA)
        fill(p.gpu, of, first, to, n);
#endif
      });
}

/// The rows of the definition.
template <class E, class D>
std::vector<typename D::result_type> rows_by_definition(const E& e, const D& d, std::uint64_t first,
                                                        std::size_t rows) {
  std::vector<typename D::result_type> out(rows * d.size());
  for (std::size_t i = 0; i < rows; ++i) row(e, d, first + i, out.data() + i * d.size());
  return out;
}

}  // namespace tali::test
