// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <tali/error.hpp>

#include "tune/measure.hpp"

namespace tali::tool::tune {

namespace {

/// Nothing if a parameter has no default, or the engine does not support it.
std::optional<any_distribution> with_default_parameters(const distribution_info& d,
                                                        const engine_info& engine) {
  try {
    if (!can_make(engine, d)) return {};
    return any_distribution(d.name, d.type);
  } catch (const argument_error&) {
    return {};
  }
}

/// Whether a measurement of the pair is useful. Except for the distributions below, values of word engines
/// are converted from words like all others, and the default figures include that.
bool is_measured(const engine_info& e, const distribution_info& d) {
  const std::string_view name = d.name;
  return e.kind != engine_kind::words || name == "bits" || name == "uniform" || name == "normal";
}

/// 100 dimensions, as in most tables of the benchmark, and more points than fit into any buffer here.
std::vector<any_engine> point_sets(const char* engine) {
  std::vector<any_engine> all;
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
  const auto add = [&](const engine_info& e, const std::string& variant, const any_engine& source) {
    for (const distribution_info& d : scalar_distribution_list()) {
      if (!is_measured(e, d)) continue;
      if (const auto distribution = with_default_parameters(d, e)) {
        all.push_back({{e.name, variant, d.name, d.type},
                       source,
                       *distribution,
                       static_cast<double>(source.generators())});
      }
    }
  };
  for (const engine_info& e :
       engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words, engine_kind::bank})) {
    add(e, "", any_engine(e.name, 1, 0));
  }
  for (const engine_info& e : engine_list({engine_kind::quasi})) {
    for (const any_engine& p : point_sets(e.name)) add(e, cost::variant_of(*p.points()), p);
  }
  return all;
}

}  // namespace tali::tool::tune
