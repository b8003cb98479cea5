// SPDX-License-Identifier: Apache-2.0
#include "points_request.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "errors.hpp"
#include "numbers.hpp"
#include "sequence_flags.hpp"

namespace tali::tool {

namespace {

point_layout layout_of(const points_flags& f) {
  if (f.layout == "point-major") return point_layout::point_major;
  if (f.layout == "dim-major") return point_layout::dim_major;
  throw argument_error("--layout", quoted(f.layout), "", {"dim-major", "point-major"});
}

scrambling scrambling_of(const points_flags& f) {
  if (f.scramble == "none") return scrambling::none;
  if (f.scramble == "shift") return scrambling::shift;
  if (f.scramble == "owen") return scrambling::owen;
  throw argument_error("--scramble", quoted(f.scramble), "", {"none", "shift", "owen"});
}

/// @param max  number of dimensions of the table
std::uint32_t dimensions_of(const std::string& text, std::uint32_t max) {
  const std::uint64_t d = parse_whole("--dims", text);
  if (d > std::numeric_limits<std::uint32_t>::max()) {  // otherwise the engine reports it
    throw argument_error("--dims", text, fmt::format("1 to {}, the number of dimensions in the table", max));
  }
  return static_cast<std::uint32_t>(d);
}

}  // namespace

void points_flags::add_to(const parser& app) {
  const parser points = app.under("Points of a quasi-random engine");
  points.add("--dims", dims, "D", "Dimensions");
  points.add("--layout", layout, "point-major|dim-major", "Order: k D + d or d N + k");
  points.add("--scramble", scramble, "none|shift|owen",
             "Randomisation by --seed: digital shift or Owen scrambling");
  points.add("--replicate", replicate, "N", "Number of the randomisation for this seed");
  points.add("--first-point", first_point, "K", "First point; 1 skips the origin");
  points.add("--directions", directions, "FILE", "Direction numbers in Joe and Kuo's format");
  points.add("--elements", elements, "N",
             "Write only N coordinates, from --offset, which also counts coordinates (default: all)");
}

void points_flags::take_options(const engine_text& engine, std::string& n,
                                const std::function<bool(const char*)>& is_given) {
  struct option {
    const char *key, *flag;
    std::string& to;
  };
  const option options[]{{"dims", "--dims", dims},
                         {"points", "-n", n},
                         {"layout", "--layout", layout},
                         {"scramble", "--scramble", scramble},
                         {"first", "--first-point", first_point}};
  for (const engine_text::option& option_text : engine.options) {
    const auto* const known = std::find_if(std::begin(options), std::end(options),
                                           [&](const option& o) { return option_text.key == o.key; });
    if (known == std::end(options)) {
      std::vector<std::string> keys;
      for (const option& o : options) keys.emplace_back(o.key);
      throw argument_error("--engine option", quoted(option_text.key), "", keys);
    }
    if (is_given(known->flag)) {
      throw argument_error(known->flag, known->to,
                           fmt::format("no --engine {}={} with it", option_text.key, option_text.text));
    }
    known->to = option_text.text;
  }
}

bool is_quasi_engine(const std::string& name) {
  const auto all = engine_list({engine_kind::quasi});
  return std::any_of(all.begin(), all.end(), [&](const engine_info& e) { return e.name == name; });
}

points_request request_of(const points_flags& f, const std::string& engine, const std::string& n,
                          const std::string& offset, const std::string& seed) {
  points_request r;
  if (f.dims.empty()) throw argument_error("--dims", "", "the number of dimensions");
  if (n.empty()) throw argument_error("-n", "", "the number of points, or inf");
  point_set set;
  set.layout = layout_of(f);
  set.scramble = scrambling_of(f);
  set.first_point = parse_whole("--first-point", f.first_point);
  set.seed = parse_whole("--seed", seed);
  set.replicate = parse_whole("--replicate", f.replicate);
  const std::optional<std::uint64_t> points = parse_count("-n", n);
  if (!points && set.layout == point_layout::dim_major) {
    throw argument_error("-n", "inf", "a whole number with --layout dim-major");
  }
  if (points) set.points = std::max<std::uint64_t>(*points, 1);
  if (!f.directions.empty()) {
    try {
      r.given_numbers = std::make_unique<direction_numbers>(direction_numbers::load(f.directions));
    } catch (const argument_error& e) {
      throw on_flag(e, {}, "--directions");
    } catch (const io_error& e) {
      throw io_error("read --directions", f.directions, e.reason());
    }
  }
  const direction_numbers& table = r.given_numbers ? *r.given_numbers : direction_numbers::joe_kuo();
  set.dimensions = dimensions_of(f.dims, table.dimensions());
  try {
    r.points = std::make_unique<any_engine>(engine, set, table);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"dimensions", "--dims"},
                      {"first point", "--first-point"},
                      {"first point + points", "--first-point + -n"},
                      {"points", "-n"}});
  }
  const bool nothing = points && *points == 0;
  const std::uint64_t last = last_index(*r.points);
  r.first = parse_whole("--offset", offset);
  const bool at_end = nothing ? r.first == 0 : r.first != 0 && r.first - 1 == last;
  if (!at_end && (nothing || r.first > last)) {
    throw argument_error("--offset", std::to_string(r.first),
                         fmt::format("at most {}, the number of elements", nothing ? 0 : last + 1));
  }
  r.last = last;
  r.empty = at_end;
  if (!f.elements.empty()) {
    const std::uint64_t count = parse_whole("--elements", f.elements);
    const std::uint64_t left = at_end ? 0 : last - r.first;  // the number less one
    if (count != 0 && (at_end || count - 1 > left)) {
      throw argument_error("--elements", f.elements, "at most the number of elements after --offset");
    }
    r.empty = count == 0;
    if (count != 0) r.last = r.first + (count - 1);
  }
  const std::uint64_t elements = r.empty ? 0 : r.last - r.first + 1;
  if (f.elements.empty() && r.first == 0 && points) {
    r.shape = {*points, set.dimensions};
    if (set.layout == point_layout::dim_major) std::swap(r.shape[0], r.shape[1]);
  } else {
    r.shape = {elements};
  }
  return r;
}

}  // namespace tali::tool
