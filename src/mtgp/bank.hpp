// SPDX-License-Identifier: Apache-2.0
// Shared by engines of one bank: the parameter sets and, after first use, their polynomials.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include <omp.h>

#include <tali/engine/mtgp_jump.hpp>

#include "cpu/loops.hpp"

namespace tali::detail {

/// Calls f(k) for k = 0 ... n - 1 on as many threads as OpenMP is set to, and throws what one of the calls
/// threw.
template <class F>
void for_each_set(std::size_t n, const F& f) {
  for_indices(static_cast<int>(std::min<std::size_t>(n, static_cast<std::size_t>(omp_get_max_threads()))), n,
              f);
}

template <mtgp_word Word>
struct mtgp_bank {
  explicit mtgp_bank(std::vector<mtgp_parameters<Word>> all)
      : sets(std::move(all)),
        once(std::make_unique<std::once_flag[]>(sets.size())),
        polynomials(sets.size()) {}

  /// The characteristic polynomial of set k, made by the first call.
  const gf2_polynomial& polynomial(std::size_t k) const {
    std::call_once(once[k], [&] { polynomials[k] = mtgp_characteristic_polynomial(sets[k]); });
    return polynomials[k];
  }

  std::vector<mtgp_parameters<Word>> sets;
  std::unique_ptr<std::once_flag[]> once;
  mutable std::vector<gf2_polynomial> polynomials;
};

}  // namespace tali::detail
