// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <tali/distribution/categorical.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/error.hpp>

namespace tali {

namespace {

using u128 = unsigned __int128;

void check_weights(std::span<const double> weights) {
  if (weights.empty() || weights.size() > categorical::most_categories) {
    throw argument_error("number of weights", std::to_string(weights.size()),
                         "1 to " + std::to_string(categorical::most_categories));
  }
  bool any = false;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] >= 0 && is_finite(weights[k]))) {
      throw argument_error({"weights", {k}}, detail::text_of(weights[k]), "a finite number of at least 0");
    }
    any |= weights[k] > 0;
  }
  if (!any) {
    throw argument_error("weights", "0 everywhere", "at least one weight above 0");
  }
}

/// The weights as integers whose sum is below 2^63: exact, except for parts below 2^-62 of their sum.
std::vector<std::uint64_t> integer_weights(std::span<const double> weights) {
  // Scaled only by powers of two, which round only subnormal numbers away: first to a largest weight
  // in [1/2, 1).
  int top = 0, scale = 0;
  std::frexp(*std::max_element(weights.begin(), weights.end()), &top);
  double sum = 0;
  for (const double w : weights) sum += std::ldexp(w, -top);
  std::frexp(sum, &scale);  // sum in [2^(scale - 1), 2^scale)
  std::vector<std::uint64_t> whole(weights.size());
  std::transform(weights.begin(), weights.end(), whole.begin(), [&](double w) {
    if (w == 0) return std::uint64_t{0};
    // Halves are added only to doubles below 2^52; larger doubles are integers.
    const double scaled = std::ldexp(w, 62 - scale - top);
    const auto rounded = static_cast<std::uint64_t>(scaled < 0x1p52 ? scaled + 0.5 : scaled);
    return std::max<std::uint64_t>(rounded, 1);
  });
  return whole;
}

/// floor(part 2^64 / whole) for part < whole < 2^63.
std::uint64_t fraction_of(std::uint64_t part, std::uint64_t whole) {
  return static_cast<std::uint64_t>((u128{part} << 64) / whole);
}

}  // namespace

categorical::categorical(std::span<const double> weights) : size_(0) {
  check_weights(weights);
  size_ = static_cast<std::uint32_t>(weights.size());
  const std::vector<std::uint64_t> whole = integer_weights(weights);
  u128 total = 0;
  for (const std::uint64_t w : whole) total += w;
  // A column holds `total`; category k has size_ times its weight to put into columns, and all fit exactly.
  const auto capacity = static_cast<std::uint64_t>(total);
  std::vector<u128> left(size_);
  std::transform(whole.begin(), whole.end(), left.begin(), [&](std::uint64_t w) { return u128{w} * size_; });
  std::vector<alias_column> columns(size_);
  std::vector<std::uint32_t> small, large;  // categories with less than a column left, and the rest
  for (std::uint32_t k = size_; k-- != 0;) (left[k] < capacity ? small : large).push_back(k);
  while (!small.empty()) {
    // The rest of a small category's column goes to a large one. The sum of the remaining weights is a whole
    // number of columns, so if there is a small category, there is a large one.
    const std::uint32_t k = small.back(), other = large.back();
    small.pop_back();
    const auto own = static_cast<std::uint64_t>(left[k]);
    columns[k] = {fraction_of(own, capacity), other, 0};
    left[other] -= capacity - own;
    if (left[other] < capacity) {
      large.pop_back();
      small.push_back(other);
    }
  }
  for (const std::uint32_t k : large) columns[k] = {~std::uint64_t{0}, k, 0};
  table_ = detail::table(columns.data(), columns.size() * sizeof columns[0]);
}

}  // namespace tali
