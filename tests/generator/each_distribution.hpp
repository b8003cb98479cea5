// SPDX-License-Identifier: Apache-2.0
// Every distribution that a generator takes, with parameters that are not the trivial ones, and its elements
// by a fill.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tali/generator.hpp>

#include "support/places.hpp"
#include "support/ranges.hpp"
#include "support/rejection.hpp"
#include "support/same_bits.hpp"

namespace tali::test {

/// Calls f(distribution) for each.
template <class F>
void for_each_distribution(F f) {
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) { f(example<D>()); });
  catalogue::rejection_distributions::for_each(
      [&]<class D>(int, detail::type_list<D>) { f(examples<D>().front()); });
}

/// The elements that a generator has of a distribution: those of all distributions, or, of one whose values
/// take many words, those that a sequence has.
template <class D>
constexpr std::uint64_t elements_in_all(const D&) {
  return std::min(generator::end(), end_of<D>());
}

/// "name type", the text that the tag is made of.
template <class D>
std::string name_of(const D&) {
  return std::string(D::name) + ' ' + type_name<typename D::result_type>();
}

template <class T>
bool same(T a, T b) {
  return same_bits(std::vector<T>{a}, std::vector<T>{b});
}

/// Elements first ... first + n - 1 of d's substream, by a fill.
template <class D>
std::vector<typename D::result_type> elements(const generator& g, const D& d, std::uint64_t first,
                                              std::size_t n) {
  std::vector<typename D::result_type> all(n);
  tali::fill(cpu{.threads = 1}, g.substream(d), d, first, std::span(all));
  return all;
}

}  // namespace tali::test
