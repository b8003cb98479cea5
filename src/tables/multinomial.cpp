// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <tali/distribution/multinomial.hpp>
#include <tali/error.hpp>

namespace tali {

multinomial::multinomial(double n, std::span<const double> pvals) : n_(n) {
  if (!(n >= 0 && n <= most_trials && floor_f64(n) == n)) {
    throw argument_error("n", detail::text_of(n), "a whole number from 0 to 2^50");
  }
  if (pvals.empty() || pvals.size() > most_components) {
    throw argument_error("number of pvals", std::to_string(pvals.size()),
                         "1 to " + std::to_string(most_components));
  }
  for (std::size_t c = 0; c < pvals.size(); ++c) {
    if (!(pvals[c] >= 0 && is_finite(pvals[c]))) {
      throw argument_error({"pvals", {c}}, detail::text_of(pvals[c]), "a finite number of at least 0");
    }
  }
  // Sums from the last on, in order, so that the shares are the same everywhere.
  std::vector<double> shares(pvals.size());
  double rest = 0;
  for (std::size_t c = pvals.size(); c-- != 0;) {
    rest = add(rest, pvals[c]);
    shares[c] = rest > 0 ? divide(pvals[c], rest) : 0.0;
  }
  if (!(rest > 0 && is_finite(rest))) {
    throw argument_error("sum of pvals", detail::text_of(rest), "a finite number above 0");
  }
  size_ = static_cast<std::uint32_t>(pvals.size());
  table_ = detail::table(shares.data(), shares.size() * sizeof shares[0]);
}

}  // namespace tali
