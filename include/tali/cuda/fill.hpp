// SPDX-License-Identifier: Apache-2.0
// CUDA's backend: fills of device memory, and what stays there between fills. Link tali::cuda.
// Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/catalogue.hpp>
#include <tali/cuda/device.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>
#include <tali/key.hpp>
#include <tali/parameter_arrays.hpp>

namespace tali {

/// What a kernel records about failed samples, in device memory: their smallest index in the output, or all
/// bits if there are none.
/// Set both members to all bits (memset 0xff) before the first fill that uses it.
struct cuda_failures {
  unsigned long long exhausted;  ///< all attempts were rejected, and the value is D::failed()
  unsigned long long bad;        ///< the sample's parameters are out of range, and the value is D::failed()
};

namespace detail {

/// CUDA's backend. The keys of rows lie in host or in device memory.
/// @throws argument_error, device_error as tali::fill
void run(const cuda& where, const request& r);

/// As run, but the engine is read from device memory at `engine` and its position after the range is
/// written to `engine_after` (device memory too, may be the same).
void cuda_fill_chained(const cuda& where, const request& r, void* engine_after);

template <class T>
void run(const cuda& where, const permutation_request<T>& r);
extern template void run(const cuda&, const permutation_request<std::uint32_t>&);
extern template void run(const cuda&, const permutation_request<std::uint64_t>&);

/// The address of a table's copy in the device's memory, which is made on first use.
const void* cuda_table(const cuda& where, const table& t);

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e);
extern template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
extern template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

}  // namespace detail

/// tali::fill (tali/fill.hpp) with a cuda as its `where`:
///
/// - `to` is device, managed or mapped host memory of the device `where.ordinal`.
///   It is fastest if it is 16-byte aligned and, for engines that make words in groups, `first` is a multiple
///   of the group.
/// - The call returns once the work is enqueued on `where.stream`. Errors of the kernel itself appear, as
///   always, at the stream's next synchronisation. `record` is null, or records failed samples in device
///   memory, to be read after synchronising. With arrays of parameters, which lie in device memory, and no
///   record the call waits for the stream and throws what the CPU throws.
///
/// - A bank is copied to the device, and jumps on the host if `first` lies far ahead: to make a sequence
///   piece by piece, keep a filler or a cuda_bank. Comparators run on the CPU only.
///
/// - The first fill on a device with points, or with a distribution that has a table, copies the table there,
///   which waits for the device and cannot be captured into a graph; later ones, with copies too, only
///   enqueue. The table is freed with the last copy of the distribution, so work must be done by then.
///
/// - Keys lie in host memory, and have been read on return, or in device memory. Short rows share one launch,
///   long ones take a launch each.
///   Rows of more than 16 MiB and rows of normal-warp are made one by one, and the call waits for keys that
///   are on the device, which cannot be captured.
/// - A block's many short runs share one launch, with fixed budget, rejection and vector distributions;
///   points, banks and normal-warp take one launch per run.
///
/// @throws device_error if there is no such device or the launch fails
/// @throws argument_error also if the launch shape is out of range, or `to` is unaligned for its type or not
/// memory that the device can write

/// Chains fills without the host: reads the sequence's position from `before` and writes the position after
/// the n elements to `after`, both in device memory; `after` may be `before`. Can be captured into a CUDA
/// graph, so that every replay continues where the last one ended.
///
/// @param before  an engine object in device memory, copied there from the host or left by an earlier call
/// @throws as fill
template <registered_engine E, registered_distribution D>
void fill_chained(const cuda& where, const E* before, E* after, const D& d, typename D::result_type* to,
                  std::size_t n) {
  detail::cuda_fill_chained(where, {&info_of<E>(), before, &info_of<D>(), &d, 0, to, n}, after);
}

/// A filler for consecutive fills on a GPU: filler.hpp. A bank's states stay on the device.
/// @throws argument_error for a pair that cannot be filled there; device_error
filler open_filler(const cuda& where, const any_engine& e, const any_distribution& d);
/// As above, on the CPU.
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

  /// As cpu_fill_bank, enqueued.
  void fill(const bank_job& job);

  [[nodiscard]] mtgp<Word> engine() const;

 private:
  struct implementation;
  std::unique_ptr<implementation> it_;
};

extern template class cuda_bank_states<std::uint32_t>;
extern template class cuda_bank_states<std::uint64_t>;

}  // namespace detail

/// A bank on a device: the states of its sets stay there between fills, which only enqueue work on the stream
/// as long as ranges follow each other or advance a little. A far or backward move is made on the host.
template <bank_engine E>
class cuda_bank {
 public:
  /// @throws device_error if there is no such device or no memory for the states
  cuda_bank(const cuda& where, const E& e) : states_(where, e), base_{e.position()} {}

  /// Writes elements first ... first + n - 1 of distribution d, counted from the position of the engine that
  /// this was made from. The rules for `to` are those of fill. Fastest if 4 n bytes of words follow an
  /// address at a multiple of 16.
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

/// The points with their tables in the device's memory, to pass to a kernel: coordinate(), word() and value()
/// work there. Valid as long as e's direction numbers live.
/// @throws device_error
template <class Word>
sobol_view<Word> view_on(const cuda& where, const sobol<Word>& e) {
  return detail::cuda_view(where, e);
}

/// A vector distribution, or categorical, with its table in the device's memory, to pass to a kernel: call a
/// vector distribution's row(team, row_words(e, D::tag), i, out), or value(e, view, i) for categorical. Valid
/// as long as a copy of d lives.
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
