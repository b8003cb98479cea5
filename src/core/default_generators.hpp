// SPDX-License-Identifier: Apache-2.0
// The default generators of an engine, if only its name is given. They are part of its sequence.
#pragma once

#include <cstddef>

#include <tali/catalogue.hpp>

namespace tali::detail {

/// The exponent of a bank.
template <bank_engine E>
constexpr int default_mexp() {
  return sizeof(typename E::word_type) == 4 ? 11213 : 23209;
}

/// Threads of a comparator.
inline constexpr std::size_t default_threads_of_comparator = 4096;

template <class E>
std::size_t default_generators() {
  if constexpr (bank_engine<E>) return shipped_mtgp_sets<typename E::word_type>(default_mexp<E>());
  if constexpr (per_thread_engine<E>) return default_threads_of_comparator / E::generator::width;
  return 0;
}

}  // namespace tali::detail
