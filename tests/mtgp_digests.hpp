// SPDX-License-Identifier: Apache-2.0
// The pinned digests of mtgp32 and mtgp64 on the tests' small sets, and how they are computed at a place.
#pragma once

#include <string>
#include <vector>

#include "support/digest_line.hpp"
#include "support/examples.hpp"
#include "support/mtgp_small_sets.hpp"
#include "support/places.hpp"

namespace tali::test {

/// One line per word size, distribution and range: "engine distribution type seed stream first n digest".
inline std::vector<std::string> mtgp_digest_lines(const place& p) {
  const pinned_range ranges[] = {{1, 0, 0, 20000},
                                 {0xfedcba9876543210u, 0x0123456789abcdefu, (1ull << 33) + 7, 1234}};
  std::vector<std::string> out;
  catalogue::bank_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const auto sets = small_sets<typename E::word_type>();
    for (const any_distribution& d : fixed_examples()) {
      for (const pinned_range& r : ranges) out.push_back(digest_line(p, E(sets, r.seed, r.stream), d, r));
    }
  });
  return out;
}

}  // namespace tali::test
