// SPDX-License-Identifier: Apache-2.0
#include "battery_sequence.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <empirical/normals.hpp>
#include <fmt/core.h>

#include <tali/device.hpp>
#include <tali/simd/bit_order.hpp>

#include "command_words.hpp"
#include "count.hpp"
#include "distribution_flags.hpp"
#include "errors.hpp"
#include "sequences.hpp"
#include "transforms.hpp"

namespace tali::tool {

void battery_sequence::add_to(const parser& app) {
  app.add("--engine", engine, "E", "Engine");
  app.add("--seed", seed, "N", "Seed, 64 bits");
  app.add("--stream", stream, "N", "Stream, 64 bits");
  app.add("--offset", offset, "N", "Index of the first word");
  app.add("--dist", dist, "NAME", "bits, or normal numbers with --as-uniform");
  app.add_flag("--as-uniform", as_uniform,
               "Map normal numbers (f64) to uniform words by their distribution function");
  merged.add_to(app);
  const flag other =
      app.add("--command", command, "TEXT",
              "A shell command whose endless output of 4-byte words is tested instead of tali's");
  for (const char* name : {"--engine", "--seed", "--stream", "--offset", "--dist", "--as-uniform",
                           "--interleave", "--interleave-seeds", "--interleave-drawn", "--concatenate"}) {
    other.excludes(app[name]);
  }
  app.add_flag("--difference", difference, "Differences of successive words, modulo 2^32");
  app.add("--bits", bits, "LO:HI", "Only these bits of every word (1 is the most significant)");
  app.add_flag("--reverse", reverse, "Reverse the order of bits in every word");
}

void battery_sequence::check_command() const {
  if (command->find_first_not_of(" \t") == std::string::npos || command->find('\'') != std::string::npos) {
    throw argument_error("--command", quoted(*command), "a shell command without a '");
  }
}

std::string battery_sequence::changes() const {
  std::string all;
  if (difference) all += " --difference";
  if (!bits.empty()) all += fmt::format(" --bits {}", bits);
  if (reverse) all += " --reverse";
  return all;
}

std::string battery_sequence::name() const {
  if (command) {
    check_command();
    return fmt::format("--command '{}'{}", *command, changes());
  }
  std::string all = fmt::format("--engine {} --seed {} --stream {}", engine, parse_whole("--seed", seed),
                                parse_whole("--stream", stream));
  if (as_uniform) all += fmt::format(" --dist {} --as-uniform", dist);
  if (const std::uint64_t first = parse_whole("--offset", offset); first != 0) {
    all += fmt::format(" --offset {}", first);
  }
  if (const std::string m = merged.text(); !m.empty()) all += ' ' + m;
  return all + changes();
}

any_distribution battery_sequence::distribution() const {
  const bool plain = take_apart(dist, {}).parameters.empty();
  if (!plain || as_uniform != (dist != "bits") || (as_uniform && !dist.starts_with("normal"))) {
    throw argument_error(
        "--dist", quoted(dist),
        as_uniform ? "normal numbers without parameters with --as-uniform" : "bits without --as-uniform");
  }
  return parse_distribution(dist, as_uniform ? "f64" : "u32", {});
}

lab::word_source battery_sequence::words() const {
  std::unique_ptr<host_fill> source;
  if (!command) {
    const merging m = parse_merging(merged);
    const sequence_family family{engine, parse_whole("--seed", seed), parse_whole("--stream", stream),
                                 m.kind};
    source = make_cpu_host_fill(simd_levels().back(), 1, family, m, distribution());
  } else {
    check_command();
    source = std::make_unique<command_words>(*command);
  }
  if (as_uniform) {
    source = make_uniform(std::move(source), &lab::normal_to_uniform, 1);
  }
  if (difference) source = make_differences(std::move(source), "u32");
  if (!bits.empty()) source = make_bits(std::move(source), parse_bits(bits, "u32"), sizeof(std::uint32_t));
  return [shared = std::shared_ptr<host_fill>(std::move(source)), next = parse_whole("--offset", offset),
          max_words = std::size_t{0}, turn = reverse](std::uint32_t* to, std::size_t n) mutable {
    if (max_words == 0) max_words = shared->piece_bytes() / sizeof *to;
    for (std::size_t done = 0; done < n;) {
      const std::size_t piece = std::min(max_words, n - done);
      shared->fill(next, piece, to + done);
      next += piece;
      done += piece;
    }
    if (turn) std::transform(to, to + n, to, [](std::uint32_t x) { return reverse_bits(x); });
  };
}

}  // namespace tali::tool
