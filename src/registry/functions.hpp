// SPDX-License-Identifier: Apache-2.0
// The functions of the registry's entries, on objects of their type: one pointer per function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tali/arguments.hpp>
#include <tali/catalogue.hpp>
#include <tali/distribution/uniform_as.hpp>
#include <tali/engine/sobol.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

/// `e` is an engine of the entry's type.
struct engine_functions {
  /// The engine's position in its group of words; 0 if the engine makes single words.
  int (*phase)(const void* e);
  /// For engines whose words end with the sequence's last word, the engine's position; otherwise 0.
  std::uint64_t (*words_behind)(const void* e);
  /// Index of the last word, or of the last coordinate.
  std::uint64_t (*last)(const void* e);
  const point_set* (*points)(const void* e);
  std::size_t (*generators)(const void* e);
  std::uint64_t (*row_words)(const void* e);
  std::vector<std::uint64_t> (*state)(const void* e);
};

/// `d` is a distribution of the entry's type.
struct distribution_functions {
  std::shared_ptr<const void> (*make)(const arguments& given);
  std::size_t (*row_size)(const void* d);
  /// The convention of a uniform_as; null for other distributions.
  uniform_convention (*convention)(const void* d);

  /// Makes a distribution from its numbers; null if other things than numbers make it.
  std::shared_ptr<const void> (*of_numbers)(const double* p);
  /// Makes values with numbers[k][i] from contiguous words; null if the distribution takes arrays anyway, or
  /// if values are made in batches or from standard ones.
  void (*of_words)(const std::uint32_t* words, const double* const* numbers, void* to, std::size_t n);

  /// Words per sample or row of engines without counters, for rejection and vector distributions; null for
  /// others. `d` is needed for vectors only.
  std::uint64_t (*words_per_element)(const void* d);

  // For rejection distributions; null or 0 for others.
  double (*acceptance)(const void* d);
  int attempt_words;

  // For distributions whose elements can have separate parameters; null or 0 for others. Returns the number
  // of the first invalid parameter of element `at`, or -1.
  int (*bad_parameter)(const void* const* arrays, std::size_t at);
  /// A parameter's text in messages.
  std::string (*shown)(const void* array, std::size_t at);
  std::size_t parameter_bytes;

  /// The type as C++, for the names of kernels: "tali::gamma<float>".
  std::string_view spelling;
};

/// How values with parameters are computed from standard ones, or `none`.
template <class D>
inline constexpr value_form value_form_of = value_form::none;
template <class T>
requires std::is_floating_point_v<T>
inline constexpr value_form value_form_of<normal<T>> = value_form::normal;
template <class T>
inline constexpr value_form value_form_of<normal_icdf<T>> = value_form::normal;
template <class T>
inline constexpr value_form value_form_of<lognormal<T>> = value_form::lognormal;
template <class T>
inline constexpr value_form value_form_of<exponential<T>> = value_form::exponential;

// An engine's default parameters, if only its name is given. They are part of its sequence.

/// The exponent of a bank.
template <bank_engine E>
constexpr int default_mexp() {
  return sizeof(typename E::word_type) == 4 ? 11213 : 23209;
}

/// Number of threads of a comparator.
inline constexpr std::size_t default_threads_of_comparator = 4096;

template <class E>
std::size_t default_generators() {
  if constexpr (bank_engine<E>) return shipped_mtgp_sets<typename E::word_type>(default_mexp<E>());
  if constexpr (per_thread_engine<E>) return default_threads_of_comparator / E::generator::width;
  return 0;
}

}  // namespace tali::detail
