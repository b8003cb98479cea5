// SPDX-License-Identifier: Apache-2.0
// Word engines by way of any_engine: tests of them are compiled once, and not once more for every engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/digest.hpp>
#include <tali/fill.hpp>

#include "support/places.hpp"

namespace tali::test {

/// Calls f(type_list<E>) for every word engine.
template <class F>
void each_word_engine(F&& f) {
  word_engines::for_each([&]<class E>(int, type_list<E> engine) { f(engine); });
}

/// Whether a place makes the engine's words.
inline bool makes(const place& p, const any_engine& e) { return !p.is_cuda || e.info().on_cuda; }

/// As fill_at, of elements as bytes.
inline std::vector<std::byte> bytes_at(const place& p, const any_engine& e, const any_distribution& d,
                                       std::uint64_t first, std::size_t n, std::size_t misalign = 0) {
  const std::size_t size = d.element_bytes(), guard = 64, before = (guard + misalign) * size;
  std::vector<std::byte> buffer(before + (n + guard) * size, std::byte{0xa5});
  const std::vector<std::byte> untouched = buffer;
  if (!p.is_cuda) {
    fill(p.host, e, d, first, buffer.data() + before, n);
  } else {
#if defined(TALI_HAS_CUDA)
    const on_device here(p.gpu.ordinal);
    device_buffer<std::byte> memory(buffer.size());
    memory.write(buffer);
    fill(p.gpu, e, d, first, memory.at() + before, n);
    buffer = memory.read();
#endif
  }
  if (std::memcmp(buffer.data(), untouched.data(), before) != 0 ||
      std::memcmp(buffer.data() + before + n * size, untouched.data(), guard * size) != 0) {
    throw error("fill wrote outside its range at " + p.name);
  }
  return {buffer.begin() + static_cast<std::ptrdiff_t>(before),
          buffer.begin() + static_cast<std::ptrdiff_t>(before + n * size)};
}

/// Words that are known, as an engine: what a distribution makes of them is its definition.
struct listed_words {
  const std::vector<std::uint32_t>* words;
  std::uint64_t first;  ///< the index of the first of them

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    return words->at(static_cast<std::size_t>(i - first));
  }
};

/// Elements first ... first + n - 1 by their definition, from the engine's words one by one.
template <class E, class D>
std::vector<std::byte> by_definition(const E& e, const D& d, std::uint64_t first, std::size_t n) {
  using T = typename D::result_type;
  std::uint64_t begin = first * D::words, end = begin + n * D::words;
  if constexpr (batch_distribution<D>) {
    begin -= begin % D::batch_size;
    end += (D::batch_size - end % D::batch_size) % D::batch_size;
  }
  std::vector<std::uint32_t> words(static_cast<std::size_t>(end - begin));
  E from = e;
  from.discard(begin);
  for (std::uint32_t& w : words) w = from();
  const listed_words listed{&words, begin};
  std::vector<T> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = value(listed, d, first + i);
  std::vector<std::byte> bytes(n * sizeof(T));
  std::memcpy(bytes.data(), out.data(), bytes.size());
  return bytes;
}

/// Lines of digests.txt: every distribution at an odd index beyond 2^32, and bits at the other pinned ranges
/// too.
template <class Ranges>
std::vector<std::string> word_engine_digest_lines(const place& p, const Ranges& ranges) {
  std::vector<std::string> lines;
  each_word_engine([&]<class E>(type_list<E>) {
    distributions::for_each([&]<class D>(int, type_list<D>) {
      constexpr bool is_bits =
          std::is_same_v<D, bits<std::uint32_t>> || std::is_same_v<D, bits<std::uint64_t>>;
      for (std::size_t r = 0; r < ranges.size(); ++r) {
        if (r != 1 && !is_bits) continue;
        using T = typename D::result_type;
        const auto& [seed, stream, first, n] = ranges[r];
        const any_engine e(E(seed, stream & E::max_stream));
        if (!makes(p, e)) continue;
        const auto bytes = bytes_at(p, e, any_distribution(example<D>()), first, n);
        std::vector<T> values(n);
        std::memcpy(values.data(), bytes.data(), bytes.size());
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx",
                      static_cast<unsigned long long>(digest(first, values.data(), n)));
        lines.push_back(std::string(E::name) + ' ' + D::name + ' ' + type_name<T>() + ' ' +
                        std::to_string(seed) + ' ' + std::to_string(stream & E::max_stream) + ' ' +
                        std::to_string(first) + ' ' + std::to_string(n) + ' ' + digits);
      }
    });
  });
  return lines;
}

}  // namespace tali::test
