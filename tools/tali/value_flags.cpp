// SPDX-License-Identifier: Apache-2.0
#include "value_flags.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "count.hpp"
#include "distribution_flags.hpp"
#include "errors.hpp"

namespace tali::tool {

void value_flags::add_to(CLI::App& app, const char* what_n_counts) {
  command = &app;
  sequence_flags::add_to(app);
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    return app.add_option(name, to, help)->capture_default_str()->type_name(value);
  };
  text("--offset", offset, "N", "Index of the first element");
  text("-n,--count", n, "N", what_n_counts);
  text("--dist", dist, "D", "Distribution; parameters may follow, as gamma:shape=2.5");
  text("--dtype", dtype, "T", "Type of the elements (default: the distribution's first)");
  app.add_option("--param", parameters, "A parameter of the distribution, name=value; repeatable")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  for (const char* o : {"--engine", "--seed", "--stream", "--offset", "-n", "--dist", "--dtype", "--param"}) {
    app.get_option(o)->group("Numbers");
  }
  const char* const speed = "Speed, which changes no value";
  text("--device", device, "auto|cpu|cuda", "Where they are made; never changes a value")->group(speed);
  text("--threads", threads, "N", "Threads of the CPU (default: as many as pay)")->group(speed);
  text("--simd", simd, "LEVEL",
       "SIMD level of the CPU: baseline, avx2, avx512, neon (default: the best here)")
      ->group(speed);
}

bool value_flags::given(const char* flag) const { return command->count(flag) != 0; }

any_distribution value_flags::distribution() const {
  return parse_distribution(dist, dtype, parse_parameters(parameters));
}

index_range value_flags::range(const any_distribution& d) const {
  const std::uint64_t first = parse_whole("--offset", offset);
  if (n.empty()) throw usage_error("-n is missing; allowed: a whole number or inf");
  const std::optional<std::uint64_t> count = parse_count("-n", n);
  const auto words = static_cast<int>(static_cast<std::size_t>(d.info().words) * d.row_size());
  const std::uint64_t end = std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(words);
  if (!count) {
    const bool empty = first != 0 && first - 1 == end;  // just behind the last element
    if (first > end && !empty) {
      throw usage_error(fmt::format("--offset is {}; allowed: at most {} (2^64 words, {} an element)", first,
                                    end + 1, words));
    }
    return {first, end, empty};
  }
  try {
    check_range(first, *count, words);
  } catch (const argument_error& e) {
    throw on_flag("--offset + -n", e);
  }
  return {first, first + *count - 1, *count == 0};
}

int value_flags::cpu_threads() const {
  constexpr std::uint64_t most = 4096, enough = 16;  // 16 outrun every pipe and disk
  const std::uint64_t wanted = threads.empty() ? 0 : parse_whole("--threads", threads);
  if (wanted > most) {
    throw usage_error(fmt::format("--threads is {}; allowed: 0 (as many as pay) ... {}", wanted, most));
  }
  if (wanted != 0) return static_cast<int>(wanted);
  return static_cast<int>(std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, enough));
}

simd_level value_flags::level() const {
  if (simd.empty()) return simd_levels().back();
  std::string allowed;
  for (const simd_level level : simd_levels()) {
    if (simd == simd_level_name(level)) return level;
    allowed += (allowed.empty() ? "" : ", ") + std::string(simd_level_name(level));
  }
  throw usage_error(fmt::format("--simd is '{}'; allowed on this machine: {}", simd, allowed));
}

void value_flags::check_engine_has(const any_distribution& d) const {
  const std::string name = engine_text(engine).name;
  for (const engine_info& e : engine_list()) {
    if (name != e.name) continue;
    try {
      check_pair(e, d.info());
    } catch (const argument_error& refused) {
      throw on_flag("--engine", refused);
    }
  }
}

std::string value_flags::text(const any_distribution& d) const {
  std::string all = fmt::format("--engine {} --seed {} --stream {} --offset {} -n {} --dist {} --dtype {}",
                                engine, seed, stream, offset, n, dist, d.info().type);
  for (const std::string& p : parameters) all += " --param " + p;
  return all;
}

}  // namespace tali::tool
