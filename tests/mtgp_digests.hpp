// SPDX-License-Identifier: Apache-2.0
// The pinned digests of mtgp32 and mtgp64 on the tests' small sets, and how they are computed at a place.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include <tali/digest.hpp>
#include <tali/filler.hpp>
#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>
#endif

#include "support/mtgp_small_sets.hpp"
#include "support/places.hpp"

namespace tali::test {

/// One line a word size, distribution and range: "engine distribution type seed stream first n digest".
inline std::vector<std::string> mtgp_digest_lines(const place& p) {
  struct range {
    std::uint64_t seed, stream, first;
    std::size_t n;
  };
  const range ranges[] = {{1, 0, 0, 20000},
                          {0xfedcba9876543210u, 0x0123456789abcdefu, (1ull << 33) + 7, 1234}};
  std::vector<std::string> out;
  bank_engines::for_each([&]<class E>(int, type_list<E>) {
    const auto sets = small_sets<typename E::word_type>();
    distributions::for_each([&]<class D>(int, type_list<D>) {
      for (const range& r : ranges) {
        const auto v = fill_at(p, E(sets, r.seed, r.stream), example<D>(), r.first, r.n);
        char line[200];
        std::snprintf(line, sizeof line, "%s %s %s %llu %llu %llu %zu %016llx", E::name, D::name,
                      type_name<typename D::result_type>(), static_cast<unsigned long long>(r.seed),
                      static_cast<unsigned long long>(r.stream), static_cast<unsigned long long>(r.first),
                      r.n, static_cast<unsigned long long>(digest(r.first, v.data(), v.size())));
        out.emplace_back(line);
      }
    });
  });
  return out;
}

}  // namespace tali::test
