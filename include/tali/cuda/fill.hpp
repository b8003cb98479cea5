// SPDX-License-Identifier: Apache-2.0
// The CUDA backend: fills device memory, and keeps state there between fills. Link tali::cuda. Needs no
// CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/catalogue.hpp>
#include <tali/cuda/detail/sampling_limits.hpp>
#include <tali/cuda/device.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>
#include <tali/key.hpp>
#include <tali/parameter_arrays.hpp>

namespace tali {

namespace detail {

/// The CUDA backend. The keys of rows may be in host or device memory.
/// @throws argument_error, device_error as tali::fill does
void run(const cuda& where, const request& r);

/// Like run, but reads the engine from device memory at r.engine, and writes the engine's state after the
/// range to `engine_after` (also in device memory; may be the same address).
void cuda_fill_chained(const cuda& where, const request& r, void* engine_after);

template <class T>
void run(const cuda& where, const permutation_request<T>& r);
extern template void run(const cuda&, const permutation_request<std::uint32_t>&);
extern template void run(const cuda&, const permutation_request<std::uint64_t>&);

/// The address of a table's copy in the device's memory; the copy is made on first use.
const void* cuda_table(const cuda& where, const table& t);

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e);
extern template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
extern template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

}  // namespace detail

/// How tali::fill (tali/fill.hpp) works if `where` is a `cuda`:
///
/// - `to` is device, managed or mapped host memory of the device `where.ordinal`. Fills are fastest if it is
///   16-byte aligned and, for engines that make words in groups, `first` is a multiple of the group.
/// - The call returns once the work is enqueued on `where.stream`. As always in CUDA, errors of the kernel
///   itself appear at the stream's next synchronisation. `record` is null, or device memory that records
///   failed samples; read it after synchronising. Arrays of parameters must be in device memory. With such
///   arrays and no record, the call waits for the stream and throws the same errors as on the CPU.
///
/// - A bank is copied to the device; if `first` is far ahead, the host jumps it. To make a sequence in
/// pieces, keep a filler or a cuda_bank. Comparators run on the CPU only.
///
/// - The first fill on a device with points, or with a distribution that has a table, copies the table to the
///   device. It waits for the device and cannot be captured into a graph; later fills, including those with
///   copies of the distribution, only enqueue work. The table is freed with the distribution's last copy, so
///   the work must be finished by then.
///
/// - The first fill on a device with a rejection distribution compiles its kernel, or reads it from a cache
/// (`tali compile`), which takes up to seconds; it may be captured.
///
/// - Keys may be in device memory, or in host memory, which may be reused once the call returns. Short rows
///   share one launch; long rows take one launch each. If keys are on the device, and rows exceed 16 MiB or
///   the distribution is normal-warp, the call waits for the keys and cannot be captured.
/// - A block's many short runs share one launch for fixed-budget, rejection and vector distributions;
///   points, banks and normal-warp take one launch per run.
///
/// @throws device_error if there is no such device or the launch fails
/// @throws argument_error also if the launch shape is out of range, or if `to` is unaligned for its type or
/// not writable by the device

namespace detail {

/// Chains fills without the host: reads the engine from `before`, and writes its state after the n elements
/// to `after`, both in device memory; `after` may be `before`. Can be captured into a CUDA graph: each replay
/// continues where the previous one ended.
///
/// @param before  an engine object in device memory, copied there from the host or written by an earlier call
/// @throws as fill
template <registered_engine E, registered_distribution D>
void fill_chained(const cuda& where, const E* before, E* after, const D& d, typename D::result_type* to,
                  std::size_t n) {
  detail::cuda_fill_chained(where, {&info_of<E>(), before, &info_of<D>(), &d, 0, to, n}, after);
}

}  // namespace detail

/// A filler (filler.hpp) for consecutive fills on a GPU. A bank's states stay on the device.
/// @throws argument_error for a pair that CUDA does not support; device_error
filler open_filler(const cuda& where, const any_engine& e, const any_distribution& d);
/// The same on the CPU.
inline filler open_filler(const cpu& where, const any_engine& e, const any_distribution& d) {
  return {where, e, d};
}

namespace detail {

/// The states of a bank on a device.
template <mtgp_word Word>
class cuda_bank_states {
 public:
  cuda_bank_states(const cuda& where, const mtgp<Word>& e);
  cuda_bank_states(cuda_bank_states&&) noexcept;
  cuda_bank_states& operator=(cuda_bank_states&&) noexcept;
  ~cuda_bank_states();

  /// Like cpu_fill_bank, but only enqueues the work.
  void fill(const bank_job& job);

  [[nodiscard]] mtgp<Word> engine() const;

 private:
  struct implementation;
  std::unique_ptr<implementation> it_;
};

extern template class cuda_bank_states<std::uint32_t>;
extern template class cuda_bank_states<std::uint64_t>;

}  // namespace detail

/// A bank on a device: the states of its sets stay there between fills. If a fill's range begins at the end
/// of the previous one or a little later, the fill only enqueues work on the stream. The host computes long
/// and backward moves.
template <bank_engine E>
class cuda_bank {
 public:
  /// @throws device_error if there is no such device or no memory for the states
  cuda_bank(const cuda& where, const E& e) : states_(where, e), base_{e.position()} {}

  /// Writes elements first ... first + n - 1 of distribution d, counted from the position of the engine
  /// passed to the constructor. The rules for `to` are those of fill. Fastest if the words are stored at
  /// addresses that are multiples of 16.
  /// @throws argument_error, device_error as fill
  template <registered_distribution D>
  void fill(const D& d, std::uint64_t first, typename D::result_type* to, std::size_t n) {
    states_.fill({base_, &info_of<D>(), &d, first, to, n});
  }

  /// The engine after the last fill. Waits for the stream.
  [[nodiscard]] E engine() const { return states_.engine(); }

 private:
  detail::cuda_bank_states<typename E::word_type> states_;
  std::uint64_t base_;
};

/// A view of the points, with tables in the device's memory, to pass to a kernel: coordinate(), word() and
/// value() work in kernels. Valid as long as e's direction numbers exist.
/// @throws device_error
template <class Word>
sobol_view<Word> view_on(const cuda& where, const sobol<Word>& e) {
  return detail::cuda_view(where, e);
}

/// A view of a vector distribution, or of categorical, with its table in the device's memory, to pass to a
/// kernel: call row(team, row_words(e, D::tag), i, out) for a vector distribution, or value(e, view, i) for
/// categorical. Valid as long as a copy of d exists.
/// @throws device_error
template <class D>
requires vector_distribution<D> || std::is_same_v<D, categorical>
typename D::view_type view_on(const cuda& where, const D& d) {
  if constexpr (requires { d.table(); }) {
    return d.view(detail::cuda_table(where, d.table()));
  } else {
    (void)where;
    return d.view();
  }
}

}  // namespace tali
