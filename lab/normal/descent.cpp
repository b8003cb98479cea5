// SPDX-License-Identifier: Apache-2.0
#include "descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <dlib/matrix.h>

namespace tali::lab::normal {

namespace {

using matrix = dlib::matrix<double>;

double largest(const matrix& v) { return dlib::max(dlib::abs(v)); }

/// The first `terms` residuals and their slopes, each divided by its slope's norm, so that all degrees have
/// equal weight.
struct linear_model {
  matrix slopes, gram, x;
  std::vector<double> norms;

  linear_model(const residuals& current, std::size_t terms)
      : slopes(long(terms), long(current.jacobian[0].size())), x(long(terms), 1) {
    for (long m = 0; m < slopes.nr(); ++m) {
      const real_table& row = current.jacobian[std::size_t(m)];
      double norm = 0;
      for (const double g : row) norm += g * g;
      norm = std::sqrt(norm);
      for (long i = 0; i < slopes.nc(); ++i) slopes(m, i) = row[std::size_t(i)] / norm;
      x(m) = current.x[std::size_t(m)] / norm;
      norms.push_back(norm);
    }
    gram = slopes * dlib::trans(slopes);
  }

  /// The steps of smallest norm that remove the columns of `from`.
  [[nodiscard]] matrix steps(const matrix& from) const {
    const dlib::lu_decomposition<matrix> solver(gram);
    return -dlib::trans(slopes) * solver.solve(from);
  }
};

void move(real_table& y, const matrix& d, double reach) {
  const double cut = std::min(1.0, reach / std::max(largest(d), 1e-300));
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += cut * d(long(i));
}

}  // namespace

int continue_to_zero(real_table& y, double reach, int max_steps) {
  const residuals begin(y);
  double left = 1;  // on the path, x = left * target
  residuals current = begin;
  for (int step = 1; step <= max_steps; ++step) {
    const linear_model model(current, residuals::conditions);
    matrix from(model.x.nr(), 2);  // the steps to the path, and along it
    for (long m = 0; m < from.nr(); ++m) {
      from(m, 1) = begin.x[std::size_t(m)] / model.norms[std::size_t(m)];
      from(m, 0) = model.x(m) - left * from(m, 1);
    }
    const matrix both = model.steps(from);
    const matrix to_path = dlib::colm(both, 0), along = dlib::colm(both, 1);
    double ahead = std::min(left, reach / largest(along));
    if (largest(to_path) > reach / 3) ahead = 0;
    const matrix d = to_path + ahead * along;
    left -= std::min(1.0, reach / largest(d)) * ahead;
    move(y, d, reach);
    if (left <= 1e-15 && largest(d) < 1e-9) return step;
    current = residuals(y);
  }
  return -1;
}

void level(real_table& y, double reach, int iterations) {
  constexpr double tolerated = 1e-10, min_damping = 1e-9, max_damping = 1e9;
  constexpr int max_halvings = 6;
  residuals current(y);
  double damping = 1;
  for (int k = 0; k < iterations && damping < max_damping; ++k) {
    linear_model model(current, residuals::count);
    for (long m = residuals::conditions; m < model.gram.nr(); ++m) model.gram(m, m) += damping;
    real_table moved = y;
    move(moved, model.steps(model.x), reach);
    residuals candidate(moved);
    for (int back = 0; back < max_halvings && !(candidate.off() < tolerated); ++back) {
      const linear_model conditions(candidate, residuals::conditions);
      move(moved, conditions.steps(conditions.x), reach);
      candidate = residuals(moved);
    }
    if (candidate.off() < tolerated && candidate.kurtosis() < current.kurtosis()) {
      y = std::move(moved);
      current = std::move(candidate);
      damping = std::max(damping / 2, min_damping);
    } else {
      damping *= 3;
    }
  }
}

void polish(real_table& y) {
  for (int k = 0; k < 5; ++k) {
    const residuals current(y);
    const linear_model conditions(current, residuals::conditions);
    move(y, conditions.steps(conditions.x), 1);
  }
}

}  // namespace tali::lab::normal
