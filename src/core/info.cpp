// SPDX-License-Identifier: Apache-2.0
// What the catalogue says, as tables that exist when a program runs.
#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "core/default_generators.hpp"
#include "core/names.hpp"

namespace tali {

namespace {

constexpr const char* options_of(engine_kind kind) {
  switch (kind) {
    case engine_kind::bank:
      return "mexp=P,sets=S,from=K,file=F";  // and of mtgp32 a word, below
    case engine_kind::quasi:
      return "dims=D,points=N,layout=dim-major|point-major,scramble=none|shift|owen,first=K";
    case engine_kind::per_thread:
      return "threads=T";
    default:
      return "";
  }
}

template <class E>
engine_info info_of_engine() {
  std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  if constexpr (requires { E::max_stream; }) max_stream = E::max_stream;
  static const std::string own = [] {
    std::string text = options_of(E::kind);
    if constexpr (requires { E::options; }) text = E::options;
    if constexpr (std::is_same_v<E, mtgp32>) text = "curand," + text;
    if constexpr (requires(const E e) { E::restored(e.saved()); }) {
      text += text.empty() ? "state=N/N/..." : ",state=N/N/...";
    }
    return text;
  }();
  const char* const options = own.c_str();
  return {E::name,
          E::summary,
          E::kind,
          options,
          max_stream,
          detail::default_generators<E>(),
          !per_thread_engine<E> && (!word_engine<E> || cuda_word_engines::has<E>)};
}

template <class D>
distribution_info info_of_distribution() {
  int words = 1;
  if constexpr (requires { D::words; }) words = D::words;
  return {D::name,    type_name<typename D::result_type>(), D::summary, D::parameters,
          kind_of<D>, coordinate_distribution<D>,           words,      sizeof(typename D::result_type)};
}

template <class... E>
std::span<const engine_info> engines_of(type_list<E...>) {
  static const engine_info all[] = {info_of_engine<E>()...};
  return all;
}

template <class... D>
std::span<const distribution_info> distributions_of(type_list<D...>) {
  static const distribution_info all[] = {info_of_distribution<D>()...};
  return all;
}

}  // namespace

std::span<const engine_info> engine_list() { return engines_of(catalogue_engines{}); }

std::vector<engine_info> engine_list(std::initializer_list<engine_kind> kinds) {
  std::vector<engine_info> some;
  for (const engine_info& e : engine_list()) {
    if (std::ranges::find(kinds, e.kind) != kinds.end()) some.push_back(e);
  }
  return some;
}

std::span<const distribution_info> distribution_list() { return distributions_of(catalogue_distributions{}); }

std::vector<distribution_info> scalar_distribution_list() {
  std::vector<distribution_info> some;
  for (const distribution_info& d : distribution_list()) {
    if (d.kind == distribution_kind::fixed || d.kind == distribution_kind::rejection) some.push_back(d);
  }
  return some;
}

void check_pair(const engine_info& engine, const distribution_info& d) {
  if (can_make(engine, d)) return;
  if (engine.kind == engine_kind::quasi) {
    std::vector<distribution_info> allowed;
    for (const distribution_info& other : distribution_list()) {
      if (can_make(engine, other)) allowed.push_back(other);
    }
    throw argument_error("distribution", "'" + std::string(d.name) + "'",
                         "for quasi-random points " + detail::names_of(allowed) +
                             ": one value of one coordinate, or points lose their uniformity");
  }
  if (d.kind == distribution_kind::categorical) {
    throw argument_error("engine", "'" + std::string(engine.name) + "'",
                         std::string("with ") + d.name + ": " + detail::names_of(indexed_engine_list()));
  }
  throw argument_error("engine", "'" + std::string(engine.name) + "'",
                       std::string("with ") + d.name + ", whose samples take words by a counter: " +
                           detail::names_of(engine_list({engine_kind::counter})));
}

}  // namespace tali
