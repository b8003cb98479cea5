// SPDX-License-Identifier: Apache-2.0
// Selects the kernels for this machine.

#include "kernels.hpp"

#include <vector>

#include "kernels_body.hpp"

namespace tali::lab::gf2 {

// The kernels in plain C++: a carry-less product from a table of 16 multiples, four bits at a time.

namespace {

struct pair {
  static constexpr std::size_t words = 2;
  word v[2] = {0, 0};

  static pair load(const word* p) { return {{p[0], p[1]}}; }
  static pair broadcast(const word* p) { return load(p); }
  void store(word* p) const {
    p[0] = v[0];
    p[1] = v[1];
  }
  friend pair operator+(pair a, pair b) { return {{a.v[0] ^ b.v[0], a.v[1] ^ b.v[1]}}; }

  template <int I, int J>
  static pair product(pair x, pair y) {
    const word a = x.v[I], b = y.v[J];
    // Multiples of a's low 61 bits fit into a word; its three high bits are added at the end.
    const word small = a & (~word{0} >> 3);
    word multiple[16] = {0, small};
    for (int i = 2; i < 16; i += 2) {
      multiple[i] = multiple[i / 2] << 1;
      multiple[i + 1] = multiple[i] ^ small;
    }
    word low = 0, high = 0;
    for (int shift = 60; shift >= 0; shift -= 4) {
      high = high << 4 | low >> 60;
      low = low << 4 ^ multiple[b >> shift & 15];
    }
    for (int bit = 61; bit < 64; ++bit) {
      const word mask = word{0} - (a >> bit & 1);
      low ^= b << bit & mask;
      high ^= b >> (64 - bit) & mask;
    }
    return {{low, high}};
  }
};

}  // namespace

const kernels portable_kernels = {"portable",       &multiply_add<pair>, &square<pair>,
                                  &transform<pair>, &add<std::uint32_t>, &add<std::uint64_t>};

std::span<const kernels* const> runnable_kernels() {
  static const std::vector<const kernels*> all = [] {
    std::vector<const kernels*> found = {&portable_kernels};
#ifdef TALI_LAB_X86
    if (__builtin_cpu_supports("pclmul")) found.push_back(&pclmul_kernels);
    if (__builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")) {
      found.push_back(&vpclmul_kernels);
    }
#endif
    return found;
  }();
  return all;
}

const kernels& best_kernels() {
  static const kernels& best = *runnable_kernels().back();
  return best;
}

}  // namespace tali::lab::gf2
