// SPDX-License-Identifier: Apache-2.0
#include "support/definitions.hpp"

#include "support/examples.hpp"

namespace tali::test {

const std::vector<defined_distribution>& defined_distributions() {
  static const std::vector<defined_distribution> all = [] {
    std::vector<defined_distribution> list;
    distributions::for_each([&]<class D>(int, type_list<D>) { list.push_back(defined(example<D>())); });
    return list;
  }();
  return all;
}

const std::vector<any_distribution>& coordinate_examples() {
  static const std::vector<any_distribution> all = [] {
    std::vector<any_distribution> list;
    coordinate_distributions::for_each([&]<class D>(int, type_list<D>) { list.emplace_back(example<D>()); });
    return list;
  }();
  return all;
}

const std::vector<std::vector<any_distribution>>& rejection_examples() {
  static const std::vector<std::vector<any_distribution>> all = [] {
    std::vector<std::vector<any_distribution>> list;
    rejection_distributions::for_each([&]<class D>(int, type_list<D>) {
      std::vector<any_distribution>& sets = list.emplace_back();
      for (const D& d : examples<D>()) sets.emplace_back(d);
    });
    return list;
  }();
  return all;
}

}  // namespace tali::test
