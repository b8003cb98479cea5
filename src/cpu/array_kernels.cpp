// SPDX-License-Identifier: Apache-2.0
// Fills with a separate set of parameters per element, for the CPU's baseline and for AVX2. CMake compiles
// this file once for each, with TALI_REGISTER_BYTES.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

// Converts words in memory to values with separate parameters.

/// Values of elements begin ... end - 1, from words. The parameters of each are in arrays.
/// @tparam R  the level's register bytes, so that each level has a different name (tests/isa_symbols.cmake)
/// @returns the first index with invalid parameters, or `end`
template <class D, int R>
std::size_t convert_each(const void* const* arrays, const std::uint32_t* words, void* to, std::size_t begin,
                         std::size_t end) {
  using T = typename D::result_type;
  constexpr int parameters = detail::parameter_count<D>;
  auto* const out = static_cast<T*>(to);
  std::size_t bad = end;
  for (std::size_t i = begin; i < end; ++i, words += D::words) {
    parameters_of<D> p;
    for (int k = 0; k < parameters; ++k) p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
    if (D::bad_parameter(p) >= 0) {
      out[i] = detail::no_value<T>();
      if (bad == end) bad = i;
      continue;
    }
    std::uint32_t w[D::words];
    for (int k = 0; k < D::words; ++k) w[k] = words[k];
    out[i] = static_cast<T>(D(unchecked, p)(w));
  }
  return bad;
}

namespace {

/// The words of one sample, of either kind.
template <class D>
struct words_of_either {
  static constexpr int n = sample_words(D::attempt_words);
  const words_of_samples& all;
  std::uint64_t first;  ///< the sample whose words are first in memory

  static constexpr std::uint32_t last_words = rejection_words<rounds_at_run_time>::last_words;

  template <int m>
  TALI_FN void operator()(std::uint64_t j, std::uint32_t k, std::uint32_t (&words)[m]) const {
    if (all.in_memory == nullptr) {
      all.by_counter(j, k, words);
    } else {
      in_memory(j)(j, k, words);
    }
  }
  template <int m>
  [[nodiscard]] TALI_FN inversion_number inversion_of(std::uint64_t j) const {
    return all.in_memory == nullptr ? all.by_counter.template inversion_of<m>(j)
                                    : in_memory(j).template inversion_of<m>(j);
  }

 private:
  [[nodiscard]] TALI_FN words_of_sample<n> in_memory(std::uint64_t j) const {
    std::uint32_t w[n];
    for (int i = 0; i < n; ++i) w[i] = all.in_memory[(j - first) * n + static_cast<std::uint64_t>(i)];
    return {w, D::tag};
  }
};

template <class D>
std::uint64_t sample_each(const words_of_samples& words, const void* const* arrays, std::uint64_t first,
                          void* to, std::size_t begin, std::size_t end, std::size_t* bad) {
  const words_of_either<D> either{words, first + begin};
  constexpr int parameters = detail::parameter_count<D>;
  auto* const out = static_cast<typename D::result_type*>(to);
  std::uint64_t failed = none_failed;
  for (std::size_t i = begin; i < end; ++i) {
    parameters_of<D> p;
    for (int k = 0; k < parameters; ++k) p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
    if (D::bad_parameter(p) >= 0) {
      out[i] = D::failed();
      *bad = std::min(*bad, i);
      continue;
    }
    const auto s = sample(either, D(unchecked, p), first + i);
    out[i] = s.value;
    if (!s.accepted) failed = std::min(failed, first + i);
  }
  return failed;
}

template <class D>
constexpr convert_each_function convert_of() {
  if constexpr (takes_arrays<D>) {
    return &convert_each<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class... Fixed, class... Rejection>
constexpr array_kernels kernels_of(type_list<Fixed...>, type_list<Rejection...>) {
  return {{{convert_of<Fixed>()...}}, {{&sample_each<Rejection>...}}};
}

}  // namespace

template <>
constinit const array_kernels level_kernels<array_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(distributions{}, rejection_distributions{});

}  // namespace tali::cpu_driver
