// SPDX-License-Identifier: Apache-2.0
#include "tune/kinds.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <tali/error.hpp>

namespace tali::tool::tune {

namespace {

/// Nothing if it has parameters without a default, or the engine cannot have it.
std::optional<named_distribution> with_default_parameters(const distribution_info& d, const char* engine) {
  try {
    named_distribution made(d.name, d.type);
    made.check_engine(engine);
    return made;
  } catch (const argument_error&) {
    return {};
  }
}

bool for_points(const distribution_info& d) {
  bool found = false;
  quasi_distributions::each([&]<class D>(int, type_list<D>) {
    found = found || (std::string_view(d.name) == D::name &&
                      std::string_view(d.type) == type_name<typename D::result_type>());
  });
  return found;
}

/// 100 dimensions, as in most tables of the benchmark, and more points than any buffer here takes.
std::vector<named_points> point_sets(const char* engine) {
  std::vector<named_points> all;
  for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
    for (const auto scramble : {scrambling::none, scrambling::owen}) {
      point_set set;
      set.dimensions = 100;
      set.points = std::uint64_t{1} << 22;
      set.layout = layout;
      set.scramble = scramble;
      all.emplace_back(engine, set);
    }
  }
  return all;
}

}  // namespace

std::vector<candidate> candidates() {
  std::vector<candidate> all;
  const auto add = [&](const char* engine, const std::string& variant, const any_source& source,
                       double generators, bool points) {
    for (const distribution_info& d : distribution_list()) {
      if (points && !for_points(d)) continue;
      if (const auto distribution = with_default_parameters(d, engine)) {
        all.push_back({{engine, variant, d.name, d.type}, source, *distribution, generators});
      }
    }
  };
  for (const engine_info& e : engine_list()) add(e.name, "", named_sequence(e.name, 1, 0), 0, false);
  for (const engine_info& e : bank_engine_list()) {
    const grid_name name(e.name);
    add(e.name, "", std::make_shared<const named_grid>(name, 1, 0), static_cast<double>(name.sets), false);
  }
  for (const quasi_info& e : quasi_engine_list()) {
    for (const named_points& p : point_sets(e.name)) add(e.name, variant_of(p.set()), p, 0, true);
  }
  return all;
}

}  // namespace tali::tool::tune
