// SPDX-License-Identifier: Apache-2.0
// The pinned digests of law 3: which ranges are pinned, and how they are computed at a place.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <tali/catalogue.hpp>

#include "support/digest_line.hpp"
#include "support/examples.hpp"
#include "support/places.hpp"
#include "support/word_engines.hpp"

namespace tali::test {

/// The beginning of a sequence; an odd place beyond 2^32; and the carry between Philox's counter words.
inline std::vector<pinned_range> pinned_ranges() {
  return {{1, 2, 0, 100000},
          {0xfedcba9876543210u, 0x0123456789abcdefu, (std::uint64_t{1} << 33) + 7, 12345},
          {42, 54, (std::uint64_t{1} << 34) - 5000, 10001}};
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
inline std::string points_digest_line(const place& p, const any_engine& e, const any_distribution& d,
                                      const point_set& s) {
  constexpr std::size_t n = 100003;
  const char* const scrambles[] = {"none", "shift", "owen"};
  std::string line = std::string(e.info().name) + ' ' + std::string(d.info().name) + ' ' +
                     std::string(d.info().type) + ' ' +
                     (s.layout == point_layout::dim_major ? "dim-major/" : "point-major/") +
                     scrambles[static_cast<int>(s.scramble)];
  for (const std::uint64_t x : {std::uint64_t{s.dimensions}, s.points, s.first_point, s.seed, s.replicate,
                                static_cast<std::uint64_t>(n)}) {
    line += ' ' + std::to_string(x);
  }
  return line + ' ' + digest_digits(p, e, d, 0, n);
}

/// All lines at a place.
inline std::vector<std::string> digest_lines(const place& p) {
  std::vector<std::string> out;
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const any_distribution& d : fixed_examples()) {
      for (const pinned_range& r : pinned_ranges()) out.push_back(digest_line(p, E(r.seed, r.stream), d, r));
    }
  });
  catalogue::quasi_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const any_distribution& d : coordinate_examples()) {
      for (const point_set& s : pinned_points()) out.push_back(points_digest_line(p, E(s), d, s));
    }
  });
  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const std::vector<any_distribution>& sets : rejection_examples()) {
      // Every set of parameters, of the ten rounds; the first alone of the others.
      const std::size_t count = std::is_same_v<E, philox4x32> ? sets.size() : 1;
      for (std::size_t k = 0; k < count; ++k) {
        // Shorter ranges: these values cost more.
        pinned_range r = pinned_ranges()[k % pinned_ranges().size()];
        r.n /= 8;
        out.push_back(digest_line(p, E(r.seed, r.stream), sets[k], r, '/' + std::to_string(k)));
      }
    }
  });
  for (const engine_info& info :
       detail::indexed_engine_list()) {  // a sample of each distribution, of their words
    if (p.is_cuda || info.kind == engine_kind::counter) continue;
    for (const std::vector<any_distribution>& sets : rejection_examples()) {
      pinned_range r = pinned_ranges()[1];
      r.stream &= info.max_stream;
      r.n /= 8;
      out.push_back(digest_line(p, any_engine(info.name, r.seed, r.stream), sets[0], r, "/0"));
    }
  }
  const std::vector<std::string> more = word_engine_digest_lines(p, pinned_ranges());
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

}  // namespace tali::test
