// SPDX-License-Identifier: Apache-2.0
// Kernels with every engine and every distribution, whose parameters are a thread's own. nvrtc_test compiles
// them when it runs, nvcc when the tests are built. Kernels of two halves, narrow types and wide ones,
// because compiling is slow: TALI_HALF says which (1, 2), or both where it is not defined.
#include <tali/catalogue.hpp>
#include <tali/digest.hpp>
#include <tali/distribution/beta.hpp>
#include <tali/distribution/binomial.hpp>
#include <tali/distribution/categorical.hpp>
#include <tali/distribution/chi_squared.hpp>
#include <tali/distribution/coordinate.hpp>
#include <tali/distribution/direction.hpp>
#include <tali/distribution/dirichlet.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/hypergeometric.hpp>
#include <tali/distribution/multinomial.hpp>
#include <tali/distribution/multivariate_hypergeometric.hpp>
#include <tali/distribution/multivariate_normal.hpp>
#include <tali/distribution/negative_binomial.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/distribution/poisson.hpp>
#include <tali/distribution/truncated_normal.hpp>
#include <tali/distribution/von_mises.hpp>
#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/mtgp_recursion.hpp>
#include <tali/engine/per_thread_generators.hpp>
#include <tali/rejection/attempts.hpp>

// In tali's namespace std is the standard library, or what stands for it in NVRTC.
#if !defined(TALI_HALF)
#define TALI_HALF 3
#endif

namespace tali::test {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;

__device__ inline unsigned long long index() {
  return static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// Every engine: words in any order, a cursor, a jump, draws one after the other.

template <class E>
__device__ u32 words_of(unsigned long long i) {
  E e(i, 3);
  e.discard(5);
  const typename E::stride step(64);
  typename E::template cursor<scalar> at(e, i * 4, 0);
  u32 w[4];
  at.take(w);
  at.advance(step);
  const uniform<double> d;
  return e.word(i) ^ w[3] ^ e() ^ static_cast<u32>(d(e) * 1000) ^ static_cast<u32>(e == E(1, 2));
}

__global__ void engines(u32* out) {
  const auto i = index();
  out[i] = words_of<pcg32>(i) ^ words_of<philox4x32>(i) ^ words_of<philox4x32_7>(i);
}

template <class G>
__device__ u32 steps_of(u32 seed) {
  u32 state[G::state_words];
  for (auto& w : state) w = seed += 0x9e3779b9u;
  u32 out[G::width];
  if constexpr (requires(G g) { g.a; }) {
    G g(state, {seed, seed, seed, 0});
    g.step(out);
  } else {
    G g(state);
    g.step(out);
  }
  return out[0];
}

__global__ void threads_own_generators(u32* out) {
  const auto i = index();
  const auto seed = static_cast<u32>(i);
  out[i] = steps_of<detail::xorwow_generator>(seed) ^ steps_of<detail::hybrid_taus_generator>(seed) ^
           steps_of<detail::mt607_generator>(seed) ^ detail::mtgp_mix(seed, seed, seed, 1u, 2, 3) ^
           static_cast<u32>(detail::warp_standard_generator::first(static_cast<int>(i % 32)));
}

__global__ void points(double* out, sobol_view<u32> a, sobol_view<u64> b, float mu) {
  const auto i = index();
  out[i] = static_cast<double>(a.coordinate(3, i)) + static_cast<double>(b.word(i)) +
           value(a, uniform<float>{}, i) + value(b, normal_icdf<double>(mu, 2), i) +
           value(a, normal_icdf<float>(mu, 2), i);
}

// Every distribution of fixed budget, made in the kernel of a thread's parameter p.

template <class E, class D>
__device__ void add_value(double& sum, const D& d) {
  sum += static_cast<double>(value(E(1, 2), d, index()));
}

template <class E, class T>
__device__ double real_numbers(T p) {
  double sum = 0;
  add_value<E>(sum, uniform<T>{});
  add_value<E>(sum, uniform<T, interval::open_close>{});
  add_value<E>(sum, uniform<T, interval::open_open>{});
  add_value<E>(sum, uniform<T, interval::close1_open2>{});
  add_value<E>(sum, normal_icdf<T>(p, p + 1));
  add_value<E>(sum, exponential<T>(p));
  add_value<E>(sum, weibull<T>(p, p + 1));
  add_value<E>(sum, gumbel<T>(p, p + 1));
  add_value<E>(sum, logistic<T>(p, p + 1));
  add_value<E>(sum, laplace<T>(p, p + 1));
  add_value<E>(sum, cauchy<T>(p, p + 1));
  add_value<E>(sum, pareto<T>(p, p + 1));
  add_value<E>(sum, lomax<T>(p, p + 1));
  add_value<E>(sum, power<T>(p));
  add_value<E>(sum, rayleigh<T>(p));
  add_value<E>(sum, wald<T>(p, p + 1));
  add_value<E>(sum, triangular<T>(p, p + 1, p + 2));
  add_value<E>(sum, student_t<T>(p));
  add_value<E>(sum, normal<T>(p, p + 1));
  return sum;
}

template <class E, class I, class U>
__device__ double whole_numbers(double p) {
  double sum = 0;
  add_value<E>(sum, bits<U>{});
  add_value<E>(sum, uniform_int<I>(-5, static_cast<I>(p * 100)));
  add_value<E>(sum, uniform_int<U>(5, static_cast<U>(p * 100)));
  add_value<E>(sum, bernoulli(p));
  add_value<E>(sum, bernoulli_bits(p));
  add_value<E>(sum, geometric<std::conditional_t<sizeof(I) == 4, U, I>>(p));
  add_value<E>(sum, logseries<std::conditional_t<sizeof(I) == 4, U, I>>(p));
  return sum;
}

#if TALI_HALF & 1
__global__ void narrow_of_fixed_budget(double* out, const double* parameters) {
  const double p = parameters[index()];
  out[index()] = real_numbers<philox4x32>(static_cast<float>(p)) + whole_numbers<pcg32, int, u32>(p);
}
#endif
#if TALI_HALF & 2
__global__ void wide_of_fixed_budget(double* out, const double* parameters) {
  const double p = parameters[index()];
  out[index()] = real_numbers<pcg32>(p) + whole_numbers<philox4x32_7, i64, u64>(p);
}
#endif

/// A warp's and a lane's normal numbers.
template <class D>
__device__ double of_a_warp(const D& d, const typename D::shared_table& table) {
  return d(philox4x32(1).word(index()), table);
}
__global__ void collective(double* out, const double* parameters) {
  __shared__ detail::warp_normal_table<32> table;
  table.load();
  const double p = parameters[index()];
  out[index()] = of_a_warp(warp_normal<float>(p, 2), table) + of_a_warp(warp_normal<double>(p, 2), table) +
                 of_a_warp(warp_normal<double, warp_grain::coarse>(p, 2), table);
}
template <class T>
__global__ void lognormals(T* out, const T* parameters) {
  __shared__ detail::normal_table<T> table;
  table.load();
  u32 w[detail::walsh_size / 2];
  for (int k = 0; k < detail::walsh_size / 2; ++k) w[k] = pcg32(3).word(index() * 32 + k);
  T x[detail::walsh_size];
  lognormal<T>(parameters[index()], 2)(w, table, x);
  for (int k = 0; k < detail::walsh_size; ++k) out[index() * 64 + k] = x[k];
}
template __global__ void lognormals<float>(float*, const float*);
template __global__ void lognormals<double>(double*, const double*);
__global__ void of_lanes(u32* out, const float* parameters) {
  __shared__ detail::normal_table<float> table;
  table.load();
  u32 w[detail::walsh_size / 2];
  for (int k = 0; k < detail::walsh_size / 2; ++k) w[k] = pcg32(2).word(index() * 32 + k);
  u32 pairs[detail::walsh_size / 2];
  normal<bfloat16>(parameters[index()], 2).pairs(w, table, pairs);
  for (int k = 0; k < detail::walsh_size / 2; ++k) out[index() * 32 + k] = pairs[k];
  normal<float16>(parameters[index()], 2).pairs(w, table, pairs);
  for (int k = 0; k < detail::walsh_size / 2; ++k) out[index() * 32 + k] ^= pairs[k];
}

// Rejection: every distribution, and a proposal of the user's.

template <class T>
__device__ double real_samples(T p) {
  double sum = 0;
  add_value<philox4x32>(sum, gamma<T>(p, p + 1));
  add_value<philox4x32>(sum, chi_squared<T>(p));
  add_value<philox4x32>(sum, beta<T>(p, p + 1));
  add_value<philox4x32>(sum, fisher_f<T>(p, p + 1));
  add_value<philox4x32>(sum, noncentral_chi_squared<T>(p, p + 1));
  add_value<philox4x32>(sum, noncentral_f<T>(p, p + 1, p + 2));
  add_value<philox4x32>(sum, von_mises<T>(p, p + 1));
  add_value<philox4x32>(sum, truncated_normal<T>(p, p + 1, p - 1, p + 2));
  return sum;
}
template <class T>
__device__ double whole_samples(double p) {
  double sum = 0;
  add_value<philox4x32>(sum, poisson<T>(p * 1e4));
  add_value<philox4x32>(sum, binomial<T>(1e4, p));
  add_value<philox4x32>(sum, negative_binomial<T>(p * 10, p));
  add_value<philox4x32>(sum, hypergeometric<T>(p * 100, 100, 50));
  add_value<philox4x32>(sum, zipf<T>(p + 1));
  return sum;
}
#if TALI_HALF & 1
__global__ void narrow_samples(double* out, const double* parameters) {
  const double p = parameters[index()];
  out[index()] = real_samples(static_cast<float>(p)) + whole_samples<u32>(p);
}
#endif
#if TALI_HALF & 2
__global__ void wide_samples(double* out, const double* parameters) {
  const double p = parameters[index()];
  out[index()] = real_samples(p) + whole_samples<i64>(p);
}
#endif

struct users_number {
  template <class W>
  TALI_FN auto operator()(const W (&w)[4]) const {
    return unit_f64(w[0], w[1]);
  }
};
struct users_test {
  template <class X, class W>
  TALI_FN auto operator()(const X& x, const W (&w)[4]) const {
    return is_less(unit_f64(w[2], w[3]), multiply(x, x));
  }
};
__global__ void users_proposal(double* out) {
  const auto attempt = propose_and_accept<4>(users_number{}, users_test{});
  const rejection_words<10> words(philox4x32(1), tag_of("of the user"));
  out[index()] =
      sample_alone(words, index(), attempt).value + sample_in_group(words, index() / 8, attempt, 8).value;
}

// Rows, categories, permutations, with tables in the device's memory.

__global__ void rows(float* out, detail::multivariate_normal_view<float> normals,
                     detail::dirichlet_view<double> shares, detail::categorical_view categories,
                     detail::multinomial_view trials, detail::multivariate_hypergeometric_view draws) {
  const auto i = index();
  const philox4x32 e(7);
  float x[16];
  const direction<float> d(static_cast<u32>(i % 4 + 1));
  d.row(one_lane{}, row_words<10>(e, d.tag), i, x);
  normals.row(one_lane{}, row_words<10>(e, normals.tag), i, x + 8);
  double p[16];
  shares.row(one_lane{}, row_words<10>(e, shares.tag), i, p);
  i64 counts[32];
  trials.row(one_lane{}, row_words<10>(e, trials.tag), i, counts);
  draws.row(one_lane{}, row_words<10>(e, draws.tag), i, counts + 16);
  const permutation<u32> order(e, static_cast<u32>(i + 3));
  out[i] = x[0] + x[8] + static_cast<float>(p[0]) + static_cast<float>(value(e, categories, i)) +
           static_cast<float>(counts[0] + counts[16]) + static_cast<float>(order.inverse(order(1)));
}

// Elementary functions, and values of 16 bits.

__global__ void functions(double* out, const double* parameters) {
  const double x = parameters[index()];
  const auto f = static_cast<float>(x);
  out[index()] = math::logarithm_f64(x) + math::exponential_f64(x) + math::log_gamma_f64(x) +
                 math::logarithm_f32(f) + math::exponential_f32(f) + math::normal_quantile_f64(bits_of(x)) +
                 math::normal_quantile_f32(bits_of(f)) + static_cast<float>(detail::stored_as<bfloat16>(f)) +
                 static_cast<float>(detail::stored_as<float16>(f)) +
                 static_cast<double>(detail::digest_term(1, bits_of(x)));
}

}  // namespace tali::test
