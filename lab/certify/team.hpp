// SPDX-License-Identifier: Apache-2.0
// The threads that test a chunk together. A test is written once, for a team: on the CPU a team is one
// thread; on CUDA (run_cuda.cuh) it is the threads of a block, which share the work and the chunk in shared
// memory. Results are counts and sums of integers: so they depend neither on the size of the team nor on the
// order of the chunks.
//
// A team has (a group is 32 neighbouring members, starting at a multiple of 32)
//   rank(), size()      the work is divided by for (i = rank(); i < n; i += size())
//   sync()              after it, the others' writes can be read
//   count(cell)         adds one to a cell
//   add(k, v)           adds every member's v to sum k; a group's members must call it together, with the
//   same k add_small(k, v)     the same for |v| below 2^26 add_own(k, v)       adds v to sum k, to which no
//   other member adds before(x, total)    the sum of x over the members of lower rank; all must call it
//   together, and it synchronises sort(x, n)          ascending, n a power of two; the same part<n>() this
//   member's part of the team, which is divided into n equal parts, or into fewer
//
// A part is a team that does not wait for the other parts. It has rank(), size(), sync() and
//   index(), parts()    the part's number, and the number of parts
//   xor_all, least      over every member's x; all members of the part must call them together; they
//   synchronise
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

#include "certify/tally.hpp"

namespace tali::lab::certify {

struct one_thread {
  std::uint64_t* counts;
  std::uint64_t* sums;

  static constexpr int rank() { return 0; }
  static constexpr int size() { return 1; }
  static void sync() {}
  TALI_FN void count(int cell) const { ++counts[cell]; }
  TALI_FN void add(int k, std::int64_t v) const { sums[k] += static_cast<std::uint64_t>(v); }
  TALI_FN void add_small(int k, std::int32_t v) const { add(k, v); }
  TALI_FN void add_unshared(int k, std::int64_t v) const { sums[k] += static_cast<std::uint64_t>(v); }
  template <int n>
  [[nodiscard]] const one_thread& part() const {
    return *this;
  }
  static constexpr int index() { return 0; }
  static constexpr int parts() { return 1; }
  static std::uint32_t xor_all(std::uint32_t x) { return x; }
  static std::uint32_t minimum(std::uint32_t x) { return x; }
  static std::uint32_t before(std::uint32_t x, std::uint32_t& total) {
    total = x;
    return 0;
  }
  /// Radix sort by digits of 11 bits. n is at most 4096.
  static void sort(std::uint32_t* x, int n) {
    constexpr std::uint32_t digits = 2048;
    std::uint32_t other[4096];
    std::uint32_t *from = x, *to = other;
    for (int shift = 0; shift < 32; shift += 11) {
      std::uint32_t place[digits] = {};
      for (int i = 0; i < n; ++i) ++place[(from[i] >> shift) % digits];
      std::uint32_t sum = 0;
      for (std::uint32_t& p : place) sum += std::exchange(p, sum);
      for (int i = 0; i < n; ++i) to[place[(from[i] >> shift) % digits]++] = from[i];
      std::swap(from, to);
    }
    std::copy_n(from, n, x);  // three passes end in `other`
  }
};

/// Number of ones in a word.
TALI_FN constexpr int ones(std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return __popc(x);
#else
  x -= (x >> 1) & 0x55555555u;
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  return static_cast<int>((((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24);
#endif
}

/// Counts the ones of up to 255 words at each bit position: eight planes of a binary counter.
struct bit_counter {
  std::uint32_t planes[8] = {};

  TALI_FN void add(std::uint32_t word) {
    for (auto& p : planes) {
      const std::uint32_t carry = p & word;
      p ^= word;
      word = carry;
    }
  }
  [[nodiscard]] TALI_FN int at(int bit) const {
    std::uint32_t n = 0;
    for (int k = 0; k < 8; ++k) n |= ((planes[k] >> bit) & 1u) << k;
    return static_cast<int>(n);
  }
};

/// A team divided into groups, for a test with so many sums that to add each over the whole team would cost
/// as much as to compute them: each group computes some of the sums.
struct group_of {
  template <class Team>
  TALI_FN explicit group_of(const Team& team)
      : index{team.rank() / 32},
        count{(team.size() + 31) / 32},
        rank{team.rank() % 32},
        size{team.size() < 32 ? team.size() : 32} {}
  int index, count;  ///< of this group, and number of groups
  int rank, size;    ///< of this member, and number of members
};

/// The defaults of every test.
struct test_defaults {
  static constexpr int counts = 0, sums = 0;
  static constexpr int scratch = 0;  ///< 32-bit words of memory in addition to the chunk
  [[nodiscard]] static constexpr int table_size() { return 0; }
  [[nodiscard]] static const double* table() { return nullptr; }
  static void move_table(const double*) {}
  /// Runs after every piece of a run. If a sum has several parts, gives it the one form that does not depend
  /// on who added what.
  static void settle(tally&) {}
};

// Numbers as integers, so that their sums do not depend on the order.

/// x in units of 2^-scale, rounded: |x| 2^scale < 2^51.
TALI_FN std::int64_t units_of(double x, int scale) {
  // As in empirical/moments.hpp: after an addition to a large constant, the mantissa counts the units.
  const double shift = as_double(static_cast<std::uint64_t>(1023 + 52 - scale) << 52) * 1.5;
  return static_cast<std::int64_t>(bits_of(tali::add(x, shift)) - bits_of(shift));
}

}  // namespace tali::lab::certify
