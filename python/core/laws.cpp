// SPDX-License-Identifier: Apache-2.0
#include "laws.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

#include <tali/detail/between.hpp>
#include <tali/detail/value_form.hpp>

#include "registry/functions.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALI_PYTHON_CLONES [[gnu::target_clones("default", "arch=x86-64-v3")]]
#else
#define TALI_PYTHON_CLONES
#endif

namespace tali::python {

namespace {

/// Calls f(low_step, high_step) with the steps as constants, so that its loop becomes SIMD instructions.
template <class F>
[[gnu::always_inline]] inline auto with_steps(const bounds& b, F f) {
  using one = std::integral_constant<std::size_t, 1>;
  using none = std::integral_constant<std::size_t, 0>;
  if (b.low_step != 0) return b.high_step != 0 ? f(one(), one()) : f(one(), none());
  return b.high_step != 0 ? f(none(), one()) : f(none(), none());
}

// detail::between for bounds with many numbers between them. It calls the compiler's fma, because that is an
// instruction on most processors, and rounds once on all.
template <class T>
[[gnu::always_inline]] inline void fma_bounds(const bounds& g, T* x, std::size_t n) {
  with_steps(
      g, [&](auto low_step, auto high_step) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < n; ++i) {
          const auto a = static_cast<T>(g.low[i * low_step]), b = static_cast<T>(g.high[i * high_step]);
          T y;
          if constexpr (sizeof(T) == 4) {
            y = __builtin_fmaf(b - a, x[i], a);
          } else {
            y = __builtin_fma(b - a, x[i], a);
          }
          x[i] = y < b || a == b ? y : detail::before(b);
        }
      });
}
TALI_PYTHON_CLONES void fine_bounds(const bounds& g, float* x, std::size_t n) { fma_bounds(g, x, n); }
TALI_PYTHON_CLONES void fine_bounds(const bounds& g, double* x, std::size_t n) { fma_bounds(g, x, n); }

/// detail::between for any bounds.
template <class T>
void all_bounds(const bounds& g, T* x, std::size_t n) {
  const std::size_t different = g.low_step == 0 && g.high_step == 0 ? std::min<std::size_t>(n, 1) : n;
  const auto a = [&](std::size_t i) { return static_cast<T>(g.low[i * g.low_step]); };
  const auto b = [&](std::size_t i) { return static_cast<T>(g.high[i * g.high_step]); };
  bool coarse = false;
  for (std::size_t i = 0; i < different; ++i) coarse |= detail::is_coarse<T>(b(i) - a(i), b(i));
  if (!coarse) return fine_bounds(g, x, n);
  for (std::size_t i = 0; i < n; ++i) x[i] = detail::between(a(i), b(i), x[i]);
}

template <class T>
[[gnu::always_inline]] inline bool valid_bounds(const bounds& g, std::size_t n) {
  return with_steps(
      g, [&](auto low_step, auto high_step) __attribute__((always_inline)) {
        std::uint64_t bad = 0;  // without branches, for SIMD instructions
        for (std::size_t i = 0; i < n; ++i)
          bad |= detail::are_bounds<T>(g.low[i * low_step], g.high[i * high_step]) ? 0 : 1;
        return bad == 0;
      });
}

law law_of(const distribution_info& d) {
  law l{&d, type_named(d.type), {}, 0, {}};
  for (std::size_t k = 0; k < d.parameter_list.size(); ++k) {
    const parameter_info& p = d.parameter_list[k];
    const bool of_floats = l.type == f64 || l.type == f32;  // means and probabilities of counts may be -0
    if (of_floats && p.least.value == 0 && p.least.included) l.unsigned_parameters |= 1u << k;
  }
  if (d.form != detail::value_form::none) l.standard = detail::standard_of(d);
  l.of_type.fill(-1);
  for (const distribution_info& other : distribution_list()) {
    if (std::string_view(d.name) == other.name)
      l.of_type[static_cast<std::size_t>(type_named(other.type))] = static_cast<std::int16_t>(other.index);
  }
  return l;
}

TALI_PYTHON_CLONES bool integers_are_bounds(std::int64_t least, std::int64_t most, const std::int64_t* low,
                                            const std::int64_t* high, std::size_t n) {
  std::int64_t bad = 0;  // without branches, for SIMD instructions
  for (std::size_t i = 0; i < n; ++i)
    bad |= (low[i] < least) | (high[i] > most) | (low[i] > high[i]) ? std::int64_t{1} : std::int64_t{0};
  return bad == 0;
}

}  // namespace

bool are_bounds_in(std::int64_t least, std::int64_t most, const std::int64_t* low, const std::int64_t* high,
                   std::size_t n) {
  return integers_are_bounds(least, most, low, high, n);
}

const std::vector<law>& laws() {
  static const std::vector<law> all = [] {
    std::vector<law> all;
    for (const distribution_info& d : distribution_list()) all.push_back(law_of(d));
    return all;
  }();
  return all;
}

value_type law::type_of_arrays() const {
  if (info->of_integers) return i64;
  return info->functions->parameter_bytes == sizeof(float) ? f32 : f64;
}

bool law::has_floats() const {
  if (info->takes_arrays) return info->functions->parameter_bytes == sizeof(float);
  return type == f32 || type == f16 || type == bf16;
}

bool law::takes_arrays() const {
  return info->takes_arrays || info->form != detail::value_form::none || info->functions->of_words != nullptr;
}

bool law::has_bad_sign(const double* p) const {
  bool found = false;
  for (int k = 0; k < info->numbers; ++k) found = found || (refuses_sign(k) && std::signbit(p[k]));
  return found;
}

bool allows(const law& l, double a, double b) {
  return l.info->value_bytes == sizeof(float)
             ? detail::are_parameters(l.info->form, static_cast<float>(a), static_cast<float>(b))
             : detail::are_parameters(l.info->form, a, b);
}

bool has_sign(value_type type, const void* numbers, std::size_t n) {
  const auto any = [&]<class U>(U) {
    U bits = 0;
    for (std::size_t i = 0; i < n; ++i) {
      U x;
      std::memcpy(&x, static_cast<const char*>(numbers) + i * sizeof x, sizeof x);
      bits |= x;
    }
    return bits >> (8 * sizeof bits - 1) != 0;
  };
  return type == f32 ? any(std::uint32_t()) : any(std::uint64_t());
}

bool are_bounds(value_type type, const bounds& b, std::size_t n) {
  return type == f32 ? valid_bounds<float>(b, n) : valid_bounds<double>(b, n);
}

void apply_bounds(std::size_t value_bytes, const bounds& b, void* to, std::size_t n) {
  value_bytes == 4 ? all_bounds(b, static_cast<float*>(to), n) : all_bounds(b, static_cast<double*>(to), n);
}

void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n) {
  const auto resize = [&]<class T>(T* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(from[i]);
  };
  if (bytes == 1) return resize(static_cast<std::uint8_t*>(to));
  bytes == 2 ? resize(static_cast<std::uint16_t*>(to)) : resize(static_cast<std::uint64_t*>(to));
}

}  // namespace tali::python
