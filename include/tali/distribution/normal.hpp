// SPDX-License-Identifier: Apache-2.0
// normal: normal numbers by a full-rank random orthogonal map. A lane looks up 64 values with random signs in
// a trained table, takes their Walsh-Hadamard transform in registers, and gives the 64 results random signs.
// This takes six additions and one look-up per number, and no exchange between lanes.
//
// The transform is that of A. P. Goucher, "Training a random Gaussian generator for GPUs" (2022), without the
// projection from 64 to 32, and with the values of one lane instead of a warp. Because random signs are
// applied after it, no fixed linear test can invert the transform. The map preserves the sum of squares, and
// the tables determine its distribution: docs/normal-method.md.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/mean_and_deviation.hpp>
#include <tali/distribution/normal_values.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/half.hpp>
#include <tali/simd/walsh.hpp>

namespace tali {

namespace detail {
template <class T>
struct trained_normal_table;

/// The trained table in the form that normal reads: magnitudes divided by 8, the transform's factor. The
/// float body has each value with both signs, so that the index includes the sign; shared memory is too small
/// for both signs of doubles.
template <class T>
struct normal_table {
  static constexpr bool signed_body = std::is_same_v<T, float>;
  static constexpr std::uint32_t body_size = (signed_body ? 2 : 1) * normal_values::body_size;
  static constexpr std::uint32_t wide_size = normal_values::wide_size;

  alignas(16) T body[body_size];
  alignas(16) T wide[wide_size];

  constexpr normal_table() = default;

  /// The trained values.
  TALI_FN static const normal_table& trained() { TALI_RETURN_TABLE(detail::trained_normal_table<T>); }

#if defined(TALI_GPU_COMPILER)
  /// Fills a table in shared memory. Every thread of the block must call it; it ends with a barrier.
  __device__ void load() {
    start_load();
    finish_load();
  }

  /// The same in two parts. Between them threads may do other work while the table is copied.
  __device__ void start_load() {
    copy(body, trained().body);
    copy(wide, trained().wide);
    detail::gpu::end_of_copies();
  }
  __device__ void finish_load() {
    detail::gpu::wait_for_copies();
    detail::gpu::synchronise_block();
  }
#endif

 private:
#if defined(TALI_GPU_COMPILER)
  /// Copies 16 bytes per thread in each step.
  template <std::uint32_t size>
  __device__ static void copy(T (&to)[size], const T (&from)[size]) {
    constexpr unsigned piece = 16 / sizeof(T);
    static_assert(size % piece == 0);
    for (unsigned i = threadIdx.x * piece; i < size; i += blockDim.x * piece) {
      detail::gpu::copy_to_shared<16>(to + i, from + i);
    }
  }
#endif
};

template <class T>
struct trained_normal_table : normal_table<T> {
  TALI_HOST_FN constexpr trained_normal_table() : normal_table<T>{} {
    constexpr std::uint32_t magnitudes = normal_values::body_size;
    for (std::uint32_t i = 0; i < normal_table<T>::body_size; ++i) {
      const T x = pick(normal_values::body_f32.value, normal_values::body_f64)[i % magnitudes];
      this->body[i] = i < magnitudes ? x : -x;
    }
    for (std::uint32_t i = 0; i < normal_values::wide_size; ++i) {
      this->wide[i] = pick(normal_values::wide_f32.value, normal_values::wide_f64)[i];
    }
  }

 private:
  TALI_FN static constexpr const T* pick(const float* f32, const double* f64) {
    if constexpr (std::is_same_v<T, float>) {
      return f32;
    } else {
      return f64;
    }
  }
};

}  // namespace detail

/// Normal numbers N(mu, sigma), 64 at a time: fma(sigma, z, mu) with z a standard normal number.
///
/// Collective: a span of 2048 outputs is made together, 64 by each of 32 independent lanes. In span s, lane l
/// takes words 2048 s + 32 l ... 2048 s + 32 l + 31, half a word per output; the second half of the span's
/// words is skipped. T = float, double, bfloat16 or float16. float and double are different sequences; the
/// 16-bit values are the float values, rounded.
template <class T>
class normal : public detail::batch_of_lanes<detail::walsh_size, detail::walsh_size / 2,
                                             16 / sizeof(detail::lane_type_of<T>)>,
               public detail::mean_and_deviation<detail::numbers<normal<T>, detail::lane_type_of<T>, 2>> {
  using base = detail::mean_and_deviation<detail::numbers<normal<T>, detail::lane_type_of<T>, 2>>;

 public:
  using result_type = T;
  using lane_type = detail::lane_type_of<T>;
  static_assert(std::is_same_v<lane_type, float> || std::is_same_v<lane_type, double>,
                "tali::normal: its numbers are float, double, float16 or bfloat16");

  static constexpr const char* name = "normal";
  static constexpr const char* summary = "normal numbers by a full-rank Walsh-Hadamard mixing, the fastest";

  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN explicit normal(lane_type mu = 0, lane_type sigma = 1)
      : base(detail::checked<normal>({mu, sigma})) {}

  /// The table that a thread block keeps in shared memory.
  using shared_table = detail::normal_table<lane_type>;
  TALI_FN static const shared_table& table() { return shared_table::trained(); }

  /// A lane's 64 outputs from its 32 words. In kernels, a lane is a thread, and the table is in shared
  /// memory.
  /// @tparam U32,F  std::uint32_t and lane_type, or SIMD lanes of them
  template <class U32, class F>
  TALI_FN void operator()(const U32 (&w)[detail::walsh_size / 2], const shared_table& table,
                          F (&x)[detail::walsh_size]) const {
    mix(w, table, x);
    finish(w, x);
  }

#if defined(TALI_GPU_COMPILER)
  /// A lane's 16-bit outputs, packed two per word with the first in the low half.
  __device__ void pairs(const std::uint32_t (&w)[detail::walsh_size / 2], const shared_table& table,
                        std::uint32_t (&out)[detail::walsh_size / 2]) const requires(sizeof(T) == 2) {
    lane_type x[detail::walsh_size];
    mix(w, table, x);
    if (std::is_same_v<T, bfloat16> && is_standard()) {  // rounds first, then applies two signs at once
      TALI_UNROLL
      for (int j = 0; j < detail::walsh_size / 2; ++j) {
        out[j] = detail::times_signs(detail::stored_pair<T>(x[2 * j], x[2 * j + 1]), w[j]);
      }
    } else {
      finish(w, x);
      TALI_UNROLL
      for (int j = 0; j < detail::walsh_size / 2; ++j)
        out[j] = detail::stored_pair<T>(x[2 * j], x[2 * j + 1]);
    }
  }
#endif

  /// The value in the type that is stored.
  TALI_FN static T stored(lane_type x) { return detail::stored_as<T>(x); }

 private:
  static constexpr int unused_bits = 2;
  static constexpr int body_sign_bit = unused_bits + detail::log2_of(normal_values::body_size);
  static constexpr int wide_sign_bit = unused_bits + detail::log2_of(normal_values::wide_size);
  static_assert(body_sign_bit < 15 && wide_sign_bit < 15);

  /// Looks up table values by the words and transforms them.
  template <class U32, class F>
  TALI_FN static void mix(const U32 (&w)[detail::walsh_size / 2], const shared_table& table,
                          F (&x)[detail::walsh_size]) {
    // A half word has two unused bits, an index, a sign, and in its top bit the sign of the result. The first
    // value comes from the wide table, whose index is one bit longer.
    TALI_UNROLL
    for (int j = 0; j < detail::walsh_size / 2; ++j) {
      const U32 high = w[j] >> 16;
      x[2 * j] = j == 0 ? wide_value<F>(table, w[j]) : body_value<F>(table, w[j]);
      x[2 * j + 1] = body_value<F>(table, high);
    }
    detail::walsh_transform(x);
  }

  /// Applies the results' signs together with sigma, and adds mu.
  template <class U32, class F>
  TALI_FN void finish(const U32 (&w)[detail::walsh_size / 2], F (&x)[detail::walsh_size]) const {
    TALI_UNROLL
    for (int j = 0; j < detail::walsh_size / 2; ++j) {
      x[2 * j] = fma(flip_sign(F(this->sigma()), w[j] << 16), x[2 * j], F(this->mu()));
      x[2 * j + 1] = fma(flip_sign(F(this->sigma()), w[j]), x[2 * j + 1], F(this->mu()));
    }
  }

  /// Whether mu is +0 and sigma is 1. mu = -0 is not standard: -0 + -0 is -0, but -0 + 0 is +0.
  TALI_FN bool is_standard() const { return bits_of(this->mu()) == 0 && this->sigma() == 1; }

  template <class F, class U32>
  TALI_FN static F body_value(const shared_table& table, const U32& half) {
    const F x = detail::look_up_bits<unused_bits, shared_table::body_size>(table.body, half);
    if constexpr (shared_table::signed_body) {
      return x;
    } else {
      return flip_sign(x, half << (31 - body_sign_bit));
    }
  }
  template <class F, class U32>
  TALI_FN static F wide_value(const shared_table& table, const U32& half) {
    return flip_sign(detail::look_up_bits<unused_bits, shared_table::wide_size>(table.wide, half),
                     half << (31 - wide_sign_bit));
  }
};

}  // namespace tali
