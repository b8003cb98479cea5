// SPDX-License-Identifier: Apache-2.0
#include "sequences.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "errors.hpp"
#include "numbers.hpp"
#include "sequence_flags.hpp"

namespace tali::tool {

namespace {

constexpr std::uint64_t most_of_64_bits = std::numeric_limits<std::uint64_t>::max();

std::uint64_t moved(const char* flag, const char* word, std::uint64_t value, std::uint64_t by,
                    std::uint64_t max) {
  if (value <= max && by > max - value) {  // a value that is too large without `by` is reported elsewhere
    throw argument_error(flag, std::to_string(value),
                         fmt::format("a number below the maximum, to leave room for {} {}", by, word));
  }
  return value + by;
}

}  // namespace

any_engine sequence_family::alone() const {
  try {
    return any_engine(engine, seed, stream);
  } catch (const io_error& e) {
    throw on_engine_file(e);
  } catch (const argument_error& e) {
    throw on_sequence_flag(e);
  }
}

any_engine sequence_family::member(std::uint64_t k) const {
  sequence_family other = *this;
  if (step == neighbours::seeds) {
    other.seed = moved("--seed", "seeds", seed, k, most_of_64_bits);
    return other.alone();
  }
  if (step == neighbours::drawn) {
    const philox4x32 source(seed, stream);
    const auto pair = [&](std::uint64_t i) {
      return source.word(4 * k + i) | std::uint64_t{source.word(4 * k + i + 1)} << 32;
    };
    other.seed = pair(0);
    other.stream = pair(2);
    for (const engine_info& e : tali::detail::indexed_engine_list()) {
      if (engine == e.name) other.stream &= e.max_stream;  // 2^n - 1
    }
    return other.alone();
  }
  if (!is_bank()) {
    other.stream = moved("--stream", "streams", stream, k, max_stream_of(engine));
    return other.alone();
  }
  engine_text text(engine);
  if (text.get("sets", "1") != "1") {
    throw argument_error("--engine", quoted(engine), "sets=1 in a combination of sequences");
  }
  text.set("sets", "1");
  text.set("from", std::to_string(parse_whole("--engine from", text.get("from", "1")) + k));
  other.engine = text.text();
  return other.alone();
}

bool sequence_family::is_bank() const {
  const std::string name = engine_text(engine).name;
  return std::ranges::any_of(engine_list({engine_kind::bank}),
                             [&](const engine_info& e) { return name == e.name; });
}

std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, const any_engine& e,
                                              const any_distribution& d) {
  if (e.generators() == 0) return std::make_unique<cpu_host_fill>(level, threads, e, d);
  return std::make_unique<cpu_serial_fill>(level, threads, e, d);
}

}  // namespace tali::tool
