// SPDX-License-Identifier: Apache-2.0
// Engines as text: << and >> of the jumping engines. In a header of its own, so that engines need no streams,
// which kernels do not have and which every source file would pay for.
#pragma once

#include <array>
#include <istream>
#include <ostream>
#include <span>
#include <utility>

#include <tali/engine/pcg32.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// Reads whole numbers without signs, and nothing but white space or the end behind the last; what >> of an
/// unsigned integer also takes, such as -1 for 2^64 - 1, sets failbit.
inline bool read_numbers(std::istream& in, std::span<std::uint64_t> to) {
  for (std::uint64_t& x : to) {
    const auto sign = (in >> std::ws).peek();
    if (sign == '-' || sign == '+') in.setstate(std::ios::failbit);
    if (!(in >> x)) return false;
  }
  using characters = std::istream::traits_type;
  const auto next = in.eof() ? characters::eof() : in.rdbuf()->sgetc();
  const bool at_end = next == characters::eof() || next == ' ' || (next >= '\t' && next <= '\r');
  if (!at_end) in.setstate(std::ios::failbit);
  return at_end;
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

/// "state increment", decimal.
inline std::ostream& operator<<(std::ostream& out, const pcg32& e) {
  return out << e.state() << ' ' << e.increment();
}
/// Sets failbit, and leaves the engine as it was, for anything but what << wrote.
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

/// An engine that has its state as numbers.
template <class E>
concept saved_as_numbers = requires(const E e) {
  E::restored(e.saved());
};

/// The numbers of saved(), decimal.
template <saved_as_numbers E>
std::ostream& operator<<(std::ostream& out, const E& e) {
  const char* between = "";
  for (const std::uint64_t x : e.saved()) {
    out << between << x;
    between = " ";
  }
  return out;
}
/// Sets failbit, and leaves the engine as it was, for anything but what << wrote.
template <saved_as_numbers E>
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

/// An engine that its seed, stream and position name.
template <class E>
concept named_by_position = jumping_engine<E> && requires(const E e) {
  e.seed();
  e.stream();
  e.position();
};

/// "seed stream position", decimal.
template <named_by_position E>
std::ostream& operator<<(std::ostream& out, const E& e) {
  return out << e.seed() << ' ' << e.stream() << ' ' << e.position();
}
/// Sets failbit, and leaves the engine as it was, for anything but what << wrote.
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
