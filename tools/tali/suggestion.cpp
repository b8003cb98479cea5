// SPDX-License-Identifier: Apache-2.0
#include "suggestion.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/core.h>

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
  const std::string name = nearest(given.substr(0, given.find_first_of(":=")),
                                   names_in(std::string_view(complaint).substr(list + colon.size())));
  return name.empty() ? complaint : fmt::format("{}; did you mean '{}'?", complaint, name);
}

}  // namespace tali::tool
