// SPDX-License-Identifier: Apache-2.0
// Functions of each register of SIMD lanes.
#pragma once

#include <cstring>

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

namespace detail {

template <int k, class F, class... In>
TALI_FN auto register_of(F f, const In&... in) {
  return f(in.r[k]...);
}

template <class Out, int... k, class F, class... In>
TALI_FN Out each_register(std::integer_sequence<int, k...>, F f, const In&... in) {
  Out out;
  ((out.r[k] = register_of<k>(f, in...)), ...);
  return out;
}

/// Registers f(in.r[k]...), unrolled by hand: with a loop GCC keeps the array in memory until everything is
/// inlined, and takes a quarter longer to compile.
template <class Out, class F, class... In>
TALI_FN Out each_register(F f, const In&... in) {
  return each_register<Out>(std::make_integer_sequence<int, Out::registers>{}, f, in...);
}

template <class Out, int... k, class F, class In>
TALI_FN Out each_two(std::integer_sequence<int, k...>, F f, const In& in) {
  Out out;
  ((out.r[k] = f(in.r[2 * k], in.r[2 * k + 1])), ...);
  return out;
}
/// Registers f(in.r[2 k], in.r[2 k + 1]).
template <class Out, class F, class In>
TALI_FN Out each_two(F f, const In& in) {
  return each_two<Out>(std::make_integer_sequence<int, Out::registers>{}, f, in);
}

template <class Out, class Half, int... k, class F, class In>
TALI_FN Out each_half(std::integer_sequence<int, k...>, F f, const In& in) {
  Out out;
  const auto half = [](const auto& whole, int upper) TALI_LAMBDA {
    Half h;
    std::memcpy(&h, reinterpret_cast<const char*>(&whole) + upper * static_cast<int>(sizeof h), sizeof h);
    return h;
  };
  ((out.r[k] = f(half(in.r[k / 2], k % 2))), ...);
  return out;
}
/// Registers f(h) of each half h of the registers of `in`.
template <class Out, class Half, class F, class In>
TALI_FN Out each_half(F f, const In& in) {
  return each_half<Out, Half>(std::make_integer_sequence<int, Out::registers>{}, f, in);
}

}  // namespace detail

}  // namespace tali
TALI_WIDE_REGISTERS_END
