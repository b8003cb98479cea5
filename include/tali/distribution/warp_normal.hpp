// SPDX-License-Identifier: Apache-2.0
// normal-warp: the warp Gaussian. 64 values of small trained tables are mixed by a random orthogonal
// butterfly across 32 lanes in integers, then come three products. It has no transcendental function, so the
// bits are the same on every device.
//
// Source: A. P. Goucher, "Training a random Gaussian generator for GPUs" (2022), section "CUDA
// implementation" and "Issues with small floats". The tables are tali's own: lab/normal trains them.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/mean_and_deviation.hpp>
#include <tali/distribution/warp_normal_values.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

namespace tali {

/// The number of parts of the small uniform summand's coefficient.
enum class warp_grain {
  fine,    ///< two: outputs are multiples of about 2^-150
  coarse,  ///< one: about 2^-95, one fma less. Detectable near zero after about 2e14 outputs
};

namespace detail {

// A layer of the butterfly: a random one of the eight 2 x 2 Hadamard matrices, then an exchange of half the
// values with another lane.
template <class W, int bit_a, int bit_b>
TALI_FN void negate(const typename W::u32& entropy, typename W::i32& a, typename W::i32& b) {
  a = W::template negate_where<bit_a>(entropy, a);
  b = W::template negate_where<bit_b>(entropy, b);
}
template <class W, int distance>
TALI_FN void mix(typename W::i32& a, typename W::i32& b) {
  const typename W::i32 sum = a + b;
  a = a - b;
  b = W::template exchange<distance>(sum);
}

/// The coefficients of the warp Gaussian's integers; that of c has two parts.
struct warp_coefficients {
  double a = warp_normal_values::a_coefficient, b = warp_normal_values::b_coefficient,
         c = warp_normal_values::c_coefficient, c_low = warp_normal_values::c_coefficient_low;
};

/// Standard normal numbers of a full warp.
/// @param entropy  one random word per lane
/// @param table    warp_normal_values::values in fast memory, `columns` (16, or 32 with every row twice)
/// values an entry
/// @param k        the table's coefficients
template <class W, int columns, warp_grain grain>
TALI_FN typename W::f64 warp_gaussian(const typename W::u32& entropy, const std::int32_t* table,
                                      const warp_coefficients k = {}) {
  using i32 = typename W::i32;
  using u32 = typename W::u32;
  using f64 = typename W::f64;
  i32 a = W::template look_up<columns, 4>(table, entropy);
  i32 b = W::template look_up<columns, 20>(table, entropy);

  negate<W, 19, 18>(entropy, a, b);
  mix<W, 1>(a, b);
  negate<W, 17, 16>(entropy, a, b);
  mix<W, 2>(a, b);
  negate<W, 15, 14>(entropy, a, b);
  mix<W, 4>(a, b);
  negate<W, 13, 12>(entropy, a, b);
  // A uniform odd integer; b has come from other lanes, which makes it independent of the entropy's bits.
  const i32 c = W::as_signed((entropy ^ W::as_unsigned(b)) | u32(1u));
  mix<W, 8>(a, b);
  negate<W, 3, 2>(entropy, a, b);
  mix<W, 16>(a, b);
  negate<W, 0, 1>(entropy, a, b);

  f64 z = multiply(W::to_f64(a), f64(k.a));
  z = fma(W::to_f64(b), f64(k.b), z);
  const f64 small = W::to_f64(c);
  z = fma(small, f64(k.c), z);
  if constexpr (grain == warp_grain::fine) z = fma(small, f64(k.c_low), z);
  return z;
}

/// The layout of warp_gaussian's outputs: four blocks of 32, each with one word per lane.
using warp_span = batch_of_lanes<4, 4, 1>;

struct trained_warp_normal_table {
  std::int32_t value[256 * 16];
  TALI_HOST_FN constexpr trained_warp_normal_table() : value{} {
    for (int i = 0; i < 256 * 16; ++i) value[i] = warp_normal_values::values[i / 16][i % 16];
  }
};
TALI_FN const trained_warp_normal_table& trained_warp_normal() {
  TALI_RETURN_TABLE(trained_warp_normal_table);
}

/// The tables in the form that warp_gaussian reads. For `columns` = 32 every entry has its 16 values twice,
/// so that the 32 lanes of a CUDA warp access 32 different banks of shared memory.
template <int columns>
struct warp_normal_table {
  std::int32_t value[256 * columns];

  constexpr warp_normal_table() = default;

  /// The trained values.
  TALI_FN static const std::int32_t* trained() { return detail::trained_warp_normal().value; }

#if defined(TALI_GPU_COMPILER)
  /// Fills a table in shared memory. Every thread of the block calls it; it ends with a barrier.
  __device__ void load() { load(trained()); }
  /// The same from other values than the trained ones, 16 per entry.
  __device__ void load(const std::int32_t* from) {
    for (unsigned i = threadIdx.x; i < 256 * columns; i += blockDim.x)
      value[i] = from[i / columns * 16 + i % 16];
    detail::gpu::synchronise_block();
  }
#endif
};

}  // namespace detail

/// Normal numbers N(mu, sigma) = fma(sigma, z, mu), with z a standard normal number of the warp Gaussian.
///
/// Collective: the 32 outputs of a block, those with the same i / 32, are made together. A float is the
/// double rounded to nearest. One word per output: lane l of block 4 s + k takes word 128 s + 4 l + k,
/// because a lane makes four consecutive words at once.
template <class T, warp_grain grain = warp_grain::fine>
class warp_normal : public detail::warp_span,
                    public detail::mean_and_deviation<detail::numbers<warp_normal<T, grain>, double, 2>> {
  using base = detail::mean_and_deviation<detail::numbers<warp_normal<T, grain>, double, 2>>;

 public:
  using result_type = T;
  using lane_type = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::warp_normal: its numbers are float or double");

  static constexpr const char* name = grain == warp_grain::fine ? "normal-warp" : "normal-warp-coarse";
  static constexpr const char* summary = grain == warp_grain::fine
                                             ? "normal numbers by the warp Gaussian"
                                             : "the same, coarser near zero, an fma less";

  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN explicit warp_normal(double mu = 0, double sigma = 1)
      : base(detail::checked<warp_normal>({mu, sigma})) {}

  /// The trained tables, 16 columns.
  TALI_FN static const std::int32_t* table() { return detail::warp_normal_table<16>::trained(); }

  /// The outputs of a full warp, from one word per lane.
  template <class W, int columns>
  TALI_FN auto of_warp(const typename W::u32& entropy, const std::int32_t* table) const {
    using f64 = typename W::f64;
    const f64 x =
        fma(f64(this->sigma()), detail::warp_gaussian<W, columns, grain>(entropy, table), f64(this->mu()));
    if constexpr (std::is_same_v<T, float>) {
      return round_to_float(x);
    } else {
      return x;
    }
  }

  /// The table that a thread block keeps in shared memory.
  using shared_table = detail::warp_normal_table<32>;

#if defined(TALI_GPU_COMPILER)
  /// In a kernel: this lane's output. A full warp must call it, with one word per lane and the table in
  /// shared memory.
  template <int columns>
  __device__ T operator()(std::uint32_t entropy, const detail::warp_normal_table<columns>& table) const {
    return of_warp<detail::cuda_warp, columns>(entropy, table.value);
  }
#endif
};

}  // namespace tali
