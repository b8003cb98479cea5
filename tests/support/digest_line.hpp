// SPDX-License-Identifier: Apache-2.0
// One line of tests/data/digests.txt.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <tali/any.hpp>
#include <tali/digest.hpp>

#include "support/places.hpp"

namespace tali::test {

/// A pinned range of every engine and distribution.
struct pinned_range {
  std::uint64_t seed, stream, first;
  std::size_t n;
};

/// The last word of a line: the digest of the elements first ... first + n - 1 at a place.
inline std::string digest_digits(const place& p, const any_engine& e, const any_distribution& d,
                                 std::uint64_t first, std::size_t n) {
  const auto elements = bytes_at(p, e, d, first, n);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(digest(first, elements.data(), n, d.element_bytes())));
  return digits;
}

/// "engine distribution[suffix] type seed stream first n digest".
inline std::string digest_line(const place& p, const any_engine& e, const any_distribution& d,
                               const pinned_range& r, const std::string& suffix = "") {
  std::string line = std::string(e.info().name) + ' ' + std::string(d.info().name) + suffix + ' ' +
                     std::string(d.info().type);
  for (const std::uint64_t x : {r.seed, r.stream, r.first, static_cast<std::uint64_t>(r.n)})
    line += ' ' + std::to_string(x);
  return line + ' ' + digest_digits(p, e, d, r.first, r.n);
}

}  // namespace tali::test
