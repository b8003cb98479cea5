// SPDX-License-Identifier: Apache-2.0
// certify-calibrate-birthdays [LOG2 OF CHUNKS]: prints the table of judge_words.cpp, made of AES in counter
// mode with the key 2^63, which no calibration of p-values uses. 2^23 chunks, as the table has, take two
// cores five minutes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "certify/run.hpp"
#include "certify/source.hpp"
#include "certify/words_tests.hpp"

int main(int count, char** arguments) {
  using namespace tali::lab::certify;
  filled_words from(aes_words(std::uint64_t{1} << 63));
  const int log2 = count > 1 ? std::atoi(arguments[1]) : 20;
  const tally t = run(birthday_spacings(), from, std::uint64_t{1} << log2, 0, {});
  for (const std::uint64_t c : t.counts) std::printf("%llu, ", static_cast<unsigned long long>(c));
  std::printf("\n");
}
