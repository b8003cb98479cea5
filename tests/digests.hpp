// SPDX-License-Identifier: Apache-2.0
// The pinned digests of law 3: which ranges are pinned, and how they are computed at a place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tali/catalogue.hpp>
#include <tali/digest.hpp>

#include "support/places.hpp"
#include "support/points.hpp"
#include "support/rejection.hpp"
#include "support/word_engines.hpp"

namespace tali::test {

/// A pinned range of every engine and distribution.
struct pinned_range {
  std::uint64_t seed, stream, first;
  std::size_t n;
};

/// The beginning of a sequence; an odd place beyond 2^32; and the carry between Philox's counter words.
inline std::vector<pinned_range> pinned_ranges() {
  return {{1, 2, 0, 100000},
          {0xfedcba9876543210u, 0x0123456789abcdefu, (std::uint64_t{1} << 33) + 7, 12345},
          {42, 54, (std::uint64_t{1} << 34) - 5000, 10001}};
}

/// One line of digests.txt: "engine distribution type parameters seed stream first n digest".
template <class E, class D>
std::string digest_line(const place& p, const pinned_range& r) {
  const auto v = fill_at(p, E(r.seed, r.stream), example<D>(), r.first, r.n);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(digest(r.first, v.data(), v.size())));
  return std::string(E::name) + ' ' + D::name + ' ' + type_name<typename D::result_type>() + ' ' +
         std::to_string(r.seed) + ' ' + std::to_string(r.stream) + ' ' + std::to_string(r.first) + ' ' +
         std::to_string(r.n) + ' ' + digits;
}

/// The pinned point sets: both layouts, every randomisation, rows of odd length.
inline std::vector<point_set> pinned_points() {
  const auto dim_major = point_layout::dim_major, point_major = point_layout::point_major;
  return {{21201, point_major, scrambling::none, 0, 0, 0, 0},
          {1000, dim_major, scrambling::shift, 1001, 1, 0xfedcba9876543210u, 3},
          {77, point_major, scrambling::owen, 12345, (std::uint64_t{1} << 31) - 3, 7, std::uint64_t{1} << 40},
          {301, dim_major, scrambling::owen, 997, 12345, 42, 0}};
}

/// One line: "engine distribution type layout/scramble dimensions points first_point seed replicate n
/// digest".
template <class E, class D>
std::string points_digest_line(const place& p, const point_set& s) {
  constexpr std::size_t n = 100003;
  const E e(s);
  const auto v = fill_at(p, e, example<D>(), 0, n);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(digest(0, v.data(), n)));
  const char* const scrambles[] = {"none", "shift", "owen"};
  std::string line = std::string(E::name) + ' ' + D::name + ' ' + type_name<typename D::result_type>() + ' ' +
                     (s.layout == point_layout::dim_major ? "dim-major/" : "point-major/") +
                     scrambles[static_cast<int>(s.scramble)];
  for (const std::uint64_t x : {std::uint64_t{s.dimensions}, s.points, s.first_point, s.seed, s.replicate,
                                static_cast<std::uint64_t>(n)}) {
    line += ' ' + std::to_string(x);
  }
  return line + ' ' + digits;
}

/// One line of a distribution of variable budget, with the parameters of set `which`: "engine
/// distribution/which type seed stream first n digest". Shorter ranges: these values cost more.
template <class E, class D>
std::string rejection_digest_line(const place& p, pinned_range r, std::size_t which) {
  r.n /= 8;
  const auto v = fill_at(p, E(r.seed, r.stream), examples<D>().at(which), r.first, r.n);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(digest(r.first, v.data(), v.size())));
  std::string line = std::string(E::name) + ' ' + D::name + '/' + std::to_string(which) + ' ' +
                     type_name<typename D::result_type>();
  for (const std::uint64_t x : {r.seed, r.stream, r.first, static_cast<std::uint64_t>(r.n)})
    line += ' ' + std::to_string(x);
  return line + ' ' + digits;
}

/// All lines at a place.
inline std::vector<std::string> digest_lines(const place& p) {
  std::vector<std::string> out;
  each_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
    for (const pinned_range& r : pinned_ranges()) out.push_back(digest_line<E, D>(p, r));
  });
  each_quasi_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
    for (const point_set& s : pinned_points()) out.push_back(points_digest_line<E, D>(p, s));
  });
  for_each_rejection_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
    // Every set of parameters, of the ten rounds; the first alone of the others.
    const std::size_t sets = std::is_same_v<E, philox4x32> ? examples<D>().size() : 1;
    for (std::size_t k = 0; k < sets; ++k) {
      const std::vector<pinned_range> ranges = pinned_ranges();
      out.push_back(rejection_digest_line<E, D>(p, ranges[k % ranges.size()], k));
    }
  });
  const std::vector<std::string> more = word_engine_digest_lines(p, pinned_ranges());
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace tali::test
