// SPDX-License-Identifier: Apache-2.0
#include "suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace tali::tool {

namespace {

/// Letters of a name are all that it has: no blanks, no brackets.
bool is_name(std::string_view text) {
  const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), belongs);
}

/// The names of a list such as "raw, npy, text" or "f32, f64 for normal"; prose in it is passed over.
std::vector<std::string> names_in(std::string_view list) {
  list = list.substr(0, list.find(';'));
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = list.find(", ");
    std::string_view item = list.substr(0, comma);
    const bool is_last = comma == std::string_view::npos;
    if (is_last) item = item.substr(0, std::min(item.find(" for "), item.find(" (")));
    if (is_name(item)) names.emplace_back(item);
    list = is_last ? std::string_view() : list.substr(comma + 2);
  }
  return names;
}

/// Words that name what is called something else here.
std::string_view meant_by(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"gpu", "cuda"},      {"nvidia", "cuda"}, {"host", "cpu"},  {"float", "f32"},  {"float32", "f32"},
      {"double", "f64"},    {"float64", "f64"}, {"uint8", "u8"},  {"uint32", "u32"}, {"uint64", "u64"},
      {"int32", "i32"},     {"int", "i32"},     {"int64", "i64"}, {"half", "f16"},   {"float16", "f16"},
      {"bfloat16", "bf16"}, {"numpy", "npy"},   {"txt", "text"},  {"binary", "raw"}, {"gaussian", "normal"}};
  for (const auto& [said, name] : words) {
    if (said == word) return name;
  }
  return {};
}

/// The keys of options such as "mtgp32:mexp=P,sets=S" or "mtgp32:mexp=11213".
std::vector<std::string> keys_in(std::string_view text) {
  std::vector<std::string> keys;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return keys;
  std::string_view rest = text.substr(colon + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    keys.emplace_back(one.substr(0, one.find('=')));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
  }
  return keys;
}

/// The known key that is nearest to one that is not known, where both texts are options of one name.
std::string nearest_key(std::string_view given, std::string_view allowed) {
  const std::size_t colon = given.find(':');
  if (colon == std::string_view::npos || !allowed.starts_with(given.substr(0, colon + 1))) return {};
  const std::vector<std::string> known = keys_in(allowed);
  for (const std::string& key : keys_in(given)) {
    if (std::find(known.begin(), known.end(), key) == known.end()) return nearest(key, known);
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
  const std::size_t most = std::max<std::size_t>(2, word.size() / 3);
  const std::string_view meant = meant_by(word);
  if (std::find(names.begin(), names.end(), meant) != names.end()) return std::string(meant);
  std::string best;
  std::size_t of_best = std::min(most + 1, word.size());
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

std::string with_suggestion(const std::string& complaint) {
  constexpr std::string_view is = " is '", allowed = "'; allowed", colon = ": ";
  const std::size_t begin = complaint.find(is);
  if (begin == std::string::npos) return complaint;
  const std::size_t word = begin + is.size(), end = complaint.find(allowed, word);
  if (end == std::string::npos) return complaint;
  const std::size_t list = complaint.find(colon, end);  // "allowed on this machine: " is one too
  if (list == std::string::npos) return complaint;
  // Parameters stand behind a name, as in mtgp32:sets=1 and --flag=value.
  const std::string_view given = std::string_view(complaint).substr(word, end - word);
  const std::string_view known = std::string_view(complaint).substr(list + colon.size());
  std::string name = nearest_key(given, known);
  if (name.empty()) name = nearest(given.substr(0, given.find_first_of(":=")), names_in(known));
  return name.empty() ? complaint : complaint + "; did you mean '" + name + "'?";
}

}  // namespace tali::tool
