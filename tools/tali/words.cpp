// SPDX-License-Identifier: Apache-2.0
// tali words: sequences for test batteries: several sequences in one, differences, selected bits, normal
// numbers as uniform words.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "cpu/processors.hpp"
#include "errors.hpp"
#include "merging.hpp"
#include "normal_to_uniform.hpp"
#include "points_request.hpp"
#include "subcommands.hpp"
#include "transforms.hpp"
#include "value_flags.hpp"
#include "value_source.hpp"
#include "value_writer.hpp"

namespace tali::tool {

namespace {

/// The command line.
struct words_flags {
  value_flags values;
  merging_flags merged;
  std::string bits;
  bool difference = false, as_uniform = false, without_root = false;
  writing_flags writing;

  [[nodiscard]] bool maps_to_uniform() const { return as_uniform || without_root; }
};

void check_uniform(const words_flags& f) {
  if (!f.maps_to_uniform()) return;
  const value_flags& v = f.values;
  const named_distribution distribution = v.named();
  if (!distribution.name.starts_with("normal")) {
    throw argument_error("--dist", quoted(v.dist), "a normal distribution with --as-uniform");
  }
  if (!distribution.parameters.empty()) {
    throw argument_error("--param", quoted(distribution.parameters.front()), "none with --as-uniform");
  }
  // A float's 24 bits leave gaps among 32-bit words, which batteries detect.
  if (v.dtype != "f64") {
    throw argument_error("--dtype", quoted(v.dtype), "f64 with --as-uniform");
  }
}

/// The selected bits; nothing if all are kept.
std::optional<bit_range> bits_of(const words_flags& f, const std::string& type) {
  if (f.bits.empty()) return {};
  if (type != "u32" && type != "u64" && type != "i32" && type != "i64") {
    throw argument_error("--bits", f.bits, "only with integers of 32 or 64 bits");
  }
  return parse_bits(f.bits, type);
}

/// The range that --offset and -n name. The inputs of its elements are within the sequences. If several are
/// combined, the elements are counted in the combined sequence.
index_range range_of(const words_flags& f, const any_distribution& d, const std::optional<bit_range>& bits) {
  index_range r = f.values.range(d);
  if (r.empty || (!f.difference && !bits)) return r;
  __extension__ using wide = unsigned __int128;
  const std::uint64_t last =
      std::numeric_limits<std::uint64_t>::max() / static_cast<unsigned>(d.info().words);
  wide all = std::min((wide{last} + 1) * parse_merging(f.merged).sequences, wide{1} << 64);
  if (f.difference) --all;  // the last one has no successor
  if (bits) all = all * static_cast<unsigned>(bits->count()) / 32;
  if (r.last < all) return r;
  const auto max = static_cast<std::uint64_t>(all);
  const std::string with = f.difference ? bits ? "--difference and --bits" : "--difference" : "--bits";
  if (f.values.n != "inf") {
    throw argument_error("--offset + -n", fmt::format("{} + {}", r.first, r.size()),
                         fmt::format("at most {} elements with {}", max, with));
  }
  if (r.first > max) {
    throw argument_error("--offset", std::to_string(r.first),
                         fmt::format("at most {} elements with {}", max, with));
  }
  return r.first == max ? index_range{r.first, r.first, true} : index_range{r.first, max - 1, false};
}

/// One sequence, or the combined ones.
std::unique_ptr<host_fill> sequences_of(const words_flags& f, const any_distribution& d,
                                        const index_range& r) {
  const merging m = parse_merging(f.merged);
  const value_source all(f.values, d, r, m.kind, nullptr);
  if (m.sequences == 1) return all.alone();
  std::vector<std::unique_ptr<host_fill>> sources;
  for (std::uint64_t k = 0; k < m.sequences; ++k) sources.push_back(all.member(k));
  return make_merged(std::move(sources), m.block, d.info().value_bytes);
}

/// The sequences with the requested transforms, and the type of the result.
std::unique_ptr<host_fill> source_of(const words_flags& f, const any_distribution& d, const index_range& r,
                                     const std::string& type, const std::optional<bit_range>& bits,
                                     element& item) {
  if (f.difference && (type == "f32" || type == "f64") &&
      (f.values.named().name != "uniform" || f.values.is_scaled())) {
    throw argument_error("--dist", quoted(f.values.dist),
                         "uniform on [0, 1), or integers, with --difference");
  }
  std::unique_ptr<host_fill> source = sequences_of(f, d, r);
  const auto becomes_words = [&item] {
    item.type = "u32";
    item.value_bytes = sizeof(std::uint32_t);
  };
  source = f.values.scaled(std::move(source), d);
  if (f.maps_to_uniform()) {
    // If pieces come one at a time, as a GPU's do, the allowed threads map them.
    const int mapping_threads =
        source->threads() == 1 ? std::min(f.values.cpu_threads(), cpu_driver::processors()) : 1;
    source =
        make_uniform(std::move(source), f.without_root ? &normal_to_uniform_without_root : &normal_to_uniform,
                     mapping_threads);
    becomes_words();
  }
  if (f.difference) source = make_differences(std::move(source), type);
  if (bits) {
    source = make_bits(std::move(source), *bits, item.value_bytes);
    becomes_words();
  }
  return source;
}

void run(words_flags& f) {
  value_flags& v = f.values;
  if (is_quasi_engine(parse_engine(v.engine).name)) {
    throw argument_error("--engine", quoted(v.engine), "a pseudo-random engine; 'tali gen' makes points");
  }
  if (f.maps_to_uniform() && v.dtype.empty()) v.dtype = "f64";
  check_uniform(f);
  const any_distribution d = v.distribution();
  if (d.info().kind == distribution_kind::vector) {
    throw argument_error("--dist", quoted(v.dist), "a distribution whose elements are single values");
  }
  v.check_engine_has(d);
  element item{d.info().type, d.info().value_bytes};
  const std::string type(f.maps_to_uniform() ? "u32" : item.type);
  const std::optional<bit_range> bits = bits_of(f, type);
  const index_range r = range_of(f, d, bits);
  const std::unique_ptr<host_fill> source = source_of(f, d, r, type, bits, item);
  write_values(f.writing, *source, {item, r, v.n == "inf", {r.size()}, 1});
}

}  // namespace

void add_words(const parser& app) {
  const parser command =
      app.add_command("words", "Write sequences for test batteries: interleaved, differences, selected bits");
  command.footer(
      "Transforms are applied in the order of this list; --offset and -n count output elements.\n"
      "Example: tali words --engine pcg32 --interleave 2 -n inf | RNG_test stdin32");
  auto f = std::make_shared<words_flags>();
  f->values.add_to(command, "How many elements, or inf");
  const parser transforms = command.under("Transforms");
  f->merged.add_to(transforms);
  transforms.add_flag("--as-uniform", f->as_uniform,
                      "Map normal numbers to uniform 32-bit words by their distribution function");
  transforms
      .add_flag("--as-uniform-without-root", f->without_root,
                "The same without the factor sqrt(1/2): a control that every battery must reject")
      .excludes(command["--as-uniform"]);
  transforms.add_flag("--difference", f->difference, "Differences of successive elements, modulo 1 or 2^w");
  transforms.add("--bits", f->bits, "LO:HI",
                 "Only these bits of every element (1 is the most significant), as 32-bit words");
  f->writing.add_to(command);
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
