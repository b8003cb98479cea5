// SPDX-License-Identifier: Apache-2.0
#include "laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <tali/detail/between.hpp>
#include <tali/detail/value_form.hpp>

#include "registry/functions.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALI_PYTHON_CLONES [[gnu::target_clones("default", "arch=haswell")]]
#else
#define TALI_PYTHON_CLONES
#endif

namespace tali::python {

namespace {

template <class T>
void apply_typed(value_form form, const double* const* p, T* x, std::size_t n) {
  const double* const b = form == value_form::exponential ? p[0] : p[1];  // exponential has only p[0]
  for (std::size_t i = 0; i < n; ++i)
    x[i] = detail::with_parameters(form, static_cast<T>(p[0][i]), static_cast<T>(b[i]), x[i]);
}

// The usual forms, and detail::between for bounds with many numbers between them. They call the compiler's
// fma, because it is an instruction on most processors, and rounds once on all.
template <class T>
[[gnu::always_inline]] inline void fma_parameters(const double* a, const double* b, T* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (sizeof(T) == 4) {
      x[i] = __builtin_fmaf(static_cast<T>(b[i]), x[i], static_cast<T>(a[i]));
    } else {
      x[i] = __builtin_fma(b[i], x[i], a[i]);
    }
  }
}
TALI_PYTHON_CLONES void normal_parameters(const double* a, const double* b, float* x, std::size_t n) {
  fma_parameters(a, b, x, n);
}
TALI_PYTHON_CLONES void normal_parameters(const double* a, const double* b, double* x, std::size_t n) {
  fma_parameters(a, b, x, n);
}

template <class T>
[[gnu::always_inline]] inline void fma_bounds(const bounds& g, T* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<T>(g.low[i * g.low_step]), b = static_cast<T>(g.high[i * g.high_step]);
    T y;
    if constexpr (sizeof(T) == 4) {
      y = __builtin_fmaf(b - a, x[i], a);
    } else {
      y = __builtin_fma(b - a, x[i], a);
    }
    x[i] = y < b || a == b ? y : detail::before(b);
  }
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

/// Parameters are rounded to the type of the values.
template <class T>
std::size_t first_bad_of(value_form form, const double* const* p, std::size_t n) {
  const double* const second = form == value_form::exponential ? p[0] : p[1];
  std::size_t i = 0;
  while (i < n && detail::are_parameters(form, static_cast<T>(p[0][i]), static_cast<T>(second[i]))) ++i;
  return i;
}

law law_of(const distribution_info& d) {
  law l{&d, type_named(d.type), {}, {}};
  if (d.form != value_form::none) l.standard = detail::standard_of(d);
  l.of_type.fill(-1);
  for (const distribution_info& other : distribution_list()) {
    if (std::string_view(d.name) == other.name)
      l.of_type[static_cast<std::size_t>(type_named(other.type))] = static_cast<std::int16_t>(other.index);
  }
  return l;
}

}  // namespace

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
  return info->takes_arrays && info->functions->parameter_bytes == sizeof(float) ? f32 : f64;
}

bool law::has_floats() const {
  if (info->takes_arrays) return info->functions->parameter_bytes == sizeof(float);
  return type == f32 || type == f16 || type == bf16;
}

bool law::takes_arrays() const {
  return info->takes_arrays || info->form != value_form::none || info->functions->of_words != nullptr;
}

std::size_t first_bad(const law& l, const double* const* p, std::size_t n) {
  return l.info->value_bytes == sizeof(float) ? first_bad_of<float>(l.info->form, p, n)
                                              : first_bad_of<double>(l.info->form, p, n);
}

void check_element(const law& l, const double* const* p, std::size_t i) {
  double element[max_numbers] = {};
  for (int k = 0; k < l.info->numbers; ++k) element[k] = p[k][i];
  (void)any_distribution::of_numbers(*l.info, element);
}

void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n) {
  const bool small = l.info->value_bytes == 4;
  if (l.info->form == value_form::normal) {
    return small ? normal_parameters(p[0], p[1], static_cast<float*>(to), n)
                 : normal_parameters(p[0], p[1], static_cast<double*>(to), n);
  }
  small ? apply_typed(l.info->form, p, static_cast<float*>(to), n)
        : apply_typed(l.info->form, p, static_cast<double*>(to), n);
}

bool are_bounds(value_type type, double low, double high) {
  return type == f32 ? detail::are_bounds<float>(low, high) : detail::are_bounds<double>(low, high);
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
