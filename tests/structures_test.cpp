// SPDX-License-Identifier: Apache-2.0
// Vectors, categories and permutations: law 1 over every place, level, cut and moved engine; bad input;
// digests. Their distributions are in structures_law_test.cpp.
#include "support/structures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/digest.hpp>

#include "structure_digests.hpp"
#include "support/definitions.hpp"
#include "support/ranges.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// Every vector distribution with each of its sets of parameters.
const std::vector<any_distribution>& vector_examples() {
  static const std::vector<any_distribution> all = [] {
    std::vector<any_distribution> list;
    catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      for (const D& d : structured_examples<D>::all()) list.emplace_back(d);
    });
    return list;
  }();
  return all;
}

/// Calls f(type_list<E>, distribution, values of a row) for all examples with one engine, and for a few with
/// each.
template <class F>
void each_vectors(F&& f) {
  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    const std::vector<any_distribution>& all = vector_examples();
    for (std::size_t k = 0; k < all.size(); k += std::is_same_v<E, philox4x32> ? 1 : 7)
      f(engine, all[k], all[k].element_bytes() / all[k].info().value_bytes);
  });
}

std::string shown(const place& p, const any_engine& e, const any_distribution& d) {
  return p.name + ' ' + e.info().name + ' ' + d.info().name + ' ' + d.info().type;
}

/// The last row that a sequence has words for.
std::uint64_t last_row(std::size_t size) { return std::numeric_limits<std::uint64_t>::max() / size - 1; }

TEST(Vectors, EveryPlaceGivesTheRowsOfTheDefinition) {
  std::mt19937_64 random(1);
  const std::vector<place> all = places();
  each_vectors([&]<class E>(detail::type_list<E>, const any_distribution& d, std::size_t size) {
    for (int round = 0; round < 3; ++round) {
      const std::size_t rows = random() % (round == 0 ? 90 : 2000 / size + 2) + 1;
      E e(random(), random());
      if (round == 2) e.discard(random() >> (random() % 64));
      const std::uint64_t first = interesting_start(random, rows, last_row(size));
      const auto expected = by_definition(e, d, first, rows);
      for (const place& p : all) {
        ASSERT_EQ(bytes_at(p, e, d, first, rows, random() % 5), expected)
            << shown(p, e, d) << " size " << size << " first " << first << " rows " << rows;
      }
    }
  });
}

TEST(Vectors, CutsDoNotShow) {
  std::mt19937_64 random(2);
  const std::vector<place> all = places();
  each_vectors([&]<class E>(detail::type_list<E>, const any_distribution& d, std::size_t size) {
    const any_engine e(E(random(), random()));
    const std::size_t rows = 2'000 / size + random() % 100;
    const std::uint64_t first = interesting_start(random, rows, last_row(size));
    const auto whole = bytes_at(all.front(), e, d, first, rows);
    std::vector<std::byte> pieces;
    for (std::size_t done = 0; done < rows; done = pieces.size() / d.element_bytes()) {
      const std::size_t m = std::min<std::size_t>(rows - done, random() % (rows / 3 + 1) + 1);
      const auto piece = bytes_at(all[random() % all.size()], e, d, first + done, m, random() % 9);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    ASSERT_EQ(pieces, whole) << shown(all.front(), e, d) << ' ' << size;
  });
}

TEST(Vectors, AMovedEngineGoesOn) {
  each_vectors([]<class E>(detail::type_list<E>, const any_distribution& d, std::size_t size) {
    const E e(3, 4);
    E moved = e;
    moved.discard(1'000'003);
    ASSERT_EQ(by_definition(e, d, 1'000'013, 20), by_definition(moved, d, 10, 20))
        << d.info().name << ' ' << size;
  });
}

TEST(Vectors, OfEnginesWithoutCounters) {
  std::mt19937_64 random(8);
  for (const engine_info& info : detail::indexed_engine_list()) {
    if (info.kind == engine_kind::counter) continue;
    const any_engine e(info.name, 5, 6);
    for (std::size_t k = 0; k < vector_examples().size(); k += std::string(info.name) == "pcg64" ? 1 : 11) {
      const any_distribution& d = vector_examples()[k];
      const std::size_t rows = random() % 20 + 1, half = rows / 2;
      const std::uint64_t first = random() % 1'000'000;
      const auto expected = by_definition(e, d, first, rows);
      for (const place& p : places()) {
        if (p.is_cuda) continue;
        auto made = bytes_at(p, e, d, first, half);
        const auto more = bytes_at(p, e, d, first + half, rows - half, random() % 5);
        made.insert(made.end(), more.begin(), more.end());
        ASSERT_EQ(made, expected) << shown(p, e, d);
      }
    }
  }
  const xoshiro256pp e(5, 6);
  const direction<float> d(5);
  float one[5], other[10];
  row(e, d, 1, one);
  fill(cpu{}, e, d, 0, other);
  EXPECT_TRUE(std::equal(one, one + 5, other + 5));
}

TEST(Vectors, CallsByTypeAreThoseByName) {
  catalogue::vector_distributions::for_each([]<class D>(int, detail::type_list<D>) {
    const D d = structured_examples<D>::all().at(6);
    const auto typed = rows_at(places().back(), philox4x32(5), d, 77, 20, 1);
    const auto named = bytes_at(places().front(), philox4x32(5), d, 77, 20);
    ASSERT_EQ(typed.size() * sizeof typed[0], named.size());
    EXPECT_EQ(std::memcmp(typed.data(), named.data(), named.size()), 0) << D::name;
  });
}

/// More components than the CPU keeps scratch memory for, and than a warp's registers hold.
TEST(Vectors, ManyComponents) {
  const std::vector<float> shapes(40'000, 0.01f), above(40'000, 1.5f);
  const philox4x32 e(5);
  for (const place& p : places()) {
    for (const auto& s : {shapes, above}) {
      const dirichlet<float> d{std::span(s)};
      ASSERT_EQ(bytes_at(p, e, d, 7, 3), by_definition(e, d, 7, 3)) << p.name;
    }
    const direction<double> far(100'001);
    ASSERT_EQ(bytes_at(p, e, far, 7, 3), by_definition(e, far, 7, 3)) << p.name;
  }
}

TEST(Vectors, LargestMatrix) {
  constexpr std::uint32_t d = multivariate_normal<double>::max_dimensions;
  std::vector<double> l(std::size_t{d} * d, 0.0);
  std::mt19937_64 random(3);
  for (std::uint32_t r = 0; r < d; ++r) {
    for (std::uint32_t c = 0; c <= r; ++c)
      l[std::size_t{r} * d + c] = static_cast<double>(random() % 1000) / 1000;
  }
  const std::vector<double> mean(d, 1.0);
  const auto of = multivariate_normal<double>::with_factor(mean, l);
  const philox4x32 e(5);
  for (const place& p : places()) {
    ASSERT_EQ(bytes_at(p, e, of, 3, 19), by_definition(e, of, 3, 19)) << p.name;
  }
}

TEST(Categorical, EveryPlaceAndEngineGivesTheValuesOfTheDefinition) {
  std::mt19937_64 random(4);
  const std::vector<place> all = places();
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const std::size_t categories : {1u, 2u, 7u, 1000u, 100'000u}) {
      std::vector<double> weights(categories);
      for (double& w : weights) w = static_cast<double>(random() % 1000);
      weights[random() % categories] = 1e6;
      const categorical d{weights};
      E e(random(), random() % (E::max_stream == 0 ? 1 : E::max_stream));
      if (random() % 2 == 0) e.discard(random());
      const std::size_t n = random() % 9000 + 1;
      const std::uint64_t first = interesting_start(random, n, std::numeric_limits<std::uint64_t>::max() / 2);
      const std::vector<std::uint32_t> expected = by_element(e, d, first, n);
      for (const place& p : all) {
        ASSERT_TRUE(same_bits(categories_at(p, e, d, first, n, random() % 9), expected))
            << p.name << ' ' << E::name << ' ' << categories;
      }
    }
  });
}

TEST(Permutation, EveryPlaceGivesTheElementsOfTheDefinition) {
  std::mt19937_64 random(5);
  const std::vector<place> all = places();
  const auto check = [&]<class T>(const permutation<T>& p) {
    const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(random() % 5000, p.last()) + 1);
    const T first = p.last() == n - 1 ? T(0) : static_cast<T>(random() % (p.last() - (n - 1)));
    std::vector<T> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = p(static_cast<T>(first + i));
    for (const place& at : all) {
      ASSERT_TRUE(same_bits(permutation_at(at, p, first, n, random() % 9), expected))
          << at.name << ' ' << p.last();
    }
  };
  for (int bits = 0; bits < 64; ++bits) {
    const philox4x32 e(random(), random());
    const std::uint64_t n = (std::uint64_t{1} << bits) + random() % (std::uint64_t{1} << bits);
    check(permutation<std::uint64_t>(e, n, random()));
    if (bits < 32) check(permutation<std::uint32_t>(e, static_cast<std::uint32_t>(n)));
  }
  check(permutation<std::uint64_t>::all_words(philox4x32(1)));
  check(permutation<std::uint32_t>::all_words(philox4x32_7(1)));
}

/// Their rounds are looked up in tables, of halves of each size; elements outside go through the rounds
/// again.
TEST(Permutation, SmallOnesHaveTheElementsOfTheDefinition) {
  std::mt19937_64 random(6);
  const std::vector<place> all = places();
  for (std::uint32_t n = 1; n <= 4100; n += n < 140 ? 1 : 97) {
    const permutation<std::uint32_t> p(philox4x32(random()), n, random());
    std::vector<std::uint32_t> expected(n);
    for (std::uint32_t i = 0; i < n; ++i) expected[i] = p(i);
    const std::uint32_t first = n / 3;
    for (const place& at : all) {
      ASSERT_TRUE(same_bits(permutation_at(at, p, 0u, n, 1), expected)) << at.name << ' ' << n;
      ASSERT_TRUE(same_bits(permutation_at(at, p, first, n - first, 1),
                            std::vector<std::uint32_t>(expected.begin() + first, expected.end())))
          << at.name << ' ' << n;
    }
  }
}

template <class T>
void check_bijection(const permutation<T>& p) {
  std::vector<bool> seen(static_cast<std::size_t>(p.last()) + 1, false);
  for (T i = 0;; ++i) {
    const T x = p(i);
    ASSERT_LE(x, p.last());
    ASSERT_FALSE(seen[x]) << "n " << seen.size() << " twice " << x;
    seen[x] = true;
    ASSERT_EQ(p.inverse(x), i);
    if (i == p.last()) return;
  }
}

TEST(Permutation, IsABijection) {
  for (std::uint32_t n = 1; n <= 2000; ++n) {
    check_bijection(permutation<std::uint32_t>(philox4x32(n, 1), n));
    check_bijection(permutation<std::uint64_t>(philox4x32(n, 1), n));
  }
  for (const std::uint32_t n : {65535u, 65536u, 65537u, 1'000'003u, 1u << 22}) {
    check_bijection(permutation<std::uint32_t>(philox4x32(n, 2), n));
    check_bijection(permutation<std::uint64_t>(philox4x32_7(n, 2), n));
  }
}

TEST(Permutation, InverseOfLargeOnes) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t n = (random() >> random() % 64) | 1u;
    const permutation<std::uint64_t> p(philox4x32(random()), n, random());
    const std::uint64_t i = random() % n;
    ASSERT_LT(p(i), n);
    ASSERT_EQ(p.inverse(p(i)), i) << n;
    const auto all = permutation<std::uint64_t>::all_words(philox4x32(random()));
    ASSERT_EQ(all.inverse(all(i)), i);
    const auto all32 = permutation<std::uint32_t>::all_words(philox4x32(random()));
    ASSERT_EQ(all32.inverse(all32(static_cast<std::uint32_t>(i))), static_cast<std::uint32_t>(i));
  }
}

/// Both types have the same permutations.
TEST(Permutation, TypeDoesNotShow) {
  for (const std::uint32_t n : {1u, 5u, 1000u, 4'000'000'000u}) {
    const permutation<std::uint32_t> a(philox4x32(9), n, 3);
    const permutation<std::uint64_t> b(philox4x32(9), n, 3);
    for (std::uint32_t i = 0; i < std::min(n, 1000u); ++i) ASSERT_EQ(a(i), b(i));
  }
}

TEST(Structures, BadInputIsNamed) {
  using weights = std::vector<double>;
  const auto categories = [](const weights& w) { return refusal([&] { categorical{w}; }); };
  EXPECT_EQ(categories({}), "number of weights is 0");
  EXPECT_EQ(categories({1, 2, -0.5, -1}), "weights[2] is -0.5");
  EXPECT_EQ(categories({1, std::nan("")}), "weights[1] is nan");
  EXPECT_EQ(categories({1, INFINITY}), "weights[1] is inf");
  EXPECT_EQ(categories({0, 0, 0}), "weights is 0 everywhere");
  EXPECT_EQ(categories({0, 5e-324}), "accepted");
  EXPECT_GT(categorical(weights{1, 5e-324}).columns()[1].threshold, 0u);  // a weight above 0 has some words
  EXPECT_EQ(categories({1.7e308, 1.7e308, 1.7e308}), "accepted");

  EXPECT_EQ(refusal([] { direction<float>(0); }), "dimensions is 0");
  const auto shapes = [](const std::vector<float>& s) {
    return refusal([&] { dirichlet<float>{std::span(s)}; });
  };
  EXPECT_EQ(shapes({}), "number of shapes is 0");
  EXPECT_EQ(shapes({1, 2, 0}), "shapes[2] is 0");
  EXPECT_EQ(shapes({-1}), "shapes[0] is -1");
  EXPECT_EQ(shapes({1, std::nanf("")}), "shapes[1] is nan");
  EXPECT_EQ(shapes({1, INFINITY}), "shapes[1] is inf");

  const auto normal_of = [](const weights& mean, const weights& s) {
    return refusal([&] { multivariate_normal<double>(mean, s); });
  };
  EXPECT_EQ(normal_of({}, {}), "number of means is 0");
  EXPECT_EQ(normal_of({1, 2}, {1, 0, 1}), "number of entries of covariance is 3");
  EXPECT_EQ(normal_of({1, std::nan("")}, {1, 0, 0, 1}), "mean[1] is nan");
  EXPECT_EQ(normal_of({1, 2}, {1, 0, INFINITY, 1}), "covariance[1][0] is inf");
  EXPECT_EQ(normal_of({1, 2}, {1, 0, 0, -3}), "covariance[1][1] is -3");
  EXPECT_EQ(normal_of({1, 2}, {1, 0.25, 0.5, 1}), "covariance[1][0] is 0.5");
  // Two entries may differ by 1e-10 of the product of both deviations, here of 3e5.
  EXPECT_EQ(normal_of({1, 2}, {9e10, 3, 3 + 2.9e-5, 1}), "accepted");
  EXPECT_EQ(normal_of({1, 2}, {9e10, 3 + 2.9e-5, 3, 1}), "accepted");
  EXPECT_NE(normal_of({1, 2}, {9e10, 3, 3 + 3.1e-5, 1}), "accepted");
  EXPECT_NE(normal_of({1, 2}, {9e10, 3 + 3.1e-5, 3, 1}), "accepted");
  EXPECT_EQ(normal_of({1, 2}, {1, 3, 3 + 2.9e-5, 9e10}), "accepted");  // whichever of the two is the larger
  EXPECT_NE(normal_of({1, 2}, {1, 3, 3 + 3.1e-5, 9e10}), "accepted");
  EXPECT_NE(normal_of({1, 2}, {9e-10, 3e-6, 3e-6 + 3.1e-15, 1}), "accepted");  // 3e-5
  EXPECT_EQ(normal_of({1, 2}, {1, 2, 2, 1}), "pivot 1 of covariance is -3");
  EXPECT_EQ(normal_of({1, 2, 3}, {1, 1, 0, 1, 1, 0, 0, 0, 1}), "pivot 1 of covariance is 0");
  // Pivots of rounding errors, up to 2^-51 of these variances, are no number above 0.
  EXPECT_EQ(normal_of({1, 2}, {1, 1 - 0x1p-48, 1 - 0x1p-48, 1}), "accepted");
  EXPECT_NE(normal_of({1, 2}, {1, 1 - 0x1p-52, 1 - 0x1p-52, 1}), "accepted");
  const auto factor_of = [](const weights& mean, const weights& l) {
    return refusal([&] { multivariate_normal<double>::with_factor(mean, l); });
  };
  EXPECT_EQ(factor_of({1, 2}, {1, 0.5, 2, 1}), "factor[0][1] is 0.5");
  EXPECT_EQ(factor_of({1, 2}, {1, 0, std::nan(""), 1}), "factor[1][0] is nan");
  EXPECT_EQ(factor_of({1, 2}, {1, 0, 1, 0}), "accepted");
  const std::vector<float> mean32(1, 0.0f);
  EXPECT_EQ(refusal([&] { multivariate_normal<float>(mean32, weights{1e80}); }),
            "Cholesky factor[0][0] is 1e+40");

  const auto trials_of = [](double n, const weights& p) { return refusal([&] { multinomial(n, p); }); };
  EXPECT_EQ(trials_of(1.5, {1}), "n is 1.5");
  EXPECT_EQ(trials_of(-1, {1}), "n is -1");
  EXPECT_EQ(trials_of(3, {}), "number of pvals is 0");
  EXPECT_EQ(trials_of(3, {1, -1}), "pvals[1] is -1");
  EXPECT_EQ(trials_of(3, {0, 0}), "sum of pvals is 0");
  EXPECT_EQ(trials_of(3, {1e308, 1e308}), "sum of pvals is inf");
  EXPECT_EQ(trials_of(0, {0, 5e-324}), "accepted");
  EXPECT_EQ(multinomial(3, weights{1, 0}).view().share(1), 0);  // where nothing is left to divide by
  const auto colors_of = [](const weights& colors, double nsample) {
    return refusal([&] { multivariate_hypergeometric(colors, nsample); });
  };
  EXPECT_EQ(colors_of({}, 0), "number of colors is 0");
  EXPECT_EQ(colors_of({1, 0.5}, 1), "colors[1] is 0.5");
  EXPECT_EQ(colors_of({0x1p50, 1}, 1), "colors[1] is 1");
  EXPECT_EQ(colors_of({2, 3}, 6), "nsample is 6");
  EXPECT_EQ(colors_of({0, 0}, 0), "accepted");

  EXPECT_EQ(refusal([] { permutation<std::uint32_t>(philox4x32(1), 0); }), "n is 0");
  const philox4x32 e(1);
  std::vector<float> values(10);
  EXPECT_EQ(refusal([&] { fill(cpu{}, e, direction<float>(3), 0, std::span(values)); }),
            "number of values is 10");
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, e, direction<float>(5), std::numeric_limits<std::uint64_t>::max() / 5,
                   std::span(values));
            }),
            "first index + count is 3689348814741910323 + 2");
  EXPECT_EQ(
      refusal([&] { fill(cpu{}, e, direction<float>(5), 0, std::span(static_cast<float*>(nullptr), 10)); }),
      "destination is null");
  std::vector<std::uint32_t> order(5);
  EXPECT_EQ(refusal([&] { fill(cpu{}, permutation<std::uint32_t>(e, 100), 96, order); }),
            "first index + count is 96 + 5");
}

/// Law 3: these never change.
TEST(Structures, DigestsArePinned) {
  const auto rows = []<class D>(const any_engine& e, const D& d, std::uint64_t first, std::size_t n) {
    std::vector<typename D::result_type> all(n * d.size());
    const std::vector<std::byte> made = by_definition(e, d, first, n);
    std::memcpy(all.data(), made.data(), made.size());
    return all;
  };
  EXPECT_EQ(structure_digest_lines(places().front(), rows), pinned_lines("structure_digests.txt"));
}

}  // namespace
}  // namespace tali::test
