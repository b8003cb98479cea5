// SPDX-License-Identifier: Apache-2.0
// Catalogues of parameter sets: what is read is written again as it was read.
#include <sstream>
#include <string>

#include <tali/engine/mtgp_curand.hpp>
#include <tali/engine/mtgp_parameters.hpp>

#include "fuzz.hpp"

namespace {

using namespace tali;

template <mtgp_word Word>
void read(const std::string& text) {
  fuzz::accepts([&] {
    std::istringstream in(text);
    const auto all = detail::read_mtgp_catalogue<Word>(in, "fuzz");
    std::stringstream again;
    again << detail::mtgp_columns << '\n';
    for (const auto& e : all) detail::write_mtgp_line(again, e.set);
    const auto found = detail::read_mtgp_catalogue<Word>(again, "again");
    fuzz::require(found.size() == all.size(), "as many sets are read again");
    for (std::size_t k = 0; k < all.size(); ++k) {
      fuzz::require(found[k].set == all[k].set, "a set is read as it was written");
    }
  });
}

}  // namespace

extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size) {
  const std::string lines(fuzz::text_of(data, size));
  const std::string text = std::string(detail::mtgp_columns) + '\n' + lines;
  read<std::uint32_t>(text);
  read<std::uint64_t>(text);
  const std::string header = fuzz::folder::mine().file("header.h", lines);
  fuzz::accepts(
      [&] { fuzz::require(detail::curand_mtgp_sets(header).size() == 200, "cuRAND's header has 200 sets"); });
  return 0;
}
