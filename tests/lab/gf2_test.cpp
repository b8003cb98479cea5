// SPDX-License-Identifier: Apache-2.0
// Polynomials over GF(2): every kernel against bits, every algorithm against its definition.
#include <random>
#include <vector>

#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>
#include <gf2/modulus.hpp>
#include <gtest/gtest.h>

#include "gf2_plain.hpp"
#include "support/sanitizers.hpp"

namespace tali::lab::gf2 {
namespace {

class gf2 : public testing::Test {
 protected:
  std::mt19937_64 random{1};

  std::vector<word> words(std::size_t n) {
    std::vector<word> w(n);
    for (word& x : w) x = random();
    return w;
  }
  /// A polynomial of exactly that degree.
  polynomial any(std::size_t degree) {
    polynomial f = polynomial(words(degree / 64 + 1)).truncated(degree);
    f.words().resize(degree / 64 + 1);
    f.flip(degree);
    return f;
  }
  polynomial any_with_constant(std::size_t degree) {
    polynomial f = any(degree);
    if (!f[0]) f.flip(0);
    return f;
  }
};

/// The polynomial of one word.
polynomial of(word w) { return polynomial(std::vector<word>{w}); }

// Definitions, bit by bit.

polynomial product(const polynomial& a, const polynomial& b) {
  polynomial r(static_cast<std::size_t>(a.degree() + b.degree() + 2));
  for (std::ptrdiff_t i = 0; i <= a.degree(); ++i) {
    for (std::ptrdiff_t j = 0; j <= b.degree(); ++j) {
      if (a[static_cast<std::size_t>(i)] && b[static_cast<std::size_t>(j)])
        r.flip(static_cast<std::size_t>(i + j));
    }
  }
  return r;
}

polynomial remainder(polynomial a, const polynomial& f) {
  for (std::ptrdiff_t i = a.degree() - f.degree(); i >= 0; i = a.degree() - f.degree()) {
    for (std::ptrdiff_t j = 0; j <= f.degree(); ++j) {
      if (f[static_cast<std::size_t>(j)]) a.flip(static_cast<std::size_t>(i + j));
    }
  }
  return a;
}

polynomial common_divisor(polynomial a, polynomial b) {
  while (b.degree() >= 0) {
    polynomial r = remainder(a, b);
    a = std::move(b);
    b = std::move(r);
  }
  return a;
}

TEST_F(gf2, KernelsMultiply) {
  for (const kernels* k : runnable_kernels()) {
    for (const std::size_t n : {8u, 16u, 40u}) {
      std::vector<word> row(n + 2 * padding);
      const std::vector<word> a = words(n), m = words(block);
      std::copy(a.begin(), a.end(), row.begin() + padding);
      const std::vector<word> before = words(3 * (n + block));
      std::vector<word> sums = before;
      word* const low = sums.data();
      word* const mid = low + n + block;
      word* const high = mid + n + block;
      k->multiply_add(low, mid, high, row.data() + padding, n, m.data());
      polynomial r(64 * (n + block + 2));
      for (std::size_t i = 0; i < sums.size(); ++i) {
        r.words()[i % (n + block) + i / (n + block)] ^= sums[i] ^ before[i];
      }
      EXPECT_EQ(r, product(polynomial(a), polynomial(m))) << k->name << " " << n;
    }
  }
}

TEST_F(gf2, KernelsSquare) {
  for (const kernels* k : runnable_kernels()) {
    for (const std::size_t n : {1u, 2u, 7u, 24u}) {
      const polynomial a(words(n));
      std::vector<word> r(2 * n);
      k->square(r.data(), a.words().data(), n);
      EXPECT_EQ(polynomial(r), product(a, a)) << k->name << " " << n;
    }
  }
}

TEST_F(gf2, KernelsTransform) {
  for (const kernels* k : runnable_kernels()) {
    for (const std::size_t n : {1u, 3u, 8u, 9u, 21u}) {
      for (const unsigned shift : {0u, 1u, 31u, 63u}) {
        const word m[4] = {random(), random(), random(), random()};
        const polynomial x(words(n)), y(words(n));
        std::vector<word> rx = x.words(), ry = y.words(), scratch(4 * (n + 2 * block));
        rx.resize(n + 1);
        ry.resize(n + 1);
        k->transform(m, rx.data(), ry.data(), n, shift, scratch.data());
        const auto row = [&](word a, word b) {
          return (product(of(a), x) + product(of(b), y)).shifted_down(shift);
        };
        EXPECT_EQ(polynomial(rx), row(m[0], m[1])) << k->name << " " << n << " " << shift;
        EXPECT_EQ(polynomial(ry), row(m[2], m[3])) << k->name << " " << n << " " << shift;
      }
    }
  }
}

TEST_F(gf2, KernelsAdd) {
  for (const kernels* k : runnable_kernels()) {
    for (const std::size_t n : {0u, 1u, 15u, 16u, 65u, 200u}) {
      const std::vector<word> r = words(n), a = words(n), b = words(n);
      std::vector<word> sum = r;
      const word* const rows[] = {a.data(), b.data()};
      k->add64(sum.data(), rows, 2, n);
      for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(sum[i], r[i] ^ a[i] ^ b[i]) << k->name << " " << n;
      std::vector<std::uint32_t> half(n), other(n), third(n), expected(n);
      for (std::size_t i = 0; i < n; ++i) {
        half[i] = static_cast<std::uint32_t>(r[i]);
        other[i] = static_cast<std::uint32_t>(a[i]);
        third[i] = static_cast<std::uint32_t>(b[i]);
        expected[i] = half[i] ^ other[i] ^ third[i];
      }
      const std::uint32_t* const halves[] = {other.data(), third.data()};
      k->add32(half.data(), halves, 2, n);
      EXPECT_EQ(half, expected) << k->name << " " << n;
    }
  }
}

TEST_F(gf2, PolynomialsHaveTheirCoefficients) {
  const polynomial f = any(200);
  EXPECT_EQ(f.degree(), 200);
  EXPECT_EQ(polynomial().degree(), -1);
  const polynomial r = f.reversed(230), t = f.truncated(77), s = f.shifted_down(77);
  std::size_t terms = 0;
  for (std::size_t i = 0; i <= 230; ++i) {
    terms += f[i];
    EXPECT_EQ(r[230 - i], f[i]);
    EXPECT_EQ(t[i], i < 77 && f[i]);
    EXPECT_EQ(s[i], f[i + 77]);
  }
  EXPECT_EQ(f.weight(), terms);
  EXPECT_EQ((polynomial::power(3) + polynomial::power(0)).text(), "1001");
}

TEST_F(gf2, ProductsOfAllSizes) {
  // 8000 is beyond where Karatsuba's method begins, at unequal halves too.
  for (const std::size_t degree : {0u, 5u, 63u, 64u, 500u, 1000u, 6200u, 8000u}) {
    const polynomial a = any(degree), b = any(degree / 2 + 1);
    EXPECT_EQ(a * b, product(a, b)) << degree;
  }
}

TEST_F(gf2, MinimalPolynomialIsTheShortestThereIs) {
  // All sequences of 2n terms: enumerate polynomials by degree until one annihilates.
  constexpr std::size_t n = 5;
  for (word s = 0; s < word{1} << (2 * n); ++s) {
    const polynomial sequence = of(s);
    const polynomial found = minimal_polynomial(sequence, n);
    const auto annihilates = [&](word m, std::size_t degree) {
      for (std::size_t i = 0; i + degree < 2 * n; ++i) {
        if (__builtin_parityll(m & (s >> i)) != 0) return false;
      }
      return true;
    };
    std::size_t shortest = 0;
    for (bool done = false; !done; shortest += !done) {
      for (word low = 0; low < word{1} << shortest && !done; ++low)
        done = annihilates(low | word{1} << shortest, shortest);
    }
    if (shortest <= n) {
      ASSERT_EQ(found.degree(), static_cast<std::ptrdiff_t>(shortest)) << s;
      ASSERT_TRUE(annihilates(found.words()[0], shortest)) << s;
      ASSERT_EQ(plain::minimal_polynomial(sequence, n), found) << s;
    }
  }
}

TEST_F(gf2, MinimalPolynomialsOfLongSequences) {
  for (const std::size_t degree : {62u, 63u, 64u, 127u, 521u, 1279u, 3217u}) {
    const polynomial f = any_with_constant(degree);
    polynomial s(2 * degree);
    for (std::size_t i = 0; i < 2 * degree; ++i) {
      bool bit = i < degree && random() % 2 != 0;
      for (std::size_t j = 0; i >= degree && j < degree; ++j) bit ^= f[j] && s[i - degree + j];
      if (bit) s.flip(i);
    }
    const polynomial found = minimal_polynomial(s, degree);
    EXPECT_EQ(found, plain::minimal_polynomial(s, degree)) << degree;
    EXPECT_EQ(remainder(f, found).degree(), -1) << degree;  // a divisor of f
  }
}

TEST_F(gf2, CoprimeAndInverse) {
  int coprime_pairs = 0;
  for (int round = 0; round < 300; ++round) {
    const std::size_t degree = 2 + random() % (round < 200 ? 40 : 700);
    const polynomial f = any(degree), a = any(random() % degree);
    const bool expected = common_divisor(f, a).degree() == 0;
    ASSERT_EQ(coprime(f, a), expected) << round;
    ASSERT_EQ(coprime(a, f), expected) << round;
    if (!expected) continue;
    ++coprime_pairs;
    const polynomial b = inverse(a, f);
    ASSERT_LT(b.degree(), f.degree());
    ASSERT_EQ(remainder(product(a, b), f), polynomial::power(0)) << round;
  }
  EXPECT_GT(coprime_pairs, 50);
  EXPECT_FALSE(coprime(any(10), polynomial()));
  EXPECT_TRUE(coprime(polynomial::power(0), any(10)));
}

TEST_F(gf2, ResiduesMultiplyAsPolynomials) {
  for (const std::size_t degree : {1u, 63u, 64u, 65u, 511u, 512u, 700u, 7000u}) {
    const polynomial f = any_with_constant(degree);
    modulus m(f);
    const polynomial a = remainder(any(degree + 3), f), b = remainder(any(degree + 5), f);
    const modulus::residue x = m.enter(a), y = m.enter(b);
    modulus::residue r;
    EXPECT_EQ(m.leave(x), a) << degree;
    m.multiply(r, x, y);
    EXPECT_EQ(m.leave(r), remainder(product(a, b), f)) << degree;
    m.square(r, x);
    EXPECT_EQ(m.leave(r), remainder(product(a, a), f)) << degree;
    EXPECT_EQ(m.leave(m.power(degree + 2)), remainder(polynomial::power(degree + 2), f)) << degree;
  }
}

TEST_F(gf2, IrreduciblePolynomialsAreAsManyAsTheoryHasThem) {
  // (2^p - 2) / p of prime degree p.
#if defined(TALI_ADDRESS_SANITIZER)
  const std::vector<unsigned> degrees = {13};  // 17 takes minutes there
#else
  const std::vector<unsigned> degrees = {13, 17};
#endif
  for (const unsigned p : degrees) {
    int irreducible = 0;
    for (word low = 0; low < word{1} << p; ++low) {
      const polynomial f = of(low | word{1} << p);
      const verdict v = test_irreducibility(f);
      irreducible += v == verdict::irreducible;
      EXPECT_EQ(v == verdict::constant_term, !f[0]);
      if (p == 13 && f[0] && f.weight() % 2 == 1) {
        EXPECT_EQ(plain::frobenius_fixes_z(f), v == verdict::irreducible) << low;
        EXPECT_EQ(frobenius_fixes_z(f), v == verdict::irreducible) << low;
      }
    }
    EXPECT_EQ(irreducible, static_cast<int>((std::size_t{1} << p) - 2) / static_cast<int>(p)) << p;
  }
}

TEST_F(gf2, EveryStageRejects) {
  // z^127 + z + 1 is irreducible (N. Zierler 1969); z^521 + z^32 + 1 too.
  polynomial f = polynomial::power(127);
  f.flip(1);
  f.flip(0);
  EXPECT_EQ(test_irreducibility(f), verdict::irreducible);
  EXPECT_TRUE(plain::frobenius_fixes_z(f));
  polynomial g = polynomial::power(521);
  g.flip(32);
  g.flip(0);
  EXPECT_EQ(test_irreducibility(g), verdict::irreducible);

  // Products of irreducible polynomials of degrees that only one stage looks at.
  const auto irreducible_of = [&](std::size_t degree) {
    for (;;) {
      polynomial h = any_with_constant(degree);
      if (plain::frobenius_fixes_z(h) && h.weight() % 2 == 1) return h;
    }
  };
  const polynomial p11 = irreducible_of(11), p13 = irreducible_of(13), p101 = irreducible_of(101);
  const polynomial p107 = irreducible_of(107), p127 = irreducible_of(127);
  EXPECT_EQ(test_irreducibility(p11 * f * g), verdict::small_factor);
  EXPECT_EQ(test_irreducibility(p13 * g), verdict::middle_factor);
  EXPECT_EQ(test_irreducibility(p101 * g), verdict::middle_factor);
  EXPECT_EQ(test_irreducibility(p101 * p107 * p127), verdict::frobenius);
  EXPECT_FALSE(plain::frobenius_fixes_z(p101 * p107));
  EXPECT_FALSE(frobenius_fixes_z(p101 * p107));
}

}  // namespace
}  // namespace tali::lab::gf2
