// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost: law 6. Every place, schedule, group and cut gives the values of the definition,
// which is one lane that makes its attempts in order.
#include "support/rejection.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <span>

#include <gtest/gtest.h>

#include <tali/rejection/attempts.hpp>
#include <tali/rejection/plan.hpp>

#include "core/checks.hpp"
#include "support/definitions.hpp"
#include "support/ranges.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// Calls f(type_list<E>, examples of one distribution) for all pairs, of most engines with the first example
/// alone: what it does is compiled once an engine.
template <class F>
void each_pair_of_examples(F&& f) {
  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    for (const std::vector<any_distribution>& sets : rejection_examples())
      f(engine, std::span(sets).first(std::is_same_v<E, philox4x32> ? sets.size() : 1));
  });
}

TEST(Variable, EveryPlaceAndScheduleGivesTheSamplesOfTheDefinition) {
  std::mt19937_64 random(1);
  const std::vector<place> all = rejection_offsets();
  each_pair_of_examples([&]<class E>(detail::type_list<E>, std::span<const any_distribution> sets) {
    for (const any_distribution& d : sets) {
      for (int round = 0; round < 3; ++round) {
        const std::size_t n = random() % (round == 0 ? 40 : 1500) + 1;
        E e(random(), random());
        if (round == 2) e.discard(random());  // sample i of a moved engine is sample position + i
        const std::uint64_t first = interesting_start(random, n);
        const auto expected = by_definition(e, d, first, n);
        for (const place& p : all) {
          ASSERT_EQ(bytes_at(p, e, d, first, n, random() % 17), expected)
              << p.name << ' ' << E::name << ' ' << d.info().name << ' ' << d.info().type << " first "
              << first << " n " << n;
        }
      }
    }
  });
}

// A round of samples costs a GPU something besides its attempts, which the choice for SIMD lanes leaves out.
TEST(Variable, TheChosenGroupKnowsWhatARoundCosts) {
  const beta<float> d(2.5f, 4);
  const detail::request of_one = detail::request_of(philox4x32(), d, 0, nullptr, 0);
  detail::request of_arrays = of_one;
  of_arrays.distribution = nullptr;
  const double rejection = 1 - d.acceptance();
  const rejection_schedule any{schedule::grouped, 0}, eight{schedule::grouped, 8};
  const auto on_lanes = detail::chosen_schedule(any, of_one, 32, nullptr);
  const auto on_a_gpu = detail::chosen_schedule(any, of_one, 32, &detail::round_overhead);
  EXPECT_EQ(on_lanes.group, best_group(rejection));
  EXPECT_EQ(on_a_gpu.group, best_group(rejection, 32, detail::round_overhead(beta<float>::attempt_words)));
  EXPECT_LT(on_a_gpu.group, on_lanes.group);
  EXPECT_EQ(detail::chosen_schedule(eight, of_one, 32, &detail::round_overhead).group, 8);
  EXPECT_EQ(detail::chosen_schedule(any, of_arrays, 32, &detail::round_overhead).group, 0);
}

/// Scales that leave a power of two for later, also where another distribution makes use of these numbers.
TEST(Variable, ScalesAtTheEndsOfTheRange) {
  const philox4x32 e(3, 4);
  const auto check = [&]<class D>(const D& d) {
    const auto expected = by_definition(e, d, 77, 700);
    for (const place& p : rejection_offsets())
      ASSERT_EQ(bytes_at(p, e, d, 77, 700), expected) << p.name << ' ' << D::name;
    for (const auto x : fill_at(places().front(), e, d, 77, 700)) ASSERT_TRUE(x >= 0) << D::name;
  };
  check(gamma<double>(3, 1e307));
  check(gamma<double>(0.3, 5e-324));
  check(chi_squared<float>(3e38f));
  check(chi_squared<double>(1.7e308));
  check(noncentral_chi_squared<float>(3e38f, 1));
  check(noncentral_f<float>(5, 3e38f, 2));
  check(noncentral_f<double>(3, 1.7e308, 2));
}

TEST(Variable, CutsDoNotShow) {
  std::mt19937_64 random(2);
  const std::vector<place> all = rejection_offsets();
  each_pair_of_examples([&]<class E>(detail::type_list<E>, std::span<const any_distribution> sets) {
    const any_distribution& d = sets.front();
    const any_engine e(E(random(), random()));
    const std::size_t n = 9000 + random() % 9000;
    const std::uint64_t first = interesting_start(random, n);
    const auto whole = bytes_at(all.front(), e, d, first, n);
    std::vector<std::byte> pieces;
    for (std::size_t at = 0; at < n; at = pieces.size() / d.element_bytes()) {
      const std::size_t m = std::min<std::size_t>(n - at, random() % 3000 + 1);
      const auto piece = bytes_at(all[random() % all.size()], e, d, first + at, m, random() % 9);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    ASSERT_EQ(pieces, whole) << E::name << ' ' << d.info().name;
  });
}

TEST(Variable, CallsByTypeAreThoseByName) {
  const auto check = []<class E, class D>(const E& e, const D& d) {
    const auto named = bytes_at(places().front(), e, d, 77, 700);
    const auto typed = fill_at(places().back(), e, d, 77, 700, 1);
    ASSERT_EQ(typed.size() * sizeof typed[0], named.size());
    EXPECT_EQ(std::memcmp(typed.data(), named.data(), named.size()), 0) << E::name << ' ' << D::name;
  };
  catalogue::rejection_distributions::for_each(
      [&]<class D>(int, detail::type_list<D>) { check(philox4x32(5, 6), examples<D>().front()); });
  check(philox4x32_7(5, 6), gamma<float>(2.5f));
}

TEST(Variable, ArraysOfEqualParametersGiveTheScalarsBits) {
  std::mt19937_64 random(3);
  const auto check = [&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    for (const place& p : rejection_offsets()) {
      for (const auto& given : example_parameters<D>()) {
        const E e(random(), random());
        const std::size_t n = 300;
        const std::uint64_t first = interesting_start(random, n);
        std::vector<std::vector<typename D::parameter>> arrays;
        for (const auto x : given) arrays.emplace_back(n, x);
        ASSERT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, first),
                              fill_at(places().front(), e, from<D>(given), first, n)))
            << p.name << ' ' << D::name;
      }
    }
  };
  catalogue::rejection_distributions::for_each(
      [&]<class D>(int, detail::type_list<D> d) { check(detail::type_list<philox4x32>(), d); });
  check(detail::type_list<philox4x32_7>(),
        detail::type_list<gamma<float>>());  // the law's fuzzer has all pairs
}

template <class D>
struct array_elements {
  std::vector<std::vector<typename D::parameter>> arrays;
  std::vector<typename D::result_type> expected;
};

/// Arrays with random examples of parameters for elements first ... first + n - 1, and these by their
/// definition.
template <class D, class E>
array_elements<D> elements_of_arrays(std::mt19937_64& random, const E& e, std::uint64_t first,
                                     std::size_t n) {
  const auto sets = example_parameters<D>();
  array_elements<D> made;
  made.arrays.resize(detail::parameter_count<D>);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& mine = sets[random() % sets.size()];
    for (std::size_t k = 0; k < mine.size(); ++k) made.arrays[k].push_back(mine[k]);
    typename D::result_type x;
    std::memcpy(&x, by_definition(e, from<D>(mine), first + i, 1).data(), sizeof x);
    made.expected.push_back(x);
  }
  return made;
}

TEST(Variable, ElementsOfArraysAreIndependent) {
  std::mt19937_64 random(4);
  const philox4x32 e(5, 6);
  catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    const auto [arrays, expected] = elements_of_arrays<D>(random, e, 77, 500);
    for (const place& p : rejection_offsets()) {
      ASSERT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, 77), expected)) << p.name << ' ' << D::name;
    }
  });
}

TEST(Variable, ABadElementOfAnArrayIsNamed) {
  for (const place& p : rejection_offsets()) {
    const auto message = [&](float shape, std::size_t at) {
      std::vector<std::vector<float>> arrays(2, std::vector<float>(9000, 1.5f));
      arrays[0][at] = shape;
      arrays[0][at + 100] = shape;
      try {
        fill_each_at<gamma<float>>(p, philox4x32(1), arrays, 0);
      } catch (const argument_error& e) {
        return fields_of(e);
      }
      return std::string("accepted");
    };
    EXPECT_EQ(message(-2.5f, 4567), "shape[4567] is -2.5") << p.name;
    EXPECT_EQ(message(std::nanf(""), 8), "shape[8] is nan") << p.name;
    EXPECT_EQ(message(1, 3), "accepted");
  }
}

/// Calls f(engine, distribution) for all engines without counters: all examples with one, and the first of
/// each distribution with every other.
template <class F>
void each_other_pair(F&& f) {
  for (const engine_info& info : detail::indexed_engine_list()) {
    if (info.kind == engine_kind::counter) continue;
    const any_engine e(info.name, 5, 6);
    for (const std::vector<any_distribution>& sets : rejection_examples()) {
      for (const any_distribution& d :
           std::span(sets).first(std::string(info.name) == "pcg64" ? sets.size() : 1))
        f(e, d);
    }
  }
}

TEST(OtherEngines, EveryPlaceGivesTheSamplesOfTheDefinition) {
  std::mt19937_64 random(5);
  const std::vector<place> all = places();
  each_other_pair([&](const any_engine& e, const any_distribution& d) {
    for (int round = 0; round < 2; ++round) {
      const std::size_t n = random() % (round == 0 ? 40 : 400) + 1;
      const std::uint64_t first = random() % (std::uint64_t{1} << (round == 0 ? 10 : 40));
      const auto expected = by_definition(e, d, first, n);
      for (const place& p : all) {
        if (p.is_cuda) continue;
        ASSERT_EQ(bytes_at(p, e, d, first, n, random() % 17), expected)
            << p.name << ' ' << e.info().name << ' ' << d.info().name << ' ' << d.info().type << " first "
            << first << " n " << n;
      }
    }
  });
}

TEST(OtherEngines, CutsDoNotShow) {
  std::mt19937_64 random(6);
  const place p = places().back().is_cuda ? places().front() : places().back();
  each_other_pair([&](const any_engine& e, const any_distribution& d) {
    const std::size_t n = 1500 + random() % 900;
    const auto whole = bytes_at(p, e, d, 12345, n);
    std::vector<std::byte> pieces;
    for (std::size_t at = 0; at < n; at = pieces.size() / d.element_bytes()) {
      const auto piece =
          bytes_at(p, e, d, 12345 + at, std::min<std::size_t>(n - at, random() % 1200 + 1), random() % 9);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
    ASSERT_EQ(pieces, whole) << e.info().name << ' ' << d.info().name;
  });
}

TEST(OtherEngines, SingleValuesAreThoseOfFills) {
  const auto check = []<class E, class D>(const E& e, const D& d) {
    std::vector<typename D::result_type> all(60), one(60);
    fill(cpu{}, e, d, 1000, all);
    for (std::size_t i = 0; i < one.size(); ++i) one[i] = value(e, d, 1000 + i);
    EXPECT_TRUE(same_bits(one, all)) << E::name << ' ' << D::name;
    E moved = e;
    moved.discard(std::uint64_t{detail::words_of_element<E, D>} * 1000);
    EXPECT_TRUE(same_bits(std::vector<typename D::result_type>{value(moved, d, 3)}, {all[3]})) << E::name;
  };
  const auto check_all = [&](const auto& e) {
    check(e, gamma<float>(0.3f));
    check(e, gamma<double>(1.5));
    check(e, noncentral_f<double>(3, 4, 2));
    check(e, unbiased_int<std::int32_t>(0, 1'500'000'000));
    check(e, poisson<std::int64_t>(10));
    check(e, poisson<std::int64_t>(1e5));
  };
  check_all(pcg32(5, 6));
  check_all(pcg64(5, 6));
  check_all(philox4x64(5, 6));
  check_all(xoshiro256pp(5, 6));
  check_all(mrg32k3a(5, 6));
}

TEST(OtherEngines, ArraysOfParametersAreElementsOfTheirOwn) {
  std::mt19937_64 random(7);
  const pcg64 e(5, 6);
  catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    const auto [arrays, expected] = elements_of_arrays<D>(random, e, 77, 700);
    for (const place& p : places()) {
      if (!p.is_cuda) {
        ASSERT_TRUE(same_bits(fill_each_at<D>(p, e, arrays, 77), expected)) << p.name << ' ' << D::name;
      }
    }
  });
}

TEST(OtherEngines, ARangePastTheLastWordIsRefused) {
  const any_engine e("pcg64", 1);
  const any_distribution d("gamma", "f64");
  EXPECT_EQ(last_index(e, d), (std::uint64_t{1} << 62) - 1);
  std::vector<double> x(2);
  EXPECT_NO_THROW(fill(cpu{}, e, d, (std::uint64_t{1} << 62) - 2, std::span(x)));
  EXPECT_EQ(refusal([&] { fill(cpu{}, e, d, (std::uint64_t{1} << 62) - 1, std::span(x)); }),
            "first index + count is 4611686018427387903 + 2");
}

// What docs/rejection.md says of them.
TEST(OtherEngines, FurtherWordsArePhiloxOfASamplesWords) {
  const std::uint32_t w[8] = {1, 2, 3, 4, 50, 60, 70, 80};
  const detail::words_of_sample<8> words(w, 77);
  std::uint32_t all[8], last[2];
  words(0, 0, all);
  EXPECT_TRUE(std::equal(all, all + 8, w));
  words(0, 5, all);
  std::uint32_t block[4] = {1 ^ 50, 2 ^ 60, 3 ^ 70, 4 ^ 80};
  detail::philox4x32_rounds<10>(block, 77, 5 + (1u << 24));
  EXPECT_TRUE(std::equal(block, block + 4, all + 4));
  words(0, words.last_words, last);
  std::uint32_t of_last[4] = {1 ^ 50, 2 ^ 60, 3 ^ 70, 4 ^ 80};
  detail::philox4x32_rounds<10>(of_last, 77, 1u << 31);
  EXPECT_TRUE(std::equal(last, last + 2, of_last));
  const std::uint32_t two[2] = {8, 9};
  std::uint32_t one[1];
  detail::words_of_sample<2>(two, 77)(0, 3, one);
  std::uint32_t of_two[4] = {8, 9, 0, 0};
  detail::philox4x32_rounds<10>(of_two, 77, 3);
  EXPECT_EQ(one[0], of_two[0]);
}

// A surrogate: a uniform number, accepted with a given probability. Its first accepted attempt is a geometric
// number.
struct attempt_count {
  static constexpr int words = 2;
  std::uint32_t below;
  template <class U32>
  auto operator()(const U32 (&w)[2]) const {
    return attempted{unit_f32(w[0]), is_less(unit_f32(w[1]), decltype(unit_f32(w[1]))(to_unit(below)))};
  }
  static float to_unit(std::uint32_t x) { return static_cast<float>(x) * 0x1p-32f; }
};

TEST(Primitive, TheFirstAcceptedAttemptIsTheValue) {
  const rejection_words words(philox4x32_7(11, 12), tag_of("a test"));
  const attempt_count a{std::uint32_t{1} << 30};
  for (std::uint64_t j = 0; j < 100; ++j) {
    std::uint32_t w[2];
    std::uint32_t k = 0;
    for (;; ++k) {
      words(j, k, w);
      if (a(w).accepted) break;
    }
    EXPECT_EQ(sample_alone(words, j, a).value, a(w).value);
    EXPECT_TRUE(sample_alone(words, j, a, k + 1).accepted);
    EXPECT_FALSE(sample_alone(words, j, a, k).accepted && k > 0);
  }
}

TEST(Primitive, AProposalThatIsNeverAcceptedEnds) {
  const rejection_words words(philox4x32(1, 2), tag_of("never"));
  const auto never =
      propose_and_accept<1>([](const auto& w) { return unit_f32(w[0]); },
                            [](const auto& x, const auto&) { return is_less(x, decltype(x - x)(0.0f)); });
  const auto s = sample_alone(words, 3, never, 1000);
  EXPECT_FALSE(s.accepted);
}

TEST(Primitive, WordsAreThoseThatTheirNamesSay) {
  // Attempts of two words: 0 shares a block with its neighbour, the others have one of their own.
  const philox4x32 e(3, 9);
  const rejection_words words(e, 77);
  std::uint32_t a[2], b[2], c[4];
  words(10, 0, a);
  words(11, 0, b);
  words.block(5, 0, 0)(5u, c);
  EXPECT_EQ(a[0], c[0]);
  EXPECT_EQ(a[1], c[1]);
  EXPECT_EQ(b[0], c[2]);
  EXPECT_EQ(b[1], c[3]);
  words(11, 7, b);
  words.block(11, 7, 0)(11u, c);
  EXPECT_EQ(b[0], c[0]);
  EXPECT_EQ(b[1], c[1]);
  // Another tag, seed, stream or place has other words.
  std::uint32_t d[2];
  rejection_words(e, 78)(11, 7, d);
  EXPECT_NE(d[0], b[0]);
  rejection_words(philox4x32(3, 8), 77)(11, 7, d);
  EXPECT_NE(d[0], b[0]);
  philox4x32 moved = e;
  moved.discard(1);
  rejection_words(moved, 77)(10, 7, d);
  EXPECT_EQ(d[0], b[0]);
}

}  // namespace
}  // namespace tali::test
