// SPDX-License-Identifier: Apache-2.0
// fill: a range of a sequence into device memory, with CUDA. Link tali::cuda. Needs no CUDA header.
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

/// What a kernel notes of samples that went wrong: their smallest index in the output, or all bits where
/// there is none. In device memory; set both members to all bits (memset 0xff) before the first fill that
/// uses it.
struct cuda_failures {
  unsigned long long exhausted;  ///< all attempts were used up, and the value is D::failed()
  unsigned long long bad;        ///< the sample's parameters are not allowed, and the value is D::failed()
};

namespace detail {

/// CUDA's backend. Where rows have keys, these lie in host or in device memory.
/// @throws argument_error, device_error as tali::fill
void cuda_fill(const cuda& where, const request& r);

/// As cuda_fill, but the engine is read from device memory at `engine` and its position after the range is
/// written to `engine_after` (device memory too, may be the same).
void cuda_fill_chained(const cuda& where, const request& r, void* engine_after);

template <class T>
void cuda_fill_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);
extern template void cuda_fill_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                           std::uint32_t*, std::size_t);
extern template void cuda_fill_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                           std::uint64_t*, std::size_t);

/// The address of a table's copy in the device's memory, which is made when it is first asked for.
const void* cuda_table(const cuda& where, const table& t);

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e);
extern template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
extern template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

}  // namespace detail

/// Writes elements first ... first + n - 1 of distribution d over sequence e to `to`, in memory of the device
/// `where.ordinal` (device, managed or mapped host memory), on `where.stream`; of a vector distribution,
/// rows of d.size() values. The bits are those that the CPU fill writes, whatever the GPU, the launch shape
/// and the schedule. Returns once the work is enqueued; errors of the kernel itself show, as always, at the
/// stream's next synchronisation.
///
/// Fastest if `to` is 16-byte aligned and, for engines that make words in groups, begins at a multiple of
/// the group. A bank is copied to the device, and jumps on the host if `first` lies far ahead: to go through
/// a sequence piece by piece, keep a filler or a cuda_bank.
///
/// The first fill of points, and of a distribution with a table, on a device copies the table there, which
/// waits for the device and cannot be captured into a graph; later ones, of copies too, only enqueue. The
/// copy goes with the last copy of the distribution, so work must be done by then. launch_shape.grid is for
/// engines that reach any index at once and dim-major points.
///
/// @param e       the sequence, at its index 0
/// @param first   index of the first element
/// @param record  of rejection distributions: null, or a record in device memory; look at it after
///                synchronising
/// @throws argument_error if the range passes the sequence's end, the launch shape is out of range, or `to`
///         is null and n > 0, is not aligned to its type, or is no memory that the device can write
/// @throws device_error if there is no such device or the launch fails
template <class E, class D>
requires requires { typename D::result_type; }
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first,
          std::type_identity_t<typename D::result_type>* to, std::size_t n, cuda_failures* record = nullptr) {
  if constexpr (detail::explain_pair<E, D>()) {
    static_assert(!per_thread_engine<E>, "tali::fill: comparators are filled on the CPU alone");
    detail::request r = detail::request_of(e, d, first, to, n);
    r.record = record;
    detail::cuda_fill(where, r);
  }
}

/// As above, with parameters of its own for every element, in arrays of device memory: element first + i has
/// parameters p.at[...][i].
///
/// With a record it returns once the work is enqueued, and the record tells. Without one it waits for the
/// stream, and
/// @throws argument_error with the first index whose parameters are not allowed
/// @throws sampling_error with the first sample that all attempts failed
template <class E, takes_arrays D>
requires fillable<E, D>
void fill(const cuda& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
          typename D::result_type* to, std::size_t n, cuda_failures* record = nullptr) {
  const detail::array_addresses<D> arrays(p, n);
  detail::request r = detail::request_of_arrays(e, arrays, first, to, n);
  r.record = record;
  detail::cuda_fill(where, r);
}

/// Chains fills without the host: reads the sequence's position from `before` and writes the position behind
/// the n elements to `after`, both in device memory; `after` may be `before`. Can be captured into a CUDA
/// graph, so that every replay goes on where the last one ended.
///
/// @param before  an engine object in device memory, copied there from the host or left by an earlier call
/// @throws as fill
template <registered_engine E, registered_distribution D>
void fill_chained(const cuda& where, const E* before, E* after, const D& d, typename D::result_type* to,
                  std::size_t n) {
  detail::cuda_fill_chained(where, {&info_of<E>(), before, &info_of<D>(), &d, 0, to, n}, after);
}

/// Writes p(first) ... p(first + n - 1) to `to`.
template <class T>
void fill(const cuda& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::type_identity_t<T>* to, std::size_t n) {
  detail::cuda_fill_permutation<T>(where, p, first, to, n);
}

/// As above, for an engine and a distribution that were chosen when the program runs.
/// @param n  elements, of d.element_bytes() bytes each
template <class D, class To>
requires(detail::at_address<D, To> && (std::is_pointer_v<To> || std::same_as<D, any_distribution>)) void fill(
    const cuda& where, const any_engine& e, const D& d, std::uint64_t first, To to, std::size_t n) {
  detail::explain_address<D, To>();
  const any_distribution& any = d;
  detail::cuda_fill(where, detail::request_of(e, any, first, to, n));
}

/// Writes rows of `per_row` elements, one behind the other: row b is elements first ... first + per_row - 1
/// of distribution d over philox4x32(keys[b]), to the bit what the CPU makes. Short rows go into one launch,
/// long ones into a launch each. Enqueued, as a fill of one range is.
/// @param keys  in memory of the host or of the device; those of the host have been read on return. Rows of
///              more than 16 MiB and of normal-warp are made one by one, and the call waits for keys that are
///              on the device
/// @param to    keys.size() * per_row elements in device memory
/// @throws as fill of one range; argument_error also if the keys are another device's, or are to be read by
/// the host while the stream is captured into a graph
template <class D>
requires requires { typename D::result_type; }
void fill(const cuda& where, std::span<const key> keys, const D& d, std::uint64_t first, std::size_t per_row,
          std::type_identity_t<typename D::result_type>* to) {
  if constexpr (detail::explain_pair<philox4x32, D>()) {
    const detail::row_list rows = detail::rows_of_keys(keys, first, per_row);
    detail::cuda_fill(where, detail::request_of_keys(d, rows, to));
  }
}

/// As above, for a distribution that was chosen when the program runs.
/// @param to  keys.size() rows of per_row elements, of d.element_bytes() bytes each
template <std::same_as<any_distribution> D>
void fill(const cuda& where, std::span<const key> keys, const D& d, std::uint64_t first, std::size_t per_row,
          void* to) {
  const detail::row_list rows = detail::rows_of_keys(keys, first, per_row);
  detail::cuda_fill(where, detail::request_of_keys(d, rows, to));
}

/// Writes a block of the row-major array that the elements of distribution d over sequence e make, as fill in
/// tali/fill.hpp does: block.hpp. Of fixed budget, rejection and vector distributions many short runs go into
/// one launch; points, banks and normal-warp take a launch a run.
/// @param to  the block's first element, in device memory; memory reaches to its last
/// @throws as fill of one range
template <class E, class D>
requires requires { typename D::result_type; }
void fill(const cuda& where, const E& e, const D& d, const block& part,
          std::type_identity_t<typename D::result_type>* to) {
  if constexpr (detail::explain_pair<E, D>()) {
    static_assert(!per_thread_engine<E>, "tali::fill: comparators are filled on the CPU alone");
    detail::cuda_fill(where, detail::request_of_rows(e, d, part.rows(), to));
  }
}

/// As above, for an engine and a distribution that were chosen when the program runs.
template <class D, class To>
requires(detail::at_address<D, To> && (std::is_pointer_v<To> || std::same_as<D, any_distribution>)) void fill(
    const cuda& where, const any_engine& e, const D& d, const block& part, To to) {
  detail::explain_address<D, To>();
  const any_distribution& any = d;
  detail::cuda_fill(where, detail::request_of_rows(e, any, part.rows(), to));
}

/// Fills that follow one another, on a GPU: filler.hpp. Of a bank the states stay on the device.
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
/// as long as ranges follow each other or go ahead a little. A far or backward move is made on the host.
template <bank_engine E>
class cuda_bank {
 public:
  /// @throws device_error if there is no such device or no memory for the states
  cuda_bank(const cuda& where, const E& e) : states_(where, e), base_{e.position()} {}

  /// Elements first ... first + n - 1 of distribution d, counted from where the engine stood that this was
  /// made from. The rules for `to` are those of fill. Fastest if 4 n bytes of words follow an address at a
  /// multiple of 16.
  /// @throws argument_error, device_error as fill
  template <registered_distribution D>
  void fill(const D& d, std::uint64_t first, typename D::result_type* to, std::size_t n) {
    states_.fill({base_, &info_of<D>(), &d, first, to, n});
  }

  /// The engine behind the last fill. Waits for the stream.
  [[nodiscard]] E engine() const { return states_.engine(); }

 private:
  detail::cuda_bank_states<typename E::word_type> states_;
  std::uint64_t base_;
};

/// The points with tables in the device's memory, to be passed to a kernel: coordinate(), word() and value()
/// work there. Valid as long as e's direction numbers live.
/// @throws device_error
template <class Word>
sobol_view<Word> view_on(const cuda& where, const sobol<Word>& e) {
  return detail::cuda_view(where, e);
}

/// A vector distribution, or categorical, with its table in the device's memory, to be passed to a kernel: a
/// vector distribution's row(team, row_words(e, D::tag), i, out), or value(e, view, i) of categorical. Valid
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
