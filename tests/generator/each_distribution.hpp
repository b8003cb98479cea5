// SPDX-License-Identifier: Apache-2.0
// Every distribution that a generator takes, with parameters that are not the trivial ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include <tali/generator.hpp>

#include "support/places.hpp"
#include "support/ranges.hpp"
#include "support/rejection.hpp"

namespace tali::test {

/// Calls f(distribution) for each.
template <class F>
void for_each_distribution(F f) {
  distributions::for_each([&]<class D>(int, type_list<D>) { f(example<D>()); });
  rejection_distributions::for_each([&]<class D>(int, type_list<D>) { f(examples<D>().front()); });
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

}  // namespace tali::test
