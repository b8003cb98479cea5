// SPDX-License-Identifier: Apache-2.0
// Engines as text: << and >> of the jumping engines. In a header of its own, so that engines need no streams,
// which kernels do not have and which every source file would pay for.
#pragma once

#include <istream>
#include <ostream>

#include <tali/engine/pcg32.hpp>
#include <tali/engine/philox4x32.hpp>

namespace tali {

/// "state increment", decimal.
inline std::ostream& operator<<(std::ostream& out, const pcg32& e) {
  return out << e.state() << ' ' << e.increment();
}
/// Sets failbit, and leaves the engine as it was, for anything but what << wrote.
inline std::istream& operator>>(std::istream& in, pcg32& e) {
  std::uint64_t state = 0, increment = 0;
  if (in >> state >> increment) {
    if ((increment & 1u) == 0) {
      in.setstate(std::ios::failbit);  // not a state of this engine
    } else {
      e = pcg32::from_state(state, increment);
    }
  }
  return in;
}

/// "seed stream position", decimal.
template <int Rounds>
std::ostream& operator<<(std::ostream& out, const philox4x32_engine<Rounds>& e) {
  return out << e.seed() << ' ' << e.stream() << ' ' << e.position();
}
/// Sets failbit, and leaves the engine as it was, for anything but what << wrote.
template <int Rounds>
std::istream& operator>>(std::istream& in, philox4x32_engine<Rounds>& e) {
  std::uint64_t seed = 0, stream = 0, position = 0;
  if (in >> seed >> stream >> position) {
    e = philox4x32_engine<Rounds>(seed, stream);
    e.discard(position);
  }
  return in;
}

}  // namespace tali
