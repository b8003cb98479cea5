// SPDX-License-Identifier: Apache-2.0
// Reads tests/data/known_answers.txt, which every backend's test shares.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tali::test {

/// Consecutive words of a sequence from an index on.
struct known_sequence {
  std::string engine;
  std::uint64_t seed, stream, index;
  std::vector<std::uint32_t> words;
};

/// One evaluation of the Philox bijection.
struct known_block {
  int rounds;
  std::uint32_t counter[4], key[2];
  std::vector<std::uint32_t> words;
};

namespace reading {

/// The fields of every line that begins with `kind`; '#' begins a comment.
inline std::vector<std::vector<std::string>> lines_of(const std::string& kind) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/known_answers.txt");
  if (!in) throw std::runtime_error("cannot read known_answers.txt");
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line.substr(0, line.find('#')));
    std::vector<std::string> words;
    for (std::string w; fields >> w;) words.push_back(w);
    if (!words.empty() && words[0] == kind) out.emplace_back(words.begin() + 1, words.end());
  }
  return out;
}

inline std::uint32_t hex(const std::string& text) {
  return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
}

}  // namespace reading

inline std::vector<known_sequence> known_sequences() {
  std::vector<known_sequence> out;
  for (const auto& f : reading::lines_of("sequence")) {
    known_sequence k{f.at(0),
                     std::stoull(f.at(1), nullptr, 0),
                     std::stoull(f.at(2), nullptr, 0),
                     std::stoull(f.at(3), nullptr, 0),
                     {}};
    for (std::size_t i = 4; i < f.size(); ++i) k.words.push_back(reading::hex(f[i]));
    out.push_back(k);
  }
  return out;
}

inline std::vector<known_block> known_blocks() {
  std::vector<known_block> out;
  for (const auto& f : reading::lines_of("philox4x32")) {
    known_block k{std::stoi(f.at(0)), {}, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) k.counter[i] = reading::hex(f.at(1 + i));
    for (std::size_t i = 0; i < 2; ++i) k.key[i] = reading::hex(f.at(5 + i));
    for (std::size_t i = 0; i < 4; ++i) k.words.push_back(reading::hex(f.at(7 + i)));
    out.push_back(k);
  }
  return out;
}

}  // namespace tali::test
