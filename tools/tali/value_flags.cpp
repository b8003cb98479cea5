// SPDX-License-Identifier: Apache-2.0
#include "value_flags.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "core/names.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "sequence_flags.hpp"
#include "transforms.hpp"
#include "whole_option.hpp"

namespace tali::tool {

namespace {

/// A number in the notation of arguments: 1e9, 2^30 and 0xff become digits; other texts do not change.
std::string plain_number(const std::string& text) {
  const bool negative = text.starts_with('-');
  try {
    return (negative ? "-" : "") + std::to_string(parse_whole("number", text.substr(negative ? 1 : 0)));
  } catch (const argument_error&) {
    return text;
  }
}

/// Rejects a flag for a parameter that the distribution does not have.
void check_has_parameter(const std::string& dist, const std::string& name, const std::string& flag,
                         const std::string& value) {
  std::vector<distribution_info> distributions;
  bool known = false, has_parameter = false;
  for (const distribution_info& d : distribution_list()) {
    const bool takes_it = std::ranges::any_of(d.names, [&](const char* p) { return name == p; });
    known = known || dist == d.name;
    has_parameter = has_parameter || (takes_it && dist == d.name);
    if (takes_it || d.name == std::string_view("uniform")) distributions.push_back(d);
  }
  if (!known || has_parameter) return;  // an unknown name is reported elsewhere
  throw argument_error(flag, value, "only with a distribution that has it",
                       tali::detail::names_of(distributions));
}

}  // namespace

void value_flags::add_to(const parser& app, const char* what_n_counts) {
  command = app;
  const parser numbers = app.under("Numbers"), speed = app.under("Speed, which changes no value");
  sequence_flags::add_to(numbers);
  numbers.add("--offset", offset, "N", "Index of the first element");
  numbers.add("-n,--count", n, "N", what_n_counts);
  numbers.add("--dist", dist, "D", "Distribution; parameters may follow: gamma:shape=2.5");
  numbers.add("--dtype", dtype, "T", "Type of the elements (default: the distribution's first)");
  numbers.add("--param", parameters, "NAME=VALUE", "A parameter of the distribution, name=value; repeatable");
  numbers.add("--low", low, "X",
              "Least value of uniform or uniform-int; parameter low of other distributions");
  numbers.add("--high", high, "X", "Upper bound of uniform (excluded); the greatest value of uniform-int");
  speed.add("--device", device, "auto|cpu|cuda",
            "Where to run; cuda:1 and cuda:0,2 select GPUs, cuda:all uses all GPUs");
  add_threads(speed, threads);
  speed.add("--simd", simd, "LEVEL",
            "SIMD level of the CPU: baseline, avx2, avx512, neon (default: the best)");
}

bool value_flags::given(const char* flag) const { return command.given(flag); }

any_distribution value_flags::distribution() const {
  const named_distribution distribution = named();
  arguments all = parse_parameters(distribution.parameters);
  if (is_scaled()) return parse_distribution(distribution.name, dtype, all);
  for (const auto& [name, value] : {std::pair{"low", &low}, {"high", &high}}) {
    if (value->empty()) continue;
    const std::string flag = std::string("--") + name;
    check_has_parameter(distribution.name, name, flag, *value);
    if (all.has(name)) {
      throw argument_error(flag, *value, fmt::format("no --param {}={} with it", name, all.text(name)));
    }
    all.set(name, plain_number(*value));
  }
  return parse_distribution(distribution.name, dtype, all);
}

std::unique_ptr<host_fill> value_flags::scaled(std::unique_ptr<host_fill> source,
                                               const any_distribution& d) const {
  if (!is_scaled()) return source;
  const std::string_view type = d.info().type;
  if (type != "f32" && type != "f64") {
    throw argument_error("--dtype", quoted(std::string(type)), "a type for --low and --high", {"f32", "f64"});
  }
  const auto number = [&](const char* flag, const std::string& text, double otherwise) {
    if (text.empty()) return otherwise;
    const double x = parse_real(flag, plain_number(text), "a finite number");
    return type == "f32" ? static_cast<double>(static_cast<float>(x)) : x;
  };
  const double from = number("--low", low, 0), to = number("--high", high, 1);
  const double span =
      type == "f32" ? static_cast<double>(static_cast<float>(to) - static_cast<float>(from)) : to - from;
  if (!(from < to) || !std::isfinite(span)) {
    throw argument_error("--high", high.empty() ? "1" : high,
                         fmt::format("a number above --low ({}), less than {} away", low.empty() ? "0" : low,
                                     type == "f32" ? "3.4e38" : "1.8e308"));
  }
  return make_scaled(std::move(source), type, from, to);
}

index_range parse_range(const std::string& offset, const std::string& n, std::int64_t words) {
  const std::uint64_t first = parse_whole("--offset", offset);
  const std::optional<std::uint64_t> count = parse_count("-n", n);
  const std::uint64_t end = std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(words);
  if (!count) {
    const bool empty = first != 0 && first - 1 == end;  // directly after the last element
    if (first > end && !empty) {
      throw argument_error("--offset", std::to_string(first),
                           fmt::format("at most {}, because {} words per element make 2^64", end + 1, words));
    }
    return {first, end, empty};
  }
  try {
    tali::detail::check_range(first, *count, words);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"first index + count", "--offset + -n"}});
  }
  return {first, first + *count - 1, *count == 0};
}

namespace {

/// Words of the sequence per element.
std::int64_t words_of_element(const std::string& engine, const any_distribution& d) {
  for (const engine_info& e : engine_list()) {
    if (engine == e.name && e.kind != engine_kind::counter && d.info().kind != distribution_kind::fixed)
      return tali::detail::words_per_element(e, d.info(), d.get());
  }
  return d.info().words * static_cast<std::int64_t>(d.row_size());
}

}  // namespace

index_range value_flags::range(const any_distribution& d) const {
  if (n.empty()) throw argument_error("-n", "", "a whole number or inf");
  return parse_range(offset, n, words_of_element(parse_engine(engine).name, d));
}

int value_flags::cpu_threads() const {
  constexpr std::uint64_t enough = 16;  // 16 are faster than any pipe or disk
  const std::uint64_t requested = threads.empty() ? 0 : parse_whole("--threads", threads);
  if (requested != 0) return static_cast<int>(requested);
  return static_cast<int>(std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, enough));
}

simd_level value_flags::level() const {
  if (simd.empty()) return best_simd_level();
  std::vector<std::string> available;
  for (const simd_level level : simd_levels()) {
    if (simd == simd_level_name(level)) return level;
    available.emplace_back(simd_level_name(level));
  }
  throw argument_error("--simd", quoted(simd), "", available);
}

void value_flags::check_engine_has(const any_distribution& d) const {
  const std::string name = parse_engine(engine).name;
  for (const engine_info& e : engine_list()) {
    if (name != e.name) continue;
    try {
      check_pair(e, d);
    } catch (const argument_error& refused) {
      throw on_flag(refused, {{"as", "--param as"}, {"engine", "--engine"}, {"distribution", "--dist"}});
    }
  }
}

}  // namespace tali::tool
