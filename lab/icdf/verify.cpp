// SPDX-License-Identifier: Apache-2.0
// Measures the error of normal_quantile.hpp in units in the last place, and searches for descents.
//
//   icdf-verify float             all 2^31 words below 1/2 (the others are their mirror images)
//   icdf-verify double [COUNT]    COUNT random and structured doubles (10^7) against MPFR
//
// The reference for floats is the double function, and the second command measures its error. The words with
// the largest errors are measured against MPFR too.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <tali/math/lanes_arithmetic.hpp>
#include <tali/math/normal_quantile.hpp>

namespace {

#if defined(__AVX512F__)
constexpr int register_bytes = 64;
#elif defined(__AVX2__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif
constexpr int count = 64;
using f32s = tali::lanes<float, count, register_bytes>;
using f64s = tali::lanes<double, count, register_bytes>;
using u32s = tali::lanes<std::uint32_t, count, register_bytes>;
using u64s = tali::lanes<std::uint64_t, count, register_bytes>;

using big = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<60, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

/// The absolute error of z from the exact quantile at 1 - t, t = numerator 2^exponent. z must be near: this
/// is one step of Newton's method, (t - Q(z)) / phi(z), whose error is of second order.
double exact_error(double z, double numerator, int exponent) {
  const big root = z / sqrt(big(2));
  big tail;
  mpfr_erfc(tail.backend().data(), root.backend().data(), MPFR_RNDN);
  const big missing = ldexp(big(numerator), exponent) - tail / 2;  // positive if z is too large
  return static_cast<double>(missing * exp(root * root) * sqrt(2 * boost::math::constants::pi<big>()));
}

double ulp(double x, int bits) { return std::ldexp(1.0, std::ilogb(x) - bits + 1); }

struct worst {
  double error = 0;
  double z = 0;
  std::uint64_t at = 0;

  void see(double e, double value, std::uint64_t where) {
    if (std::abs(e) > std::abs(error)) *this = {e, value, where};
  }
};

int check_floats() {
  constexpr std::uint64_t all = std::uint64_t{1} << 31;
  std::array<worst, 64> by_octave{};
  std::uint64_t descents = 0, first_descent = 0, not_one = 0;
  float before = -1e30f;
  for (std::uint64_t k = 0; k < all; k += count) {
    const auto words = u32s::iota(static_cast<std::uint32_t>(k), 1u);
    const f32s z = tali::math::normal_quantile_f32(words);
    const auto t = (u64s::iota(k, 1) * u64s(std::uint64_t{1} << 22)) + u64s(std::uint64_t{1} << 21);
    const f64s exact = tali::detail::upper_quantile_f64(tali::to_unit_double(t));
    float value[count];
    double truth[count];
    z.store(value);
    exact.store(truth);
    double largest = 0;
    int down = 0;
    for (int i = 0; i < count; ++i) {
      // The unit in the last place, from the exponent's bits: that of the float below |truth|.
      const auto power = __builtin_bit_cast(std::uint64_t, truth[i]) & (std::uint64_t{2047} << 52);
      const double inverse_ulp = __builtin_bit_cast(double, (std::uint64_t{2046} << 52) - power) * 0x1p23;
      const double e = (-static_cast<double>(value[i]) - truth[i]) * inverse_ulp;
      truth[i] = e;
      largest = std::max(largest, std::abs(e));
      const float previous = i == 0 ? before : value[i - 1];
      down += value[i] < previous;
    }
    before = value[count - 1];
    if (down != 0 && descents == 0) first_descent = k;
    descents += static_cast<std::uint64_t>(down);
    auto& w = by_octave[static_cast<std::size_t>(63 - __builtin_clzll(2 * k + 1))];
    if (largest > std::abs(w.error)) {
      for (int i = 0; i < count; ++i) w.see(truth[i], value[i], k + static_cast<std::uint64_t>(i));
    }
    not_one += tali::math::normal_quantile_f32(~static_cast<std::uint32_t>(k)) != -value[0];
  }
  worst over_all;
  for (std::size_t i = 0; i < by_octave.size(); ++i) {
    const worst& w = by_octave[i];
    if (w.error == 0) continue;
    const double e = exact_error(-w.z, static_cast<double>(2 * w.at + 1), -33) / ulp(w.z, 24);
    std::printf("t from 2^%-3d  worst word %10llu  z %-14.9g error %+.4f ulp (MPFR %+.4f)\n",
                static_cast<int>(i) - 33, static_cast<unsigned long long>(w.at), w.z, w.error, e);
    over_all.see(e, w.z, w.at);
  }
  std::printf(
      "float: %llu words, largest error %.4f ulp, %llu descents (first near %llu), %llu not mirrored\n",
      static_cast<unsigned long long>(all), std::abs(over_all.error),
      static_cast<unsigned long long>(descents), static_cast<unsigned long long>(first_descent),
      static_cast<unsigned long long>(not_one));
  return descents == 0 && not_one == 0 && std::abs(over_all.error) <= 2 ? 0 : 1;
}

/// SplitMix64 (Steele, Lea and Flood, 2014): words for test inputs.
std::uint64_t next(std::uint64_t& s) {
  std::uint64_t z = s += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The error of z from the exact quantile at 1 - t, t = (2k + 1) 2^-54, in long double.
double estimate(double z, std::uint64_t k) {
  const long double x = z, root = std::sqrt(0.5L), odd = static_cast<long double>(2 * k + 1);
  const long double density = std::exp(-x * x / 2) / std::sqrt(2 * 3.141592653589793238462643383279502884L);
  // On each side of 1/2 from the difference without cancellation: of the tails, or of the parts between the
  // middle and them.
  const long double missing = z > 0.5 ? std::ldexp(odd, -54) - std::erfc(x * root) / 2
                                      : std::erf(x * root) / 2 - std::ldexp(0x1p53L - odd, -54);
  return static_cast<double>(missing / density);
}

int check_doubles(std::uint64_t n) {
  constexpr std::uint64_t half = std::uint64_t{1}
                                 << 52;  // numbers k below this have t = (2k + 1) 2^-54 < 1/2
  std::uint64_t state = 1;
  std::array<worst, 64> by_octave{};
  std::uint64_t descents = 0, equal = 0;
  worst share;
  const auto z_at = [](std::uint64_t k) { return tali::math::normal_quantile_f64(k << 11); };
  const auto look = [&](std::uint64_t k) {
    k = std::min(k, half - 2);
    const double z = -z_at(k), inner = -z_at(k + 1);
    descents += inner > z;
    equal += inner == z;
    const double unit = ulp(z, 53);
    // Neighbours' exact values differ by 2^-53 / phi(z): an error below half of that cannot exchange their
    // order.
    const double step = 0x1p-53 * std::sqrt(2 * 3.14159265358979323846) * std::exp(z * z / 2);
    auto& w = by_octave[static_cast<std::size_t>(63 - __builtin_clzll(2 * k + 1))];
    // MPFR is used only if long double, accurate to some hundredths of a unit, finds one of the larger
    // errors.
    const double rough = std::abs(estimate(z, k)), margin = 0.05 * unit;
    if (rough + margin < std::abs(w.error) * unit && rough + margin < share.error * step) return;
    const double e = exact_error(z, static_cast<double>(2 * k + 1), -54);
    share.see(std::abs(e) / step, z, k);
    w.see(e / unit, z, k);
  };
  for (std::uint64_t i = 0; i < n / 2; ++i) look(next(state) >> 12);                // uniform
  for (std::uint64_t i = 0; i < n / 2; ++i) look((next(state) >> 12) >> (i % 52));  // every octave
  // Near the ends of ranges: powers of two, where logarithms change their exponent and the tail begins.
  const auto around = [&](double t) {
    const auto k = static_cast<std::uint64_t>(std::clamp(t * 0x1p53, 0.0, 0x1p52 - 2));
    for (std::uint64_t d = 0; d < 1000; ++d) {
      look(k + d);
      look(k > d ? k - d : 0);
    }
  };
  for (int e = 1; e < 53; ++e) {
    around(std::ldexp(1.0, -e));
    around(std::ldexp(std::sqrt(0.5), -e));
    around((1 - std::sqrt(1 - std::ldexp(std::sqrt(0.5), 1 - e))) / 2);  // 4t (1 - t) = sqrt(1/2) 2^(1-e)
  }
  around((1 - std::sqrt(1 - std::exp2(-8.25))) / 2);
  worst over_all;
  for (std::size_t i = 0; i < by_octave.size(); ++i) {
    const worst& w = by_octave[i];
    if (w.error == 0) continue;
    std::printf("t from 2^%-3d  z %-22.17g error %+.4f ulp\n", static_cast<int>(i) - 54, w.z, w.error);
    over_all.see(w.error, w.z, w.at);
  }
  std::printf(
      "double: largest error %.4f ulp, and %.4f of the distance between neighbours (at z = %.6g); %llu "
      "descents, %llu equal neighbours\n",
      std::abs(over_all.error), share.error, share.z, static_cast<unsigned long long>(descents),
      static_cast<unsigned long long>(equal));
  return descents == 0 && std::abs(over_all.error) <= 2 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "float") return check_floats();
  if (command == "double") return check_doubles(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10000000);
  std::fputs("icdf-verify float | double [COUNT]\n", stderr);
  return 2;
}
