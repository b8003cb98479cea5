// SPDX-License-Identifier: Apache-2.0
// The random choices of a search: one stream per generator that is searched.
#pragma once

#include <cstdint>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/engine/philox4x32.hpp>

namespace tali::lab::mtgp {

/// The subject of a search: the set for (bits, mexp, id, seed). It does not depend on the machine or its
/// threads.
struct target {
  int mexp = 11213;
  std::uint32_t id = 0;
  std::uint64_t seed = 1;
};

class choices {
 public:
  /// @param part  0 for the recursion, 1 for the tempering: neither depends on how much the other draws
  choices(const target& t, int bits, unsigned part)
      : engine_(t.seed, std::uint64_t{part} << 56 | static_cast<std::uint64_t>(bits) << 48 |
                            static_cast<std::uint64_t>(t.mexp) << 32 | t.id) {}

  std::uint32_t word() { return engine_(); }
  /// low ... high, inclusive; the bias is below 2^-20 for ranges of some thousands.
  int between(int low, int high) {
    const std::uint64_t n = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<int>(n * engine_() >> 32);
  }

 private:
  philox4x32 engine_;
};

}  // namespace tali::lab::mtgp
