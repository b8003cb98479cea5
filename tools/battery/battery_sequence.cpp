// SPDX-License-Identifier: Apache-2.0
#include "battery_sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <empirical/normals.hpp>
#include <fmt/core.h>

#include <tali/device.hpp>
#include <tali/simd/bit_order.hpp>

#include "count.hpp"
#include "distribution_flags.hpp"
#include "errors.hpp"
#include "sequences.hpp"
#include "uniform_host_fill.hpp"

namespace tali::tool {

void battery_sequence::add_to(CLI::App& command) {
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    command.add_option(name, to, help)->capture_default_str()->type_name(value);
  };
  text("--engine", engine, "E", "Engine");
  text("--seed", seed, "N", "Seed, 64 bits");
  text("--stream", stream, "N", "Stream, 64 bits");
  text("--offset", offset, "N", "Index of the first word");
  text("--dist", dist, "NAME", "bits, or with --as-uniform normal numbers");
  command.add_flag("--as-uniform", as_uniform,
                   "Normal numbers (f64) mapped to uniform words by their distribution function");
  merged.add_to(command);
  command.add_flag("--difference", difference, "Differences of successive words, modulo 2^32");
  text("--bits", bits, "LO:HI", "Only these bits of every word, 1 the most significant");
  command.add_flag("--reverse", reverse, "The bits of every word in reverse order");
}

std::string battery_sequence::name() const {
  std::string all = fmt::format("--engine {} --seed {} --stream {}", engine, parse_whole("--seed", seed),
                                parse_whole("--stream", stream));
  if (as_uniform) all += fmt::format(" --dist {} --as-uniform", dist);
  if (const std::uint64_t first = parse_whole("--offset", offset); first != 0) {
    all += fmt::format(" --offset {}", first);
  }
  if (const std::string m = merged.text(); !m.empty()) all += ' ' + m;
  if (difference) all += " --difference";
  if (!bits.empty()) all += fmt::format(" --bits {}", bits);
  if (reverse) all += " --reverse";
  return all;
}

any_distribution battery_sequence::distribution() const {
  if (as_uniform != (dist != "bits") || (as_uniform && !dist.starts_with("normal"))) {
    throw usage_error(
        fmt::format("--dist is '{}' {} --as-uniform; allowed: bits without it, normal numbers with it", dist,
                    as_uniform ? "with" : "without"));
  }
  return parse_distribution(dist, as_uniform ? "f64" : "u32", {});
}

lab::word_source battery_sequence::words() const {
  const merging m = parse_merging(merged);
  const sequence_family family{engine, parse_whole("--seed", seed), parse_whole("--stream", stream), m.which};
  std::unique_ptr<host_fill> source = make_cpu_host_fill(simd_levels().back(), 1, family, m, distribution());
  if (as_uniform) {
    source = std::make_unique<uniform_host_fill>(std::move(source), &lab::normal_to_uniform, 1);
  }
  if (difference) source = make_differences(std::move(source), "u32");
  if (!bits.empty()) source = make_bits(std::move(source), parse_bits(bits, "u32"), sizeof(std::uint32_t));
  return [shared = std::shared_ptr<host_fill>(std::move(source)), next = parse_whole("--offset", offset),
          most = std::size_t{0}, turn = reverse](std::uint32_t* to, std::size_t n) mutable {
    if (most == 0) most = shared->piece_bytes() / sizeof *to;
    for (std::size_t done = 0; done < n;) {
      const std::size_t piece = std::min(most, n - done);
      shared->fill(next, piece, to + done);
      next += piece;
      done += piece;
    }
    if (turn) std::transform(to, to + n, to, [](std::uint32_t x) { return reverse_bits(x); });
  };
}

}  // namespace tali::tool
