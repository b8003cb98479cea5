// SPDX-License-Identifier: Apache-2.0
// Generators that the tests must detect: each is known to be bad, and a test of tali names the stage that
// detects it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <omp.h>

#include <tali/engine/per_thread_generators.hpp>
#include <tali/engine/philox4x32.hpp>

#include "certify/law.hpp"
#include "certify/mixing_tests.hpp"
#include "certify/polar_normals.hpp"
#include "certify/source.hpp"
#include "cpu/loops.hpp"

namespace tali::lab::certify::controls {

/// Sequences that are read from their beginning: a functor makes the next element.
template <class Element, class Next>
class in_order : public source<Element> {
 public:
  explicit in_order(Next begin) : begin_{begin}, next_{begin} {}
  void fill(std::uint64_t first, std::size_t n, Element* to) override {
    if (first < position_) {
      next_ = begin_;
      position_ = 0;
    }
    for (; position_ < first; ++position_) (void)next_();
    for (std::size_t i = 0; i < n; ++i, ++position_) to[i] = next_();
  }

 private:
  Next begin_, next_;
  std::uint64_t position_ = 0;
};

/// RANDU, 31 bits, from IBM's System/360 Scientific Subroutine Package (Knuth, section 3.3.4, table 1 line
/// 12: "really horrible"): triples lie in 15 planes.
struct randu {
  std::uint32_t x = 1;
  std::uint32_t operator()() {
    x = (x * 65539u) & 0x7fffffffu;
    return x << 1;
  }
};

/// A congruential generator modulo 2^32 that outputs all 32 bits: bit k has period 2^(k+1). Multiplier and
/// increment are Numerical Recipes' "quick and dirty" ones.
struct congruential {
  std::uint32_t x = 12345;
  std::uint32_t operator()() { return x = x * 1664525u + 1013904223u; }
};

/// Differences of xorwow's successive outputs: its Weyl counter does not hide their linearity (Saito and
/// Matsumoto, section 4.5).
struct xorwow_differences {
  detail::xorwow_generator g{{123456789, 362436069, 521288629, 88675123, 5783321, 6615241}};
  std::uint32_t before = 0;
  std::uint32_t operator()() {
    std::uint32_t w[1];
    g.step(w);
    const std::uint32_t difference = w[0] - before;
    before = w[0];
    return difference;
  }
};

/// L'Ecuyer's combined Tausworthe generator of 88 bits, "Maximally equidistributed combined Tausworthe
/// generators", Math. Comp. 65, 1996: every bit is a linear function of the state.
struct taus88 {
  std::uint32_t a = 0x12345678, b = 0x9abcdef0, c = 0x0f1e2d3c;
  std::uint32_t operator()() {
    a = ((a & 0xfffffffeu) << 12) ^ (((a << 13) ^ a) >> 19);
    b = ((b & 0xfffffff8u) << 4) ^ (((b << 2) ^ b) >> 25);
    c = ((c & 0xfffffff0u) << 17) ^ (((c << 3) ^ c) >> 11);
    return a ^ b ^ c;
  }
};

/// Words with one biased bit: it is one too often, with probability 2^-exponent.
struct biased_bit {
  int bit, exponent;
  philox4x32 words{7};
  std::uint32_t operator()() {
    const std::uint32_t w = words(), chance = words();
    return (chance >> (32 - exponent)) == 0 ? w | (1u << bit) : w;
  }
};

/// Words whose top bit has a period of five: of every five words, the first has a one too often and the
/// second a zero, with probability 2^-exponent, so the bit is balanced.
struct period_of_five {
  int exponent;
  philox4x32 words{15};
  std::uint32_t place = 0;
  std::uint32_t operator()() {
    const std::uint32_t w = words(), at = place++ % 5;
    if (at >= 2 || (words() >> (32 - exponent)) != 0) return w;
    return at == 0 ? w | 0x80000000u : w & 0x7fffffffu;
  }
};

/// Normal numbers from a lookup table of quantiles, as in early GPU codes.
struct quantile_table {
  explicit quantile_table(int entries) {
    const law normal = normal_law(0, 1, false);
    for (int i = 0; i < entries; ++i) table.push_back(normal.quantile((i + 0.5) / entries));
  }
  std::vector<double> table;
  philox4x32 words{8};
  double operator()() { return table[words() % table.size()]; }
};

/// Normal numbers rounded to multiples of 1 / `parts`.
struct on_lattice {
  double parts;
  philox4x32 words{14};
  polar_normals normal{};
  double operator()() { return std::nearbyint(parts * normal(words)) / parts; }
};

/// x_i = rho x_(i-1) + sqrt(1 - rho^2) e_i with normal e: each number is normal, but neighbours are
/// correlated.
struct autoregressive {
  double rho;
  philox4x32 words{9};
  polar_normals normal{};
  double x = 0;
  double operator()() {
    x = rho * x + std::sqrt(1 - rho * rho) * normal(words);
    return x;
  }
};

/// The same in runs of 4096 numbers, a test's chunk, which restart independently: so any number of threads
/// can make them.
class autoregressive_runs : public source<double> {
 public:
  static constexpr std::uint64_t run = 4096;

  explicit autoregressive_runs(double rho) : rho_{rho} {}
  /// @param first,n  multiples of a run
  void fill(std::uint64_t first, std::size_t n, double* to) override {
    tali::detail::for_indices(omp_get_num_procs(), n / run, [&](std::uint64_t k) {
      autoregressive next{rho_, philox4x32(9, first / run + k)};
      (void)next();  // starts at 0
      std::generate_n(to + k * run, run, next);
    });
  }

 private:
  double rho_;
};

/// Normal numbers in blocks of 32 that share a random scale, which is 1 on average: nearly normal marginals,
/// no correlation, but a too wide law of the sum of squares.
struct shared_scale {
  double spread;
  philox4x32 words{10};
  polar_normals normal{};
  double scale = 1;
  int place = 0;
  double operator()() {
    if (place++ % 32 == 0) scale = std::sqrt(1 + ((words() & 1u) != 0 ? spread : -spread));
    return scale * normal(words);
  }
};

/// Spans of numbers in mixing blocks: `make` fills a lane's block of 64.
template <class Block>
struct mixing_spans {
  int run;
  Block make{};
  std::vector<double> span = std::vector<double>(mixing_span);
  std::size_t place = mixing_span;
  double operator()() {
    if (place == span.size()) {
      place = 0;
      for (int lane = 0; lane < mixing_lanes; ++lane) {
        std::array<double, mixing_block> x{};
        make(x);
        for (int k = 0; k < mixing_block; ++k) {
          span[static_cast<std::size_t>(lane_place(lane, k, run))] = x[static_cast<std::size_t>(k)];
        }
      }
    }
    return span[place++];
  }
};

/// Normal numbers that share a scale within a mixing block, like those of shared_scale within blocks of 32.
struct scaled_block {
  double spread;
  philox4x32 words{11};
  polar_normals normal{};
  void operator()(std::array<double, mixing_block>& x) {
    const double scale = std::sqrt(1 + ((words() & 1u) != 0 ? spread : -spread));
    for (double& v : x) v = scale * normal(words);
  }
};

/// Uniform numbers of variance 1 under one Walsh map, the same in every block. Each is nearly normal and no
/// two are correlated, but part of the uniform law's fourth cumulant, -1.2, remains: 1/64 of it in every
/// product of four numbers whose places add up to 0 modulo 2.
struct fixed_walsh_block {
  philox4x32 words{12};
  void operator()(std::array<double, mixing_block>& x) {
    for (double& v : x) v = std::sqrt(12.0) * ((words() + 0.5) * 0x1p-32 - 0.5) / 8;
    for (std::size_t h = 1; h < x.size(); h *= 2) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        if ((i & h) != 0) continue;
        const double a = x[i], b = x[i + h];
        x[i] = a + b;
        x[i + h] = a - b;
      }
    }
  }
};

/// Normal numbers in groups of four. In one of `times` blocks, x_3, x_7, ... take the sign that makes the
/// product of their four positive; squares and energies keep their laws.
struct signed_block {
  std::uint32_t times;
  philox4x32 words{13};
  polar_normals normal{};
  void operator()(std::array<double, mixing_block>& x) {
    for (double& v : x) v = normal(words);
    if (words() % times != 0) return;
    for (std::size_t k = 0; k < x.size(); k += 4)
      x[k + 3] = std::copysign(x[k + 3], x[k] * x[k + 1] * x[k + 2]);
  }
};

}  // namespace tali::lab::certify::controls
