// SPDX-License-Identifier: Apache-2.0
#include "plain_laws.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "empirical/chi_squared.hpp"

namespace tali::lab::certify {

namespace {

constexpr double pi = 3.14159265358979323846;

/// The law of an increasing function of a uniform number, given both directions of the function.
template <class Below, class Quantile>
law of_uniform(Below below, Quantile quantile) {
  return {std::move(below), std::move(quantile)};
}

/// The law of location + scale z, from the standard law of z.
template <class Below, class Quantile>
law located(double location, double scale, Below below, Quantile quantile) {
  return of_uniform([=](double x) { return below((x - location) / scale); },
                    [=](double share) { return location + scale * quantile(share); });
}

/// The gamma law, from the chi-squared law. For small shapes its quantiles have all magnitudes, so the
/// bisection is on logarithms.
law gamma_law(double shape, double scale) {
  const auto below = [=](double x) { return x > 0 ? 1 - chi_squared_tail(2 * shape, 2 * (x / scale)) : 0.0; };
  return {below, [=](double share) {
            double low = std::log(std::numeric_limits<double>::min()),
                   high = std::log(scale) + std::log(20 * shape + 100);
            for (int i = 0; i < 80; ++i) {
              const double middle = (low + high) / 2;
              (below(std::exp(middle)) < share ? low : high) = middle;
            }
            return std::exp(high);
          }};
}

double exponential_below(double x) { return x > 0 ? -std::expm1(-x) : 0.0; }
double exponential_quantile(double share) { return -std::log1p(-share); }

}  // namespace

std::optional<law> plain_law_of(std::string_view name, std::string_view type, const arguments& given) {
  const bool is_float = type == "f32";
  if (!is_float && type != "f64") return {};
  const auto p = [&](const char* parameter, double otherwise) {
    const double x = given.get<double>(parameter, otherwise);
    return is_float && !name.starts_with("normal-warp") ? static_cast<double>(static_cast<float>(x)) : x;
  };
  if (name.starts_with("normal")) return normal_law(p("mu", 0), p("sigma", 1), is_float);
  if (name == "uniform-close1-open2") return uniform_law(1, 2);
  if (name.starts_with("uniform")) return uniform_law(0, 1);
  std::optional<law> l;
  const double scale = p("scale", 1), location = p("location", 0);
  if (name == "lognormal") {
    const law z = normal_law(p("mu", 0), p("sigma", 1), false);
    l = of_uniform([=](double x) { return x > 0 ? z.below(std::log(x)) : 0.0; },
                   [=](double share) { return std::exp(z.quantile(share)); });
  } else if (name == "exponential") {
    l = located(0, scale, exponential_below, exponential_quantile);
  } else if (name == "weibull") {
    const double shape = p("shape", 1);
    l = located(
        0, scale, [=](double x) { return x > 0 ? exponential_below(std::pow(x, shape)) : 0.0; },
        [=](double share) { return std::pow(exponential_quantile(share), 1 / shape); });
  } else if (name == "rayleigh") {
    l = located(
        0, scale, [](double x) { return x > 0 ? exponential_below(x * x / 2) : 0.0; },
        [](double share) { return std::sqrt(2 * exponential_quantile(share)); });
  } else if (name == "gumbel") {
    l = located(
        location, scale, [](double x) { return std::exp(-std::exp(-x)); },
        [](double share) { return -std::log(-std::log(share)); });
  } else if (name == "logistic") {
    l = located(
        location, scale, [](double x) { return 1 / (1 + std::exp(-x)); },
        [](double share) { return std::log(share / (1 - share)); });
  } else if (name == "laplace") {
    l = located(
        location, scale, [](double x) { return x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2; },
        [](double share) { return share < 0.5 ? std::log(2 * share) : -std::log(2 * (1 - share)); });
  } else if (name == "cauchy") {
    l = located(
        location, scale, [](double x) { return 0.5 + std::atan(x) / pi; },
        [](double share) { return std::tan(pi * (share - 0.5)); });
  } else if (name == "pareto") {
    const double shape = p("shape", 1);
    l = located(
        0, scale, [=](double x) { return x > 1 ? -std::expm1(-shape * std::log(x)) : 0.0; },
        [=](double share) { return std::exp(exponential_quantile(share) / shape); });
  } else if (name == "lomax") {
    const double shape = p("shape", 1);
    l = located(
        0, scale, [=](double x) { return x > 0 ? -std::expm1(-shape * std::log1p(x)) : 0.0; },
        [=](double share) { return std::expm1(exponential_quantile(share) / shape); });
  } else if (name == "power") {
    const double a = p("a", 1);
    l = of_uniform([=](double x) { return x <= 0   ? 0
                                          : x >= 1 ? 1
                                                   : std::pow(x, a); },
                   [=](double share) { return std::pow(share, 1 / a); });
  } else if (name == "gamma") {
    l = gamma_law(p("shape", 1), scale);
  } else if (name == "chi-squared") {
    l = gamma_law(p("df", 1) / 2, 2);
  }
  if (l) l->is_rounded_to_float = is_float;
  return l;
}

}  // namespace tali::lab::certify
