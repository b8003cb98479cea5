// SPDX-License-Identifier: Apache-2.0
// fill_with: fills device memory from a user's distribution. For .cu files; link tali::cuda. The kernels are
// the library's, compiled for the user's functor (docs/own.md).
#pragma once

#if !defined(__CUDACC__)
#error "tali/cuda/fill_with.cuh is for .cu files: a kernel is compiled for your functor"
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <cuda_runtime.h>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/sampling_kernel.cuh>
#include <tali/cuda/detail/tuning.hpp>
#include <tali/cuda/detail/user_fill.hpp>
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/detail/functor.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// True if kernels support the functor and the engine; otherwise one compile-time message.
template <class E, class F, class To>
constexpr bool explain_cuda_fill_with() {
  constexpr bool engine = registered_engine<E>;
  static_assert(engine, "tali::fill_with: on a GPU the engine must be pcg32, philox4x32 or philox4x32_7");
  constexpr bool function = std::is_pointer_v<F>;
  static_assert(!function,
                "tali::fill_with: a kernel cannot call a function of the host by its pointer; pass a "
                "class with a __device__ operator(), or a __host__ __device__ lambda");
#if defined(__CUDACC_EXTENDED_LAMBDA__)
  constexpr bool device_only = __nv_is_extended_device_lambda_closure_type(F);
  static_assert(!device_only,
                "tali::fill_with: the host needs the lambda's value type: mark it __host__ __device__");
#else
  constexpr bool device_only = false;
#endif
  constexpr bool copies = std::is_trivially_copyable_v<F>;
  static_assert(
      copies, "tali::fill_with: the functor is passed to the kernel by value and must be trivially copyable");
  if constexpr (engine && !function && !device_only && copies) {
    if constexpr (explain_functor<F>()) {
      using traits = functor_traits<F>;
      using T = typename result_of_functor<F>::type;
      constexpr bool by_counter = !traits::makes_attempts || counter_engine<E>;
      static_assert(by_counter,
                    "tali::fill_with: attempts take philox4x32 or philox4x32_7, with counter-based "
                    "words");
      constexpr bool fits = sizeof(T) <= 16 && 16 % sizeof(T) == 0;
      static_assert(fits, "tali::fill_with: on a GPU a value has 1, 2, 4, 8 or 16 bytes");
      constexpr bool few_words = traits::makes_attempts || 16 / sizeof(T) * traits::words <= 64;
      static_assert(few_words, "tali::fill_with: on a GPU 16 bytes of values take at most 64 words");
      constexpr bool same = std::is_same_v<T, To>;
      static_assert(same,
                    "tali::fill_with: the destination must be a pointer to values of the functor's type");
      return by_counter && fits && few_words && same;
    }
  }
  return false;
}

/// The arguments of a launch, for a function that the library calls with the device current.
template <class E, class F>
struct user_launch {
  using T = typename result_of_functor<F>::type;

  const cuda& where;
  const E& e;
  const F& f;
  std::uint64_t first;
  T* to;
  std::size_t n;
  cuda_failures* record;

  /// @returns the launch's error code
  static int values(const void* self, int multiprocessors) {
    using namespace cuda_driver;
    using D = user_distribution<F>;
    const user_launch& l = *static_cast<const user_launch*>(self);
    plan p = plan_of(l.first, static_cast<const T*>(l.to), l.n, line_bytes);
    const cut c = cut_range(l.where, p.vectors, default_shape(p.vectors, multiprocessors, true), 1);
    set_cut(p, c);
    const typename E::stride stride(p.stride * vector_words<D>);
    const D d{l.f};
    return launch_fill(l.e, d, l.to, p, stride, [&](auto kernel, const auto&... arguments) {
      kernel<<<c.grid, c.block, 0, l.where.stream>>>(arguments...);
      return cudaGetLastError();
    });
  }

  static int samples(const void* self, int multiprocessors) {
    using namespace cuda_driver;
    using D = user_rejection<F>;
    const user_launch& l = *static_cast<const user_launch*>(self);
    const rejection_words words(l.e, D::tag);
    const D d{{}, l.f};
    if (l.where.rejection.kind == schedule::grouped) {
      const int given = l.where.rejection.group;
      const unsigned group = given == 0 ? 1u : static_cast<unsigned>(given);
      const unsigned blocks = blocks_for(multiprocessors, l.n * group, 256);
      grouped_kernel<<<blocks, 256, 0, l.where.stream>>>(words, d, l.to, l.first, l.n, group, l.record);
    } else {
      const int piece = piece_for(multiprocessors, l.n);
      const unsigned blocks = blocks_of_pieces(words.first() + l.first, l.n, piece);
      compacting_kernel<<<blocks, compacting_threads, 0, l.where.stream>>>(words, d, l.to, l.first, l.n,
                                                                           piece, l.record);
    }
    return cudaGetLastError();
  }
};

}  // namespace detail

/// Writes elements first ... first + n - 1 of functor f over sequence e to `to`, in memory of the device
/// `where.ordinal`, on `where.stream`. The values are those of value_with(e, f, i) and of fill_with on the
/// CPU, if f returns the same values there for the same words: nvcc fuses a product and a sum into an fma,
/// unless f uses multiply and add (tali/math/arithmetic.hpp). Returns once the work is enqueued.
///
/// @param f       as on the CPU, with __device__ functions, or a __host__ __device__ lambda. Passed to the
/// kernel by
///                value
/// @param record  for attempts: null, or a record in device memory, to be read after synchronising
/// @throws argument_error if the range passes the sequence's end, the launch shape is out of range, or `to`
///         is null and n > 0, is unaligned for its values, or is not writable by the device
/// @throws device_error if there is no such device or the launch fails
template <class E, class F, class T>
void fill_with(const cuda& where, const E& e, const F& f, std::uint64_t first, T* to, std::size_t n,
               detail::cuda_failures* record = nullptr) {
  if constexpr (detail::explain_cuda_fill_with<E, F, T>()) {
    using launch = detail::user_launch<E, F>;
    using traits = detail::functor_traits<F>;
    const launch l{where, e, f, first, to, n, record};
    if constexpr (traits::makes_attempts) {
      detail::cuda_fill_with(where, {1, sizeof *to, first, to, n, record, &launch::samples, &l});
    } else {
      detail::cuda_fill_with(where, {traits::words, sizeof *to, first, to, n, nullptr, &launch::values, &l});
    }
  }
}

}  // namespace tali
