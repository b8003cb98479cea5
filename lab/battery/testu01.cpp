// SPDX-License-Identifier: Apache-2.0
#include "testu01.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

extern "C" {
#include <bbattery.h>
#include <swrite.h>
#include <unif01.h>
}

namespace tali::lab {

namespace {

// TestU01 calls a function without arguments, so these are global.
constexpr std::size_t words_at_a_time = 1 << 16;
word_source words;
std::vector<std::uint32_t> block;
const std::uint32_t* at;

unsigned int next_word() {
  if (at == block.data() + block.size()) {
    words(block.data(), block.size());
    at = block.data();
  }
  return *at++;
}

}  // namespace

std::vector<statistic> run_testu01(const std::string& battery, int test, word_source source) {
  words = std::move(source);
  block.resize(words_at_a_time);
  at = block.data() + block.size();
  swrite_Basic = FALSE;
  char name[] = "tali";
  unif01_Gen* const generator = unif01_CreateExternGenBits(name, next_word);
  std::vector<int> repetitions(201);  // the length of the library's array
  repetitions[static_cast<std::size_t>(test)] = 1;
  const auto run = battery == "SmallCrush" ? &bbattery_RepeatSmallCrush
                   : battery == "Crush"    ? &bbattery_RepeatCrush
                                           : &bbattery_RepeatBigCrush;
  run(generator, repetitions.data());
  words = nullptr;  // a source may have a child process
  std::vector<statistic> all;
  for (int k = 0; k < bbattery_NTests; ++k) {
    if (bbattery_pVal[k] < 0) continue;  // not run
    all.push_back({bbattery_TestNames[k], bbattery_pVal[k]});
  }
  if (all.empty()) throw std::runtime_error("the test gave no p-value");
  return all;
}

}  // namespace tali::lab
