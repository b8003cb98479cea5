// SPDX-License-Identifier: Apache-2.0
// Engines as text: << and >> for the jumping engines. In a separate header, because kernels have no streams,
// and including <iostream> everywhere would slow down compilation.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include <tali/engine/pcg32.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// Decimal digits of 2^64 - 1.
inline constexpr std::size_t max_digits = 20;

/// Writes whole numbers in decimal, separated by blanks, independently of the stream's number format, width,
/// fill and locale.
inline std::ostream& write_numbers(std::ostream& out, std::span<const std::uint64_t> numbers) {
  std::string text;
  for (const std::uint64_t x : numbers) {
    if (!text.empty()) text += ' ';
    text += std::to_string(x);
  }
  out.width(0);
  return out << text;
}

/// Reads whole numbers in the format of write_numbers, followed by white space or the end. Other
/// formats that >> of an unsigned integer would accept, such as -1 or 0x10, set failbit.
inline bool read_numbers(std::istream& in, std::span<std::uint64_t> to) {
  for (std::uint64_t& x : to) {
    std::string text;
    (in >> std::ws).width(static_cast<std::streamsize>(max_digits + 1));
    if (!(in >> text)) return false;
    const char* const end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, x);
    if (failure != std::errc{} || rest != end || text.size() > max_digits) {
      in.setstate(std::ios::failbit);
      return false;
    }
  }
  return true;
}
template <class... Numbers>
bool read_numbers(std::istream& in, Numbers&... to) {
  std::uint64_t* const all[] = {&to...};
  std::uint64_t numbers[sizeof...(to)] = {};
  if (!read_numbers(in, std::span<std::uint64_t>(numbers))) return false;
  for (std::size_t k = 0; k < sizeof...(to); ++k) *all[k] = numbers[k];
  return true;
}

}  // namespace detail

/// Writes "state increment", decimal.
inline std::ostream& operator<<(std::ostream& out, const pcg32& e) {
  return detail::write_numbers(out, std::array{e.state(), e.increment()});
}
/// For anything except the output of <<, sets failbit and leaves the engine unchanged.
inline std::istream& operator>>(std::istream& in, pcg32& e) {
  std::uint64_t state = 0, increment = 0;
  if (detail::read_numbers(in, state, increment)) {
    if ((increment & 1u) == 0) {
      in.setstate(std::ios::failbit);  // not a state of this engine
    } else {
      e = pcg32::from_state(state, increment);
    }
  }
  return in;
}

/// Writes the numbers of saved(), decimal.
template <detail::has_state E>
std::ostream& operator<<(std::ostream& out, const E& e) {
  return detail::write_numbers(out, e.saved());
}
/// For anything except the output of <<, sets failbit and leaves the engine unchanged.
template <detail::has_state E>
std::istream& operator>>(std::istream& in, E& e) {
  decltype(std::declval<const E&>().saved()) numbers{};
  if (!detail::read_numbers(in, std::span<std::uint64_t>(numbers))) return in;
  try {
    e = E::restored(numbers);
  } catch (const argument_error&) {
    in.setstate(std::ios::failbit);
  }
  return in;
}

/// An engine that seed, stream and position determine.
template <class E>
concept named_by_position = jumping_engine<E> && requires(const E e) {
  e.seed();
  e.stream();
  e.position();
};

/// Writes "seed stream position", decimal.
template <named_by_position E>
std::ostream& operator<<(std::ostream& out, const E& e) {
  return detail::write_numbers(out, std::array{e.seed(), e.stream(), e.position()});
}
/// For anything except the output of <<, sets failbit and leaves the engine unchanged.
template <named_by_position E>
std::istream& operator>>(std::istream& in, E& e) {
  std::uint64_t seed = 0, stream = 0, position = 0;
  if (detail::read_numbers(in, seed, stream, position)) {
    if (stream > E::max_stream) {
      in.setstate(std::ios::failbit);
    } else {
      e = E(seed, stream);
      e.discard(position);
    }
  }
  return in;
}

}  // namespace tali
