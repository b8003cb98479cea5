// SPDX-License-Identifier: Apache-2.0
#include "identify/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>

namespace tali::lab::identify {

namespace {

void add_engine(const engine_info& info, const std::string& text, std::vector<engine_candidate>& to) {
  const std::span<const char* const> seedings = info.words_of("seeding");
  if (text != info.name || seedings.empty()) {
    to.push_back({text, info});
    return;
  }
  // The first is the engine's own, which needs no option.
  for (const std::string s : seedings) {
    to.push_back({s == seedings.front() ? text : text + ":seeding=" + s, info});
  }
}

bool is_integer(std::string_view type) { return type[0] == 'u'; }

/// A value's bits: of words all, of real numbers those of the type's fraction, but no more than its words'.
double bits_of_value(const distribution_info& d) {
  const int of_words = 32 * d.words;
  if (is_integer(d.type)) return of_words;
  return std::min(std::string_view(d.type) == "f32" ? 23 : 52, of_words);
}

/// Whether numbers of this reading can be a distribution's, by where they lie.
bool can_be(const reading& r, const distribution_info& d, const any_distribution& made) {
  if (r.are_integers()) return true;
  const bool is_uniform = std::string_view(d.name).starts_with("uniform");
  const bool next_to_one = made.get_if<uniform<float, interval::close1_open2>>() != nullptr ||
                           made.get_if<uniform<double, interval::close1_open2>>() != nullptr;
  const double from = next_to_one ? 1 : 0;
  const bool between = std::ranges::all_of(r.high, [&](double x) { return x >= from; }) &&
                       std::ranges::all_of(r.low, [&](double x) { return x <= from + 1; });
  if (is_uniform) return between;
  constexpr std::size_t enough = 16;  // of which normal numbers lie between 0 and 1 with probability 10^-7
  return !between || r.size() < enough;
}

distribution_candidate candidate(const std::string& text, const any_distribution& made) {
  return {text, made, bits_of_value(made.info())};
}

distribution_candidate wanted_candidate(const std::string& text, const std::string& type) {
  const any_distribution made(text, type);
  const distribution_candidate c = candidate(text, made);
  const std::string_view name = made.info().name;
  const bool real_or_words = !is_integer(type) || name == "bits";
  if (made.info().kind != distribution_kind::fixed || !real_or_words) {
    throw argument_error("distribution", quoted(text),
                         "bits, or real numbers that take a fixed number of words each");
  }
  return c;
}

}  // namespace

std::vector<engine_candidate> engine_candidates(const std::vector<std::string>& wanted) {
  const std::vector<engine_info> all = indexed_engine_list();
  std::vector<engine_candidate> found;
  if (wanted.empty()) {
    for (const engine_info& e : all) add_engine(e, e.name, found);
  }
  for (const std::string& text : wanted) {
    const std::string name = engine_text(text).name;
    const auto info = std::ranges::find(all, name, [](const engine_info& e) { return std::string(e.name); });
    if (info == all.end()) {
      std::vector<std::string> names;
      for (const engine_info& e : all) names.emplace_back(e.name);
      throw argument_error("engine", quoted(name), "", names);
    }
    (void)any_engine(text);  // refuses options
    add_engine(*info, text, found);
  }
  return found;
}

std::vector<distribution_candidate> distribution_candidates(const reading& r,
                                                            const std::vector<std::string>& wanted) {
  std::vector<distribution_candidate> found;
  for (const std::string& text : wanted) found.push_back(wanted_candidate(text, r.type));
  if (!wanted.empty()) return found;
  const auto add = [&](const std::string& text) {
    const any_distribution made(text, r.type);
    if (can_be(r, made.info(), made)) found.push_back(candidate(text, made));
  };
  for (const distribution_info& d : distribution_list()) {
    if (d.kind != distribution_kind::fixed || r.type != d.type) continue;
    const std::string name = d.name;
    for (const uniform_convention way : d.conventions) add(std::string(d.option_of) + ":as=" + name_of(way));
    const bool is_normal = d.form == value_form::normal || name.starts_with("normal");
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
