#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <nanoflann.hpp>

#include "real.hpp"
#include "series.hpp"

namespace tali::lab::normal {

namespace {

/// Degrees 4, 6 ... 2 * (terms + 1) enter.
constexpr int terms = 9;
/// The first of them span the space that is searched: one move changes higher ones by less than 1e-18.
constexpr int searched = 5;
constexpr double weight_of_degree_4 = 0.1;

/// Power sums of a row, [m]: of y^(2m).
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

/// Cumulants of degree 2, 4 ... of a row's value with a random sign, [m]: over (2m)!.
std::array<real50, terms + 2> cumulants(const power_sums& p) {
  // log of the moments' series by k' = m' / m, in u = t^2.
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

/// x of a table by the sums of its rows' cumulants; the aim of degree 4 taken off.
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

/// A table with its cumulants at hand.
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

  /// How x changes where row r's value v becomes w.
  [[nodiscard]] vector change(std::size_t r, std::int32_t v, std::int32_t w,
                              const std::array<real50, terms>& from) const {
    power_sums p = rows_[r];
    const auto square = [](std::int32_t i) {
      const real50 y = real50(i) / real50(table_unit);
      return real50(y * y);
    };
    const real50 v2 = square(v), w2 = square(w);
    real50 pv = 1, pw = 1;
    for (auto& s : p) s += pw - pv, pv *= v2, pw *= w2;
    const auto before = cumulants(rows_[r]), after = cumulants(p);
    cumulant_array total = total_;
    for (std::size_t m = 0; m < total.size(); ++m) total[m] += after[m] - before[m];
    const auto to = weighted(total);
    vector d{};
    for (std::size_t m = 0; m < d.size(); ++m) d[m] = static_cast<double>(real50(to[m] - from[m]));
    return d;
  }

 private:
  std::array<power_sums, row_count> rows_;
  cumulant_array total_{};
};

/// Up to three coordinates of one row and what changing them adds to x.
struct change_set {
  std::array<std::uint16_t, 3> at{};
  int count = 0;
  vector sum{};
};

/// The change sets as nanoflann wants to see its points.
struct cloud {
  const std::vector<change_set>& sets;
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return sets.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t i, std::size_t d) const { return sets[i].sum[d]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};
using tree =
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, cloud>, cloud, searched>;

/// Calls use(set) for every set of `count` coordinates in one row.
template <class Use>
void for_each_set(const std::vector<vector>& single, int count, const Use& use) {
  const auto add = [&](change_set s, std::size_t i) {
    s.at[std::size_t(s.count++)] = static_cast<std::uint16_t>(i);
    for (std::size_t m = 0; m < terms; ++m) s.sum[m] += single[i][m];
    return s;
  };
  for (std::size_t begin = 0; begin < single.size(); begin += row_size) {
    const std::size_t end = begin + row_size;
    for (std::size_t i = begin; i < end; ++i) {
      const auto one = add({}, i);
      if (count == 1) use(one);
      for (std::size_t j = i + 1; count > 1 && j < end; ++j) {
        const auto two = add(one, j);
        if (count == 2) use(two);
        for (std::size_t k = j + 1; count > 2 && k < end; ++k) use(add(two, k));
      }
    }
  }
}

bool disjoint(const change_set& a, const change_set& b) {
  for (int i = 0; i < a.count; ++i) {
    for (int j = 0; j < b.count; ++j) {
      if (a.at[std::size_t(i)] == b.at[std::size_t(j)]) return false;
    }
  }
  return true;
}

struct candidate {
  double distance;
  change_set first, second;
};

/// The few best candidates, by what linear addition promises.
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

double squared_distance(const vector& goal, const change_set& a, const change_set& b) {
  double d = 0;
  for (std::size_t m = 0; m < terms; ++m) {
    const double off = goal[m] - a.sum[m] - b.sum[m];
    d += off * off;
  }
  return d;
}

}  // namespace

double table_loss(const table& t) { return state(t).loss(); }

table rounded(const real_table& y) {
  table t;
  for (std::size_t i = 0; i < y.size(); ++i) {
    t.rows[i / row_size][i % row_size] = static_cast<std::int32_t>(std::lround(y[i] * table_unit));
  }
  return t;
}

bool improve(table& t, const real_table& y, int radius) {
  const state now(t);
  const auto x = now.x();
  // The other end of each coordinate's edge of the cube.
  std::vector<std::int32_t> other(y.size());
  std::vector<vector> single(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    const std::int32_t v = t.rows[i / row_size][i % row_size];
    const double centre = y[i] * table_unit;
    other[i] = centre >= v ? v + 1 : v - 1;
    single[i] = now.change(i / row_size, v, other[i], x);
  }
  vector goal{};  // what the changes should add up to
  for (std::size_t m = 0; m < terms; ++m) goal[m] = -static_cast<double>(x[m]);

  shortlist best;
  if (radius == 1) {
    for_each_set(single, 1, [&](const change_set& s) { best.offer({squared_distance(goal, s, {}), s, {}}); });
  } else {
    std::vector<change_set> indexed;
    for_each_set(single, radius / 2, [&](const change_set& s) { indexed.push_back(s); });
    const cloud points{indexed};
    const tree index(searched, points, nanoflann::KDTreeSingleIndexAdaptorParams(16));
    for_each_set(single, radius - radius / 2, [&](const change_set& s) {
      std::array<double, searched> wanted{};
      for (std::size_t m = 0; m < searched; ++m) wanted[m] = goal[m] - s.sum[m];
      std::uint32_t nearest = 0;
      double distance = 0;
      if (index.knnSearch(wanted.data(), 1, &nearest, &distance) == 0) return;
      const change_set& found = indexed[nearest];
      if (disjoint(s, found)) best.offer({squared_distance(goal, s, found), s, found});
    });
  }

  // What the shortlist's tables are worth, exactly.
  const double here = now.loss();
  double least = here;
  table chosen;
  for (const candidate& c : best.list()) {
    table moved = t;
    for (const change_set* s : {&c.first, &c.second}) {
      for (int i = 0; i < s->count; ++i) {
        const std::size_t at = s->at[std::size_t(i)];
        moved.rows[at / row_size][at % row_size] = other[at];
      }
    }
    if (const double l = state(moved).loss(); l < least) least = l, chosen = std::move(moved);
  }
  // From beyond the barrier any table within is an improvement.
  if (!(least <= here - worthwhile)) return false;
  t = std::move(chosen);
  return true;
}

}  // namespace tali::lab::normal
