// SPDX-License-Identifier: Apache-2.0
#include "support/examples.hpp"

#include <map>
#include <sstream>

namespace tali::test {

namespace {

/// The sets of a line of example_parameters.txt, each as text of its values.
using sets = std::vector<std::vector<std::string>>;

std::map<std::string, sets> read_examples() {
  std::istringstream in(
#include "data/example_parameters.txt"
  );
  std::map<std::string, sets> all;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name, set;
    for (words >> name; words >> set;) {
      std::vector<std::string>& values = all[name].emplace_back();
      std::istringstream text(set);
      for (std::string value; std::getline(text, value, ',');) values.push_back(value);
    }
  }
  return all;
}

/// The sets of a line; none if there is no such line.
const sets& examples_of(const std::string& name) {
  static const std::map<std::string, sets> all = read_examples();
  static const sets none;
  const auto found = all.find(name);
  return found == all.end() ? none : found->second;
}

}  // namespace

arguments example_arguments(const std::string& name, const parameter_names& parameters,
                            const std::string& type) {
  std::string names;
  for (const char* p : parameters) names += (names.empty() ? "" : ",") + std::string(p);
  arguments given;
  for (const std::string& line : {name + '/' + type, name, names}) {
    if (examples_of(line).empty()) continue;
    std::size_t k = 0;
    for (const char* p : parameters) given.set(p, examples_of(line)[0].at(k++));
    break;
  }
  return given;
}

std::vector<std::vector<double>> example_values(const std::string& name) {
  std::vector<std::vector<double>> all;
  for (const std::vector<std::string>& set : examples_of(name)) {
    std::vector<double>& values = all.emplace_back();
    for (const std::string& value : set) values.push_back(std::stod(value));
  }
  return all;
}

namespace {

std::vector<any_distribution> examples_of_fixed_budget(bool of_coordinate_alone) {
  std::vector<any_distribution> all;
  for (const distribution_info& d : distribution_list()) {
    if (d.kind != distribution_kind::fixed || (of_coordinate_alone && !d.of_coordinate)) continue;
    all.emplace_back(d.name, d.type, example_arguments(d.name, d.names, d.type));
  }
  return all;
}

}  // namespace

const std::vector<any_distribution>& fixed_examples() {
  static const std::vector<any_distribution> all = examples_of_fixed_budget(false);
  return all;
}

const std::vector<any_distribution>& coordinate_examples() {
  static const std::vector<any_distribution> all = examples_of_fixed_budget(true);
  return all;
}

const std::vector<std::vector<any_distribution>>& rejection_examples() {
  static const std::vector<std::vector<any_distribution>> all = [] {
    std::vector<std::vector<any_distribution>> list;
    catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      std::vector<any_distribution>& sets = list.emplace_back();
      for (const D& d : examples<D>()) sets.emplace_back(d);
    });
    return list;
  }();
  return all;
}

}  // namespace tali::test
