// SPDX-License-Identifier: Apache-2.0
// Which pairs of an engine and a distribution are supported, and how they are filled.
#include "registry/pairs.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "registry/functions.hpp"

namespace tali {

namespace detail {

namespace {

/// An engine for which a library computes a type's uniform numbers differently than for its other engines.
struct exception {
  uniform_convention convention;
  std::string_view type;
  int engine;
  const char* allowed;
};

template <class E>
constexpr int number_of = catalogue::catalogue_engines::index_of<E>();

constexpr exception exceptions[] = {
    {uniform_convention::numpy, "f64", number_of<mt19937>, "numpy-mt19937 for f64 of mt19937"},
    {uniform_convention::jax, "f32", number_of<threefry2x32_jax64>, "jax for f32 of threefry2x32-jax"},
    {uniform_convention::jax, "f64", number_of<threefry2x32_jax>, "jax for f64 of threefry2x32-jax64"},
    {uniform_convention::curand, "f32", number_of<mrg32k3a>, "curand-mrg32k3a for mrg32k3a"},
    {uniform_convention::curand, "f64", number_of<mrg32k3a>, "curand-mrg32k3a for mrg32k3a"},
    {uniform_convention::std, "f32", number_of<mt19937_64>, "std-u64 for f32 of mt19937-64"},
    {uniform_convention::std, "f32", number_of<philox4x64>, "std-u64 for f32 of philox4x64"},
};

void check(uniform_convention convention, std::string_view type, int engine) {
  for (const exception& e : exceptions) {
    if (e.convention == convention && e.type == type && e.engine == engine)
      throw argument_error("as", name_of(convention), e.allowed);
  }
  if (convention == uniform_convention::curand_mrg32k3a && engine != number_of<mrg32k3a>) {
    throw argument_error("as", name_of(convention), "curand, or the engine mrg32k3a");
  }
}

pair_kind kind_of_pair(const engine_info& e, const distribution_info& d) {
  switch (e.kind) {
    case engine_kind::quasi:
      return pair_kind::points;
    case engine_kind::bank:
      return pair_kind::bank;
    case engine_kind::per_thread:
      return pair_kind::per_thread;
    default:
      break;
  }
  switch (d.kind) {
    case distribution_kind::fixed:
      return pair_kind::fixed;
    case distribution_kind::rejection:
      return pair_kind::rejection;
    case distribution_kind::vector:
      return pair_kind::vectors;
    default:
      return pair_kind::categorical;
  }
}

}  // namespace

std::int64_t words_per_element(const engine_info& engine, const distribution_info& entry, const void* d) {
  const bool has_counters = engine.kind == engine_kind::counter;
  if (has_counters || entry.functions->words_per_element == nullptr) return entry.words;
  return static_cast<std::int64_t>(entry.functions->words_per_element(d));
}

pair_kind checked_pair(const request& r) {
  check_pair(*r.engine_entry, *r.distribution_entry);
  check_uniform_convention(*r.engine_entry, *r.distribution_entry, r.distribution);
  return kind_of_pair(*r.engine_entry, *r.distribution_entry);
}

bool on_cuda(const engine_info& engine, const distribution_info& d) {
  const bool by_counter = d.kind == distribution_kind::rejection || d.kind == distribution_kind::vector;
  return can_make(engine, d) && engine.on_cuda && (!by_counter || engine.kind == engine_kind::counter);
}

void check_uniform_convention(const engine_info& engine, const distribution_info& entry, const void* d) {
  if (d == nullptr || entry.functions->convention == nullptr) return;
  check(entry.functions->convention(d), entry.type, engine.index);
}

}  // namespace detail

void check_pair(const engine_info& engine, const distribution_info& d) {
  if (detail::can_make(engine, d)) return;
  if (engine.kind == engine_kind::quasi) {
    std::vector<distribution_info> possible;
    for (const distribution_info& other : distribution_list()) {
      if (detail::can_make(engine, other)) possible.push_back(other);
    }
    throw argument_error("distribution", quoted(d.name), "one value per coordinate of a quasi-random point",
                         detail::names_of(possible));
  }
  throw argument_error("engine", quoted(engine.name),
                       std::string("an engine with access to any index, for ") + d.name,
                       detail::names_of(detail::indexed_engine_list()));
}

void check_pair(const engine_info& engine, const any_distribution& d) {
  check_pair(engine, d.info());
  detail::check_uniform_convention(engine, d.info(), d.get());
}

}  // namespace tali
