// SPDX-License-Identifier: Apache-2.0
#include "published.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <boost/math/special_functions/erf.hpp>
#include <dlib/optimization.h>
#include <fmt/format.h>

#include <tali/error.hpp>

#include "loss.hpp"
#include "train.hpp"

namespace tali::lab::normal {

namespace {

using vector = dlib::matrix<double, 0, 1>;

vector vector_of(const std::vector<double>& y) {
  vector v(static_cast<long>(y.size()));
  std::copy(y.begin(), y.end(), v.begin());
  return v;
}

}  // namespace

void published_options::check() const {
  expect("perturbation", perturbation, 0, 0.1);
  expect("rounds", rounds, 1, 10000);
  expect("iterations", iterations, 1, 1000000);
  expect("gain", gain, 1e-12, 1e6);
  expect("depth", depth, 0, 5);
}

std::string published_options::text() const {
  return fmt::format(
      "--method paper --seed {} --perturbation {} --rounds {} --iterations {} --gain {} --depth {}", seed,
      perturbation, rounds, iterations, gain, depth);
}

std::array<double, published_terms> importance_in_an_output() {
  std::array<double, published_terms> of{};
  of[0] = published_importance_of_variance;
  for (std::size_t m = 2; m <= of.size(); ++m) of[m - 1] = attenuation(static_cast<int>(2 * m));
  return of;
}

std::array<double, published_terms> importance_of_equal_slopes(const values_of_rows& v) {
  std::array<double, published_terms> of{};
  values_of_rows alone = v;
  for (std::size_t m = 0; m < of.size(); ++m) {
    // For one degree the loss is log(x^2), and its slope is 2 / x times that of x.
    alone.importance.fill(0);
    alone.importance[m] = 1;
    std::vector<double> slope;
    const double x = std::exp(published_loss(alone, &slope) / 2);
    double square = 0;
    for (const double s : slope) square += s * s;
    of[m] = 2 / (x * std::sqrt(square));
  }
  return of;
}

values_of_rows quantiles(int rows, int size) {
  values_of_rows v{rows, size, std::vector<double>(static_cast<std::size_t>(rows * size))};
  for (int i = 0; i < rows * size; ++i) {
    const double twice_p_less_1 = (i + 0.5) / (rows * size);
    v.y[static_cast<std::size_t>(i % rows * size + i / rows)] =
        std::numbers::sqrt2 * boost::math::erf_inv(twice_p_less_1);
  }
  return v;
}

double published_loss(const values_of_rows& v, std::vector<double>* slope) {
  const auto size = static_cast<std::size_t>(v.size);
  std::vector<even_series<double>> rows(static_cast<std::size_t>(v.rows));
  for (std::size_t k = 0; k < v.y.size(); ++k) {
    const auto part = part_of_value(v.y[k], v.rows, v.size);
    for (std::size_t m = 0; m < part.size(); ++m) rows[k / size][m] += part[m];
  }
  const auto other_rows = products_of_others(rows);
  const even_series<double>& sum = other_rows.back();
  even_series<double> x{};
  double square = std::numeric_limits<double>::min();  // so that the loss of a perfect table is finite
  for (int m = 1; m <= published_terms; ++m) {
    const auto at = static_cast<std::size_t>(m);
    x[at] = root_of_weight<double>(v.importance, m) * sum[at];
    square += x[at] * x[at];
  }
  if (slope != nullptr) {
    slope->resize(v.y.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      // The effect of coefficient k of the row's series on the loss.
      even_series<double> by_coefficient{};
      for (std::size_t k = 1; k < by_coefficient.size(); ++k) {
        for (std::size_t m = k; m < x.size(); ++m) {
          by_coefficient[k] += 2 / square * x[m] * root_of_weight<double>(v.importance, static_cast<int>(m)) *
                               other_rows[r][m - k];
        }
      }
      for (std::size_t i = 0; i < size; ++i) {
        // The slope of He_n(y) / n! is He_(n-1)(y) / (n - 1)!.
        const auto h = hermites_over_factorials(v.y[r * size + i]);
        double s = 0, scale = 1.0 / v.size;
        for (std::size_t k = 1; k < by_coefficient.size(); ++k) {
          scale /= v.rows;
          s += by_coefficient[k] * h[2 * k - 1] * scale;
        }
        (*slope)[r * size + i] = s;
      }
    }
  }
  return std::log(square);
}

values_of_rows descend(values_of_rows v, const published_options& o,
                       const std::function<void(const std::string&)>& say) {
  const auto values = [&](const vector& y) {
    values_of_rows at = v;
    std::copy(y.begin(), y.end(), at.y.begin());
    return at;
  };
  const auto loss = [&](const vector& y) { return published_loss(values(y)); };
  const auto slope = [&](const vector& y) {
    std::vector<double> s;
    published_loss(values(y), &s);
    return vector_of(s);
  };
  double best = published_loss(v);
  if (say) say(fmt::format("quantiles: log loss {:.3f}", best));
  const auto importance = v.importance;
  bool is_stuck = true;
  for (int round = 0; round < o.rounds; ++round) {
    values_of_rows from = v;
    if (is_stuck) perturb(from.y, o.perturbation, o.seed, static_cast<std::uint64_t>(round));
    vector y = vector_of(from.y);
    v.importance = importance_of_equal_slopes(from);
    dlib::find_min(dlib::bfgs_search_strategy(),
                   dlib::objective_delta_stop_strategy(1e-7, static_cast<unsigned long>(o.iterations)), loss,
                   slope, y, std::log(std::numeric_limits<double>::min()));
    v.importance = importance;
    const values_of_rows candidate = values(y);
    const double found = published_loss(candidate);
    is_stuck = !(found < best - 0.1);
    if (found < best) best = found, v = candidate;
    if (say) say(fmt::format("BFGS: round {}, log loss {:.3f}, the best {:.3f}", round + 1, found, best));
  }
  return v;
}

table train_as_published(const published_options& o, const std::function<void(const std::string&)>& say) {
  o.check();
  const values_of_rows v = descend(quantiles(row_count, row_size), o, say);
  const std::vector<std::int32_t> integers = search_corners(v, o, say);
  table t;
  for (std::size_t k = 0; k < integers.size(); ++k) t.rows[k / row_size][k % row_size] = integers[k];
  t.comments = {"tali normal train " + o.text()};
  if (const std::string reason = defect(t); !reason.empty()) throw error("training failed: " + reason);
  return t;
}

}  // namespace tali::lab::normal
