// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <tali/distribution/multivariate_hypergeometric.hpp>
#include <tali/error.hpp>

namespace tali {

multivariate_hypergeometric::multivariate_hypergeometric(std::span<const double> colors, double nsample)
    : all_(0), draws_(nsample) {
  if (colors.empty() || colors.size() > most_components) {
    throw argument_error("number of colors", std::to_string(colors.size()),
                         "1 to " + std::to_string(most_components));
  }
  for (std::size_t c = 0; c < colors.size(); ++c) {
    if (!(colors[c] >= 0 && colors[c] <= most && floor_f64(colors[c]) == colors[c] &&
          add(all_, colors[c]) <= most)) {
      throw argument_error({"colors", {c}}, detail::text_of(colors[c]),
                           "a whole number of at least 0, with a sum of at most 2^50");
    }
    all_ = add(all_, colors[c]);
  }
  if (!(nsample >= 0 && nsample <= all_ && floor_f64(nsample) == nsample)) {
    throw argument_error("nsample", detail::text_of(nsample), "a whole number from 0 to the sum of colors");
  }
  size_ = static_cast<std::uint32_t>(colors.size());
  table_ = detail::table(colors.data(), colors.size() * sizeof colors[0]);
}

}  // namespace tali
