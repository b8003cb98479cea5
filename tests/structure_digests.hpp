// SPDX-License-Identifier: Apache-2.0
// The pinned digests of vectors, categories and permutations: which are pinned, and how they are computed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <tali/digest.hpp>

#include "support/structures.hpp"

namespace tali::test {

/// One line per type and size of vectors, then categories and permutations at a backend: "what digest".
/// @param rows  rows(e, d, first, n): the rows first ... first + n - 1 of vector distribution d
template <class Rows>
std::vector<std::string> structure_digest_lines(const place& p, Rows rows) {
  const philox4x32 e(2026, 7);
  std::vector<std::string> all;
  const auto note = [&](const std::string& what, std::uint64_t digest) {
    char text[32];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
    all.push_back(what + ' ' + text);
  };
  catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    std::uint64_t sum = 0;
    for (const D& d : structured_examples<D>::all()) {
      const auto x = rows(e, d, 12345, 100);
      sum = sum * 3 + digest(0, x.data(), x.size());
    }
    note(std::string(D::name) + ' ' + type_name<typename D::result_type>(), sum);
  });
  for (const engine_info& info : detail::indexed_engine_list()) {  // the others' rows, of three sizes
    if (p.is_cuda || info.kind == engine_kind::counter) continue;
    catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      std::uint64_t sum = 0;
      const auto examples = structured_examples<D>::all();
      for (std::size_t k = 0; k < 3; ++k) {
        const any_distribution d(examples[(2 * k + 3) * examples.size() / 10 + 1]);
        const auto x = bytes_at(p, any_engine(info.name, 2026, 7), d, 12345, 100);
        const std::size_t size = d.info().value_bytes;
        sum = sum * 3 + digest(0, x.data(), x.size() / size, size);
      }
      note(std::string(D::name) + ' ' + type_name<typename D::result_type>() + ' ' + info.name, sum);
    });
  }
  const categorical d{std::vector<double>{0.5, 3, 0, 1e-9, 7, 2.25, 1e3, 11}};
  const auto x = categories_at(p, e, d, 5, 10'000);
  note("categorical", digest(0, x.data(), x.size()));
  const auto y = permutation_at<std::uint32_t>(p, permutation<std::uint32_t>(e, 1'000'003, 2), 5, 10'000);
  note("permutation 1000003", digest(0, y.data(), y.size()));
  const permutation<std::uint64_t> large(e, 12345678901234567890u, 2);
  const auto z = permutation_at<std::uint64_t>(p, large, 5, 10'000);
  note("permutation 12345678901234567890", digest(0, z.data(), z.size()));
  return all;
}

/// The lines of a file of tests/data, without comments.
inline std::vector<std::string> pinned_lines(const std::string& file) {
  std::ifstream in(std::string(TALI_TEST_DATA) + '/' + file);
  if (!in) throw error("cannot read " + file);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') out.push_back(line);
  }
  return out;
}

}  // namespace tali::test
