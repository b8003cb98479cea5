// SPDX-License-Identifier: Apache-2.0
// Errors, and their suggestions.
#include <algorithm>
#include <utility>

#include <tali/error.hpp>

#include "core/suggestion.hpp"

namespace tali {

namespace {

std::string suggestion_of(const argument_value& value, const std::string& expected,
                          const std::vector<std::string>& choices) {
  // If `expected` is set, the name is known but not valid here: it is not misspelled.
  return expected.empty() ? detail::nearest(value.text, choices) : std::string();
}

}  // namespace

argument_error::argument_error(argument_name argument, argument_value value, std::string expected,
                               std::vector<std::string> choices)
    : argument_error(sentence(argument, value, expected, choices, suggestion_of(value, expected, choices)),
                     std::move(argument), std::move(value), std::move(expected)) {
  suggestion_ = suggestion_of(value_, expected_, choices);
  choices_ = std::move(choices);
}

std::string argument_error::sentence(const argument_name& argument, const argument_value& value,
                                     const std::string& expected, const std::vector<std::string>& choices,
                                     const std::string& suggestion) {
  if (choices.empty()) return sentence(argument, value, expected);
  std::string list;
  for (const std::string& name : choices) list += (list.empty() ? "" : ", ") + name;
  if (!expected.empty()) return sentence(argument, value, expected) + ": " + list;
  const bool missing = value.text.empty() && !value.in_quotes;
  const std::string wrong =
      missing ? argument.text() + " is missing" : "unknown " + argument.text() + ' ' + shown(value);
  if (suggestion.empty()) return wrong + "; choose from " + list;
  return wrong + "; did you mean '" + suggestion + "'? (choose from " + list + ")";
}

argument_error argument_error::renamed(std::string name) const {
  return {argument_name(std::move(name), argument_.index), value_, expected_, choices_};
}

}  // namespace tali

namespace tali::detail {

namespace {

/// tali's name for another library's word; empty if there is none.
std::string_view synonym_of(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"gpu", "cuda"},      {"nvidia", "cuda"}, {"host", "cpu"},  {"float", "f32"},  {"float32", "f32"},
      {"double", "f64"},    {"float64", "f64"}, {"uint8", "u8"},  {"uint32", "u32"}, {"uint64", "u64"},
      {"int32", "i32"},     {"int", "i32"},     {"int64", "i64"}, {"half", "f16"},   {"float16", "f16"},
      {"bfloat16", "bf16"}, {"numpy", "npy"},   {"txt", "text"},  {"binary", "raw"}, {"gaussian", "normal"}};
  for (const auto& [foreign, tali_name] : words) {
    if (foreign == word) return tali_name;
  }
  return {};
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    last = row;
  }
  return last.back();
}

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t fewest_of_a_cut_word = 3;
  const std::size_t max_edits = std::max<std::size_t>(2, word.size() / 3);
  const std::string_view synonym = synonym_of(word);
  if (std::find(names.begin(), names.end(), synonym) != names.end()) return std::string(synonym);
  std::string best;
  std::size_t of_best = std::min(max_edits + 1, word.size());
  for (const std::string& name : names) {
    if (name == word) continue;
    const bool cut_short = word.size() >= fewest_of_a_cut_word && name.starts_with(word);
    const std::size_t distance = cut_short ? 1 : edit_distance(word, name);
    if (distance >= of_best) continue;
    of_best = distance;
    best = name;
  }
  return best;
}

}  // namespace tali::detail
