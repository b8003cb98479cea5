// SPDX-License-Identifier: Apache-2.0
// The whole state of a generator, and its two saved formats. Both contain a version; reading rejects
// everything that writing does not produce.
//
// Text: "tali-generator 1 philox4x32 SEED STREAM POSITION", one space between the fields, numbers decimal.
//
// 32 bytes, integers little-endian: "tgn" and the version, 1; 4 bytes of checksum; seed, stream and position,
// 8 bytes each. The checksum is the 32-bit FNV-1a hash of the other 28 bytes in their order. It detects every
// change of a single byte, and other changes except with probability 2^-32.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <tali/error.hpp>

namespace tali::detail {

struct generator_state {
  std::uint64_t seed = 0, stream = 0, position = 0;

  /// The largest position: the number of elements of distributions with four words per element. Distributions
  /// with more words have fewer elements.
  static constexpr std::uint64_t last_position = std::uint64_t{1} << 62;

  friend bool operator==(const generator_state&, const generator_state&) = default;
};

inline constexpr std::string_view generator_text_begin = "tali-generator 1 philox4x32";

inline std::string saved_text(const generator_state& s) {
  return std::string(generator_text_begin) + ' ' + std::to_string(s.seed) + ' ' + std::to_string(s.stream) +
         ' ' + std::to_string(s.position);
}

/// @throws argument_error for anything except the output of saved_text
inline generator_state generator_from(std::string_view text) {
  generator_state s;
  bool good = text.substr(0, generator_text_begin.size()) == generator_text_begin;
  const char* at = text.data() + (good ? generator_text_begin.size() : 0);
  const char* const end = text.data() + text.size();
  for (std::uint64_t* const number : {&s.seed, &s.stream, &s.position}) {
    good = good && at != end && *at == ' ';
    if (!good) break;
    const auto read = std::from_chars(at + 1, end, *number);
    good = read.ec == std::errc();
    at = read.ptr;
  }
  // Writing it again detects forms that reading numbers accepts, such as leading zeros.
  if (good && s.position <= generator_state::last_position && saved_text(s) == text) return s;
  std::string shown;
  for (const char c : text.substr(0, 90)) shown += c >= ' ' && c <= '~' ? c : '?';
  throw argument_error("saved generator", '"' + shown + (text.size() > 90 ? "\"..." : "\""),
                       '"' + std::string(generator_text_begin) +
                           " SEED STREAM POSITION\", decimal numbers below 2^64, POSITION at most 2^62");
}

/// FNV-1a of all bytes except those of the checksum.
inline std::uint32_t generator_checksum(std::span<const std::byte, 32> bytes) {
  std::uint32_t h = 0x811c9dc5u;
  for (std::size_t i = 0; i < 32; ++i) {
    if (i < 4 || i >= 8) h = (h ^ std::to_integer<std::uint32_t>(bytes[i])) * 0x01000193u;
  }
  return h;
}

/// Writes the n low bytes of x, the lowest first.
inline void put_bytes(std::byte* to, std::uint64_t x, int n) {
  for (int i = 0; i < n; ++i) to[i] = static_cast<std::byte>(x >> (8 * i));
}
inline std::uint64_t get_bytes(const std::byte* from, int n) {
  std::uint64_t x = 0;
  for (int i = 0; i < n; ++i) x |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return x;
}

/// "tgn" and the version.
inline constexpr std::uint32_t generator_bytes_begin = 0x016e6774u;

inline std::array<std::byte, 32> saved_bytes(const generator_state& s) {
  std::array<std::byte, 32> bytes{};
  put_bytes(bytes.data(), generator_bytes_begin, 4);
  put_bytes(bytes.data() + 8, s.seed, 8);
  put_bytes(bytes.data() + 16, s.stream, 8);
  put_bytes(bytes.data() + 24, s.position, 8);
  put_bytes(bytes.data() + 4, generator_checksum(bytes), 4);
  return bytes;
}

/// @throws argument_error for anything except the output of saved_bytes
inline generator_state generator_from(std::span<const std::byte> bytes) {
  const auto refuse_as = [](const std::string& value) {
    throw argument_error("saved generator", value,
                         "32 bytes that a generator saved: \"tgn\", a byte 1, the checksum, seed, stream and "
                         "position, the position at most 2^62");
  };
  if (bytes.size() != 32) refuse_as(std::to_string(bytes.size()) + " bytes");
  if (get_bytes(bytes.data(), 4) != generator_bytes_begin) refuse_as("bytes with another beginning");
  if (get_bytes(bytes.data() + 4, 4) != generator_checksum(bytes.first<32>())) {
    refuse_as("bytes that do not have their checksum");
  }
  const generator_state s{get_bytes(bytes.data() + 8, 8), get_bytes(bytes.data() + 16, 8),
                          get_bytes(bytes.data() + 24, 8)};
  if (s.position > generator_state::last_position) refuse_as("position " + std::to_string(s.position));
  return s;
}

}  // namespace tali::detail
