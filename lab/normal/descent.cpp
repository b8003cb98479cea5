#include "descent.hpp"

#include <algorithm>
#include <cmath>

#include <dlib/optimization.h>

namespace tali::lab::normal {

namespace {

using column = dlib::matrix<double, 0, 1>;

real_table table_of(const column& x) { return {x.begin(), x.end()}; }

double largest(const real_table& v) {
  double m = 0;
  for (const double x : v) m = std::max(m, std::abs(x));
  return m;
}

/// The steps of least norm that change the residuals by -x and by -target, to first order. Rows are scaled to
/// unit norm, so their degrees count alike.
struct steps {
  real_table to_path, along;
};

steps least_steps(const std::vector<real_table>& jacobian, const std::vector<double>& off_path,
                  const std::vector<double>& target) {
  const long n = long(target.size());
  std::vector<double> norm(target.size());
  for (std::size_t m = 0; m < norm.size(); ++m) {
    for (const double g : jacobian[m]) norm[m] += g * g;
    norm[m] = std::sqrt(norm[m]);
  }
  dlib::matrix<double> m(n, long(jacobian[0].size()));
  for (long i = 0; i < n; ++i) {
    for (long k = 0; k < m.nc(); ++k)
      m(i, k) = jacobian[std::size_t(i)][std::size_t(k)] / norm[std::size_t(i)];
  }
  const dlib::matrix<double> inverse = dlib::pinv(m);
  const auto solve = [&](const std::vector<double>& x) {
    column b(n);
    for (long i = 0; i < n; ++i) b(i) = -x[std::size_t(i)] / norm[std::size_t(i)];
    return table_of(inverse * b);
  };
  return {solve(off_path), solve(target)};
}

}  // namespace

double descend(real_table& y, int iterations) {
  column x = dlib::mat(y);
  const auto value = [](const column& at) { return loss(table_of(at)); };
  const auto slope = [](const column& at) -> column {
    real_table g;
    loss(table_of(at), &g);
    return dlib::mat(g);
  };
  const double reached =
      dlib::find_min(dlib::lbfgs_search_strategy(100),
                     dlib::objective_delta_stop_strategy(1e-9, static_cast<unsigned long>(iterations)), value,
                     slope, x, -1e300);
  y = table_of(x);
  return reached;
}

int continue_to_zero(real_table& y, int terms, double reach, int most) {
  std::vector<real_table> jacobian;
  const auto at_once = [&] {
    const auto x = residuals(y, &jacobian);
    jacobian.resize(std::size_t(terms));
    return std::vector<double>(x.begin(), x.begin() + terms);
  };
  auto x = at_once();
  const auto target = x;
  double left = 1;  // the path: x = left * target
  for (int step = 1; step <= most; ++step) {
    std::vector<double> off_path(x);
    for (std::size_t m = 0; m < x.size(); ++m) off_path[m] -= left * target[m];
    const steps s = least_steps(jacobian, off_path, target);
    double ahead = std::min(left, reach / largest(s.along));
    if (largest(s.to_path) > reach / 3) ahead = 0;
    real_table d = s.to_path;
    for (std::size_t k = 0; k < d.size(); ++k) d[k] += ahead * s.along[k];
    const double cut = std::min(1.0, reach / largest(d));
    for (std::size_t k = 0; k < d.size(); ++k) y[k] += cut * d[k];
    left -= cut * ahead;
    if (left <= 1e-15 && largest(d) < 1e-12) return step;
    x = at_once();
  }
  return -1;
}

}  // namespace tali::lab::normal
