// SPDX-License-Identifier: Apache-2.0
// SHA-1 (FIPS 180-4), by which catalogues name characteristic polynomials. It finds damage, not forgery.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tali::detail {

class sha1 {
 public:
  /// The digest of a text.
  static std::array<std::uint8_t, 20> of(std::string_view text) {
    sha1 s;
    std::size_t at = 0;
    for (; text.size() - at >= 64; at += 64) s.add(text.substr(at, 64));
    // The end: a bit, zeros, and the length in bits, in one block or two.
    std::array<char, 128> end{};
    const std::size_t left = text.size() - at, size = left < 56 ? 64 : 128;
    text.copy(end.data(), left, at);
    end[left] = static_cast<char>(0x80);
    const std::uint64_t bits = std::uint64_t{text.size()} * 8;
    for (std::size_t k = 0; k < 8; ++k) end[size - 1 - k] = static_cast<char>(bits >> (8 * k));
    for (std::size_t k = 0; k < size; k += 64) s.add(std::string_view(end.data() + k, 64));
    std::array<std::uint8_t, 20> out{};
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = static_cast<std::uint8_t>(s.state_[k / 4] >> (24 - 8 * (k % 4)));
    return out;
  }

 private:
  void add(std::string_view block) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t k = 0; k < 64; ++k) w[k / 4] = w[k / 4] << 8 | static_cast<std::uint8_t>(block[k]);
    for (std::size_t k = 16; k < 80; ++k) w[k] = std::rotl(w[k - 3] ^ w[k - 8] ^ w[k - 14] ^ w[k - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t k = 0; k < 80; ++k) {
      const std::uint32_t f = k < 20              ? (b & c) | (~b & d)
                              : k >= 40 && k < 60 ? (b & c) | (b & d) | (c & d)
                                                  : b ^ c ^ d;
      constexpr std::array<std::uint32_t, 4> constants = {0x5a827999u, 0x6ed9eba1u, 0x8f1bbcdcu, 0xca62c1d6u};
      const std::uint32_t next = std::rotl(a, 5) + f + e + constants[k / 20] + w[k];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    const std::array<std::uint32_t, 5> by = {a, b, c, d, e};
    for (std::size_t k = 0; k < 5; ++k) state_[k] += by[k];
  }

  std::array<std::uint32_t, 5> state_ = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
};

}  // namespace tali::detail
