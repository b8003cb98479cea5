// SPDX-License-Identifier: Apache-2.0
#include "core/checks.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>
#include <tali/rejection/plan.hpp>

#include "core/batch.hpp"
#include "core/names.hpp"

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

/// Does nothing if the distribution is null or not a uniform_as.
/// @throws argument_error if the convention is not that of the engine's library: no library makes these
/// numbers
void check_uniform_convention(const engine_info& engine, const distribution_info& entry, const void* d) {
  if (d == nullptr || entry.functions->convention == nullptr) return;
  const uniform_convention convention = entry.functions->convention(d);
  for (const exception& e : exceptions) {
    if (e.convention == convention && e.type == std::string_view(entry.type) && e.engine == engine.index)
      throw argument_error("as", name_of(convention), e.allowed);
  }
  if (convention == uniform_convention::curand_mrg32k3a && engine.index != number_of<mrg32k3a>) {
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

void check_end(std::uint64_t position, std::uint64_t first, std::uint64_t n, std::int64_t words) {
  detail::check_range(first, n, words);
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  const auto k = static_cast<std::uint64_t>(words);
  // If k does not divide 2^64, the last words of the sequence are only a part of an element.
  if (n != 0 && first + (n - 1) > (last - (k - 1)) / k) {
    throw argument_error(
        "first index + count", std::to_string(first) + " + " + std::to_string(n),
        "at most 2^64 / " + std::to_string(k) + " elements of " + std::to_string(k) + " words each");
  }
  if (n == 0 || position == 0) return;
  const std::uint64_t slack = largest_batch() * k;
  const std::uint64_t last_word = (first + (n - 1)) * k + (k - 1);
  if (position <= last - last_word && position + last_word <= last - slack) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       "at most 2^64 - " + std::to_string(slack) +
                           " words from the beginning of the sequence; the engine is at word " +
                           std::to_string(position));
}

void check_index_range(std::uint64_t first, std::uint64_t n, std::uint64_t last, const index_words& words) {
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       words.before + std::to_string(last) + words.after);
}

void check_sequence(const request& r, std::int64_t words) {
  const engine_functions& e = *r.engine_entry->functions;
  const auto [first, n] = r.furthest();
  if (r.engine_entry->kind == engine_kind::quasi)
    return check_index_range(first, n, e.last(r.engine), {"elements up to ", ", the last of the point set"});
  check_end(e.words_behind(r.engine), first, n, words);
}

void check_group(const rejection_schedule& how) {
  if (how.kind < schedule::automatic || how.kind > schedule::compacting) {
    throw argument_error("rejection.kind", std::to_string(static_cast<int>(how.kind)),
                         "schedule::automatic, grouped or compacting");
  }
  const bool power = how.group == 0 || std::has_single_bit(static_cast<unsigned>(how.group));
  if (how.group < 0 || how.group > 32 || !power) {
    throw argument_error("rejection.group", std::to_string(how.group), "0, 1, 2, 4, 8, 16 or 32");
  }
}

rejection_schedule chosen_schedule(const rejection_schedule& how, const request& r, int width,
                                   double (*overhead)(int attempt_words)) {
  check_group(how);
  rejection_schedule chosen = how;
  if (how.kind == schedule::grouped && how.group == 0 && r.distribution != nullptr) {
    const distribution_functions& d = *r.distribution_entry->functions;
    // Rounding may make the remainder negative.
    const double rejection = std::max(0.0, 1 - d.acceptance(r.distribution));
    chosen.group = best_group(rejection, width, overhead != nullptr ? overhead(d.attempt_words) : 0.0);
  }
  return chosen;
}

}  // namespace detail

void check_pair(const engine_info& engine, const distribution_info& d) {
  if (detail::can_make(engine, d)) return;
  if (engine.kind == engine_kind::quasi) {
    throw argument_error("distribution", quoted(d.name), "one value per coordinate of a quasi-random point",
                         detail::names_of(distribution_list(), [&](const distribution_info& other) {
                           return detail::can_make(engine, other);
                         }));
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
