// SPDX-License-Identifier: Apache-2.0
// Files that commands read numbers and lines from: nothing is lost on the way, and nothing is read that is
// not there.
#include <cstring>
#include <string>

#include "fuzz.hpp"
#include "lines.hpp"
#include "number_file.hpp"

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  using namespace tali;
  const std::string_view all = fuzz::text_of(data, size);
  const std::string name = fuzz::folder::mine().file("numbers", all);
  for (const char* const type : {"", "u32", "f64"}) {
    fuzz::accepts([&] {
      const tool::number_file n = tool::read_number_file(name, type);
      if (n.is_text) {
        fuzz::require(n.text == all && n.values.empty(), "a text is read whole");
        return;
      }
      fuzz::require(!n.type.empty() && n.values.size() <= size, "values have a type, and come from the file");
      fuzz::require(n.values.empty() ||
                        std::memcmp(n.values.data(), data + (size - n.values.size()), n.values.size()) == 0,
                    "values are the end of the file");
    });
  }
  fuzz::accepts([&] {
    const tool::lines lines(name, '\n');
    std::string again;
    for (std::uint64_t k = 0; k < lines.size(); ++k) again.append(lines[k]) += '\n';
    if (!all.empty() && all.back() != '\n') again.pop_back();
    fuzz::require(again == all, "lines are the text");
  });
  return 0;
}
