// SPDX-License-Identifier: Apache-2.0
// Facts about the batteries that do not need TestU01: the numbers of their tests, and the tests' durations.
#include <array>

#include "testu01.hpp"

namespace tali::lab {

namespace {

/// Seconds of BigCrush's tests on one core of about 3 GHz, from the CPU times that TestU01 prints.
constexpr std::array<short, 106> big_crush{
    52,  53,  112, 114, 139, 143, 142, 145, 141, 144, 140, 143, 184, 79,  128, 90,  93,  147,
    147, 175, 187, 125, 84,  121, 138, 38,  45,  39,  47,  50,  57,  57,  57,  57,  81,  81,
    82,  56,  134, 40,  73,  57,  134, 212, 220, 124, 107, 81,  91,  87,  59,  75,  21,  22,
    16,  16,  70,  70,  32,  41,  41,  32,  41,  41,  72,  56,  56,  103, 105, 69,  54,  25,
    89,  33,  33,  43,  42,  37,  36,  93,  93,  52,  53,  33,  31,  79,  79,  109, 109, 41,
    42,  53,  50,  198, 79,  81,  59,  60,  65,  66,  57,  57,  127, 111, 128, 111};

}  // namespace

const std::vector<testu01_battery>& testu01_batteries() {
  static const std::vector<testu01_battery> all{{"SmallCrush", 10}, {"Crush", 96}, {"BigCrush", 106}};
  return all;
}

double testu01_seconds(const std::string& battery, int test) {
  constexpr double small_crush = 2, crush = 20;
  if (battery == "SmallCrush") return small_crush;
  if (battery == "Crush") return crush;
  return big_crush.at(static_cast<std::size_t>(test - 1));
}

}  // namespace tali::lab
