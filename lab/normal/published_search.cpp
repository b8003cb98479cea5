// SPDX-License-Identifier: Apache-2.0
// The post's local search. If the other rows are fixed, x is linear in the values of one row, and each value
// has two choices. So changing r of them adds r vectors. The best such sum is a nearest neighbour of -x: sums
// of ceil(r / 2) vectors are in a tree, which is queried with each sum of floor(r / 2) vectors.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

#include "nearest.hpp"
#include "published.hpp"

namespace tali::lab::normal {

namespace {

using change = std::array<double, published_terms>;  // of x, [m - 1]
/// The tree's dimensions: the lowest degrees, because a change by 2^-24 hardly moves the others.
constexpr std::size_t searched = 5;
constexpr std::size_t neighbours =
    8;  // some of them are rejected, because they share a value or are beyond the barrier

/// Up to three changed values of a row, and the change of x.
struct combination {
  std::array<std::uint16_t, 3> at;
  int count;
  std::array<double, searched> sum;
};

/// The square of x; many times that beyond the barrier, where the sum is not leptokurtic.
double penalised(const change& x) {
  double square = std::numeric_limits<double>::min();
  for (const double v : x) square += v * v;
  return x[1] > 0 ? square : square * std::exp(published_barrier);
}

/// All combinations of `count` of the changes, none to three.
std::vector<combination> combinations(const std::vector<change>& changes, int count) {
  std::vector<combination> all = {{{}, 0, {}}};
  for (int k = 0; k < count; ++k) {
    std::vector<combination> longer;
    for (const combination& c : all) {
      for (std::size_t i = k == 0 ? 0 : c.at[static_cast<std::size_t>(k - 1)] + 1u; i < changes.size(); ++i) {
        combination d = c;
        d.at[static_cast<std::size_t>(k)] = static_cast<std::uint16_t>(i);
        d.count = k + 1;
        for (std::size_t m = 0; m < searched; ++m) d.sum[m] += changes[i][m];
        longer.push_back(d);
      }
    }
    all = std::move(longer);
  }
  return all;
}

class corner {
 public:
  corner(const values_of_rows& v, double unit)
      : rows_(v.rows), size_(v.size), unit_(unit), importance_(v.importance) {
    for (const double y : v.y) {
      const double scaled = y * unit_;
      low_.push_back(static_cast<std::int32_t>(std::floor(scaled)));
      now_.push_back(static_cast<std::int32_t>(std::lround(scaled)));
    }
    compute();
  }

  [[nodiscard]] const std::vector<std::int32_t>& integers() const { return now_; }
  [[nodiscard]] double loss() const { return std::log(penalised(x_)); }

  struct step {
    double square = std::numeric_limits<double>::infinity();  // of x after it, penalised
    std::size_t row = 0;
    std::vector<std::size_t> at;
  };

  /// The best change of r values in one row, over all rows.
  [[nodiscard]] step best(int r) const {
    step found;
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row) look(row, r, found);
    return found;
  }

  void take(const step& s) {
    for (const std::size_t i : s.at) flip(s.row * static_cast<std::size_t>(size_) + i);
    compute();
  }

 private:
  [[nodiscard]] std::int32_t other(std::size_t k) const { return 2 * low_[k] + 1 - now_[k]; }
  void flip(std::size_t k) { now_[k] = other(k); }

  [[nodiscard]] even_series<real50> part(std::int32_t integer) const {
    return part_of_value<real50>(real50(integer) / real50(unit_), rows_, size_);
  }

  void compute() {
    std::vector<even_series<real50>> rows(static_cast<std::size_t>(rows_));
    for (std::size_t k = 0; k < now_.size(); ++k) {
      const auto p = part(now_[k]);
      auto& row = rows[k / static_cast<std::size_t>(size_)];
      for (std::size_t m = 0; m < p.size(); ++m) row[m] += p[m];
    }
    others_ = products_of_others(rows);
    for (int m = 1; m <= published_terms; ++m) {
      const auto at = static_cast<std::size_t>(m);
      x_[at - 1] = static_cast<double>(real50(root_of_weight<real50>(importance_, m) * others_.back()[at]));
    }
  }

  /// The change of x by each value's other choice.
  [[nodiscard]] std::vector<change> changes_of(std::size_t row) const {
    std::vector<change> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(size_); ++i) {
      const std::size_t k = row * static_cast<std::size_t>(size_) + i;
      auto p = part(other(k));
      const auto current_part = part(now_[k]);
      for (std::size_t m = 0; m < p.size(); ++m) p[m] -= current_part[m];
      const auto product = p * others_[row];
      change c{};
      for (int m = 1; m <= published_terms; ++m) {
        const auto at = static_cast<std::size_t>(m);
        c[at - 1] = static_cast<double>(real50(root_of_weight<real50>(importance_, m) * product[at]));
      }
      all.push_back(c);
    }
    return all;
  }

  void look(std::size_t row, int r, step& found) const {
    const std::vector<change> changes = changes_of(row);
    const std::vector<combination> sought = combinations(changes, r / 2),
                                   indexed = combinations(changes, r - r / 2);
    const cloud<combination> points{indexed};
    const tree<combination, searched> index(searched, points, nanoflann::KDTreeSingleIndexAdaptorParams(16));
    std::array<std::uint32_t, neighbours> near{};
    std::array<double, neighbours> distances{};
    for (const combination& s : sought) {
      std::array<double, searched> target{};
      for (std::size_t m = 0; m < searched; ++m) target[m] = -x_[m] - s.sum[m];
      const std::size_t n = index.knnSearch(target.data(), neighbours, near.data(), distances.data());
      for (std::size_t j = 0; j < n && distances[j] < found.square; ++j)
        offer(row, changes, s, indexed[near[j]], found);
    }
  }

  void offer(std::size_t row, const std::vector<change>& changes, const combination& a, const combination& b,
             step& found) const {
    std::vector<std::size_t> at(a.at.begin(), a.at.begin() + a.count);
    at.insert(at.end(), b.at.begin(), b.at.begin() + b.count);
    std::sort(at.begin(), at.end());
    if (std::adjacent_find(at.begin(), at.end()) != at.end()) return;
    change x = x_;
    for (const std::size_t i : at) {
      for (std::size_t m = 0; m < x.size(); ++m) x[m] += changes[i][m];
    }
    if (const double square = penalised(x); square < found.square) found = {square, row, std::move(at)};
  }

  int rows_, size_;
  double unit_;
  std::array<double, published_terms> importance_;
  std::vector<std::int32_t> low_, now_;
  change x_{};
  std::vector<even_series<real50>> others_;
};

}  // namespace

std::vector<std::int32_t> search_corners(const values_of_rows& v, const published_options& o,
                                         const std::function<void(const std::string&)>& say) {
  corner c(v, o.unit);
  if (say) say(fmt::format("rounding: log loss {:.3f}", c.loss()));
  for (int r = 1; r <= o.depth;) {
    const corner::step s = c.best(r);
    const bool is_better = std::log(s.square) < c.loss() - o.gain;
    if (is_better) c.take(s);
    if (say && is_better)
      say(fmt::format("local search: {} values of row {}, log loss {:.3f}", r, s.row, c.loss()));
    r = is_better ? 1 : r + 1;
  }
  return c.integers();
}

double published_loss(const std::vector<std::int32_t>& integers, int rows, int size, double unit) {
  values_of_rows v{rows, size, {}, importance_in_an_output()};
  for (const std::int32_t i : integers) v.y.push_back(i / unit);
  return corner(v, unit).loss();
}

}  // namespace tali::lab::normal
