// SPDX-License-Identifier: Apache-2.0
// Direction numbers of Sobol's points, tuning files, and tables of the normal's.
#include <sstream>
#include <string>

#include <normal/table.hpp>

#include <tali/direction_numbers.hpp>
#include <tali/tuning.hpp>

#include "fuzz.hpp"

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  using namespace tali;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::accepts([&] {
    const auto numbers = direction_numbers::parse(text, "fuzz");
    fuzz::require(numbers.dimensions() >= 2, "a table has dimensions");
  });
  fuzz::accepts([&] { (void)cost::parse_tuning(text); });
  fuzz::accepts([&] {
    std::istringstream in{std::string(text)};
    (void)lab::normal::read_table(in, "fuzz");
  });
  return 0;
}
