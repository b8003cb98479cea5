// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>

#include "identify/search.hpp"

namespace tali::lab::identify {

namespace {

void add_engine(const engine_info& info, const std::string& text, std::vector<engine_candidate>& to) {
  const std::span<const char* const> seedings = info.words_of("seeding");
  if (text != info.name || seedings.empty()) {
    to.push_back({text, info});
    return;
  }
  // The first is the engine's default, which needs no option.
  for (const std::string s : seedings) {
    to.push_back({s == seedings.front() ? text : text + ":seeding=" + s, info});
  }
}

bool is_integer(std::string_view type) { return type[0] == 'u'; }

/// A value's bits: all bits of words; for real numbers those of the type's fraction, but at most its words'
/// bits.
double bits_of_value(const distribution_info& d) {
  const int of_words = 32 * d.words;
  if (is_integer(d.type)) return of_words;
  return std::min(std::string_view(d.type) == "f32" ? 23 : 52, of_words);
}

/// Whether the numbers of this reading are in the range of a distribution.
bool can_be(const reading& r, const distribution_info& d, const any_distribution& distribution) {
  if (r.are_integers()) return true;
  const bool is_uniform = std::string_view(d.name).starts_with("uniform");
  const bool next_to_one = distribution.get_if<uniform<float, interval::close1_open2>>() != nullptr ||
                           distribution.get_if<uniform<double, interval::close1_open2>>() != nullptr;
  const double from = next_to_one ? 1 : 0;
  const bool between = std::ranges::all_of(r.high, [&](double x) { return x >= from; }) &&
                       std::ranges::all_of(r.low, [&](double x) { return x <= from + 1; });
  if (is_uniform) return between;
  constexpr std::size_t enough = 16;  // normal numbers are all between 0 and 1 with probability 10^-7
  return !between || r.size() < enough;
}

distribution_candidate candidate(const std::string& text, const any_distribution& distribution) {
  return {text, distribution, bits_of_value(distribution.info())};
}

distribution_candidate selected_candidate(const std::string& text, const std::string& type) {
  const any_distribution distribution(text, type);
  const distribution_candidate c = candidate(text, distribution);
  const std::string_view name = distribution.info().name;
  const bool real_or_words = !is_integer(type) || name == "bits";
  if (distribution.info().kind != distribution_kind::fixed || !real_or_words) {
    throw argument_error("distribution", quoted(text),
                         "bits, or real numbers that take a fixed number of words each");
  }
  return c;
}

}  // namespace

std::vector<engine_candidate> engine_candidates(const std::vector<std::string>& selected) {
  const std::vector<engine_info> all = detail::indexed_engine_list();
  std::vector<engine_candidate> found;
  if (selected.empty()) {
    for (const engine_info& e : all) add_engine(e, e.name, found);
  }
  for (const std::string& text : selected) {
    const std::string name = engine_text(text).name;
    const auto info = std::ranges::find(all, name, [](const engine_info& e) { return std::string(e.name); });
    if (info == all.end()) {
      std::vector<std::string> names;
      for (const engine_info& e : all) names.emplace_back(e.name);
      throw argument_error("engine", quoted(name), "", names);
    }
    (void)any_engine(text);  // throws for invalid options
    add_engine(*info, text, found);
  }
  return found;
}

std::vector<distribution_candidate> distribution_candidates(const reading& r,
                                                            const std::vector<std::string>& selected) {
  std::vector<distribution_candidate> found;
  for (const std::string& text : selected) found.push_back(selected_candidate(text, r.type));
  if (!selected.empty()) return found;
  const auto add = [&](const std::string& text) {
    const any_distribution distribution(text, r.type);
    if (can_be(r, distribution.info(), distribution)) found.push_back(candidate(text, distribution));
  };
  for (const distribution_info& d : distribution_list()) {
    if (d.kind != distribution_kind::fixed || r.type != d.type) continue;
    const std::string name = d.name;
    for (const uniform_convention convention : d.conventions)
      add(std::string(d.option_of) + ":as=" + name_of(convention));
    const bool is_normal = d.form == detail::value_form::normal || name.starts_with("normal");
    if (d.conventions.empty() && (is_normal || d.names.size() == 0)) add(name);
  }
  return found;
}

double bits_of_number(const reading& r, const distribution_candidate& d, std::size_t i) {
  if (r.are_integers()) return d.bits;
  const double width = r.high[i] - r.low[i];
  return width > 0 ? std::clamp(-std::log2(width), 0.0, d.bits) : d.bits;
}

}  // namespace tali::lab::identify
