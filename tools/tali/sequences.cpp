// SPDX-License-Identifier: Apache-2.0
#include "sequences.hpp"

#include <limits>
#include <utility>

#include <fmt/core.h>

#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>
#include <tali/quasi.hpp>

#include "errors.hpp"
#include "grid_host_fill.hpp"
#include "thread_grid_host_fill.hpp"

namespace tali::tool {

namespace {

named_sequence sequence_of(const std::string& engine, std::uint64_t seed, std::uint64_t stream) {
  try {
    return named_sequence(engine, seed, stream);
  } catch (const argument_error& e) {
    if (e.argument() == "stream") throw on_flag("--stream", e);
    std::string all;
    for (const auto list : {engine_list(), bank_engine_list(), thread_grid_list()}) {
      for (const engine_info& x : list) all += (all.empty() ? "" : ", ") + std::string(x.name);
    }
    for (const quasi_info& x : quasi_engine_list()) all += std::string(", ") + x.name;
    throw usage_error(fmt::format("--engine is '{}'; allowed: {}", engine, all));
  }
}

/// What --engine says of the sequence.
template <class Name>
Name name_of(const std::string& engine) {
  try {
    return Name(engine);
  } catch (const argument_error& e) {
    throw on_flag("--" + e.argument(), e);
  }
}

named_grid bank_of(const std::string& engine, const grid_name& name, std::uint64_t seed,
                   std::uint64_t stream) {
  try {
    return named_grid(name, seed, stream);
  } catch (const argument_error& e) {
    throw on_flag("--engine " + engine + ": " + e.argument(), e);
  }
}

std::uint64_t moved(const char* flag, const char* word, std::uint64_t value, std::uint64_t by) {
  if (value > std::numeric_limits<std::uint64_t>::max() - by) {
    throw usage_error(fmt::format("{} is {}; allowed: so that {} {} follow", flag, value, by, word));
  }
  return value + by;
}

}  // namespace

grid_name sequence_family::grid() const { return name_of<grid_name>(engine); }

any_sequence sequence_family::alone() const {
  if (grid_name::is_grid(engine)) return bank_of(engine, grid(), seed, stream);
  if (thread_grid_name::is_thread_grid(engine)) {
    return named_thread_grid(name_of<thread_grid_name>(engine), seed, stream);
  }
  return sequence_of(engine, seed, stream);
}

any_sequence sequence_family::member(std::uint64_t k) const {
  sequence_family other = *this;
  if (step == neighbours::seeds) {
    other.seed = moved("--seed", "seeds", seed, k);
    return other.alone();
  }
  if (step == neighbours::drawn) {
    const philox4x32 source(seed, stream);
    const auto pair = [&](std::uint64_t i) {
      return source.word(4 * k + i) | std::uint64_t{source.word(4 * k + i + 1)} << 32;
    };
    other.seed = pair(0);
    other.stream = pair(2);
    for (const engine_info& e : engine_list()) {
      if (engine == e.name) other.stream &= e.max_stream;  // 2^n - 1
    }
    return other.alone();
  }
  if (!grid_name::is_grid(engine)) {
    other.stream = moved("--stream", "streams", stream, k);
    return other.alone();
  }
  grid_name name = grid();
  if (name.sets_given && name.sets != 1) {
    throw usage_error(
        fmt::format("--engine is '{}'; allowed when sequences are put together: sets=1", engine));
  }
  name.sets = 1;
  name.from += k;
  return bank_of(engine, name, seed, stream);
}

std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, any_sequence s,
                                              const named_distribution& d) {
  if (auto* const grid = std::get_if<named_grid>(&s)) {
    return std::make_unique<cpu_grid_host_fill>(level, threads, std::move(*grid), d);
  }
  if (auto* const grid = std::get_if<named_thread_grid>(&s)) {
    return std::make_unique<thread_grid_host_fill>(level, std::move(*grid), d);
  }
  return std::make_unique<cpu_host_fill<named_sequence>>(level, threads, std::get<named_sequence>(s), d);
}

}  // namespace tali::tool
