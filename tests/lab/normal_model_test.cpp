// SPDX-License-Identifier: Apache-2.0
// What model.hpp says about the dataflow, by unit vectors; what dependence.hpp derives, by enumeration.
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <normal/dependence.hpp>
#include <normal/series.hpp>

#include <tali/engine/philox4x32.hpp>

namespace tali::lab::normal {
namespace {

/// A signed sum of the 64 looked-up values: a of lane l is unit vector l, b is 32 + l.
struct combination {
  std::array<int, 2 * warp_size> of{};
  combination operator-() const { return combination{} - *this; }
  friend combination operator+(combination x, const combination& y) {
    for (std::size_t i = 0; i < x.of.size(); ++i) x.of[i] += y.of[i];
    return x;
  }
  friend combination operator-(combination x, const combination& y) {
    for (std::size_t i = 0; i < x.of.size(); ++i) x.of[i] -= y.of[i];
    return x;
  }
};

int sign(std::uint32_t e, int bit) { return e >> bit & 1u ? -1 : 1; }

TEST(NormalModel, RegistersAreSignedSumsOfTheHalfWarps) {
  philox4x32 g(1);
  for (int trial = 0; trial < 50; ++trial) {
    std::array<combination, warp_size> a, b;
    std::array<std::uint32_t, warp_size> e{};
    for (std::size_t l = 0; l < warp_size; ++l) {
      e[l] = g();
      a[l].of[l] = b[l].of[warp_size + l] = 1;
    }
    const auto r = butterfly(a, b, e);
    for (std::size_t l = 0; l < warp_size; ++l) {
      for (std::size_t other = 0; other < warp_size; ++other) {
        const bool own_half = (other ^ l) < 16, in_c = (other ^ l) >= 4 && (other ^ l) < 8;
        for (const std::size_t v : {other, warp_size + other}) {
          EXPECT_EQ(std::abs(r.a[l].of[v]), own_half);
          EXPECT_EQ(std::abs(r.b[l].of[v]), !own_half);
          EXPECT_EQ(std::abs(r.b_in_c[l].of[v]), in_c);
        }
      }
      // The signs in the bracket of model.hpp, up to s0 s3.
      const int outer = sign(e[l], 0) * sign(e[l], 3),
                inner = sign(e[l], 13) * sign(e[l], 15) * sign(e[l], 17);
      EXPECT_EQ(r.a[l].of[l], outer * inner * sign(e[l], 19));
      EXPECT_EQ(r.a[l].of[warp_size + l], -outer * inner * sign(e[l], 18));
      for (std::size_t other = 0; other < warp_size; ++other) {
        if ((other ^ l) < 4 || (other ^ l) >= 8) continue;
        EXPECT_EQ(r.a[l].of[other], -outer * r.b_in_c[l].of[other]);
      }
    }
  }
}

/// A model of 12 bits: a's index in bits 1 and 2, b's in 8 and 9, signs in 3, 4, 5, 7, B negated by bit 6.
constexpr bit_layout small{12, 2, 1, 8, 1u << 3 | 1u << 4, 1u << 3 | 1u << 5};

TEST(NormalDependence, IsWhatEnumerationFinds) {
  const std::vector<real50> own{3, 70, 150, 410}, other{5, 60, 170, 390};
  // B: two values of another row. Every place and sign of them, and every word.
  std::map<int, double> b_law;
  for (int i = 0; i < 64; ++i) {
    const auto value = [&](int x) { return (x & 4 ? -1 : 1) * other[std::size_t(x & 3)].convert_to<int>(); };
    b_law[value(i & 7) + value(i >> 3)] += 1.0 / 64;
  }
  const double ka = 1e-3, kc = 2e-4;
  std::array<long double, 11> joint{}, apart{};  // E (ka a + kc c)^n with c as it is, and with a c of its own
  std::array<long double, 11> a_moment{}, c_moment{};
  for (const auto& [b, p] : b_law) {
    for (std::uint32_t e = 0; e < 1u << small.word_bits; ++e) {
      const int b_prime = sign(e, 6) * b;
      const int own_a = own[e >> small.a_index & 3u].convert_to<int>(),
                own_b = own[e >> small.b_index & 3u].convert_to<int>();
      const int t = sign(e, 3) * sign(e, 4), u = sign(e, 3) * sign(e, 5);
      const int a = sign(e, 0) * (t * own_a - u * own_b - b_prime);
      // The word of 12 bits as a signed number.
      const int c = static_cast<int>(((e ^ static_cast<std::uint32_t>(b_prime)) | 1u) << 20) >> 20;
      long double x = 1, xa = 1, xc = 1;
      for (std::size_t n = 0; n < joint.size(); ++n) {
        joint[n] += x * p / (1 << small.word_bits);
        a_moment[n] += xa * p / (1 << small.word_bits);
        c_moment[n] += xc * p / (1 << small.word_bits);
        x *= ka * a + kc * c, xa *= ka * a, xc *= kc * c;
      }
    }
  }
  for (std::size_t n = 0; n < apart.size(); ++n) {
    long double binomial = 1;
    for (std::size_t k = 0; k <= n; ++k) {
      apart[n] += binomial * a_moment[k] * c_moment[n - k];
      binomial = binomial * static_cast<long double>(n - k) / static_cast<long double>(k + 1);
    }
  }
  // All masks but 0 and all frequencies: exact.
  std::vector<std::uint32_t> masks;
  for (std::uint32_t w = 1; w < 1u << small.word_bits; ++w) masks.push_back(w);
  constexpr int bits = small.b_index + small.index_bits;  // B's higher ones meet no look-up
  const character_sums<real50> b_prime({other}, bits, real50(1), 1 << (bits - 1));
  const auto correction = shared_word_correction(own, b_prime, small, masks, real50(ka), real50(kc));
  bool seen = false;
  for (int n = 1; n <= 10; ++n) {
    const double expected = static_cast<double>(joint[std::size_t(n)] - apart[std::size_t(n)]);
    const double found = static_cast<double>(real50(correction[n] * factorial<real50>(n)));
    const double scale = std::abs(static_cast<double>(joint[std::size_t(n)])) + 1e-6;
    EXPECT_NEAR(found, expected, 1e-13 * scale) << "moment " << n;
    seen = seen || std::abs(expected) > 1e-6 * scale;
  }
  EXPECT_TRUE(seen) << "the model has a dependence to find";
}

}  // namespace
}  // namespace tali::lab::normal
