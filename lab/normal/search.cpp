// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

#include <tali/error.hpp>

#include "nearest.hpp"
#include "series.hpp"

namespace tali::lab::normal {

namespace {

/// Degrees 4, 6 ... 2 * (terms + 1) are used.
constexpr int terms = 9;
/// The first of them span the search space: one variant changes higher ones by less than 1e-17.
constexpr int searched = 5;
constexpr double weight_of_degree_4 = 3;

/// Power sums of a row: entry m is the sum of y^(2m).
using power_sums = std::array<real50, terms + 2>;

power_sums sums_of(const row& r) {
  power_sums p{};
  for (const std::int32_t v : r) {
    const real50 y = real50(v) / real50(table_unit), square = y * y;
    real50 power = 1;
    for (auto& s : p) s += power, power *= square;
  }
  return p;
}

/// Cumulants of degree 2, 4 ... of a row's value with a random sign: entry m is divided by (2m)!.
std::array<real50, terms + 2> cumulants(const power_sums& p) {
  // The logarithm of the moments' series, by k' = m' / m, in u = t^2.
  std::array<real50, terms + 2> m{}, k{};
  for (int n = 0; n < terms + 2; ++n)
    m[std::size_t(n)] = p[std::size_t(n)] / row_size / factorial<real50>(2 * n);
  for (int n = 1; n < terms + 2; ++n) {
    real50 s = n * m[std::size_t(n)];
    for (int j = 1; j < n; ++j) s -= j * k[std::size_t(j)] * m[std::size_t(n - j)];
    k[std::size_t(n)] = s / n;
  }
  return k;
}

using vector = std::array<double, terms>;
using cumulant_array = std::array<real50, terms + 2>;

/// x of a table from the sums of its rows' cumulants, minus the target of degree 4.
std::array<real50, terms> weighted(const cumulant_array& k) {
  std::array<real50, terms> x;
  const real50 variance = 2 * k[1];
  real50 scale = variance;
  for (int m = 2; m < terms + 2; ++m) {
    scale *= variance;
    const int n = 2 * m;
    const real50 root = sqrt(factorial<real50>(n));  // coefficient times n! over sqrt(n!)
    x[std::size_t(m - 2)] = real50(attenuation(n)) * root * k[std::size_t(m)] / scale;
  }
  x[0] -= real50(fourth_cumulant_against(aimed_c)) / sqrt(factorial<real50>(4));
  x[0] *= weight_of_degree_4;
  return x;
}

double log_norm(const std::array<real50, terms>& x) {
  real50 q = 0;
  for (const auto& v : x) q += v * v;
  return static_cast<double>(real50(log(q)));
}

/// A table with its cumulants.
class state {
 public:
  explicit state(const table& t) {
    for (std::size_t r = 0; r < row_count; ++r) {
      rows_[r] = sums_of(t.rows[r]);
      const auto k = cumulants(rows_[r]);
      for (std::size_t m = 0; m < k.size(); ++m) total_[m] += k[m];
    }
  }

  [[nodiscard]] double loss() const {
    return total_[2] > 0 ? log_norm(weighted(total_)) : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] std::array<real50, terms> x() const { return weighted(total_); }

  /// The change of x when another row replaces row r.
  [[nodiscard]] vector change(std::size_t r, const row& before, const row& after,
                              const std::array<real50, terms>& from) const {
    power_sums p = rows_[r];
    const auto square = [](std::int32_t i) {
      const real50 y = real50(i) / real50(table_unit);
      return real50(y * y);
    };
    for (std::size_t i = 0; i < row_size; ++i) {
      if (before[i] == after[i]) continue;
      const real50 v2 = square(before[i]), w2 = square(after[i]);
      real50 pv = 1, pw = 1;
      for (auto& s : p) s += pw - pv, pv *= v2, pw *= w2;
    }
    const auto old_cumulants = cumulants(rows_[r]), new_cumulants = cumulants(p);
    cumulant_array total = total_;
    for (std::size_t m = 0; m < total.size(); ++m) total[m] += new_cumulants[m] - old_cumulants[m];
    const auto to = weighted(total);
    vector d{};
    for (std::size_t m = 0; m < d.size(); ++m) d[m] = static_cast<double>(real50(to[m] - from[m]));
    return d;
  }

 private:
  std::array<power_sums, row_count> rows_;
  cumulant_array total_{};
};

/// A variant for each of two rows, and their change of x.
struct choice {
  std::uint32_t first, second;
  vector sum;
};

std::vector<choice> pairs_of(const std::vector<vector>& one, const std::vector<vector>& other) {
  std::vector<choice> pairs;
  pairs.reserve(one.size() * other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t j = 0; j < other.size(); ++j) {
      choice c{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), one[i]};
      for (std::size_t m = 0; m < terms; ++m) c.sum[m] += other[j][m];
      pairs.push_back(c);
    }
  }
  return pairs;
}

struct candidate {
  double distance;
  choice first, second;
};

/// The few best candidates.
class shortlist {
 public:
  void offer(const candidate& c) {
    if (best_.size() == room && !(c.distance < best_.back().distance)) return;
    best_.insert(
        std::upper_bound(best_.begin(), best_.end(), c,
                         [](const candidate& a, const candidate& b) { return a.distance < b.distance; }),
        c);
    if (best_.size() > room) best_.pop_back();
  }
  [[nodiscard]] const std::vector<candidate>& list() const { return best_; }

 private:
  static constexpr std::size_t room = 16;
  std::vector<candidate> best_;
};

double squared_distance(const vector& goal, const choice& a, const choice& b) {
  double d = 0;
  for (std::size_t m = 0; m < terms; ++m) {
    const double off = goal[m] - a.sum[m] - b.sum[m];
    d += off * off;
  }
  return d;
}

/// Three values of one part of a row, each changed by one, and the change of the sum of squares.
struct triple {
  std::int64_t energy;
  std::array<std::uint8_t, 3> at;
  std::array<std::int8_t, 3> by;
};

/// The triples among places first, first + 3, first + 6 ...
std::vector<triple> triples_of(const row& r, std::size_t first) {
  std::vector<triple> all;
  const auto gain = [&](std::size_t i, int by) { return std::int64_t{r[i]} * 2 * by + 1; };
  for (std::size_t i = first; i < row_size; i += 3) {
    for (std::size_t j = i + 3; j < row_size; j += 3) {
      for (std::size_t k = j + 3; k < row_size; k += 3) {
        for (int signs = 0; signs < 8; ++signs) {
          const int x = signs & 1 ? 1 : -1, y = signs & 2 ? 1 : -1, z = signs & 4 ? 1 : -1;
          all.push_back(
              {gain(i, x) + gain(j, y) + gain(k, z),
               {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j), static_cast<std::uint8_t>(k)},
               {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y), static_cast<std::int8_t>(z)}});
        }
      }
    }
  }
  return all;
}

void change(row& r, const triple& t) {
  for (std::size_t i = 0; i < t.at.size(); ++i) r[t.at[i]] += t.by[i];
}

}  // namespace

std::int64_t energy(const row& r) {
  std::int64_t sum = 0;
  for (const std::int64_t v : r) sum += v * v;
  return sum;
}

double table_loss(const table& t) { return state(t).loss(); }

table rounded(const real_table& y) {
  table t;
  for (std::size_t i = 0; i < y.size(); ++i) {
    t.rows[i / row_size][i % row_size] = static_cast<std::int32_t>(std::lround(y[i] * table_unit));
  }
  return t;
}

std::vector<row> equal_variants(row r, int max_variants) {
  // Rounding may have left an error too large for six changes, which also change the sum by an even number.
  for (std::size_t i = row_size; i-- > 0 && std::abs(row_energy - energy(r)) > std::int64_t{1} << 26;) {
    r[i] += (row_energy > energy(r)) == (r[i] > 0) ? 1 : -1;
  }
  if ((row_energy - energy(r)) % 2 != 0) ++r[0];
  const std::int64_t missing = row_energy - energy(r);
  const auto before = [](const triple& a, const triple& b) {
    return std::tie(a.energy, a.at, a.by) < std::tie(b.energy, b.at, b.by);
  };
  auto sought = triples_of(r, 0);
  std::sort(sought.begin(), sought.end(), before);
  const auto other_triples = triples_of(r, 1);
  std::vector<row> found;
  // With strides, so that variants differ in more than their last places.
  constexpr std::size_t stride = 1009;
  for (std::size_t begin = 0; begin < stride; ++begin) {
    for (std::size_t k = begin; k < other_triples.size(); k += stride) {
      const std::int64_t rest = missing - other_triples[k].energy;
      auto at = std::lower_bound(sought.begin(), sought.end(), rest,
                                 [](const triple& t, std::int64_t e) { return t.energy < e; });
      for (; at != sought.end() && at->energy == rest; ++at) {
        if (found.size() == static_cast<std::size_t>(max_variants)) return found;
        found.push_back(r);
        change(found.back(), other_triples[k]);
        change(found.back(), *at);
      }
    }
  }
  if (found.empty()) throw error("no six changes give a row of the table its sum of squares");
  return found;
}

bool improve(table& t, int max_variants, int pass) {
  // Alternates between neighbouring rows and rows four apart.
  const std::size_t first = static_cast<std::size_t>(pass % 4);
  std::array<std::size_t, 4> at{};
  for (std::size_t i = 0; i < 4; ++i) at[i] = pass / 4 % 2 == 0 ? first + 4 * i : 4 * first + i;

  const state current(t);
  const auto x = current.x();
  std::array<std::vector<row>, 4> rows;
  std::array<std::vector<vector>, 4> changes;
  for (std::size_t i = 0; i < 4; ++i) {
    rows[i] = equal_variants(t.rows[at[i]], max_variants);
    for (const row& r : rows[i]) changes[i].push_back(current.change(at[i], t.rows[at[i]], r, x));
  }
  vector goal{};  // the target for the sum of the changes
  for (std::size_t m = 0; m < terms; ++m) goal[m] = -static_cast<double>(x[m]);

  const auto indexed = pairs_of(changes[0], changes[1]), sought = pairs_of(changes[2], changes[3]);
  const cloud<choice> points{indexed};
  const tree<choice, searched> index(searched, points, nanoflann::KDTreeSingleIndexAdaptorParams(16));
  shortlist best;
  for (const choice& s : sought) {
    std::array<double, searched> target{};
    for (std::size_t m = 0; m < searched; ++m) target[m] = goal[m] - s.sum[m];
    std::uint32_t nearest = 0;
    double distance = 0;
    if (index.knnSearch(target.data(), 1, &nearest, &distance) == 0) continue;
    best.offer({squared_distance(goal, indexed[nearest], s), indexed[nearest], s});
  }

  // The exact losses of the shortlist's tables.
  const double current_loss = current.loss();
  double smallest = current_loss;
  table chosen;
  for (const candidate& c : best.list()) {
    table moved = t;
    moved.rows[at[0]] = rows[0][c.first.first];
    moved.rows[at[1]] = rows[1][c.first.second];
    moved.rows[at[2]] = rows[2][c.second.first];
    moved.rows[at[3]] = rows[3][c.second.second];
    if (const double l = state(moved).loss(); l < smallest) smallest = l, chosen = std::move(moved);
  }
  // Beyond the barrier, any table within it is an improvement.
  if (!(smallest < current_loss)) return false;
  t = std::move(chosen);
  return true;
}

}  // namespace tali::lab::normal
