// SPDX-License-Identifier: Apache-2.0
// Sobol's points: against SciPy, against their definition at every place, and what they are made for: every
// coordinate of the first 2^m points falls once into each of 2^m strata, randomised or not.
#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/digest.hpp>

#include "support/points.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

point_set set_of(std::uint32_t dimensions, std::uint64_t points,
                 point_layout layout = point_layout::dim_major, scrambling scramble = scrambling::none) {
  point_set s;
  s.dimensions = dimensions;
  s.points = points;
  s.layout = layout;
  s.scramble = scramble;
  return s;
}

std::string hexadecimal(std::uint64_t x) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(x));
  return digits;
}

template <class Word>
std::string digest_of_directions() {
  const direction_numbers& numbers = direction_numbers::joe_kuo();
  return hexadecimal(digest(0, numbers.by_dimension<Word>(), numbers.dimensions() * 8 * sizeof(Word)));
}

TEST(Sobol, IsSciPys) {
  std::ifstream in(std::string(TALI_TEST_DATA) + "/sobol_answers.txt");
  ASSERT_TRUE(in) << "cannot read sobol_answers.txt";
  int seen = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string kind, answer;
    int bits = 0;
    if (!(fields >> kind >> bits) || kind == "#") continue;
    ++seen;
    if (kind == "coordinate") {
      std::uint32_t dimension = 0;
      std::uint64_t point = 0;
      fields >> dimension >> point >> answer;
      const sobol32 e(set_of(direction_numbers::joe_kuo().dimensions(), 1 << 21));
      const std::uint64_t word = std::stoull(answer, nullptr, 16);
      EXPECT_EQ(e.coordinate(dimension, point), word) << line;
      const sobol64 wide(e.set());
      EXPECT_EQ(wide.coordinate(dimension, point) >> 32, word) << line;  // the same polynomials and numbers
    } else if (kind == "directions") {
      fields >> answer;
      EXPECT_EQ(bits == 32 ? digest_of_directions<std::uint32_t>() : digest_of_directions<std::uint64_t>(),
                answer)
          << line;
    } else if (kind == "points") {
      std::uint32_t dimensions = 0;
      std::size_t points = 0;
      fields >> dimensions >> points >> answer;
      std::vector<std::uint32_t> out(dimensions * points);
      fill(cpu{}, sobol32(set_of(dimensions, points, point_layout::point_major)), tali::bits<std::uint32_t>{},
           0, std::span(out));
      EXPECT_EQ(hexadecimal(digest(0, out.data(), out.size())), answer) << line;
    } else {
      ADD_FAILURE() << line;
    }
  }
  EXPECT_GT(seen, 70);
}

TEST(Sobol, PointsFollowBothFormsOfEquationFour) {
  // Gray-code steps, y_n = y_{n-1} ^ w_{f(n-1)}, through all of the sequence's beginning.
  const sobol64 e(set_of(40, 5000));
  for (const std::uint32_t d : {0u, 1u, 7u, 39u}) {
    const std::uint64_t* const v = e.numbers().by_dimension<std::uint64_t>() + d * 64;
    std::uint64_t y = 0;
    for (std::uint64_t n = 0; n < 5000; ++n) {
      ASSERT_EQ(e.coordinate(d, n), y);
      y ^= v[std::countr_one(n)];
    }
    for (int t = 0; t < 40; ++t) {  // equation (8)
      const std::uint64_t n = 0x123456789abu;
      EXPECT_EQ(detail::sobol_number(v, n + (std::uint64_t{1} << t)),
                detail::sobol_number(v, n) ^ (t == 0 ? 0 : v[t - 1]) ^ v[detail::leap_bit(n, t)]);
    }
  }
}

TEST(Sobol, EveryPlaceGivesTheElementsOfTheDefinition) {
  std::mt19937_64 random(21);
  for (const place& p : places()) {
    each_quasi_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
      const D d = example<D>();
      for (int round = 0; round < 6; ++round) {
        const std::size_t n = random() % (round % 2 == 0 ? 70 : 3000) + 1;
        const E e(random_set(random, n, E::bits));
        const std::uint64_t most = e.last() - (n - 1);
        const std::uint64_t first = round % 3 == 0 ? most : most == 0 ? 0 : random() % most;
        const auto got = fill_at(p, e, d, first, n, random() % 17);
        ASSERT_TRUE(same_bits(got, by_element(e, d, first, n)))
            << p.name << ' ' << E::name << ' ' << D::name << ' ' << type_name<typename D::result_type>()
            << " first " << first << " n " << n << " dimensions " << e.set().dimensions << " points "
            << e.set().points << " first point " << e.set().first_point << " layout "
            << static_cast<int>(e.set().layout) << " scramble " << static_cast<int>(e.set().scramble);
      }
    });
  }
}

TEST(Sobol, CutsOverDimensionsAndPointsDoNotShow) {
  std::mt19937_64 random(22);
  const std::vector<place> all = places();
  each_quasi_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const D d = example<D>();
    const std::size_t n = 20000 + random() % 20000;
    const E e(random_set(random, n, E::bits));
    const auto whole = fill_at(all.front(), e, d, 0, n);
    for (int round = 0; round < 3; ++round) {
      std::vector<typename D::result_type> pieces;
      while (pieces.size() < n) {
        const std::size_t at = pieces.size();
        const std::size_t m = std::min<std::size_t>(n - at, random() % (round == 0 ? 1500 : 9000) + 1);
        const auto piece = fill_at(all[random() % all.size()], e, d, at, m, random() % 9);
        pieces.insert(pieces.end(), piece.begin(), piece.end());
      }
      ASSERT_TRUE(same_bits(pieces, whole)) << E::name << ' ' << D::name;
    }
  });
}

template <class T>
void check_large(const uniform<T>& d, std::uint32_t dimensions, point_layout layout, simd_level level) {
  // 9 MB are stored past the caches, pieces of 1 MB are not.
  constexpr std::size_t n = 9'000'000 / sizeof(T), piece = 1'000'000 / sizeof(T);
  const sobol32 e(set_of(dimensions, n / dimensions + 2, layout, scrambling::shift));
  std::vector<T> whole(n + 3), pieces(n);
  const std::size_t misaligned = dimensions % 3;
  fill(cpu{1, level}, e, d, 1, std::span(whole).subspan(misaligned, n));
  for (std::size_t at = 0; at < n; at += piece) {
    fill(cpu{1, level}, e, d, 1 + at, std::span(pieces).subspan(at, std::min(piece, n - at)));
  }
  ASSERT_EQ(std::memcmp(whole.data() + misaligned, pieces.data(), n * sizeof(T)), 0)
      << dimensions << ' ' << simd_level_name(level);
  for (std::size_t i = misaligned + n; i < n + 3; ++i) ASSERT_EQ(whole[i], 0) << "written behind the end";
}

TEST(Sobol, LargeFillsAreTheirPieces) {
  for (const simd_level level : simd_levels()) {
    for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
      for (const std::uint32_t dimensions : {1u, 2u, 7u, 15u, 16u, 100u, 127u, 256u, 300u, 1025u}) {
        check_large(uniform<float>{}, dimensions, layout, level);
        check_large(uniform<double>{}, dimensions, layout, level);
      }
    }
  }
}

TEST(Sobol, LayoutsAreTransposes) {
  for (const auto scramble : {scrambling::none, scrambling::shift, scrambling::owen}) {
    constexpr std::uint32_t D = 77;
    constexpr std::size_t N = 1234;
    const sobol32 a(set_of(D, N, point_layout::dim_major, scramble)),
        b(set_of(D, N, point_layout::point_major, scramble));
    std::vector<double> x(D * N), y(D * N);
    fill(cpu{}, a, uniform<double>{}, 0, std::span(x));
    fill(cpu{}, b, uniform<double>{}, 0, std::span(y));
    for (std::size_t d = 0; d < D; ++d) {
      for (std::size_t k = 0; k < N; ++k) ASSERT_EQ(x[d * N + k], y[k * D + d]);
    }
  }
}

/// Whether each of 2^m values has another upper m bits.
template <class Word>
bool is_permutation_of_strata(const Word* x, std::size_t stride, int m) {
  std::vector<bool> hit(std::size_t{1} << m);
  for (std::size_t k = 0; k < hit.size(); ++k) {
    const auto stratum =
        m == 0 ? 0 : static_cast<std::size_t>(x[k * stride] >> (8 * static_cast<int>(sizeof(Word)) - m));
    if (hit[stratum]) return false;
    hit[stratum] = true;
  }
  return true;
}

template <class Word>
void check_strata(scrambling scramble, std::uint32_t dimensions, int most) {
  for (int m = 0; m <= most; ++m) {
    const std::size_t N = std::size_t{1} << m;
    point_set s = set_of(dimensions, N, point_layout::dim_major, scramble);
    s.seed = 99;
    s.first_point = m % 2 == 0 ? 0 : 3 * N;  // any aligned block has the property
    std::vector<Word> x(dimensions * N);
    fill(cpu{}, sobol<Word>(s), bits<Word>{}, 0, std::span(x));
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      ASSERT_TRUE(is_permutation_of_strata(x.data() + d * N, 1, m)) << "dimension " << d << " m " << m;
    }
  }
}

TEST(Sobol, ProjectionsArePermutationsOfTheStrata) {
  for (const auto scramble : {scrambling::none, scrambling::shift, scrambling::owen}) {
    check_strata<std::uint32_t>(scramble, 21201, 7);
    check_strata<std::uint32_t>(scramble, 50, 14);
    check_strata<std::uint64_t>(scramble, 50, 14);
  }
}

TEST(Sobol, TheFirstTwoDimensionsAreANet) {
  // A (0, m, 2)-net: every elementary interval of area 2^-m holds one point, scrambled or not.
  constexpr int m = 10;
  constexpr std::size_t N = 1 << m;
  for (const auto scramble : {scrambling::none, scrambling::shift, scrambling::owen}) {
    point_set s = set_of(2, N, point_layout::dim_major, scramble);
    s.seed = 5;
    std::vector<std::uint32_t> x(2 * N);
    fill(cpu{}, sobol32(s), bits<std::uint32_t>{}, 0, std::span(x));
    for (int a = 0; a <= m; ++a) {
      std::vector<int> count(N);
      for (std::size_t k = 0; k < N; ++k) {
        const std::size_t i = a == 0 ? 0 : x[k] >> (32 - a), j = a == m ? 0 : x[N + k] >> (32 - (m - a));
        ++count[(i << (m - a)) + j];
      }
      EXPECT_EQ(*std::max_element(count.begin(), count.end()), 1) << "intervals 2^-" << a << " wide";
    }
  }
}

/// The L2 star discrepancy by T. T. Warnock's formula.
double star_discrepancy(const std::vector<double>& x, std::size_t points, std::size_t dimensions) {
  double first = 0, second = 0;
  for (std::size_t i = 0; i < points; ++i) {
    double p = 1;
    for (std::size_t d = 0; d < dimensions; ++d) p *= 1 - x[i * dimensions + d] * x[i * dimensions + d];
    first += p;
    for (std::size_t j = 0; j < points; ++j) {
      double q = 1;
      for (std::size_t d = 0; d < dimensions; ++d)
        q *= 1 - std::max(x[i * dimensions + d], x[j * dimensions + d]);
      second += q;
    }
  }
  const auto n = static_cast<double>(points), s = static_cast<double>(dimensions);
  return std::sqrt(std::pow(3.0, -s) - std::pow(2.0, 1 - s) / n * first + second / n / n);
}

TEST(Sobol, DiscrepancyOfSmallSetsIsSciPys) {
  // scipy.stats.qmc.discrepancy(Sobol(d, scramble=False).random(n), method="L2-star")
  const struct {
    std::uint32_t dimensions;
    std::size_t points;
    double expected;
  } cases[] = {{2, 64, 0.012869849626468793},
               {3, 128, 0.007832540833419372},
               {5, 256, 0.004787772148829876},
               {8, 100, 0.010220175913784544}};
  for (const auto& c : cases) {
    std::vector<double> x(c.points * c.dimensions);
    const point_set s = set_of(c.dimensions, c.points, point_layout::point_major);
    fill(cpu{}, sobol32(s), uniform<double>{}, 0, std::span(x));
    EXPECT_NEAR(star_discrepancy(x, c.points, c.dimensions), c.expected, 1e-12);
    // Randomised sets are of the same kind: better than pseudo-random ones, whose mean square is known.
    const double pseudo = std::sqrt((std::pow(2.0, -static_cast<double>(c.dimensions)) -
                                     std::pow(3.0, -static_cast<double>(c.dimensions))) /
                                    static_cast<double>(c.points));
    point_set owen = s;
    owen.scramble = scrambling::owen;
    fill(cpu{}, sobol32(owen), uniform<double>{}, 0, std::span(x));
    EXPECT_LT(star_discrepancy(x, c.points, c.dimensions), 0.9 * pseudo);
  }
}

TEST(Scrambling, OwenFlipsEveryBitByTheBitsAboveIt) {
  std::mt19937_64 random(31);
  const auto check = [&]<class Word>(Word) {
    constexpr int bits = 8 * sizeof(Word);
    for (int round = 0; round < 200; ++round) {
      point_set s;
      s.scramble = scrambling::owen;
      s.seed = random();
      s.replicate = random();
      const auto key = detail::make_scramble_key<Word>(s, static_cast<std::uint32_t>(random() % 30000));
      const auto y = static_cast<Word>(random());
      const Word x = detail::owen_scramble<Word>(y, key);
      for (int b = 0; b < bits; ++b) {  // another bit b: bits above stay, b turns
        const Word change = x ^ detail::owen_scramble<Word>(y ^ (Word{1} << b), key);
        ASSERT_EQ(change >> b, Word{1});
      }
    }
  };
  check(std::uint32_t{});
  check(std::uint64_t{});
}

TEST(Scrambling, FlipsAreUniform) {
  // The flips of the three upper levels, 1 + 2 + 4, are together uniform over keys.
  constexpr int keys = 1 << 16;
  std::vector<int> count(128);
  point_set s;
  s.scramble = scrambling::owen;
  for (int k = 0; k < keys; ++k) {
    s.replicate = static_cast<std::uint64_t>(k);
    const auto key = detail::make_scramble_key<std::uint32_t>(s, 3u);
    unsigned code = 0;
    int place = 0;
    for (int level = 0; level < 3; ++level) {
      for (std::uint32_t node = 0; node < (1u << level); ++node) {
        const std::uint32_t y = level == 0 ? 0 : node << (32 - level);
        code |= ((detail::owen_scramble<std::uint32_t>(y, key) >> (31 - level)) & 1u) << place++;
      }
    }
    ++count[code];
  }
  double chi2 = 0;
  for (const int c : count) chi2 += (c - keys / 128.0) * (c - keys / 128.0) / (keys / 128.0);
  EXPECT_LT(chi2, 127 + 5 * std::sqrt(2 * 127.0));

  // Below, each flip turns with every bit above it half of the time.
  std::mt19937_64 random(32);
  constexpr int trials = 4096;
  double worst = 0;
  for (int above = 0; above < 32; ++above) {
    int turned[32] = {};
    for (int k = 0; k < trials; ++k) {
      s.replicate = random();
      const auto key = detail::make_scramble_key<std::uint32_t>(s, 7u);
      const auto y = static_cast<std::uint32_t>(random());
      const std::uint32_t change = detail::owen_scramble<std::uint32_t>(y, key) ^
                                   detail::owen_scramble<std::uint32_t>(y ^ (1u << above), key);
      for (int b = 0; b < above; ++b) turned[b] += (change >> b) & 1;
    }
    for (int b = 0; b < above; ++b) worst = std::max(worst, std::abs(turned[b] - trials / 2.0));
  }
  EXPECT_LT(worst, 5 * std::sqrt(trials / 4.0));
}

TEST(Scrambling, RandomisationsAreIndependent) {
  // Mean and variance of an estimate over replicates: without bias, and better than plain Monte Carlo.
  constexpr std::uint32_t D = 5;
  constexpr std::size_t N = 1024, replicates = 200;
  const auto f = [](const double* x) {
    double p = 1;
    for (std::uint32_t d = 0; d < D; ++d) p *= 1 + 0.8 * (x[d] - 0.5);
    return p;
  };
  for (const auto scramble : {scrambling::shift, scrambling::owen}) {
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < replicates; ++r) {
      point_set s = set_of(D, N, point_layout::point_major, scramble);
      s.seed = 8;
      s.replicate = r;
      std::vector<double> x(D * N);
      fill(cpu{}, sobol32(s), uniform<double>{}, 0, std::span(x));
      double mean = 0;
      for (std::size_t k = 0; k < N; ++k) mean += f(&x[k * D]) / N;
      sum += mean;
      squares += mean * mean;
    }
    const double mean = sum / replicates;
    const double error = std::sqrt((squares / replicates - mean * mean) / replicates);
    EXPECT_LT(std::abs(mean - 1), 5 * error + 1e-9);
    const double plain = std::sqrt((std::pow(1 + 0.64 / 12, D) - 1) / N);  // of one Monte Carlo estimate
    EXPECT_LT(error * std::sqrt(double{replicates}), plain / (scramble == scrambling::owen ? 40 : 15));
  }
}

TEST(Scrambling, SeedsReplicatesAndDimensionsDiffer) {
  for (const auto scramble : {scrambling::shift, scrambling::owen}) {
    std::vector<std::uint64_t> seen;
    for (std::uint64_t seed :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32, std::uint64_t{1} << 63}) {
      for (std::uint64_t replicate : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40}) {
        point_set s = set_of(3, 1, point_layout::dim_major, scramble);
        s.seed = seed;
        s.replicate = replicate;
        for (std::uint32_t d = 0; d < 3; ++d) seen.push_back(sobol64(s).coordinate(d, 0));
      }
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
  }
}

TEST(Sobol, ValuesAreFractionsOfTheCoordinate) {
  point_set s = set_of(7, 100, point_layout::dim_major, scrambling::shift);
  const sobol32 narrow_one(s);
  const sobol64 wide(s);
  for (std::uint64_t i = 0; i < 700; ++i) {
    EXPECT_EQ(value(narrow_one, bits<std::uint32_t>{}, i), narrow_one.word(i));
    EXPECT_EQ(value(narrow_one, bits<std::uint64_t>{}, i), std::uint64_t{narrow_one.word(i)} << 32);
    EXPECT_EQ(value(narrow_one, uniform<double>{}, i), narrow_one.word(i) * 0x1p-32);
    EXPECT_EQ(value(narrow_one, uniform<float>{}, i), static_cast<float>(narrow_one.word(i) >> 8) * 0x1p-24f);
    EXPECT_EQ(value(narrow_one, normal_icdf<double>{}, i),
              math::normal_quantile_f64(std::uint64_t{narrow_one.word(i)} << 32 | 0x80000000u));
    EXPECT_EQ(value(wide, bits<std::uint64_t>{}, i), wide.word(i));
    EXPECT_EQ(value(wide, bits<std::uint32_t>{}, i), wide.word(i) >> 32);
    EXPECT_EQ(value(wide, uniform<double>{}, i), static_cast<double>(wide.word(i) >> 11) * 0x1p-53);
    EXPECT_EQ(value(wide, normal_icdf<double>{}, i), math::normal_quantile_f64(wide.word(i)));
  }
}

// An interval from 0 has its share of the first 2^m points of a coordinate, to one point.
TEST(Sobol, DiscreteQuantilesFillTheirCells) {
  const point_set s = set_of(40, 1 << 14, point_layout::dim_major);
  const sobol32 e(s);
  std::vector<std::uint32_t> x(s.points);
  const auto check = [&](const auto& d, const auto& share_up_to, std::uint32_t last) {
    for (std::uint64_t dimension = 0; dimension < s.dimensions; ++dimension) {
      fill(cpu{}, e, d, dimension * s.points, std::span(x));
      for (std::uint32_t k = 0; k < last; ++k) {
        const auto seen = static_cast<double>(std::ranges::count_if(x, [&](auto y) { return y <= k; }));
        EXPECT_NEAR(seen, share_up_to(k) * static_cast<double>(s.points), 1) << dimension << ' ' << k;
      }
      EXPECT_EQ(x[77], value(e, d, dimension * s.points + 77));
    }
  };
  const auto sums = [](double at_zero, const auto& rise) {
    return [=](std::uint32_t k) {
      double p = at_zero, sum = p;
      for (std::uint32_t i = 0; i < k; ++i) sum += p *= rise(i);
      return sum;
    };
  };
  for (const double mean : {2.0, 30.0}) {
    check(poisson_icdf<std::uint32_t>(mean), sums(std::exp(-mean), [=](double i) { return mean / (i + 1); }),
          60);
  }
  check(binomial_icdf<std::uint32_t>(60, 0.75),
        sums(std::pow(0.25, 60), [](double i) { return (60 - i) / (i + 1) * 3; }), 60);
}

TEST(Refusals, Sets) {
  const auto is_refused = [](const point_set& s, std::initializer_list<const char*> words) {
    const std::string said = refusal([&] { sobol32{s}; }, true);
    for (const char* w : words) EXPECT_NE(said.find(w), std::string::npos) << said;
  };
  is_refused(set_of(0, 5), {"dimensions is 0", "21201"});
  is_refused(set_of(21202, 5), {"dimensions is 21202", "21201"});
  is_refused(set_of(3, 0), {"points is 0"});
  is_refused(set_of(3, (std::uint64_t{1} << 32) + 1), {"0 + 4294967297", "2^32"});
  point_set late = set_of(3, 10);
  late.first_point = (std::uint64_t{1} << 32) - 9;
  is_refused(late, {"4294967287 + 10", "2^32"});
  late.layout = point_layout::point_major;
  late.points = 0;
  late.first_point = std::uint64_t{1} << 32;
  is_refused(late, {"first point is 4294967296", "2^32"});
  const std::string wide = refusal([] { sobol64{set_of(3, std::uint64_t{1} << 63)}; });
  EXPECT_NE(wide.find("points is 9223372036854775808"), std::string::npos) << wide;
  EXPECT_NO_THROW(sobol32(set_of(21201, std::uint64_t{1} << 32)));
  EXPECT_NO_THROW(sobol64(set_of(1, ~std::uint64_t{0})));
  EXPECT_EQ(sobol64(set_of(2, std::uint64_t{1} << 63)).last(), ~std::uint64_t{0});

  const sobol32 e(set_of(3, 100));
  std::vector<std::uint32_t> out(301);
  EXPECT_NE(refusal([&] { fill(cpu{}, e, bits<std::uint32_t>{}, 0, std::span(out)); }).find("0 + 301"),
            std::string::npos);
  EXPECT_NE(refusal([&] { fill(cpu{}, e, bits<std::uint32_t>{}, 301, std::span(out).first(0)); }).find("301"),
            std::string::npos);
  EXPECT_NO_THROW(fill(cpu{}, e, bits<std::uint32_t>{}, 300, std::span(out).first(0)));
  for (const char* name : {"normal", "uniform-int", "bernoulli"}) {
    const any_engine p("sobol32", set_of(3, 100));
    const distribution_info* facts = nullptr;
    for (const auto& f : distribution_list()) {
      if (std::string(f.name) == name) facts = &f;
    }
    const any_distribution d(name, facts->type);
    std::vector<std::uint64_t> to(4);
    const std::string said = refusal([&] { fill(cpu{}, p, d, 0, to.data(), 4); });
    EXPECT_NE(said.find(name), std::string::npos) << said;
    EXPECT_NE(said.find("normal-icdf"), std::string::npos) << said;
  }
  EXPECT_NE(refusal([] { any_engine("sobol16", set_of(1, 1)); }).find("sobol32, sobol64"), std::string::npos);
}

TEST(Refusals, DirectionFiles) {
  const auto is_refused = [](const char* text, std::initializer_list<const char*> words) {
    const std::string said = refusal([&] { direction_numbers::parse(text, "file"); }, true);
    for (const char* w : words) EXPECT_NE(said.find(w), std::string::npos) << text << ": " << said;
  };
  is_refused("", {"file", "without a dimension"});
  is_refused("d s a m_i\n", {"file", "without a dimension"});
  is_refused("d s a m_i\n2 1 0 2\n", {"line 2", "m_1 is 2", "odd", "below 2^1"});
  is_refused("2 1 0 1\n3 2 1 1 5\n", {"line 2", "m_2 is 5", "below 2^2 = 4"});
  is_refused("2 1 0 1\n3 2 1 1 2\n", {"line 2", "m_2 is 2", "odd"});
  is_refused("2 1 0 1\n3 2 2 1 3\n", {"line 2", "a is 2", "degree 2"});
  is_refused("2 1 0 1\n3 2 0 1 3\n", {"line 2", "a is 0", "primitive"});
  is_refused("2 1 0 1\n3 2 1 1\n", {"line 2", "m_2 is missing"});
  is_refused("2 1 0 1\n3 2 1 1 3 7\n", {"line 2", "'7'", "degree 2"});
  is_refused("2 1 0 1\n4 2 1 1 3\n", {"line 2", "dimension is 4", "3"});
  is_refused("2 33 0 1\n", {"line 1", "degree s is 33", "32"});
  is_refused("2 0 0\n", {"line 1", "degree s is 0"});
  is_refused("2 1 x 1\n", {"line 1", "a is 'x'"});
  is_refused("2 1 0 -1\n", {"line 1", "m_1 is '-1'"});
  is_refused("2 1 0 99999999999999999999\n", {"line 1", "m_1"});
  is_refused("2\n", {"line 1", "degree s is missing"});
  EXPECT_THROW(direction_numbers::load("/no/such/file"), io_error);

  // The end of the line may be any; the polynomial x^2 + x + 1 twice, with other numbers, is another
  // sequence.
  const direction_numbers own = direction_numbers::parse("d s a m_i\r\n2 1 0 1 \r\n3 2 1 1 1\n\n", "file");
  EXPECT_EQ(own.dimensions(), 3u);
  const sobol32 a(set_of(3, 16), own), b(set_of(3, 16));
  EXPECT_EQ(a.coordinate(1, 5), b.coordinate(1, 5));
  EXPECT_NE(a.coordinate(2, 3), b.coordinate(2, 3));
  for (const place& p : places()) {
    EXPECT_EQ(fill_at(p, a, bits<std::uint32_t>{}, 5, 40), by_element(a, bits<std::uint32_t>{}, 5, 40))
        << p.name;
  }
}

/// The polynomial is x^32 + x^22 + x^2 + x + 1: no direction number of 32 bits is left for the recurrence.
TEST(Sobol, PolynomialsHaveDegreesUpTo32) {
  std::string line = "2 32 2097155";
  for (int i = 1; i <= 32; ++i) line += " 1";
  const direction_numbers own = direction_numbers::parse(line, "file");
  const sobol32 a(set_of(2, 1000), own);
  const sobol64 wide(set_of(2, 1000), own);
  for (std::uint64_t point = 0; point < 1000; ++point)
    ASSERT_EQ(wide.coordinate(1, point) >> 32, a.coordinate(1, point)) << point;
}

TEST(Sobol, TheEmbeddedTableIsAFileLikeOthers) {
  // The library takes its own table on trust; here it goes through all the checks.
  const direction_numbers read = direction_numbers::load(TALI_JOE_KUO_FILE);
  const direction_numbers& own = direction_numbers::joe_kuo();
  ASSERT_EQ(read.dimensions(), 21201u);
  ASSERT_EQ(own.dimensions(), 21201u);
  const std::size_t n = 21201 * 32;
  EXPECT_EQ(std::memcmp(read.by_dimension<std::uint32_t>(), own.by_dimension<std::uint32_t>(), 4 * n), 0);
}

TEST(Sobol, MoreThreadsThanWork) {
  const sobol32 e(set_of(3, 5, point_layout::point_major));
  std::vector<std::uint32_t> out(15);
  fill(cpu{16}, e, bits<std::uint32_t>{}, 0, std::span(out));
  EXPECT_EQ(out, by_element(e, bits<std::uint32_t>{}, 0, 15));
}

}  // namespace
}  // namespace tali::test
