// SPDX-License-Identifier: Apache-2.0
#include "certify/user_law.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include <tali/catalogue.hpp>

namespace tali::lab::certify {

namespace {

/// The order of doubles as whole numbers, and back.
std::int64_t rank_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
double of_rank(std::int64_t rank) {
  return std::bit_cast<double>(rank >= 0 ? rank : std::numeric_limits<std::int64_t>::min() - rank);
}

/// The smallest x with below(x) >= share; a whole number for a law of whole numbers.
template <class Below>
double smallest_with(const Below& below, double share) {
  std::int64_t low = rank_of(-std::numeric_limits<double>::max()),
               high = rank_of(std::numeric_limits<double>::max());
  while (low < high) {
    const std::int64_t middle = std::midpoint(low, high);
    if (below(of_rank(middle)) >= share) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return of_rank(high);
}

template <class D>
concept says_its_law = requires(const D d) {
  d.distribution_function(0.0);
};

}  // namespace

std::optional<law> user_law(std::string_view distribution, std::string_view type, const arguments& given) {
  std::optional<law> found;
  catalogue_distributions::for_each([&]<class D>(int, type_list<D>) {
    if constexpr (says_its_law<D>) {
      if (distribution != D::name || type != type_name<typename D::result_type>()) return;
      const auto below = [d = D::make(given)](double x) { return d.distribution_function(x); };
      found = law{below, [below](double share) { return smallest_with(below, share); }};
      found->discrete = std::is_integral_v<typename D::result_type>;
    }
  });
  return found;
}

}  // namespace tali::lab::certify
