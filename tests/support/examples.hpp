// SPDX-License-Identifier: Apache-2.0
// The parameters that the pinned digests are of: for distributions of fixed and of variable budget.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/arguments.hpp>
#include <tali/catalogue.hpp>
#include <tali/parameter_arrays.hpp>

namespace tali::test {

/// Parameters of a distribution of fixed budget that are not the trivial ones.
arguments example_arguments(const std::string& name, const parameter_names& parameters,
                            const std::string& type);

/// One distribution of every entry of the catalogue, with these parameters.
template <class D>
D example() {
  return D::make(example_arguments(D::name, D::parameters, type_name<typename D::result_type>()));
}

/// Sets of parameters of the distribution `name` that take all its branches; none where its defaults will do.
std::vector<std::vector<double>> example_values(const std::string& name);

/// The same as D takes them, of those that its type has.
template <class D>
std::vector<std::vector<typename D::parameter>> example_parameters() {
  std::vector<std::vector<typename D::parameter>> all;
  for (const std::vector<double>& given : example_values(D::name)) {
    detail::parameters_of<D> p{};
    for (std::size_t k = 0; k < given.size(); ++k) p[k] = static_cast<typename D::parameter>(given[k]);
    if (D::bad_parameter(p) < 0) all.emplace_back(std::begin(p), std::end(p));
  }
  if (all.empty()) {
    all.emplace_back();
    for (const parameter_info& p : D::parameter_list) {
      all.back().push_back(static_cast<typename D::parameter>(p.default_value));
    }
  }
  return all;
}

/// A distribution with the parameters that arrays would have for it.
template <class D>
D from(const std::vector<typename D::parameter>& given) {
  detail::parameters_of<D> p;
  for (int k = 0; k < detail::parameter_count<D>; ++k) p[k] = given.at(static_cast<std::size_t>(k));
  detail::check_parameters<D>(p);
  return D(detail::unchecked, p);
}

/// One of variable budget with each of its sets.
template <class D>
std::vector<D> examples() {
  std::vector<D> all;
  for (const auto& given : example_parameters<D>()) all.push_back(from<D>(given));
  return all;
}

/// The examples of all distributions of fixed budget, of those of them that points have, and of each
/// distribution of variable budget.
const std::vector<any_distribution>& fixed_examples();
const std::vector<any_distribution>& coordinate_examples();
const std::vector<std::vector<any_distribution>>& rejection_examples();

}  // namespace tali::test
