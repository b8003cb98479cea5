// SPDX-License-Identifier: Apache-2.0
// The values that kernels of words can make, besides the words themselves.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/detail/device.hpp>
#include <tali/distribution/uniform.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali::cuda_driver {

/// Words that are stored with one instruction.
template <int words>
struct alignas(4 * words) word_vector {
  std::uint32_t w[words];
};

/// Conversions of words: each kind reads and writes 4 bytes per word; a value uses `words_per_value` words.
struct finish_words {
  static constexpr int words_per_value = 1;

  template <int n>
  __device__ __forceinline__ void operator()(std::uint32_t (&)[n]) const {}
};

/// uniform<T, kind> with `kind` chosen at run time: one kernel for all intervals, without branches. With k
/// the high bits of one word (two for double), a value is k, k + 1 or k + 1/2 times a power of two, or that
/// plus 1. None has more bits than the type, so nothing is rounded, and the bits are those of the
/// distribution.
template <class T>
class finish_uniform;

template <>
class finish_uniform<float> {
 public:
  static constexpr int words_per_value = 1;

  explicit finish_uniform(interval kind)
      : shift_{has_all_bits(kind) ? 8u : 9u},
        scale_{has_all_bits(kind) ? 0x1p-24f : 0x1p-23f},
        offset_{kind == interval::close_open     ? 0
                : kind == interval::close1_open2 ? 1
                                                 : 0x1p-24f} {}

  template <int n>
  __device__ __forceinline__ void operator()(std::uint32_t (&w)[n]) const {
#pragma unroll
    for (int k = 0; k < n; ++k) w[k] = bits_of(fma(to_float(w[k] >> shift_), scale_, offset_));
  }

 private:
  static bool has_all_bits(interval kind) {
    return kind == interval::close_open || kind == interval::open_close;
  }

  std::uint32_t shift_;
  float scale_, offset_;
};

template <>
class finish_uniform<double> {
 public:
  static constexpr int words_per_value = 2;

  explicit finish_uniform(interval kind)
      : keep_{kind == interval::close1_open2 ? ~lowest : ~0u},
        set_{kind == interval::open_open ? lowest : 0u},
        offset_{kind == interval::open_close     ? 0x1p-53
                : kind == interval::close1_open2 ? 1.0
                                                 : 0.0} {}

  template <int n>
  __device__ __forceinline__ void operator()(std::uint32_t (&w)[n]) const {
#pragma unroll
    for (int k = 0; k < n; k += 2) {
      const auto b = bits_of(add(to_unit_double((w[k] & keep_) | set_, w[k + 1]), offset_));
      w[k] = narrow(b);
      w[k + 1] = narrow(b >> 32);
    }
  }

 private:
  static constexpr std::uint32_t lowest = 1u << 11;  ///< the lowest of a value's 53 bits

  std::uint32_t keep_, set_;
  double offset_;
};

/// Calls f with the conversion that a launch's `finish` and `kind` select.
template <class Launch, class F>
void with_finish(const Launch& l, const F& f) {
  using finishes = std::remove_cv_t<decltype(l.finish)>;
  switch (l.finish) {
    case finishes::words:
      return f(finish_words{});
    case finishes::uniform_f32:
      return f(finish_uniform<float>{l.kind});
    case finishes::uniform_f64:
      return f(finish_uniform<double>{l.kind});
  }
}

}  // namespace tali::cuda_driver
