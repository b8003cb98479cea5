// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <tali/engine/pcg32.hpp>

#include "comparators/wallace.hpp"
#include "comparators/ziggurat.hpp"
#include "peers.hpp"

#if defined(TALI_HAS_RANDOM123)
#include <Random123/philox.h>
#endif

namespace tali::bench {

namespace {

/// The scalar loop of the minimal C library's definition: output of the old state, one multiplication per
/// step.
void scalar_pcg32(void* to, std::size_t n) {
  static std::uint64_t state = 42;
  constexpr std::uint64_t increment = 109;
  auto* const out = static_cast<std::uint32_t*>(to);
  std::uint64_t s = state;
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<std::uint32_t>(((s >> 18) ^ s) >> 27);
    const auto r = static_cast<std::uint32_t>(s >> 59);
    out[i] = (x >> r) | (x << ((32 - r) & 31));
    s = s * 6364136223846793005u + increment;
  }
  state = s;
}

#if defined(TALI_HAS_RANDOM123)
void random123_philox(void* to, std::size_t n) {
  static std::uint32_t call = 0;
  r123::Philox4x32 philox;
  const r123::Philox4x32::key_type key = {{1, 2}};
  auto* const out = static_cast<std::uint32_t*>(to);
  ++call;
  for (std::size_t i = 0; i < n; i += 4) {
    const auto words = philox({{static_cast<std::uint32_t>(i / 4), 0, call, 0}}, key);
    for (std::size_t k = 0; k < 4; ++k) out[i + k] = words[k];
  }
}
#endif

template <class G, class Word>
void standard_engine(void* to, std::size_t n) {
  static G g(1);
  auto* const out = static_cast<Word*>(to);
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<Word>(g());
}

/// Fills with a distribution of <random>.
template <class D>
auto standard(const D& given) {
  return [d = given](void* to, std::size_t n) mutable {
    static std::mt19937_64 g(1);
    auto* const out = static_cast<typename D::result_type*>(to);
    for (std::size_t i = 0; i < n; ++i) out[i] = d(g);
  };
}

/// 32 packed bits per number, of <random>.
void standard_bits(void* to, std::size_t n) {
  static std::mt19937_64 g(1);
  static std::bernoulli_distribution d(0.3);
  auto* const out = static_cast<std::uint32_t*>(to);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t bits = 0;
    for (int b = 0; b < 32; ++b) bits |= std::uint32_t{d(g)} << b;
    out[i] = bits;
  }
}

void ziggurat_normal(void* to, std::size_t n) {
  static pcg32 g(1);
  static const ziggurat z;
  auto* const out = static_cast<double*>(to);
  for (std::size_t i = 0; i < n; ++i) out[i] = z(g);
}

void wallace_normal(void* to, std::size_t n) {
  static pcg32 g(1);
  static wallace w(g);
  static std::vector<double> made(wallace::size - 1);
  static std::size_t used = made.size();
  auto* out = static_cast<double*>(to);
  while (n != 0) {
    if (used == made.size()) {
      w(g, made.data());
      used = 0;
    }
    const std::size_t m = std::min(n, made.size() - used);
    std::copy_n(&made[used], m, out);
    used += m;
    out += m;
    n -= m;
  }
}

}  // namespace

std::function<void(void* to, std::size_t n)> standard_distribution(std::string_view distribution,
                                                                   std::string_view type) {
  struct one {
    std::string_view distribution, type;
    std::function<void(void*, std::size_t)> fill;
  };
  const one all[] = {
      {"uniform", "f64", standard(std::uniform_real_distribution<double>())},
      {"uniform", "f32", standard(std::uniform_real_distribution<float>())},
      {"unbiased-int:low=1,high=1000000", "i64",
       standard(std::uniform_int_distribution<std::int64_t>(1, 1000000))},
      {"uniform-int:low=1,high=1000000", "i64",
       standard(std::uniform_int_distribution<std::int64_t>(1, 1000000))},
      {"normal", "f64", standard(std::normal_distribution<double>())},
      {"normal", "f32", standard(std::normal_distribution<float>())},
      {"lognormal", "f64", standard(std::lognormal_distribution<double>())},
      {"lognormal", "f32", standard(std::lognormal_distribution<float>())},
      {"exponential", "f64", standard(std::exponential_distribution<double>())},
      {"exponential", "f32", standard(std::exponential_distribution<float>())},
      {"gamma:shape=2.5", "f64", standard(std::gamma_distribution<double>(2.5))},
      {"gamma:shape=2.5", "f32", standard(std::gamma_distribution<float>(2.5F))},
      {"gamma:shape=0.3", "f64", standard(std::gamma_distribution<double>(0.3))},
      {"chi-squared:df=5", "f64", standard(std::chi_squared_distribution<double>(5))},
      {"student-t:df=5", "f64", standard(std::student_t_distribution<double>(5))},
      {"f:dfn=5,dfd=7", "f64", standard(std::fisher_f_distribution<double>(5, 7))},
      {"weibull:shape=2", "f64", standard(std::weibull_distribution<double>(2))},
      {"gumbel", "f64", standard(std::extreme_value_distribution<double>())},
      {"cauchy", "f64", standard(std::cauchy_distribution<double>())},
      {"poisson:mean=10", "i64", standard(std::poisson_distribution<std::int64_t>(10))},
      {"binomial:n=100,p=0.3", "i64", standard(std::binomial_distribution<std::int64_t>(100, 0.3))},
      {"negative-binomial:n=3,p=0.3", "i64",
       standard(std::negative_binomial_distribution<std::int64_t>(3, 0.3))},
      {"geometric:p=0.3", "i64", standard(std::geometric_distribution<std::int64_t>(0.3))},
      {"bernoulli-bits:p=0.3", "u32", &standard_bits},
  };
  for (const one& o : all) {
    if (o.distribution == distribution && o.type == type) return o.fill;
  }
  return {};
}

std::vector<peer> cpu_peers() {
  return {
#if defined(TALI_HAS_RANDOM123)
    {"random123-philox4x32", "bits", "u32", &random123_philox},
#endif
        {"scalar-pcg32", "bits", "u32", &scalar_pcg32},
        {"std-mt19937", "bits", "u32", &standard_engine<std::mt19937, std::uint32_t>},
        {"std-mt19937_64", "bits", "u64", &standard_engine<std::mt19937_64, std::uint64_t>},
        {"std-mt19937_64", "uniform", "f32", standard(std::uniform_real_distribution<float>())},
        {"std-mt19937_64", "uniform", "f64", standard(std::uniform_real_distribution<double>())},
        {"std-mt19937_64", "normal", "f32", standard(std::normal_distribution<float>())},
        {"std-mt19937_64", "normal", "f64", standard(std::normal_distribution<double>())},
        {"ziggurat", "normal", "f64", &ziggurat_normal}, {"wallace", "normal", "f64", &wallace_normal},
  };
}

}  // namespace tali::bench
