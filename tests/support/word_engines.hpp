// SPDX-License-Identifier: Apache-2.0
// Word engines by way of any_engine: tests of them are compiled once, and not once more for every engine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>

#include "support/digest_line.hpp"
#include "support/examples.hpp"
#include "support/places.hpp"

namespace tali::test {

/// Calls f(type_list<E>) for every word engine.
template <class F>
void each_word_engine(F&& f) {
  catalogue::word_engines::for_each([&]<class E>(int, detail::type_list<E> engine) { f(engine); });
}

/// Whether a place makes the engine's words.
inline bool makes(const place& p, const any_engine& e) { return !p.is_cuda || e.info().on_cuda; }

/// Lines of digests.txt: every distribution at an odd index beyond 2^32, and bits at the other pinned ranges
/// too.
template <class Ranges>
std::vector<std::string> word_engine_digest_lines(const place& p, const Ranges& ranges) {
  std::vector<std::string> lines;
  each_word_engine([&]<class E>(detail::type_list<E>) {
    for (const any_distribution& d : fixed_examples()) {
      const bool is_bits = std::string_view(d.info().name) == "bits";
      for (std::size_t r = 0; r < ranges.size(); ++r) {
        if (r != 1 && !is_bits) continue;
        const auto& [seed, stream, first, n] = ranges[r];
        const std::uint64_t allowed = stream & E::max_stream;
        const any_engine e(E(seed, allowed));
        if (makes(p, e)) lines.push_back(digest_line(p, e, d, {seed, allowed, first, n}));
      }
    }
  });
  return lines;
}

}  // namespace tali::test
