// SPDX-License-Identifier: Apache-2.0
// Shared by arithmetic.hpp and lanes_arithmetic.hpp: an exact fused multiply-add for targets without the
// instruction, and a barrier that keeps compilers from fusing two operations.
//
// A default build for x86-64 may run on a processor without the instruction, although nearly all have it. So
// such a build tests the processor, and then runs the instruction as inline assembly, or other operations
// with the same result. The functions with these operations are declared to depend only on their arguments;
// GCC then tests once for a whole chain of operations and not for each of them.
//
// The float algorithm is S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved
// algorithms using rounding to odd", IEEE Trans. Computers 57(4), 2008, section 4, with double as the wider
// format. Doubles of moderate size use the same paper's emulation in pairs of doubles; other doubles, for
// which that could overflow or underflow, use 128-bit integers.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/processor.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

#if defined(__FMA__) || defined(__AVX512F__) || defined(__ARM_FEATURE_FMA) || \
    (defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF))
#define TALI_HAS_FMA 1
#endif

TALI_WIDE_REGISTERS_BEGIN
namespace tali::detail {

/// The value of x, a number or a SIMD register, rounded to its type: the operations before and after it are
/// not fused. (GCC's __builtin_assoc_barrier is not enough: its vectoriser drops it, and the contraction
/// comes after.) It prevents vectorisation of a loop over plain arrays, but not of lanes.
template <class V>
TALI_FN V rounded(V x) {
#if defined(__AVX512F__) && !defined(TALI_GPU_CODE)
  asm("" : "+v"(x));
#elif defined(__SSE2__) && !defined(TALI_GPU_CODE)
  asm("" : "+x"(x));
#elif defined(__aarch64__) && !defined(TALI_GPU_CODE)
  asm("" : "+w"(x));
#else
  asm("" : "+m"(x));
#endif
  return x;
}

/// Bits of 2^n.
template <class F>
TALI_FN constexpr auto power_of_two(int n) {
  if constexpr (sizeof(F) == 4) {
    return static_cast<std::uint32_t>(127 + n) << 23;
  } else {
    return static_cast<std::uint64_t>(1023 + n) << 52;
  }
}

/// Bits of the largest number to which split_near_one gives the exponent 0, next to 2^n sqrt(2). The low word
/// is all ones, so that comparing only a double's high word gives the same result.
template <class F>
TALI_FN constexpr auto split_top(int n) {
  if constexpr (sizeof(F) == 4) {
    return 0x3fb504f3u + (static_cast<std::uint32_t>(n) << 23);
  } else {
    return std::uint64_t{0x3ff6a09effffffff} + (static_cast<std::uint64_t>(n) << 52);
  }
}

// Constants that distinguish copies of an out-of-line function compiled for different instruction sets: the
// linker keeps one copy per name, and must not keep one that this machine cannot run.
#if defined(__AVX__)
constexpr int register_bytes = 32;
#else
constexpr int register_bytes = 16;
#endif
constexpr int instruction_set = 0
#if defined(__SSE4_1__)
                                + 1
#endif
#if defined(__AVX2__)
                                + 2
#endif
#if defined(__BMI2__)
                                + 4
#endif
#if defined(TALI_BASELINE_KERNELS)
                                + 8
#endif
    ;

// A default build for x86-64 tests the processor. The library's baseline kernels do not: on a processor with
// the instruction a higher level is chosen.
#if defined(__x86_64__) && !defined(TALI_HAS_FMA) && !defined(TALI_BASELINE_KERNELS)
#define TALI_ASKS_FOR_FMA 1
#endif

#if !defined(TALI_GPU_CODE)

#if defined(TALI_ASKS_FOR_FMA)
/// False in what runs before it is made: slower, with the same numbers. Hidden, so that one load reads it.
[[gnu::visibility("hidden")]] inline const bool processor_has_fma = this_processor().fma;
#endif

/// Whether the processor has the instruction and the system saves its registers. False if the compiler's
/// target has the instruction, and on machines without this test.
TALI_FN bool machine_has_fma() {
#if defined(TALI_ASKS_FOR_FMA)
  return processor_has_fma;
#else
  return false;
#endif
}

#if defined(TALI_ASKS_FOR_FMA)
// The instruction, for a processor that has it, without a call or a compiler flag. Volatile, because GCC
// would move one with constant operands out of a loop, and so out of the branch that tests the processor. GCC
// may read c from memory, where most constants are; clang would always put c there.
#if defined(__clang__)
#define TALI_FMA_ADDEND "x"
#else
#define TALI_FMA_ADDEND "xm"
#endif
TALI_FN float fma_instruction(float a, float b, float c) {
  asm volatile("vfmadd213ss {%3, %2, %0|%0, %2, %3}" : "=x"(b) : "0"(b), "x"(a), TALI_FMA_ADDEND(c));
  return b;
}
TALI_FN double fma_instruction(double a, double b, double c) {
  asm volatile("vfmadd213sd {%3, %2, %0|%0, %2, %3}" : "=x"(b) : "0"(b), "x"(a), TALI_FMA_ADDEND(c));
  return b;
}
#undef TALI_FMA_ADDEND
/// The same for a register of 16 bytes that holds numbers of type T.
template <class T, class V>
TALI_FN V fma_instruction_of_register(V a, V b, V c) {
  static_assert(sizeof(V) == 16);
  if constexpr (sizeof(T) == 4) {
    asm volatile("vfmadd213ps {%3, %2, %0|%0, %2, %3}" : "=x"(b) : "0"(b), "x"(a), "x"(c));
  } else {
    asm volatile("vfmadd213pd {%3, %2, %0|%0, %2, %3}" : "=x"(b) : "0"(b), "x"(a), "x"(c));
  }
  return b;
}
#endif

/// a b + c, rounded once.
TALI_FN float software_fma(float a, float b, float c) {
  const double product = rounded(static_cast<double>(a) * b);  // 48 bits: exact
  const double wide_c = c;
  const double sum = rounded(product + wide_c);
  // The error of the sum (Knuth's TwoSum), exactly. NaN if the sum is not finite.
  const double part = sum - product;
  const double error = (product - (sum - part)) + (wide_c - part);
  // Round to odd: if the sum is not exact and its last bit is even, take the neighbour on the error's side.
  // 53 bits are at least 24 + 2, so a second rounding gives the same result as rounding the exact sum.
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  const std::uint64_t inexact = (error < 0.0) | (error > 0.0);
  const std::uint64_t outwards = (error < 0.0) == (sum < 0.0);
  const std::uint64_t step = inexact & ~bits & 1u;
  return static_cast<float>(__builtin_bit_cast(double, bits + step * (outwards * 2u - 1u)));
}

/// a b + c of doubles without the instruction, rounded once, for operands between 2^-250 and 2^250 in
/// magnitude: the algorithm of section 4. V is a vector of doubles, Integers of integers. Only for targets
/// that cannot contract it.
template <class V, class Integers>
struct emulated_fma {
  /// A sum and its error (Knuth).
  TALI_FN static void two_sum(V a, V b, V& sum, V& error) {
    sum = a + b;
    const V part = sum - a;
    error = (a - (sum - part)) + (b - part);
  }
  /// Splits x into two halves of 26 bits (Veltkamp).
  TALI_FN static V upper_half(V x) {
    const V scaled = x * 134217729.0;
    return scaled - (scaled - x);
  }

  TALI_FN static bool applies(V a, V b, V c) {
    Integers all = ~Integers{};
    for (const V x : {a, b, c}) {
      const V magnitude = (V)((Integers)x & 0x7fffffffffffffff);
      all &= (magnitude > 0x1p-250) & (magnitude < 0x1p250);
    }
    std::int64_t all_lanes = -1;
    for (int i = 0; i < static_cast<int>(sizeof(V) / 8); ++i) all_lanes &= all[i];
    return all_lanes != 0;
  }

  TALI_FN static V of(V a, V b, V c) {
    const V product = a * b;  // and its error (Dekker)
    const V a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
    const V product_error = a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
    V low, low_error, high, high_error, rest, rest_error;
    two_sum(c, product_error, low, low_error);
    two_sum(product, low, high, high_error);
    two_sum(low_error, high_error, rest, rest_error);
    // The remainder rounded to odd, then added to the high part with rounding to nearest.
    const Integers bits = (Integers)rest;
    const Integers inexact = (rest_error < 0.0) | (rest_error > 0.0);
    const Integers outwards = (rest_error < 0.0) == (rest < 0.0);
    const Integers step = inexact & ~bits & 1;
    return high + (V)(bits + step * ((outwards & 2) - 1));
  }
};

__extension__ typedef unsigned __int128 uint128;

/// value 2^exponent with the top bit of value at bit 126, for value != 0.
struct normalized {
  uint128 value;
  int exponent;

  constexpr normalized(uint128 v, int e) : value{v}, exponent{e} {
    const auto high = static_cast<std::uint64_t>(v >> 64), low = static_cast<std::uint64_t>(v);
    const int shift = (high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll(low)) - 1;
    value <<= shift;
    exponent -= shift;
  }
};

/// value 2^exponent as a double, rounded to nearest even. value < 2^127; the lowest bit may represent lost
/// bits below it, if it is at least two bits below the last bit kept.
constexpr std::uint64_t round_to_double_bits(uint128 value, int exponent) {
  if (value == 0) return 0;
  const normalized n(value, exponent);
  constexpr int min_exponent = -1074;  // the exponent of the smallest subnormal
  int last = n.exponent + 126 - 52;
  if (last < min_exponent) last = min_exponent;
  const int drop = last - n.exponent;  // 74, or more for subnormals
  if (drop > 127) return 0;            // less than half of the smallest subnormal
  std::uint64_t kept = static_cast<std::uint64_t>(n.value >> drop);
  const uint128 rest = n.value & ((uint128{1} << drop) - 1), half = uint128{1} << (drop - 1);
  if (rest > half || (rest == half && (kept & 1u) != 0)) ++kept;
  // A carry to 2^53 correctly increments the exponent field, and so does one from the largest subnormal.
  const std::uint64_t bits = (static_cast<std::uint64_t>(last - min_exponent) << 52) + kept;
  constexpr std::uint64_t infinity = std::uint64_t{2047} << 52;
  return bits < infinity && last - min_exponent < 2047 ? bits : infinity;
}

/// a b + c, rounded once, for operands of any size.
template <int Set, int RegisterBytes>
__attribute__((noinline, const)) double integer_fma(double a, double b, double c) {
  constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63, fraction = (std::uint64_t{1} << 52) - 1;
  const auto ia = __builtin_bit_cast(std::uint64_t, a), ib = __builtin_bit_cast(std::uint64_t, b),
             ic = __builtin_bit_cast(std::uint64_t, c);
  const int fa = static_cast<int>((ia & ~sign_bit) >> 52), fb = static_cast<int>((ib & ~sign_bit) >> 52),
            fc = static_cast<int>((ic & ~sign_bit) >> 52);
  if (fa == 2047 || fb == 2047) return rounded(a * b) + c;
  if (fc == 2047) return c + c;                         // also if a b alone would overflow
  if (a == 0.0 || b == 0.0) return rounded(a * b) + c;  // the product is exact
  if (c == 0.0) return rounded(a * b);                  // a tiny product keeps its sign

  const auto significand = [](std::uint64_t bits, int field) {
    return (bits & fraction) | (field != 0 ? fraction + 1 : 0);
  };
  const auto exponent = [](int field) { return (field != 0 ? field : 1) - 1075; };
  const normalized product(uint128{significand(ia, fa)} * significand(ib, fb), exponent(fa) + exponent(fb));
  const normalized addend(significand(ic, fc), exponent(fc));
  const std::uint64_t product_sign = (ia ^ ib) & sign_bit, addend_sign = ic & sign_bit;

  const bool product_leads = product.exponent > addend.exponent ||
                             (product.exponent == addend.exponent && product.value >= addend.value);
  const normalized& large = product_leads ? product : addend;
  const normalized& small = product_leads ? addend : product;
  const std::uint64_t sign = product_leads ? product_sign : addend_sign;
  // Both have at most 106 bits below bit 126, so a shift by up to 20 loses nothing. After a longer shift the
  // difference has its top bit at bit 125 or above, and one bit can represent all lost bits.
  const int shift = large.exponent - small.exponent;
  uint128 shifted = 1;
  if (shift < 127) {
    shifted = small.value >> shift;
    if ((shifted << shift) != small.value) shifted |= 1u;
  }
  if (product_sign == addend_sign) {
    // Shift right by one for the carry, and or the lost bit into the lowest bit.
    const uint128 sum = large.value + shifted;
    return __builtin_bit_cast(double,
                              sign | round_to_double_bits((sum >> 1) | (sum & 1u), large.exponent + 1));
  }
  const uint128 difference = large.value - shifted;
  if (difference == 0) return 0.0;
  return __builtin_bit_cast(double, sign | round_to_double_bits(difference, large.exponent));
}

/// a b + c, rounded once. Not inlined: it has about 60 instructions, and an elementary function calls it 25
/// times.
template <int Set, int RegisterBytes>
__attribute__((noinline, const)) double outlined_fma(double a, double b, double c) {
#if !defined(TALI_HAS_FMA) && !defined(TALI_GPU_COMPILER)  // nvcc has no vector types
  typedef double pair __attribute__((vector_size(16)));
  typedef std::int64_t integer_pair __attribute__((vector_size(16)));
  using emulated = emulated_fma<pair, integer_pair>;
  const pair pa{a, 1.0}, pb{b, 1.0}, pc{c, 1.0};
  if (emulated::applies(pa, pb, pc)) return emulated::of(pa, pb, pc)[0];
#endif
  return integer_fma<Set, RegisterBytes>(a, b, c);
}

TALI_FN double software_fma(double a, double b, double c) {
  return outlined_fma<instruction_set, register_bytes>(a, b, c);
}

/// The float version of software_fma, out of line.
template <int Set, int RegisterBytes>
__attribute__((noinline, const)) float outlined_fma(float a, float b, float c) {
  return software_fma(a, b, c);
}

/// a b + c, rounded once; uses the instruction if the processor has it.
template <class F>
TALI_FN F machine_fma(F a, F b, F c) {
#if defined(TALI_ASKS_FOR_FMA)
  if (machine_has_fma()) [[likely]]
    return fma_instruction(a, b, c);
#endif
  return outlined_fma<instruction_set, register_bytes>(a, b, c);
}

#endif

}  // namespace tali::detail
TALI_WIDE_REGISTERS_END
