// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/math/distributions.hpp>
#include <boost/math/quadrature/gauss.hpp>

#include <tali/catalogue.hpp>

#include "certify/law.hpp"

namespace tali::lab::certify {

namespace {

namespace exact = boost::math;
// Overflow is not an error: the value becomes infinite, and its cell is left out.
using policy = exact::policies::policy<exact::policies::overflow_error<exact::policies::ignore_error>,
                                       exact::policies::discrete_quantile<exact::policies::integer_round_up>>;

/// A law that Boost.Math has.
template <class D>
law of_boost(const D& d, double scale = 1, double shift = 0) {
  return {[=](double x) {
            const double z = (x - shift) / scale;
            const auto [low, high] = exact::support(d);
            return z <= low ? 0.0 : z >= high ? 1.0 : exact::cdf(d, z);
          },
          [=](double share) { return shift + scale * exact::quantile(d, share); }};
}
template <class D>
law counting(const D& d, double shift = 0) {
  return {[=](double x) { return x < shift ? 0.0 : exact::cdf(d, x - shift); },
          [=](double share) { return shift + exact::quantile(d, share); }, true};
}

/// A law whose density is integrated numerically; the density need not be normalized.
template <class Density>
law integrated(const Density& density, double low, double high) {
  constexpr int panels = 1 << 14;
  using rule = exact::quadrature::gauss<double, 15>;
  auto sums = std::make_shared<std::vector<double>>(1, 0.0);
  const auto at = [=](int i) { return low + (high - low) * (i / double{panels}); };
  for (int i = 0; i < panels; ++i) sums->push_back(sums->back() + rule::integrate(density, at(i), at(i + 1)));
  return by_function([=](double x) {
    if (x <= low) return 0.0;
    if (x >= high) return 1.0;
    const int i = std::clamp(static_cast<int>((x - low) / (high - low) * panels), 0, panels - 1);
    return ((*sums)[static_cast<std::size_t>(i)] + rule::integrate(density, at(i), x)) / sums->back();
  });
}

/// The inverse Gaussian law, without Boost's quantile, which does not converge for long tails.
law wald(double mean, double scale) {
  return by_function([=](double x) {
    return x <= 0 ? 0.0 : exact::cdf(exact::inverse_gaussian_distribution<double, policy>(mean, scale), x);
  });
}

/// A law of whole numbers from 1 to `last`, from its distribution function.
template <class Below>
law whole_numbers_by(const Below& below, double last) {
  return by_function([=](double x) { return x < 1 ? 0.0 : x >= last ? 1.0 : below(std::floor(x)); }, true);
}

/// The logarithmic series law: a sum of its terms, until they are negligible.
std::optional<law> logseries(double p) {
  if (!(p > 0 && p < 1 - 1e-5)) return {};
  auto sums = std::make_shared<std::vector<double>>();
  double power = 1, sum = 0;
  for (double k = 1; (power *= p) > 1e-20; ++k) sums->push_back(sum += power / k);
  const double all = -std::log1p(-p);
  return whole_numbers_by(
      [=](double k) { return (*sums)[std::min(static_cast<std::size_t>(k), sums->size()) - 1] / all; }, 1e7);
}

/// Zipf's law up to `last`: a sum of the first thousand terms; for the others, the integral between
/// half-integers plus the first term of the Euler-Maclaurin formula.
law zipf(double a, double last) {
  const auto sum = [=](double k) {
    const double rate = a - 1, few = std::min(k, 1000.0);
    double s = 0;
    for (double j = few; j >= 1; --j) s += std::pow(j, -a);
    if (k <= few) return s;
    const double from = few + 0.5, to = k + 0.5;
    s += (std::expm1(-rate * std::log(from)) - std::expm1(-rate * std::log(to))) / rate;
    return s + a * (std::pow(to, -a - 1) - std::pow(from, -a - 1)) / 24;
  };
  const double all = sum(last);
  return whole_numbers_by([=](double k) { return sum(k) / all; }, last);
}

law von_mises(double mu, double kappa) {
  constexpr double pi = std::numbers::pi;
  const auto density = [=](double x) {
    const double s = std::sin((x - mu) / 2);
    return std::exp(-2 * kappa * s * s);
  };
  const double reach = mu == 0 && kappa > 0 ? std::min(pi, 12 / std::sqrt(kappa)) : pi;
  return integrated(density, -reach, reach);
}

law truncated_normal(double mu, double sigma, double low, double high) {
  const double peak = std::clamp(mu, low, high);
  const auto density = [=](double x) {
    return std::exp((peak - x) * (x + peak - 2 * mu) / (2 * sigma * sigma));
  };
  // Where the density is above e^-40 of its maximum.
  const double a = std::abs(peak - mu) / sigma, reach = sigma * 80 / (a + std::sqrt(a * a + 80));
  return integrated(density, std::max(low, peak - reach), std::min(high, peak + reach));
}

/// Whole numbers low ... high with equal probabilities.
law whole_numbers(double low, double high) {
  return {[=](double x) { return std::clamp((std::floor(x) - low + 1) / (high - low + 1), 0.0, 1.0); },
          [=](double share) { return low + std::ceil(share * (high - low + 1)) - 1; }, true};
}

/// The parameters of a distribution of a type; a float distribution rounds them to floats.
class parameters {
 public:
  parameters(const arguments& named, bool are_floats) : arguments_{named}, are_floats_{are_floats} {}
  double operator()(const char* name, double otherwise) const {
    const double x = arguments_.get<double>(name, otherwise);
    return are_floats_ ? static_cast<double>(static_cast<float>(x)) : x;
  }

 private:
  const arguments& arguments_;
  bool are_floats_;
};

std::optional<law> continuous(std::string_view name, const parameters& p) {
  const double scale = p("scale", 1), location = p("location", 0);
  if (name == "uniform" || name == "uniform-open-close" || name == "uniform-open-open")
    return uniform_law(0, 1);
  if (name.starts_with("uniform-as")) return uniform_law(0, 1);
  if (name == "uniform-close1-open2") return uniform_law(1, 2);
  if (name == "exponential") return of_boost(exact::exponential_distribution<double, policy>(1), scale);
  if (name == "weibull") return of_boost(exact::weibull_distribution<double, policy>(p("shape", 1), scale));
  if (name == "gumbel") return of_boost(exact::extreme_value_distribution<double, policy>(location, scale));
  if (name == "logistic") return of_boost(exact::logistic_distribution<double, policy>(location, scale));
  if (name == "laplace") return of_boost(exact::laplace_distribution<double, policy>(location, scale));
  if (name == "cauchy") return of_boost(exact::cauchy_distribution<double, policy>(location, scale));
  if (name == "pareto") return of_boost(exact::pareto_distribution<double, policy>(1, p("shape", 1)), scale);
  if (name == "lomax") {
    const double shape = p("shape", 1);
    return law{[=](double x) { return x <= 0 ? 0.0 : -std::expm1(-shape * std::log1p(x / scale)); },
               [=](double share) { return scale * std::expm1(-std::log1p(-share) / shape); }};
  }
  if (name == "power") return of_boost(exact::beta_distribution<double, policy>(p("a", 1), 1));
  if (name == "wald") return wald(p("mean", 1), scale);
  if (name == "rayleigh") return of_boost(exact::rayleigh_distribution<double, policy>(scale));
  if (name == "triangular") {
    return of_boost(
        exact::triangular_distribution<double, policy>(p("left", 0), p("mode", 0.5), p("right", 1)));
  }
  if (name == "gamma") return of_boost(exact::gamma_distribution<double, policy>(p("shape", 1), scale));
  if (name == "chi-squared") return of_boost(exact::chi_squared_distribution<double, policy>(p("df", 1)));
  if (name == "beta") return of_boost(exact::beta_distribution<double, policy>(p("a", 1), p("b", 1)));
  if (name == "f") return of_boost(exact::fisher_f_distribution<double, policy>(p("dfn", 1), p("dfd", 1)));
  if (name == "noncentral-chi-squared") {
    const double df = p("df", 1), nonc = p("nonc", 1);
    if (nonc == 0) return of_boost(exact::chi_squared_distribution<double, policy>(df));
    return of_boost(exact::non_central_chi_squared_distribution<double, policy>(df, nonc));
  }
  if (name == "noncentral-f") {
    const double dfnum = p("dfnum", 1), dfden = p("dfden", 1), nonc = p("nonc", 1);
    if (nonc == 0) return of_boost(exact::fisher_f_distribution<double, policy>(dfnum, dfden));
    return of_boost(exact::non_central_f_distribution<double, policy>(dfnum, dfden, nonc));
  }
  if (name == "student-t") return of_boost(exact::students_t_distribution<double, policy>(p("df", 1)));
  if (name == "von-mises") return von_mises(p("mu", 0), p("kappa", 1));
  if (name == "truncated-normal") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return truncated_normal(p("mu", 0), p("sigma", 1), p("low", -infinity), p("high", infinity));
  }
  return {};
}

std::optional<law> discrete(std::string_view name, std::string_view type, const parameters& p) {
  if (name == "bernoulli") return counting(exact::bernoulli_distribution<double, policy>(p("p", 0.5)));
  if (name == "geometric") return counting(exact::geometric_distribution<double, policy>(p("p", 0.5)), 1);
  if (name == "logseries") return logseries(p("p", 0.5));
  if (name == "zipf") return zipf(p("a", 2), type == "i64" ? 0x1.fffffffffffffp62 : 0xfffffffep0);
  if (name == "poisson" || name == "poisson-icdf")
    return counting(exact::poisson_distribution<double, policy>(p("mean", 1)));
  if (name == "binomial" || name == "binomial-icdf")
    return counting(exact::binomial_distribution<double, policy>(p("n", 1), p("p", 0.5)));
  if (name == "negative-binomial") {
    return counting(exact::negative_binomial_distribution<double, policy>(p("n", 1), p("p", 0.5)));
  }
  if (name == "uniform-int" || name == "unbiased-int") {
    const bool is_signed = type[0] == 'i';
    const double largest = !type.ends_with("64")    ? (is_signed ? 0x1p31 - 1 : 0x1p32 - 1)
                           : name == "unbiased-int" ? unbiased_int<std::int64_t>::max_bound
                           : is_signed              ? 0x1p63 - 1
                                                    : 0x1p64 - 1;
    return whole_numbers(p("low", 0), p("high", largest));
  }
  return {};
}

/// The sum of the probabilities of `good` among `draws`, by recurrence.
law hypergeometric(double good, double bad, double draws) {
  const double first = std::max(0.0, draws - bad), last = std::min(good, draws);
  auto sums = std::make_shared<std::vector<double>>();
  const auto log_choose = [](double n, double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  double sum = 0;
  for (double k = first; k <= last; ++k) {
    sum += std::exp(log_choose(good, k) + log_choose(bad, draws - k) - log_choose(good + bad, draws));
    sums->push_back(sum);
  }
  for (double& s : *sums) s /= sum;
  return by_function(
      [=](double x) {
        const double at = std::floor(x) - first;
        return at < 0 ? 0.0 : (*sums)[static_cast<std::size_t>(std::min(at, last - first))];
      },
      true);
}

/// The beta law at the midpoint of two doubles. Near 1 it is computed from the distance to 1, which is a
/// double.
std::function<double(double, double)> beta_below_middle(double a, double b) {
  return [=](double lower, double upper) {
    if (upper <= 0.5) return exact::ibeta(a, b, lower + (upper - lower) / 2, policy());
    return exact::ibetac(b, a, ((1 - lower) + (1 - upper)) / 2, policy());
  };
}

template <class D>
concept says_its_law = requires(const D d) {
  d.distribution_function(0.0);
};

/// The law by `double D::distribution_function(double x) const`, P(X <= x), of the catalogue's distribution
/// of this name and type; nothing if it has no such member.
std::optional<law> user_law(std::string_view distribution, std::string_view type, const arguments& given) {
  std::optional<law> found;
  catalogue::catalogue_distributions::for_each([&]<class D>(int, tali::detail::type_list<D>) {
    if constexpr (says_its_law<D>) {
      if (distribution != D::name || type != type_name<typename D::result_type>()) return;
      found = by_function([d = D::make(given)](double x) { return d.distribution_function(x); },
                          std::is_integral_v<typename D::result_type>);
    }
  });
  return found;
}

}  // namespace

std::optional<law> law_of(std::string_view distribution, std::string_view type, const arguments& given) {
  if (type == "bf16" || type == "f16") return std::nullopt;  // their rounding leaves only a few cells
  const bool is_float = type == "f32";
  const bool is_normal = distribution.starts_with("normal"), is_lognormal = distribution == "lognormal";
  const parameters p(given, is_float && !distribution.starts_with("normal-warp"));
  if (is_normal) return normal_law(p("mu", 0), p("sigma", 1), is_float);
  std::optional<law> l;
  if (is_lognormal) {
    l = of_boost(exact::lognormal_distribution<double, policy>(p("mu", 0), p("sigma", 1)));
  } else if (type == "f32" || type == "f64") {
    l = continuous(distribution, p);
  } else if (distribution == "hypergeometric" && p("good", 1) + p("bad", 1) <= 1e7) {
    l = hypergeometric(p("good", 1), p("bad", 1), p("draws", 1));
  } else {
    l = discrete(distribution, type, p);
  }
  if (!l) l = user_law(distribution, type, given);
  if (l && distribution == "beta" && !is_float) l->below_middle = beta_below_middle(p("a", 1), p("b", 1));
  if (l && is_float && !distribution.starts_with("uniform")) l->is_rounded_to_float = true;
  return l;
}

}  // namespace tali::lab::certify
