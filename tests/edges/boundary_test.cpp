// SPDX-License-Identifier: Apache-2.0
// Distributions at the boundaries of their parameters: whatever is accepted is sampled, in few attempts and
// little time, and its values are numbers of the distribution's support that follow the parameters to their
// limits.
#include "edges/boundary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace tali::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct range {
  double low, high;
};
using numbers = std::vector<double>;

/// The support by name. A distribution that is not here fails the test: add it.
const std::map<std::string, std::function<range(const numbers&)>>& supports() {
  static const auto all = [](const numbers&) { return range{-infinity, infinity}; };
  static const auto positive = [](const numbers&) { return range{0, infinity}; };
  static const auto from_one = [](const numbers&) { return range{1, infinity}; };
  static const auto unit = [](const numbers&) { return range{0, 1}; };
  static const std::map<std::string, std::function<range(const numbers&)>> table = {
      {"uniform-int",
       [](const numbers& p) {
         return range{p[0], p[1]};
       }},
      {"unbiased-int",
       [](const numbers& p) {
         return range{p[0], p[1]};
       }},
      {"bernoulli", unit},
      {"bernoulli-bits",
       [](const numbers&) {
         return range{0, 0x1p32 - 1};
       }},
      {"normal-icdf", all},
      {"normal", all},
      {"normal-warp", all},
      {"normal-warp-coarse", all},
      {"lognormal", positive},
      {"exponential", positive},
      {"weibull", positive},
      {"gumbel", all},
      {"logistic", all},
      {"laplace", all},
      {"cauchy", all},
      {"pareto",
       [](const numbers& p) {
         return range{p[1], infinity};
       }},
      {"lomax", positive},
      {"power", unit},
      {"rayleigh", positive},
      {"triangular",
       [](const numbers& p) {
         return range{p[0], p[2]};
       }},
      {"wald", positive},
      {"student-t", all},
      {"geometric", from_one},
      {"logseries", from_one},
      {"gamma", positive},
      {"chi-squared", positive},
      {"noncentral-chi-squared", positive},
      {"beta", unit},
      {"f", positive},
      {"noncentral-f", positive},
      {"poisson", positive},
      {"binomial",
       [](const numbers& p) {
         return range{0, p[0]};
       }},
      {"von-mises",
       [](const numbers&) {
         return range{-0x1.921fb6p+1, 0x1.921fb6p+1};
       }},  // pi as a float
      {"truncated-normal",
       [](const numbers& p) {
         return range{p[2], p[3]};
       }},
      {"negative-binomial", positive},
      {"zipf", from_one},
      {"hypergeometric",
       [](const numbers& p) {
         return range{std::max(0.0, p[2] - p[1]), std::min(p[0], p[2])};
       }},
  };
  return table;
}

template <class D>
numbers as_numbers(const parameter_array<D>& p) {
  return numbers(p.begin(), p.end());
}

template <class D>
class Boundary : public testing::Test {};

template <class List>
struct types_of;
template <class... D>
struct types_of<type_list<D...>> {
  using type = testing::Types<D...>;
};
struct entry_names {
  template <class D>
  static std::string GetName(int) {
    std::string name = std::string(D::name) + '_' + type_name<typename D::result_type>();
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};
TYPED_TEST_SUITE(Boundary, types_of<boundary_distributions>::type, entry_names);

TYPED_TEST(Boundary, WhatIsAcceptedIsSampled) {
  using D = TypeParam;
  ASSERT_TRUE(supports().contains(D::name)) << "tests/edges/boundary_test.cpp has no support of it";
  const auto& support = supports().at(D::name);
  // Parameters of four are many; two values of each do.
  constexpr std::uint64_t values = parameter_count<D>() < 4 ? 4 : 2;
  constexpr std::uint32_t most = 2000;
  int faults = 0, accepted = 0;
  each_combination<D>([&](const parameter_array<D>& p) {
    if (faults > 5) return;
    const auto fault = [&](const std::string& what) {
      ++faults;
      ADD_FAILURE() << shown<D>(p) << ": " << what;
    };
    const double begin = processor_seconds();
    const std::optional<D> d = made<D>(p);
    if (!d) return;
    ++accepted;
    const numbers given = as_numbers<D>(p);
    const bool moderate =
        std::all_of(given.begin(), given.end(), [](double x) { return x == 0 || (x >= 0.5 && x <= 3); });
    const range r = support(given);
    for (const double x : given) {
      if (std::isnan(x)) return fault("a parameter that is no number is accepted");
    }
    for (std::uint64_t j = 0; j < values; ++j) {
      const std::optional<double> x = drawn(*d, j, most);
      if (!x) return fault("no attempt is accepted");
      if (!(*x >= r.low && *x <= r.high)) return fault("value " + std::to_string(*x));
      if (moderate && !std::isfinite(*x)) return fault("an infinite value");
    }
    const double seconds = processor_seconds() - begin;
    if (seconds > 1) fault(std::to_string(seconds) + " s");
  });
  EXPECT_GT(accepted, 5);
}

struct spread {
  double middle, half;  ///< median, and half of the distance of the quartiles
};

template <class D>
spread spread_of(const D& d) {
  std::array<double, 401> x;
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = drawn(d, j, 1u << 16).value_or(std::nan(""));
  std::sort(x.begin(), x.end());
  return {x[200], x[300] == x[100] ? 0 : (x[300] - x[100]) / 2};  // both may be infinite
}

/// As one parameter goes from end to end, the median moves one way, as far as 401 numbers tell.
TYPED_TEST(Boundary, ValuesFollowTheParametersToTheirLimits) {
  using D = TypeParam;
  using P = parameter_type<D>;
  if (std::string(D::name) == "von-mises") GTEST_SKIP() << "its angles have no order";
  constexpr std::size_t n = parameter_count<D>();
  const std::vector<std::string> names = parameter_names<D>();
  parameter_array<D> usual{};
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (requires { D::parameter_list; }) {
      usual[i] = static_cast<P>(D::parameter_list[i].default_value);
    } else {
      usual[i] = static_cast<P>(names[i] == "high" ? 1000 : names[i] == "p" || names[i] == "sigma");
    }
  }
  std::vector<P> steps = ladder<P>(2);
  steps.erase(std::remove_if(steps.begin(), steps.end(), [](P x) { return x != x; }), steps.end());
  std::sort(steps.begin(), steps.end());
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::pair<P, spread>> seen;
    for (const P x : steps) {
      parameter_array<D> p = usual;
      p[i] = x;
      const std::optional<D> d = made<D>(p);
      if (d) seen.emplace_back(x, spread_of(*d));
    }
    ASSERT_FALSE(seen.empty()) << names[i];
    const double first = seen.front().second.middle, last = seen.back().second.middle;
    const double way = last > first ? 1 : last < first ? -1 : 0;
    for (std::size_t k = 1; k < seen.size(); ++k) {
      const spread &a = seen[k - 1].second, &b = seen[k].second;
      if (a.middle == b.middle) continue;
      // Three deviations of a median of 401 normal numbers are 0.28 of this; other laws have more.
      const double noise = 0.5 * std::max(a.half, b.half);
      if (way == 0) {
        EXPECT_LE(std::abs(b.middle - a.middle), noise) << names[i] << " = " << seen[k].first;
      } else {
        EXPECT_GE(way * (b.middle - a.middle), -noise)
            << names[i] << " from " << seen[k - 1].first << " to " << seen[k].first << ": median " << a.middle
            << " to " << b.middle;
      }
    }
  }
}

/// What the constructor says is allowed of parameter i.
template <class D>
std::string allowed_of(std::size_t i) {
  if constexpr (requires { D::parameter_list; }) {
    return D::parameter_list[i].allowed;
  } else if constexpr (std::is_integral_v<parameter_type<D>>) {
    return i == 0 ? "any, at most high" : "any, at least low";
  } else {
    parameter_array<D> p{};
    p[i] = std::numeric_limits<parameter_type<D>>::quiet_NaN();
    if (D::parameters == std::string("mu, sigma") && i == 0) p[1] = 1;
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      try {
        static_cast<void>(D(p[I]...));
        return std::string("any");
      } catch (const argument_error& x) {
        const std::string what = x.what(), before = "; allowed: ";
        return what.substr(what.find(before) + before.size());
      }
    }
    (std::make_index_sequence<parameter_count<D>()>());
  }
}

/// The table of docs/parameters.md: a row for each parameter, types that are alike together.
std::string table() {
  struct row {
    std::string name, types, parameter, allowed;
  };
  std::vector<row> rows;
  boundary_distributions::for_each([&]<class D>(int, type_list<D>) {
    const std::vector<std::string> names = parameter_names<D>();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const row r{D::name, type_name<typename D::result_type>(), names[i], allowed_of<D>(i)};
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const row& other) {
        return other.name == r.name && other.parameter == r.parameter && other.allowed == r.allowed;
      });
      if (same == rows.end()) {
        rows.push_back(r);
      } else {
        same->types += ", " + r.types;
      }
    }
  });
  std::ostringstream out;
  out << "| distribution | types | parameter | allowed |\n|---|---|---|---|\n";
  for (const row& r : rows)
    out << "| `" << r.name << "` | " << r.types << " | `" << r.parameter << "` | " << r.allowed << " |\n";
  return out.str();
}

/// With TALI_WRITE_DOCS set it writes the table, as the page says.
TEST(BoundaryTable, IsInTheDocs) {
  const std::string path = TALI_PARAMETERS_PAGE, begin = "<!-- table -->\n", end = "<!-- end -->\n";
  std::ifstream in(path);
  std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t from = page.find(begin), to = page.find(end);
  ASSERT_NE(from, std::string::npos) << path;
  ASSERT_NE(to, std::string::npos) << path;
  const std::size_t first = from + begin.size();
  if (std::getenv("TALI_WRITE_DOCS") != nullptr) {
    std::ofstream(path) << page.substr(0, first) << table() << page.substr(to);
    return;
  }
  EXPECT_EQ(page.substr(first, to - first), table());
}

}  // namespace
}  // namespace tali::test
