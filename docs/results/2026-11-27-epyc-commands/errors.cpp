// SPDX-License-Identifier: Apache-2.0
// The largest errors of exponential and logistic numbers in units in the last place: f32 of all 2^32 words
// beside double, f64 of 2^30 random words, of all exponents of u and of 1 - u alike, beside long double.
//
//     g++ -std=c++20 -O2 -mavx2 -mfma -fopenmp -ffp-contract=off -Iinclude errors.cpp -o errors && ./errors
#include <cmath>
#include <cstdint>
#include <cstdio>

#include <tali/distribution/exponential.hpp>
#include <tali/distribution/logistic.hpp>
#include <tali/engine/philox4x32.hpp>

namespace {

template <class T>
struct worst {
  double error = 0;
  std::uint64_t word = 0;
  void see(T got, long double exact, std::uint64_t w) {
    int exponent = 0;
    std::frexp(exact, &exponent);
    const int digits = sizeof(T) == 4 ? 24 : 53;
    const auto e = static_cast<double>(std::fabs((got - exact) * std::ldexp(1.0L, digits - exponent)));
    if (e > error) error = e, word = w;
  }
  void join(const worst& o) {
    if (o.error > error) *this = o;
  }
};

/// u = (k + 1/2) / 2^bits, and 1 - u. T has a few bits more than u next to 1/2 needs.
template <class T>
struct fraction {
  T low, high, middle;  // the last is u - 1/2
  fraction(std::uint64_t k, std::uint64_t complement, int bits)
      : low{std::ldexp(static_cast<T>(k) + T(0.5), -bits)},
        high{std::ldexp(static_cast<T>(complement) + T(0.5), -bits)},
        middle{std::ldexp(
            static_cast<T>(static_cast<std::int64_t>(k - (std::uint64_t{1} << (bits - 1)))) + T(0.5),
            -bits)} {}
  /// -log(1 - u), with all digits at both ends.
  T exponential() const { return low <= T(0.5) ? -std::log1p(-low) : -std::log(high); }
  /// log(u / (1 - u)), likewise, and in the middle.
  T logistic() const {
    if (low < T(0.25)) return std::log(low) - std::log1p(-low);
    if (high < T(0.25)) return std::log1p(-high) - std::log(high);
    return std::log1p(2 * middle / high);
  }
};

}  // namespace

int main() {
  worst<float> e32, l32;
#pragma omp parallel
  {
    worst<float> e, l;
    float before = 0;
    long long descents = 0;
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < (std::int64_t{1} << 32); ++i) {
      const auto w = static_cast<std::uint32_t>(i);
      const std::uint32_t words[1] = {w};
      // Numbers of one float need the logarithm in double alone: its error is 2^-29 of a float's unit.
      const fraction<double> u(w, ~w, 32);
      const float x = tali::exponential<float>()(words);
      e.see(x, u.exponential(), w);
      l.see(tali::logistic<float>()(words), u.logistic(), w);
      descents += x < before;
      before = x;
    }
#pragma omp critical
    e32.join(e), l32.join(l), std::printf("%lld descents of exponential numbers\n", descents);
  }
  worst<double> e64, l64;
#pragma omp parallel
  {
    worst<double> e, l;
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < (std::int64_t{1} << 30); ++i) {
      const tali::philox4x32 g(1);
      std::uint64_t k = std::uint64_t{g.word(2 * i)} << 32 | g.word(2 * i + 1);
      k >>= k & 63;       // every octave of u,
      if (i & 1) k = ~k;  // and of 1 - u
      const std::uint32_t words[2] = {static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k >> 32)};
      const fraction<long double> u(k, ~k, 64);
      e.see(tali::exponential<double>()(words), u.exponential(), k);
      l.see(tali::logistic<double>()(words), u.logistic(), k);
    }
#pragma omp critical
    e64.join(e), l64.join(l);
  }
  std::printf("exponential f32 %.4f at %#llx\n", e32.error, static_cast<unsigned long long>(e32.word));
  std::printf("logistic f32 %.4f at %#llx\n", l32.error, static_cast<unsigned long long>(l32.word));
  std::printf("exponential f64 %.4f at %#llx\n", e64.error, static_cast<unsigned long long>(e64.word));
  std::printf("logistic f64 %.4f at %#llx\n", l64.error, static_cast<unsigned long long>(l64.word));
}
