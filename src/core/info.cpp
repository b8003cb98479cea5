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

constexpr const char* layouts[] = {"point-major", "dim-major"};
constexpr const char* scramblings[] = {"none", "shift", "owen"};

template <class E>
std::vector<engine_option> options_of() {
  std::vector<engine_option> all;
  if constexpr (bank_engine<E>) {
    if (std::is_same_v<E, mtgp32>) all.push_back({"curand", "", {}});
    all.insert(all.end(), {{"mexp", "P", {}}, {"sets", "S", {}}, {"from", "K", {}}, {"file", "F", {}}});
  }
  if constexpr (quasi_engine<E>) {
    all = {{"dims", "D", {}},
           {"points", "N", {}},
           {"layout", "", layouts},
           {"scramble", "", scramblings},
           {"first", "K", {}}};
  }
  if constexpr (per_thread_engine<E>) all = {{"threads", "T", {}}};
  if constexpr (requires { E::seedings; }) {
    if (std::size(E::seedings) != 0) all.push_back({"seeding", "", E::seedings});
  }
  if constexpr (requires(const E e) { E::restored(e.saved()); }) all.push_back({"state", "N/N/...", {}});
  return all;
}

/// As people read them.
std::string text_of(const std::vector<engine_option>& options) {
  std::string text;
  for (const engine_option& o : options) {
    text += (text.empty() ? "" : ",") + std::string(o.key);
    if (o.value[0] != '\0') text += "=" + std::string(o.value);
    for (const char* word : o.words) text += (word == o.words.front() ? "=" : "|") + std::string(word);
  }
  return text;
}

template <class E>
engine_info info_of_engine() {
  std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  if constexpr (requires { E::max_stream; }) max_stream = E::max_stream;
  static const std::vector<engine_option> options = options_of<E>();
  static const std::string options_text = text_of(options);
  return {E::name,
          E::summary,
          E::kind,
          options_text.c_str(),
          max_stream,
          detail::default_generators<E>(),
          !per_thread_engine<E> && (!word_engine<E> || cuda_word_engines::has<E>),
          options};
}

template <class D>
distribution_info info_of_distribution() {
  int words = 1;
  if constexpr (requires { D::words; }) words = D::words;
  static const std::string parameters = [] {
    std::string text;
    for (const char* name : D::parameters) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
  }();
  return {D::name,      type_name<typename D::result_type>(), D::summary, parameters.c_str(),
          kind_of<D>,   coordinate_distribution<D>,           words,      sizeof(typename D::result_type),
          D::parameters};
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
    std::vector<distribution_info> possible;
    for (const distribution_info& other : distribution_list()) {
      if (can_make(engine, other)) possible.push_back(other);
    }
    throw argument_error("distribution", quoted(d.name), "one value per coordinate of a quasi-random point",
                         detail::names_of(possible));
  }
  if (d.kind == distribution_kind::categorical) {
    throw argument_error("engine", quoted(engine.name),
                         std::string("an engine that reaches any index, for ") + d.name,
                         detail::names_of(indexed_engine_list()));
  }
  throw argument_error("engine", quoted(engine.name), std::string("a counter-based engine for ") + d.name,
                       detail::names_of(engine_list({engine_kind::counter})));
}

}  // namespace tali
