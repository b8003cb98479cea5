// SPDX-License-Identifier: Apache-2.0
#include "core/suggestion.hpp"

#include <algorithm>
#include <utility>

namespace tali::detail {

namespace {

/// Words of other libraries for names of tali.
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

}  // namespace tali::detail
