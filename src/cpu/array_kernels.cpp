// SPDX-License-Identifier: Apache-2.0
// Fills with a separate set of parameters per element, for the CPU's baseline and for AVX2. CMake compiles
// this file once for each, with TALI_REGISTER_BYTES and TALI_PART.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <tali/detail/convert_range.hpp>
#include <tali/detail/value_form.hpp>

#include "cpu/array_samples.hpp"
#include "registry/functions.hpp"

namespace tali::cpu_driver {

/// Values of elements begin ... end - 1, from words. The parameters of each are in arrays.
/// @returns the first index with invalid parameters, or `end`
template <class D, int R>
std::size_t convert_each(const void* const* arrays, const std::uint32_t* words, void* to, std::size_t begin,
                         std::size_t end) {
  using T = typename D::result_type;
  constexpr int N = R / 2, count = detail::parameter_count<D>;  // four registers of doubles
  using F = lanes<double, N, R>;
  using L = typename in_lanes<D, F>::type;
  auto* const out = static_cast<T*>(to);
  std::size_t bad = end;
  if constexpr (!std::is_void_v<L>) {
    for (std::size_t i = begin; i < end; i += N, words += N * D::words) {
      const std::size_t n = std::min<std::size_t>(N, end - i);
      F p[count];
      load_parameters(arrays, i, n, p);
      const L d(detail::unchecked, p);
      if (n == N) {
        convert_lanes<N, R, D>(d, words, out + i);
      } else {
        std::uint32_t last_words[N * D::words] = {};
        T last[N];
        std::memcpy(last_words, words, n * D::words * sizeof(std::uint32_t));
        convert_lanes<N, R, D>(d, last_words, last);
        std::copy_n(last, n, out + i);
      }
      for (std::size_t l = 0; l < n; ++l) check_element<D>(arrays, i + l, out, &bad);
    }
  } else {
    for (std::size_t i = begin; i < end; ++i, words += D::words) {
      if (!check_element<D>(arrays, i, out, &bad)) continue;
      detail::parameters_of<D> p;
      read_parameters<D>(arrays, i, p);
      std::uint32_t w[D::words];
      for (int k = 0; k < D::words; ++k) w[k] = words[k];
      out[i] = static_cast<T>(D(detail::unchecked, p)(w));
    }
  }
  return bad;
}

/// As form_each_function.
template <class D, int R>
std::size_t form_each(const void* const* arrays, void* to, std::size_t begin, std::size_t end) {
  using T = typename D::result_type;
  static_assert(std::is_same_v<typename D::parameter, T>);
  constexpr int N = 4 * R / static_cast<int>(sizeof(T));
  using F = lanes<T, N, R>;
  const T *const a = static_cast<const T*>(arrays[0]), *const b = static_cast<const T*>(arrays[1]);
  T* const out = static_cast<T*>(to);
  std::size_t bad = end;
  for (std::size_t i = begin; i < end; i += N) {
    const std::size_t n = std::min<std::size_t>(N, end - i);
    T some[3][N] = {};
    const bool whole = n == N;
    if (!whole) {
      std::copy_n(a + i, n, some[0]);
      std::copy_n(b + i, n, some[1]);
      std::copy_n(out + i, n, some[2]);
    }
    T* const x = whole ? out + i : some[2];
    detail::with_parameters_as<T>(detail::value_form_of<D>, F::load(whole ? a + i : some[0]),
                                  F::load(whole ? b + i : some[1]), F::load(x))
        .store(x);
    if (!whole) std::copy_n(x, n, out + i);
    for (std::size_t l = 0; l < n; ++l) check_element<D>(arrays, i + l, out, &bad);
  }
  return bad;
}

namespace {

/// The words of samples, in memory.
template <class D>
struct stored_words {
  static constexpr int n = detail::sample_words(D::attempt_words);
  static constexpr std::uint32_t last_words = rejection_words<detail::rounds_at_run_time>::last_words;
  const std::uint32_t* words;
  std::uint64_t first;  ///< the sample whose words are first

  template <int m>
  TALI_FN void operator()(std::uint64_t j, std::uint32_t k, std::uint32_t (&w)[m]) const {
    of(j)(j, k, w);
  }
  template <int m>
  [[nodiscard]] TALI_FN detail::inversion_number inversion_of(std::uint64_t j) const {
    return of(j).template inversion_of<m>(j);
  }

 private:
  [[nodiscard]] TALI_FN detail::words_of_sample<n> of(std::uint64_t j) const {
    std::uint32_t w[n];
    for (int i = 0; i < n; ++i) w[i] = words[(j - first) * n + static_cast<std::uint64_t>(i)];
    return {w, D::tag};
  }
};

template <class D>
std::uint64_t sample_each(const words_of_samples& words, const void* const* arrays, std::uint64_t first,
                          void* to, std::size_t begin, std::size_t end, std::size_t* bad) {
  auto* const out = static_cast<typename D::result_type*>(to);
  if (words.in_memory == nullptr) {
    return samples_of_each<D, TALI_REGISTER_BYTES>(words.by_counter, arrays, first, out, bad)
        .range(begin, end);
  }
  const stored_words<D> stored{words.in_memory, first + begin};
  std::uint64_t failed = none_failed;
  for (std::size_t i = begin; i < end; ++i)
    sample_element<D, stored_words<D>, TALI_REGISTER_BYTES>(stored, arrays, first, i, out, bad, failed);
  return failed;
}

template <class List, class D>
inline constexpr bool in_this_object = List::template index_of<D>() % array_parts == TALI_PART;

template <class D>
constexpr convert_each_function convert_of() {
  if constexpr (takes_arrays<D> && in_this_object<catalogue::distributions, D>) {
    return &convert_each<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr form_each_function form_of() {
  if constexpr (detail::value_form_of<D> != detail::value_form::none && !takes_arrays<D> &&
                in_this_object<catalogue::distributions, D>) {
    return &form_each<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr rejection_each sample_of() {
  if constexpr (in_this_object<catalogue::rejection_distributions, D>) {
    return &sample_each<D>;
  } else {
    return nullptr;
  }
}

template <class... Fixed, class... Rejection>
constexpr array_kernels kernels_of(detail::type_list<Fixed...>, detail::type_list<Rejection...>) {
  return {{{convert_of<Fixed>()...}}, {{sample_of<Rejection>()...}}, {{form_of<Fixed>()...}}};
}

}  // namespace

template <>
constinit const array_kernels level_kernels<array_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(catalogue::distributions{}, catalogue::rejection_distributions{});

}  // namespace tali::cpu_driver
