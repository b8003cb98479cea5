// SPDX-License-Identifier: Apache-2.0
// A kernel for each elementary function: loads an argument (or two), evaluates, stores.
#include <cstdint>

#include <tali/math/elementary.hpp>

#define ONE(name, T, of)                              \
  extern "C" __global__ void name(const T* x, T* y) { \
    const T v = x[0];                                 \
    y[0] = of;                                        \
  }
#define TWO(name, T, of)                              \
  extern "C" __global__ void name(const T* x, T* y) { \
    const T v = x[0], w = x[1];                       \
    y[0] = of;                                        \
  }
#define CIRCLE(name, A, T, of)                        \
  extern "C" __global__ void name(const A* x, T* y) { \
    const A v = x[0];                                 \
    const auto p = of;                                \
    y[0] = p.cosine;                                  \
    y[1] = p.sine;                                    \
  }
#define WORD(name, A, T, of)                          \
  extern "C" __global__ void name(const A* x, T* y) { \
    const A v = x[0];                                 \
    y[0] = of;                                        \
  }
#define BOTH(M, f) M(f##_f32, float, tali::f##_f32(v)) M(f##_f64, double, tali::f##_f64(v))

ONE(load_and_store_f32, float, v)
ONE(load_and_store_f64, double, v)
TWO(load_two_and_store_f32, float, v + w)
TWO(load_two_and_store_f64, double, v + w)
BOTH(ONE, logarithm)
BOTH(ONE, logarithm_of_normal)
BOTH(ONE, logarithm_1p)
BOTH(ONE, exponential)
BOTH(ONE, exponential_m1)
TWO(power_f32, float, tali::power_f32(v, w))
TWO(power_f64, double, tali::power_f64(v, w))
BOTH(ONE, log_gamma)
BOTH(ONE, log_factorial)
BOTH(ONE, stirling_correction)
BOTH(ONE, arccosine)
TWO(arctangent_f32, float, tali::arctangent_f32(v, w))
TWO(arctangent_f64, double, tali::arctangent_f64(v, w))
CIRCLE(circle_of_turns_f32, float, float, tali::circle_of_turns_f32(v))
CIRCLE(circle_of_turns_f64, double, double, tali::circle_of_turns_f64(v))
CIRCLE(circle_f32, std::uint32_t, float, tali::circle_f32(v))
CIRCLE(circle_f64, std::uint64_t, double, tali::circle_f64(v))
WORD(tangent_f32, std::uint32_t, float, tali::tangent_f32(v))
WORD(tangent_f64, std::uint64_t, double, tali::tangent_f64(v))
