// SPDX-License-Identifier: Apache-2.0
// Distributions of vectors, and categories, at the boundaries of their parameters: every vector of two of the
// ladder's numbers, and random ones of up to five. Whatever is accepted is sampled in little time, and its
// rows are of the support.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/distribution/categorical.hpp>
#include <tali/distribution/dirichlet.hpp>
#include <tali/distribution/multinomial.hpp>
#include <tali/distribution/multivariate_hypergeometric.hpp>
#include <tali/distribution/multivariate_normal.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/fill.hpp>

#include "edges/boundary.hpp"

namespace tali::test {
namespace {

constexpr std::size_t rows = 3;

template <class T>
std::string shown(const std::vector<T>& v) {
  std::string text;
  for (const T x : v) text += (text.empty() ? "" : ", ") + std::to_string(static_cast<double>(x));
  return text;
}

/// Calls f with vectors of numbers of the ladder.
template <class T, class F>
void each_vector(const F& f) {
  const std::vector<T> steps = ladder<T>(1);
  for (const T a : steps) {
    f(std::vector<T>{a});
    for (const T b : steps) f(std::vector<T>{a, b});
  }
  std::mt19937_64 random(24);
  for (int k = 0; k < 20'000; ++k) {
    std::vector<T> v(3 + random() % 3);
    // Numbers that are refused are half of the ladder; a vector with one of them is refused whole.
    for (T& x : v) x = k % 8 == 0 ? steps[random() % steps.size()] : std::abs(steps[random() % steps.size()]);
    f(v);
  }
}

template <class D>
using row_of = std::span<const typename D::result_type>;

/// Makes the distribution of every vector, fills rows, and asks whether each is of the support.
/// @param make   the distribution of a vector; may throw argument_error
/// @param check  what is wrong with a row of it, or nothing
template <class T, class Make, class Check>
void compare(const Make& make, const Check& check) {
  using D = decltype(make(std::vector<T>{}));
  int accepted = 0, refused = 0, faults = 0;
  each_vector<T>([&](const std::vector<T>& v) {
    if (faults > 5) return;
    const auto fault = [&](const std::string& what) {
      ++faults;
      ADD_FAILURE() << D::name << " of " << shown(v) << ": " << what;
    };
    const double begin = processor_seconds();
    try {
      const D d = make(v);
      ++accepted;
      if (std::any_of(v.begin(), v.end(), [](T x) { return std::isnan(x); })) {
        return fault("a NaN is accepted");
      }
      const std::size_t width = v.size();
      std::vector<typename D::result_type> x(rows * width);
      fill(cpu{1}, philox4x32(7), d, 5, std::span(x));
      for (std::size_t i = 0; i < rows; ++i) {
        const std::string wrong = check(v, row_of<D>(x).subspan(i * width, width));
        if (!wrong.empty()) return fault(wrong);
      }
    } catch (const argument_error&) {
      ++refused;
    }
    const double seconds = processor_seconds() - begin;
    if (seconds > 1) fault(std::to_string(seconds) + " s");
  });
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

template <class T>
class Vectors : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Vectors, Floats);

TYPED_TEST(Vectors, Dirichlet) {
  using T = TypeParam;
  compare<T>([](const std::vector<T>& v) { return dirichlet<T>(std::span(v)); },
             [](const std::vector<T>&, std::span<const T> row) -> std::string {
               double sum = 0;
               for (const T x : row) {
                 if (!(x >= 0 && x <= 1)) return "a proportion is " + std::to_string(x);
                 sum += static_cast<double>(x);
               }
               const double off = std::abs(sum - 1),
                            most = 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
               return off <= most ? "" : "proportions add up to 1 and " + std::to_string(sum - 1);
             });
}

/// Variances on the diagonal alone, and one covariance that is next to what they allow.
TYPED_TEST(Vectors, Normal) {
  using T = TypeParam;
  for (const double share : {0.0, 0.999, -0.5}) {
    compare<T>(
        [&](const std::vector<T>& v) {
          const std::size_t d = v.size();
          std::vector<double> covariance(d * d);
          for (std::size_t r = 0; r < d; ++r) covariance[r * d + r] = static_cast<double>(v[r]);
          if (d > 1) {
            const double both =
                share * std::sqrt(std::abs(covariance[0])) * std::sqrt(std::abs(covariance[d + 1]));
            covariance[1] = covariance[d] = both;
          }
          const std::vector<T> mean(d);
          return multivariate_normal<T>(std::span(mean), std::span<const double>(covariance));
        },
        [](const std::vector<T>& v, std::span<const T> row) -> std::string {
          const bool moderate =
              std::all_of(v.begin(), v.end(), [](T x) { return x <= std::numeric_limits<T>::max() / 128; });
          for (const T x : row) {
            if (std::isnan(x) || (moderate && std::isinf(x))) return "a value is " + std::to_string(x);
          }
          return "";
        });
  }
}

std::string sum_is(std::span<const std::int64_t> row, double sum) {
  std::int64_t all = 0;
  for (const std::int64_t x : row) {
    if (x < 0) return "a count is " + std::to_string(x);
    all += x;
  }
  return static_cast<double>(all) == sum ? "" : "counts add up to " + std::to_string(all);
}

TEST(VectorBoundary, Multinomial) {
  for (const double n : {0.0, 1.0, 1000.0, 0x1p50}) {
    compare<double>([&](const std::vector<double>& v) { return multinomial(n, v); },
                    [&](const std::vector<double>& v, std::span<const std::int64_t> row) {
                      for (std::size_t k = 0; k < row.size(); ++k) {
                        if (v[k] == 0 && row[k] != 0) return std::string("what has no probability came");
                      }
                      return sum_is(row, n);
                    });
  }
}

TEST(VectorBoundary, MultivariateHypergeometric) {
  for (const double share : {0.0, 0.3, 1.0}) {
    const auto drawn_of = [&](const std::vector<double>& v) {
      return std::floor(share * std::accumulate(v.begin(), v.end(), 0.0));
    };
    compare<double>([&](const std::vector<double>& v) { return multivariate_hypergeometric(v, drawn_of(v)); },
                    [&](const std::vector<double>& v, std::span<const std::int64_t> row) {
                      for (std::size_t k = 0; k < row.size(); ++k) {
                        if (static_cast<double>(row[k]) > v[k])
                          return std::string("more came than there are");
                      }
                      return sum_is(row, drawn_of(v));
                    });
  }
}

/// As many numbers as there are categories stand for a row.
TEST(VectorBoundary, Categorical) {
  compare<double>([](const std::vector<double>& v) { return categorical(v); },
                  [](const std::vector<double>& v, std::span<const std::uint32_t> row) -> std::string {
                    for (const std::uint32_t k : row) {
                      if (k >= v.size()) return "index " + std::to_string(k);
                      if (v[k] == 0) return "index " + std::to_string(k) + ", whose weight is 0";
                    }
                    return "";
                  });
}

/// Sizes next to where the rounds and the halves' bits change; elements within, none twice among some.
template <class T>
void compare_permutations() {
  std::vector<T> sizes{1,
                       2,
                       3,
                       4,
                       5,
                       permutation<T>::max_small_size - 1,
                       permutation<T>::max_small_size,
                       permutation<T>::max_small_size + 1,
                       permutation<T>::max_size};
  for (int bits = 3; bits < std::numeric_limits<T>::digits; ++bits) {
    for (const int by : {-1, 0, 1}) sizes.push_back(static_cast<T>((T{1} << bits) + static_cast<T>(by)));
  }
  for (const T n : sizes) {
    for (std::uint64_t which = 0; which < 3; ++which) {
      const permutation<T> p(philox4x32(5), n, which);
      std::vector<T> seen;
      const T some = std::min<T>(n, 500);
      const auto look = [&](T at) {
        seen.push_back(p(at));
        ASSERT_LT(seen.back(), n);
      };
      for (T i = 0; i < some; ++i) {
        look(i);
        if (n - 1 - i >= some) look(n - 1 - i);
      }
      std::sort(seen.begin(), seen.end());
      ASSERT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << n;
    }
  }
}
TEST(VectorBoundary, Permutation) {
  compare_permutations<std::uint32_t>();
  compare_permutations<std::uint64_t>();
}

}  // namespace
}  // namespace tali::test
