// SPDX-License-Identifier: Apache-2.0
// tali gen: a range of a sequence, or of a point set, as bytes or text.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <tali/any.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "core/names.hpp"
#include "errors.hpp"
#include "output.hpp"
#include "points_request.hpp"
#include "ranks.hpp"
#include "subcommands.hpp"
#include "value_flags.hpp"
#include "value_source.hpp"
#include "value_writer.hpp"

namespace tali::tool {

namespace {

/// The command line.
struct flags {
  value_flags values;
  points_flags points;
  writing_flags writing;
};

/// Rejects flags of points with an engine of sequences, and the reverse, because they would be ignored.
void check_flags_of(const flags& f, bool quasi) {
  const value_flags& v = f.values;
  const auto value_of = [&](const char* flag) { return v.command.value_of(flag); };
  if (quasi) {
    if (v.given("--stream")) {
      throw argument_error("--stream", v.stream, "only with a pseudo-random engine; points have --replicate");
    }
    for (const char* flag : {"--seed", "--replicate"}) {
      if (v.given(flag) && f.points.scramble == "none") {
        throw argument_error(flag, value_of(flag), "only with --scramble shift or owen");
      }
    }
    return;
  }
  for (const char* flag : points_flags::names) {
    if (!v.given(flag)) continue;
    throw argument_error(flag, value_of(flag), "only with a quasi-random engine",
                         tali::detail::names_of(engine_list({engine_kind::quasi})));
  }
}

/// The request.
struct order {
  const any_distribution& distribution;
  index_range elements;
  const any_engine* points;          // for a quasi-random engine; otherwise null
  std::vector<std::uint64_t> shape;  // of a NumPy array
};

/// Number of values in a row of the table.
std::size_t columns_of(const flags& f, const order& o) {
  if (o.points == nullptr) return o.distribution.row_size();
  const std::size_t dimensions = o.points->points()->dimensions;
  if (f.writing.how(f.values.n == "inf") != format::csv) return dimensions;
  if (o.points->points()->layout != point_layout::point_major) {
    throw argument_error("--layout", "dim-major", "point-major with --format csv");
  }
  const index_range& r = o.elements;
  if (r.empty) return dimensions;
  for (const auto& [flag, number] : {std::pair{"--offset", r.first}, {"--elements", r.size()}}) {
    if (number % dimensions == 0) continue;
    throw argument_error(flag, std::to_string(number),
                         fmt::format("a multiple of --dims ({}) with --format csv", dimensions));
  }
  return dimensions;
}

/// The remaining work: values to make, and where to write them.
struct job {
  std::unique_ptr<direction_numbers> numbers;  ///< the table of --directions, which the values use
  std::unique_ptr<host_fill> values;           ///< null: there is nothing to write
  written_values content;
};

job job_of(const flags& f, const order& o) {
  const distribution_info& d = o.distribution.info();
  const value_source source(f.values, o.distribution, o.elements, neighbours::streams, o.points);
  return {nullptr,
          f.values.scaled(source.alone(), o.distribution),
          {{d.type, d.value_bytes, o.distribution.row_size()},
           o.elements,
           f.values.n == "inf",
           o.shape,
           columns_of(f, o)}};
}

job points_job(const flags& f) {
  const value_flags& v = f.values;
  points_request request = request_of(f.points, v.engine, v.n, v.offset, v.seed);
  const any_engine& points = *request.points;
  const any_distribution distribution = v.distribution();
  try {
    check_pair(points.info(), distribution.info());
  } catch (const argument_error& e) {
    throw on_flag(e, {{"distribution", "--dist"}});
  }
  job j = job_of(f, {distribution, {request.first, request.last, request.empty}, &points, request.shape});
  j.numbers = std::move(request.given_numbers);
  return j;
}

job job_of(flags f) {
  const engine_text engine = parse_engine(f.values.engine);
  const bool quasi = is_quasi_engine(engine.name);
  if (quasi) {
    f.points.take_options(engine, f.values.n, [&](const char* flag) { return f.values.given(flag); });
    f.values.engine = engine.name;
  }
  check_flags_of(f, quasi);
  if (quasi) return points_job(f);
  const any_distribution distribution = f.values.distribution();
  f.values.check_engine_has(distribution);
  const index_range r = f.values.range(distribution);
  std::vector<std::uint64_t> shape{r.size()};
  if (distribution.info().kind == distribution_kind::vector) shape.push_back(distribution.row_size());
  return job_of(f, {distribution, r, nullptr, shape});
}

}  // namespace

void add_gen(const parser& app, ranks& all, const value_writer& write) {
  const parser command = app.add_command("gen", "Write a range of a sequence: raw, NumPy or text");
  command.footer(
      "Numbers: 12345, 1e9, 2^30, 0xff. Engines, distributions and their parameters: tali info.\n"
      "Example: tali gen --engine pcg32 --seed 42 -n inf | RNG_test stdin32");
  auto f = std::make_shared<flags>();
  f->values.add_to(command, "How many elements (rows of vectors, points of a point set), or inf");
  f->writing.add_to(command);
  f->points.add_to(command);
  add_mpi(command, all, "Speed, which changes no value");
  command.does([f, &all, write] {
    job j;
    all.together([&] { j = job_of(*f); });
    if (j.values) write(f->writing, *j.values, j.content);
  });
}

}  // namespace tali::tool
