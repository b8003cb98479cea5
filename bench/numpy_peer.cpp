// SPDX-License-Identifier: Apache-2.0
#include "numpy_peer.hpp"

#include <cstdint>

// The C interface of numpy.random (numpy/random/bitgen.h, numpy/random/distributions.h), declared here
// because NumPy's headers ask for Python's.
extern "C" {
struct bitgen_t {
  void* state;
  std::uint64_t (*next_uint64)(void* state);
  std::uint32_t (*next_uint32)(void* state);
  double (*next_double)(void* state);
  std::uint64_t (*next_raw)(void* state);
};
void random_standard_normal_fill(bitgen_t* g, std::intptr_t n, double* to);
void random_standard_normal_fill_f(bitgen_t* g, std::intptr_t n, float* to);

struct s_binomial_t;  // what the binomial sampler keeps between calls
double random_standard_gamma(bitgen_t* g, double shape);
float random_standard_gamma_f(bitgen_t* g, float shape);
double random_chisquare(bitgen_t* g, double df);
double random_beta(bitgen_t* g, double a, double b);
double random_f(bitgen_t* g, double dfnum, double dfden);
double random_standard_t(bitgen_t* g, double df);
std::int64_t random_poisson(bitgen_t* g, double mean);
std::int64_t random_binomial(bitgen_t* g, double p, std::int64_t n, s_binomial_t* kept);
std::int64_t random_negative_binomial(bitgen_t* g, double n, double p);
std::int64_t random_hypergeometric(bitgen_t* g, std::int64_t good, std::int64_t bad, std::int64_t draws);
double random_vonmises(bitgen_t* g, double mu, double kappa);
float random_standard_exponential_f(bitgen_t* g);
double random_standard_exponential(bitgen_t* g);
double random_weibull(bitgen_t* g, double shape);
double random_standard_cauchy(bitgen_t* g);
std::int64_t random_geometric(bitgen_t* g, double p);
}

namespace tali::bench {

namespace {

/// PCG64, NumPy's default: O'Neill's PCG-XSL-RR 128/64, whose compiled form is in NumPy's Python modules
/// alone.
struct pcg64 {
  __extension__ using word128 = unsigned __int128;
  word128 state = 42;
  bool has_half = false;
  std::uint32_t half = 0;

  static constexpr word128 multiplier = (word128{2549297995355413924u} << 64) + 4865540595714422341u;
  static constexpr word128 increment = (word128{6364136223846793005u} << 64) + 1442695040888963407u;

  std::uint64_t next() {
    state = state * multiplier + increment;
    const auto x = static_cast<std::uint64_t>(state >> 64) ^ static_cast<std::uint64_t>(state);
    const auto r = static_cast<unsigned>(state >> 122);
    return (x >> r) | (x << ((64 - r) & 63));
  }
};

std::uint64_t next64(void* s) { return static_cast<pcg64*>(s)->next(); }
std::uint32_t next32(void* s) {
  auto& g = *static_cast<pcg64*>(s);
  g.has_half = !g.has_half;
  if (!g.has_half) return g.half;
  const std::uint64_t x = g.next();
  g.half = static_cast<std::uint32_t>(x >> 32);
  return static_cast<std::uint32_t>(x);
}
double next_double(void* s) { return static_cast<double>(next64(s) >> 11) * 0x1p-53; }

bitgen_t& generator() {
  static pcg64 state;
  static bitgen_t g{&state, &next64, &next32, &next_double, &next64};
  return g;
}

template <class T, class F>
numpy_sampler sampler(const char* distribution, const char* type, const char* variant, F one) {
  return {distribution, type, variant, [one](void* to, std::size_t n) {
            auto* const out = static_cast<T*>(to);
            for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(one());
          }};
}

/// Room for s_binomial_t, which is some 30 words of constants.
alignas(16) std::uint64_t kept_of_binomial[64];

}  // namespace

std::vector<numpy_sampler> numpy_samplers() {
  bitgen_t* const g = &generator();
  auto* const kept = reinterpret_cast<s_binomial_t*>(kept_of_binomial);
  return {
      sampler<float>("gamma", "f32", "2.5", [g] { return random_standard_gamma_f(g, 2.5f); }),
      sampler<float>("gamma", "f32", "0.3", [g] { return random_standard_gamma_f(g, 0.3f); }),
      sampler<double>("gamma", "f64", "2.5", [g] { return random_standard_gamma(g, 2.5); }),
      sampler<float>("chi-squared", "f32", "3", [g] { return random_chisquare(g, 3); }),
      sampler<float>("beta", "f32", "2.5, 4", [g] { return random_beta(g, 2.5, 4); }),
      sampler<float>("beta", "f32", "0.3, 0.7", [g] { return random_beta(g, 0.3, 0.7); }),
      sampler<double>("beta", "f64", "2.5, 4", [g] { return random_beta(g, 2.5, 4); }),
      sampler<double>("beta", "f64", "0.3, 0.7", [g] { return random_beta(g, 0.3, 0.7); }),
      sampler<float>("f", "f32", "5, 7", [g] { return random_f(g, 5, 7); }),
      sampler<float>("student-t", "f32", "3", [g] { return random_standard_t(g, 3); }),
      sampler<double>("student-t", "f64", "3", [g] { return random_standard_t(g, 3); }),
      sampler<std::uint32_t>("poisson", "u32", "10", [g] { return random_poisson(g, 10); }),
      sampler<std::uint32_t>("poisson", "u32", "1000", [g] { return random_poisson(g, 1000); }),
      sampler<std::uint32_t>("poisson", "u32", "1e5", [g] { return random_poisson(g, 1e5); }),
      sampler<std::int64_t>("poisson", "i64", "10", [g] { return random_poisson(g, 10); }),
      sampler<std::int64_t>("binomial", "i64", "100, 0.3",
                            [g, kept] { return random_binomial(g, 0.3, 100, kept); }),
      sampler<std::int64_t>("binomial", "i64", "1e6, 0.3",
                            [g, kept] { return random_binomial(g, 0.3, 1000000, kept); }),
      sampler<std::int64_t>("negative-binomial", "i64", "3, 0.3",
                            [g] { return random_negative_binomial(g, 3, 0.3); }),
      sampler<std::int64_t>("hypergeometric", "i64", "60, 40, 30",
                            [g] { return random_hypergeometric(g, 60, 40, 30); }),
      sampler<float>("von-mises", "f32", "0, 4", [g] { return random_vonmises(g, 0, 4); }),
      sampler<float>("exponential", "f32", "1", [g] { return random_standard_exponential_f(g); }),
      sampler<double>("exponential", "f64", "1", [g] { return random_standard_exponential(g); }),
      sampler<float>("weibull", "f32", "1.5", [g] { return random_weibull(g, 1.5); }),
      sampler<float>("cauchy", "f32", "0, 1", [g] { return random_standard_cauchy(g); }),
      sampler<std::int64_t>("geometric", "i64", "0.3", [g] { return random_geometric(g, 0.3); }),
  };
}

void numpy_normal_f32(void* to, std::size_t n) {
  random_standard_normal_fill_f(&generator(), static_cast<std::intptr_t>(n), static_cast<float*>(to));
}
void numpy_normal_f64(void* to, std::size_t n) {
  random_standard_normal_fill(&generator(), static_cast<std::intptr_t>(n), static_cast<double*>(to));
}

}  // namespace tali::bench
