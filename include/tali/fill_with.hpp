// SPDX-License-Identifier: Apache-2.0
// fill_with: fills memory from a user's distribution, on the CPU. The distribution is a functor of words, or
// of the words of an attempt (docs/own.md). tali/cuda/fill_with.cuh is for GPUs.
//
// The compiled library writes words to the L1 cache, at its best SIMD level, regardless of the user's
// compiler options. The functor, compiled in the user's file, makes values from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/catalogue.hpp>
#include <tali/detail/functor.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/detail/convert_range.hpp>
#include <tali/simd/masks.hpp>
#endif

#if TALI_HAS_LEVELS
// In effect until the end of the including file: GCC instantiates some of these functions at its end, where
// the pragmas of their headers have no effect (TALI_WIDE_REGISTERS_BEGIN).
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace tali {

namespace detail {

/// A user's functor, in the form that the compiled library takes.
struct user_functor {
  const void* functor;
  int words;  ///< words per value, or per attempt
  std::size_t value_bytes;
  /// Makes n values from words.
  void (*values)(const void* functor, const std::uint32_t* words, void* to, std::size_t n);
  /// Makes n attempts from words, and sets a byte of `accepted` to nonzero for each accepted one; null if the
  /// functor makes values.
  void (*attempts)(const void* functor, const std::uint32_t* words, void* to, std::uint8_t* accepted,
                   std::size_t n);
  std::uint32_t tag;   ///< for attempts
  const void* failed;  ///< for attempts: the value if none was accepted
};

/// As fill_with.
void cpu_fill_with(const cpu& where, const engine_info& entry, const void* engine, const user_functor& f,
                   std::uint64_t first, void* to, std::size_t n);

/// Makes values one by one.
template <class F>
TALI_USER_TARGET void user_values(const void* functor, const std::uint32_t* words, void* to, std::size_t n) {
  const user_distribution<F> d{*static_cast<const F*>(functor)};
  using T = typename user_distribution<F>::result_type;
  auto* const out = static_cast<T*>(to);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t w[d.words];
    for (int k = 0; k < d.words; ++k) w[k] = words[i * d.words + static_cast<std::size_t>(k)];
    out[i] = static_cast<T>(d(w));
  }
}

/// Makes attempts one by one.
template <class F>
TALI_USER_TARGET void user_attempts(const void* functor, const std::uint32_t* words, void* to,
                                    std::uint8_t* accepted, std::size_t n) {
  const F& f = *static_cast<const F*>(functor);
  constexpr int m = functor_traits<F>::words;
  using T = typename user_rejection<F>::result_type;
  auto* const out = static_cast<T*>(to);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t w[m];
    for (int k = 0; k < m; ++k) w[k] = words[i * m + static_cast<std::size_t>(k)];
    const auto a = call_functor(f, w);
    out[i] = static_cast<T>(a.value);
    accepted[i] = a.accepted ? 1 : 0;
  }
}

#if !defined(TALI_GPU_COMPILER)

/// Makes attempts in SIMD lanes.
/// @param words,to,accepted  must have room for whole registers
template <class F, int R>
TALI_FN void user_attempts_of_lanes(const void* functor, const std::uint32_t* words, void* to,
                                    std::uint8_t* accepted, std::size_t n) {
  const F f = *static_cast<const F*>(functor);
  constexpr int m = functor_traits<F>::words, N = R / 4;
  using T = typename user_rejection<F>::result_type;
  auto* const out = static_cast<T*>(to);
  for (std::size_t i = 0; i < n; i += N) {
    lanes<std::uint32_t, N, R> w[m];
    cpu_driver::load_values(words + i * m, w);
    const auto a = f(w);
    const std::remove_const_t<decltype(a.value)> value[1] = {a.value};
    cpu_driver::store_woven(value, out + i);
    // The lowest byte of a mask. Not a comparison, because GCC 12 crashes on that of AVX-512.
    for (int l = 0; l < N; ++l)
      accepted[i + static_cast<std::size_t>(l)] = static_cast<std::uint8_t>(a.accepted.v.get(l));
  }
}

/// The registers of the compiler's target.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__)
inline constexpr int user_register_bytes = 64;
#elif defined(__AVX2__) && defined(__FMA__)
inline constexpr int user_register_bytes = 32;
#else
inline constexpr int user_register_bytes = 16;
#endif

#if TALI_HAS_LEVELS
template <class F>
TALI_AVX2 void user_values_avx2(const void* f, const std::uint32_t* words, void* to, std::size_t n) {
  cpu_driver::convert_range<user_distribution<F>, 32>(f, words, to, n);
}
template <class F>
TALI_AVX512 void user_values_avx512(const void* f, const std::uint32_t* words, void* to, std::size_t n) {
  cpu_driver::convert_range<user_distribution<F>, 64>(f, words, to, n);
}
template <class F>
TALI_AVX2 void user_attempts_avx2(const void* f, const std::uint32_t* words, void* to, std::uint8_t* accepted,
                                  std::size_t n) {
  user_attempts_of_lanes<F, 32>(f, words, to, accepted, n);
}
template <class F>
TALI_AVX512 void user_attempts_avx512(const void* f, const std::uint32_t* words, void* to,
                                      std::uint8_t* accepted, std::size_t n) {
  user_attempts_of_lanes<F, 64>(f, words, to, accepted, n);
}
#endif

template <class F, int R>
TALI_USER_TARGET void user_values_of_lanes(const void* f, const std::uint32_t* words, void* to,
                                           std::size_t n) {
  cpu_driver::convert_range<user_distribution<F>, R>(f, words, to, n);
}
template <class F, int R>
TALI_USER_TARGET void user_attempts_in_lanes(const void* f, const std::uint32_t* words, void* to,
                                             std::uint8_t* accepted, std::size_t n) {
  user_attempts_of_lanes<F, R>(f, words, to, accepted, n);
}

/// The functor's functions for lanes in registers of R bytes, which the compiler's target must have.
template <class F, int R>
void set_lanes(user_functor& to) {
  if constexpr (functor_traits<F>::makes_attempts) {
    to.attempts = &user_attempts_in_lanes<F, R>;
  } else {
    to.values = &user_values_of_lanes<F, R>;
  }
}

/// The functor's functions for lanes at a SIMD level: with the level's registers if the compiler supports
/// them, otherwise with those of its target.
template <class F>
void add_lanes(user_functor& to, simd_level level) {
  [[maybe_unused]] constexpr bool attempts = functor_traits<F>::makes_attempts;
  constexpr int R = user_register_bytes;
  if (level == simd_level::baseline) {
    set_lanes<F, 16>(to);
  } else if (level == simd_level::avx2) {
    set_lanes<F, (R < 32 ? R : 32)>(to);
  } else {
    set_lanes<F, R>(to);
  }
#if TALI_HAS_LEVELS
  if (level == simd_level::avx2 && R < 32) {
    if constexpr (attempts) {
      to.attempts = &user_attempts_avx2<F>;
    } else {
      to.values = &user_values_avx2<F>;
    }
  }
  if (level == simd_level::avx512 && R < 64) {
    if constexpr (attempts) {
      to.attempts = &user_attempts_avx512<F>;
    } else {
      to.values = &user_values_avx512<F>;
    }
  }
#endif
}

#endif

/// The functor's functions for a SIMD level.
template <class F>
user_functor user_functor_at(simd_level level, const F& f) {
  using traits = functor_traits<F>;
  user_functor result{&f, traits::words, sizeof(typename result_of_functor<F>::type), nullptr, nullptr,
                      0,  nullptr};
  if constexpr (traits::makes_attempts) {
    static constexpr auto failed = user_rejection<F>::failed();
    result.attempts = &user_attempts<F>;
    result.tag = user_rejection<F>::tag;
    result.failed = &failed;
  } else {
    result.values = &user_values<F>;
  }
#if !defined(TALI_GPU_COMPILER)
  if constexpr (traits::takes_lanes) add_lanes<F>(result, level);
#endif
  (void)level;
  return result;
}

/// True if the call is possible; otherwise one compile-time message.
template <class E, class F, class To>
constexpr bool explain_fill_with() {
  constexpr bool any = std::is_same_v<E, any_engine>;
  constexpr bool engine = any || registered_engine<E> || bank_engine<E> || per_thread_engine<E>;
  static_assert(
      engine,
      "tali::fill_with: the engine must be pcg32, philox4x32, philox4x32_7, a bank or an any_engine; "
      "points make values only from single coordinates");
  if constexpr (!explain_functor<F>()) {
    return false;
  } else {
    constexpr bool by_counter = any || !functor_traits<F>::makes_attempts || counter_engine<E>;
    static_assert(by_counter,
                  "tali::fill_with: attempts take philox4x32 or philox4x32_7, with counter-based "
                  "words");
    constexpr bool converts = std::is_convertible_v<To, std::span<typename result_of_functor<F>::type>>;
    static_assert(
        converts,
        "tali::fill_with: the destination must be a std::span of the functor's values, or an object "
        "that converts to one");
    return engine && by_counter && converts;
  }
}

}  // namespace detail

/// Writes elements first, first + 1, ... of functor f over sequence e to `to`, as many as fit.
///
/// If f takes W words, element i is f of words i W ... i W + W - 1. If f returns attempted{value, accepted},
/// element i is the value of the first accepted attempt, and each attempt has separate words. In both cases
/// element i is value_with(e, f, i), for any number of threads, SIMD level and division of the range, if f
/// depends only on its words. Several threads call f at the same time.
///
/// @param where  threads and SIMD level
/// @param e      the sequence, at its index 0; for attempts philox4x32 or philox4x32_7. A bank is copied, and
///               advances to `first` from its current position
/// @param f      a function with parameters of type std::uint32_t (one word) and std::uint64_t (two words,
///               the low one first), or an object with `words` and an operator() that takes an array of
///               words (docs/own.md)
/// @param to     a std::span of f's values, or an object that converts to one
/// @throws argument_error if the range passes the sequence's end (2^64 words), `to` is null and not empty,
/// `where` requires a SIMD level that this machine lacks, or an any_engine makes points or does not support
/// attempts
/// @throws sampling_error with the first sample whose attempts were all rejected
/// @throws exceptions of f
template <class E, class F, class To>
void fill_with(const cpu& where, const E& e, const F& f, std::uint64_t first, To&& to) {
  if constexpr (detail::explain_fill_with<E, F, To&&>()) {
    const std::span<typename detail::result_of_functor<F>::type> values = to;
    const detail::user_functor functions = detail::user_functor_at(where.level, f);
    if constexpr (std::is_same_v<E, any_engine>) {
      detail::cpu_fill_with(where, e.info(), e.get(), functions, first, values.data(), values.size());
    } else {
      detail::cpu_fill_with(where, info_of<E>(), &e, functions, first, values.data(), values.size());
    }
  }
}

}  // namespace tali
