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
      {"poisson-icdf", positive},
      {"binomial-icdf",
       [](const numbers& p) {
         return range{0, p[0]};
       }},
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

const std::vector<boundary_subject>& subjects() {
  static const std::vector<boundary_subject> all = [] {
    std::vector<boundary_subject> list;
    boundary_distributions::for_each(
        [&]<class D>(int, detail::type_list<D>) { list.push_back(subject_of<D>()); });
    return list;
  }();
  return all;
}

class Boundary : public testing::TestWithParam<boundary_subject> {};

INSTANTIATE_TEST_SUITE_P(Every, Boundary, testing::ValuesIn(subjects()), [](const auto& test) {
  std::string name = test.param.name + '_' + test.param.type;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Calls f(p) for every combination of parameters.
template <class F>
void each_combination(const boundary_subject& s, F&& f) {
  const std::size_t n = s.parameters.size();
  const any_numbers steps = s.ladder(n);
  std::vector<std::size_t> at(n, 0);
  any_numbers p(n);
  for (;;) {
    for (std::size_t i = 0; i < n; ++i) p[i] = steps[at[i]];
    f(p);
    std::size_t i = 0;
    while (i < n && ++at[i] == steps.size()) at[i++] = 0;
    if (i == n) return;
  }
}

std::string shown(const boundary_subject& s, const any_numbers& p) {
  std::string out = s.name + ' ' + s.type + " of";
  for (const auto x : p) {
    char text[40];
    std::snprintf(text, sizeof text, " %.17g", static_cast<double>(x));
    out += text;
  }
  return out;
}

TEST_P(Boundary, WhatIsAcceptedIsSampled) {
  const boundary_subject& s = GetParam();
  ASSERT_TRUE(supports().contains(s.name)) << "tests/edges/boundary_test.cpp has no support of it";
  const auto& support = supports().at(s.name);
  // Parameters of four are many; two values of each do.
  const std::uint64_t values = s.parameters.size() < 4 ? 4 : 2;
  constexpr std::uint32_t most = 2000;
  int faults = 0, accepted = 0;
  each_combination(s, [&](const any_numbers& p) {
    if (faults > 5) return;
    const auto fault = [&](const std::string& what) {
      ++faults;
      ADD_FAILURE() << shown(s, p) << ": " << what;
    };
    const double begin = processor_seconds();
    bool was_made = false;
    s.with(p, [&](const drawer& draw) {
      was_made = true;
      const bool moderate =
          std::all_of(p.begin(), p.end(), [](long double x) { return x == 0 || (x >= 0.5L && x <= 3); });
      const range r = support(numbers(p.begin(), p.end()));
      for (const long double x : p) {
        if (std::isnan(x)) return fault("a NaN parameter is accepted");
      }
      for (std::uint64_t j = 0; j < values; ++j) {
        const std::optional<double> x = draw(j, most);
        if (!x) return fault("no attempt is accepted");
        if (!(*x >= r.low && *x <= r.high)) return fault("value " + std::to_string(*x));
        if (moderate && !std::isfinite(*x)) return fault("an infinite value");
      }
    });
    if (!was_made) return;
    ++accepted;
    const double seconds = processor_seconds() - begin;
    if (seconds > 1) fault(std::to_string(seconds) + " s");
  });
  EXPECT_GT(accepted, 5);
}

struct spread {
  double middle, half;  ///< median, and half of the distance of the quartiles
};

spread spread_of(const drawer& draw) {
  std::array<double, 401> x;
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = draw(j, 1u << 16).value_or(std::nan(""));
  std::sort(x.begin(), x.end());
  return {x[200], x[300] == x[100] ? 0 : (x[300] - x[100]) / 2};  // both may be infinite
}

/// As one parameter goes from end to end, the median moves one way, as far as 401 numbers tell.
TEST_P(Boundary, ValuesFollowTheParametersToTheirLimits) {
  const boundary_subject& s = GetParam();
  if (s.name == "von-mises") GTEST_SKIP() << "its angles have no order";
  any_numbers usual;
  for (std::size_t i = 0; i < s.parameters.size(); ++i) {
    const std::string& name = s.parameters[i];
    usual.push_back(!s.list.empty()
                        ? static_cast<long double>(s.list[i].default_value)
                        : static_cast<long double>(name == "high" ? 1000 : name == "p" || name == "sigma"));
  }
  any_numbers steps = s.ladder(2);
  std::erase_if(steps, [](long double x) { return x != x; });
  std::sort(steps.begin(), steps.end());
  for (std::size_t i = 0; i < s.parameters.size(); ++i) {
    std::vector<std::pair<long double, spread>> seen;
    for (const long double x : steps) {
      any_numbers p = usual;
      p[i] = x;
      s.with(p, [&](const drawer& draw) { seen.emplace_back(x, spread_of(draw)); });
    }
    ASSERT_FALSE(seen.empty()) << s.parameters[i];
    const double first = seen.front().second.middle, last = seen.back().second.middle;
    const double way = last > first ? 1 : last < first ? -1 : 0;
    for (std::size_t k = 1; k < seen.size(); ++k) {
      const spread &a = seen[k - 1].second, &b = seen[k].second;
      if (a.middle == b.middle) continue;
      // Three deviations of a median of 401 normal numbers are 0.28 of this; other laws have more.
      const double noise = 0.5 * std::max(a.half, b.half);
      if (way == 0) {
        EXPECT_LE(std::abs(b.middle - a.middle), noise) << s.parameters[i] << " = " << seen[k].first;
      } else {
        EXPECT_GE(way * (b.middle - a.middle), -noise)
            << s.parameters[i] << " from " << seen[k - 1].first << " to " << seen[k].first << ": median "
            << a.middle << " to " << b.middle;
      }
    }
  }
}

/// What the constructor says is allowed of parameter i.
std::string allowed_of(const boundary_subject& s, std::size_t i) {
  if (!s.list.empty()) return s.list[i].allowed;
  if (s.of_integers) return i == 0 ? "any, at most high" : "any, at least low";
  any_numbers p(s.parameters.size(), 0);
  p[i] = std::numeric_limits<long double>::quiet_NaN();
  if (i == 0 && p.size() == 2) p[1] = 1;  // mu is asked for with a sigma that is allowed
  const std::string expected = s.with(p, [](const drawer&) {});
  return expected.empty() ? "any" : expected;
}

/// The table of docs/parameters.md: a row for each parameter, types that are alike together.
std::string table() {
  struct row {
    std::string name, types, parameter, allowed;
  };
  std::vector<row> rows;
  for (const boundary_subject& s : subjects()) {
    for (std::size_t i = 0; i < s.parameters.size(); ++i) {
      const row r{s.name, s.type, s.parameters[i], allowed_of(s, i)};
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const row& other) {
        return other.name == r.name && other.parameter == r.parameter && other.allowed == r.allowed;
      });
      if (same == rows.end()) {
        rows.push_back(r);
      } else {
        same->types += ", " + r.types;
      }
    }
  }
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
