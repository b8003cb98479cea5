// SPDX-License-Identifier: Apache-2.0
// fill: writes elements of a sequence to memory. One function serves every engine, distribution, extent and
// device, with types chosen at compile time or at run time. It builds a request from its arguments, and a
// backend runs the request. detail/request.hpp declares the CPU backend; tali/cuda has the CUDA backends.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/catalogue.hpp>
#include <tali/detail/fill_checks.hpp>
#include <tali/device.hpp>
#include <tali/distribution/coordinate.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/error.hpp>
#include <tali/key.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// Number of values per element of d: for a vector distribution, the row's size.
template <class D>
std::uint32_t values_of_element(const D& d) {
  if constexpr (std::is_same_v<D, any_distribution>) {
    return static_cast<std::uint32_t>(d.row_size());
  } else if constexpr (vector_distribution<D>) {
    return d.size();
  } else {
    (void)d;
    return 1;
  }
}

/// Number of elements of d (rows, for a vector distribution) in `values` values.
/// @throws argument_error unless `values` is a multiple of a row's size
std::size_t rows_of(std::size_t values, std::uint32_t size);
template <class D>
std::size_t elements_of(const D& d, std::size_t values) {
  const std::uint32_t size = values_of_element(d);
  return size == 1 ? values : rows_of(values, size);
}

/// @throws argument_error unless `values` is the number of values in all rows
void check_row_values(std::size_t values, const row_list& rows, std::uint32_t size);
/// @throws argument_error unless `values` is enough to reach from the block's first element to its last
void check_block_values(std::size_t values, const block& part, std::uint32_t size);
/// @throws argument_error unless `type` is the distribution's value type
void check_type(const any_distribution& d, const char* type);

/// The destination as a span of values.
template <class D, class To>
auto values_at(const D& d, To& to) {
  if constexpr (std::is_same_v<D, any_distribution>) {
    const std::span values(to);
    check_type(d, type_name<typename decltype(values)::element_type>());
    return values;
  } else {
    (void)d;
    return std::span<typename distribution_of<D>::type::result_type>(to);
  }
}

/// The request for elements of a distribution over a sequence, without a range. Keys use philox4x32.
template <class S, class D>
request request_of(const S& sequence, const D& d) {
  static constexpr philox4x32 any_key;
  request r{};
  if constexpr (is_keys<S>) {
    r.engine_entry = &info_of<philox4x32>();
    r.engine = &any_key;
  } else if constexpr (std::is_same_v<S, any_engine>) {
    r.engine_entry = &sequence.info();
    r.engine = sequence.get();
  } else {
    r.engine_entry = &info_of<S>();
    r.engine = &sequence;
  }
  if constexpr (std::is_same_v<D, any_distribution>) {
    r.distribution_entry = &d.info();
    r.distribution = d.get();
  } else {
    r.distribution_entry = &info_of<typename distribution_of<D>::type>();
    if constexpr (!has_arrays<D>) r.distribution = &d;
  }
  return r;
}
template <class S, class D>
request request_of(const S& sequence, const D& d, std::uint64_t first, void* to, std::size_t n) {
  request r = request_of(sequence, d);
  r.first = first;
  r.to = to;
  r.n = n;
  return r;
}
/// The request for rows. `rows` must outlive the request.
template <class S, class D>
request request_of(const S& sequence, const D& d, const row_list& rows, void* to) {
  request r = request_of(sequence, d, 0, to, 0);
  r.rows = &rows;
  return r;
}

/// A device, or a choice of devices, for which run() is declared. request.hpp declares run() for the CPU.
template <class Where>
concept backend = requires(const Where& where, const request& r) {
  run(where, r);
};
/// The return type of the backend's run(): void, or the device that it chose.
template <backend Where>
using run_result = decltype(run(std::declval<const Where&>(), std::declval<const request&>()));

/// Makes the request and runs it.
/// @param values  number of values that fit in `to`; with nullopt the number is not checked
template <class Where, class S, class D, class Extent>
run_result<Where> run_extent(const Where& where, const S& sequence, const D& d, const Extent& extent,
                             void* to, std::optional<std::size_t> values, cuda_failures* record = nullptr) {
  request r = request_of(sequence, d, 0, to, 0);
  r.record = record;
  row_list rows;
  if constexpr (is_keys<S>) {
    static_assert(std::is_same_v<Extent, index_range>,
                  "tali::fill: rows of keys take an index_range, the elements of each row");
    rows = rows_of_keys(sequence, extent.first, extent.count);
    if (values) check_row_values(*values, rows, values_of_element(d));
    r.rows = &rows;
  } else if constexpr (std::is_same_v<Extent, block>) {
    if (values) check_block_values(*values, extent, values_of_element(d));
    r.rows = &extent.rows();
  } else if constexpr (std::is_same_v<Extent, index_range>) {
    r.first = extent.first;
    r.n = extent.count;
    if (values) {
      rows.n = extent.count;
      check_row_values(*values, rows, values_of_element(d));
    }
  } else {
    r.first = static_cast<std::uint64_t>(extent);
    r.n = elements_of(d, values.value());
  }
  if constexpr (has_arrays<D>) {
    const array_addresses<typename distribution_of<D>::type> arrays(d, r.n);
    r.arrays = arrays.at;
    return run(where, r);
  } else {
    return run(where, r);
  }
}

template <class T>
struct permutation_request {
  const permutation<T>& p;
  T first;
  T* to;
  std::size_t n;
};
template <class T>
void run(const cpu& where, const permutation_request<T>& r);
extern template void run(const cpu&, const permutation_request<std::uint32_t>&);
extern template void run(const cpu&, const permutation_request<std::uint64_t>&);

template <class T>
struct is_permutation : std::false_type {};
template <class T>
struct is_permutation<permutation<T>> : std::true_type {};

}  // namespace detail

/// An engine and a distribution that fill supports.
template <class E, class D>
concept fillable = detail::is_pair<E, D>();

/// Writes elements of a distribution over a sequence. The bits depend only on the sequence, the distribution
/// and the index, never on the device, threads, SIMD level, launch shape, schedule or the division of a range
/// into calls.
///
///     // As many elements as fit in `out`:
///     fill(cpu{}, philox4x32(1), normal<float>(), 0, out);
///     fill(cuda{}, philox4x32(1), gamma<float>(2.5), 0, device_pointer, 1 << 20);
///     fill(cpu{}, any_engine("pcg32", 1), any_distribution("uniform", "f32"), 0, out);
///     // One row of 4096 per key:
///     fill(cpu{}, keys, normal<float>(), index_range{0, 4096}, out);
///
/// For a bank or a comparator, index 0 is its current position; fill advances a copy, so the object does not
/// move. To make a sequence in pieces, use fill_next or a filler. On the CPU the call blocks until done, and
/// allocates no memory for engines with direct access to any index. See tali/cuda/fill.hpp for fills on one
/// GPU, tali/cuda/several.hpp for several GPUs, and tali/cuda/automatic.hpp for a device that tali chooses.
///
/// @param where     cpu, cuda, cuda_all or automatic
/// @param sequence  an engine, whose position is index 0; an any_engine; or a span of keys: each key makes an
///                  independent row, with elements of philox4x32(key)
/// @param d         a distribution; an any_distribution; or, on cpu and cuda, parameter_arrays, whose
///                  elements i are the parameters of element first + i
/// @param extent    the first element's index; an index_range; or a block of an array (block.hpp), whose
///                  first element is written to `to`. Rows of keys need an index_range
/// @param to        a std::span of the distribution's values, or an object that converts to one; or,
///                  if the extent has a length, an address in the device's memory
/// @return nothing or, for automatic, the chosen device
/// @throws argument_error if the pair is not supported; the range extends past the sequence's end (2^64
/// words, or the last point); `to` is null but not empty, has another type, or is shorter than the extent (or
/// not a whole number of rows); `where` requires a device or SIMD level that this machine lacks; or the
/// length of a parameter array differs from the range's
///
/// @throws argument_error with the index of the first element whose parameters are out of range; the contents
/// of `to` are then unspecified
/// @throws sampling_error with the index of the first sample whose attempts were all rejected
template <class Where, class Sequence, class D, class Extent, class To>
requires(detail::backend<Where> && !detail::is_permutation<Sequence>::value) detail::run_result<Where> fill(
    const Where& where, const Sequence& sequence, const D& d, const Extent& extent, To&& to) {
  if constexpr (detail::explain_fill<Sequence, D, To&&>()) {
    if constexpr (detail::is_address<To>) {
      static_assert(!std::is_convertible_v<Extent, std::uint64_t>,
                    "tali::fill: an address needs the number of elements, after it or in an index_range");
      return detail::run_extent(where, sequence, d, extent, to, std::nullopt);
    } else {
      const auto values = detail::values_at(d, to);
      return detail::run_extent(where, sequence, d, extent, values.data(), values.size());
    }
  } else {
    return detail::run_result<Where>();
  }
}

/// Writes elements first ... first + n - 1 to an address; otherwise the same as fill above.
/// @param to      the address of the distribution's values, or void*
/// @param n       number of elements; for a vector distribution, number of rows
/// @param record  on a GPU: device memory where kernels record failed samples (tali/cuda/fill.hpp)
template <class Where, class Sequence, class D, class To>
requires(detail::backend<Where> &&
         !detail::is_keys<Sequence>) detail::run_result<Where> fill(const Where& where,
                                                                    const Sequence& sequence, const D& d,
                                                                    std::uint64_t first, To to, std::size_t n,
                                                                    detail::cuda_failures* record = nullptr) {
  if constexpr (detail::explain_fill<Sequence, D, To>()) {
    return detail::run_extent(where, sequence, d, index_range{first, n}, to, std::nullopt, record);
  } else {
    return detail::run_result<Where>();
  }
}

/// Writes p(first) ... p(first + to.size() - 1) to `to`.
/// @throws argument_error if the permutation has too few elements, and as above
template <class T>
void fill(const cpu& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::span<std::type_identity_t<T>> to) {
  detail::run(where, detail::permutation_request<T>{p, first, to.data(), to.size()});
}

/// Writes p(first) ... p(first + n - 1) to `to`, which is in the device's memory.
template <class Where, class T>
void fill(const Where& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::type_identity_t<T>* to, std::size_t n) {
  run(where, detail::permutation_request<T>{p, first, to, n});
}

/// Writes row i of vector distribution d over engine e's sequence to out[0] ... out[d.size() - 1]. This
/// defines rows. In a kernel, use row() of a view (tali/cuda/fill.hpp) with a one_lane or a lane_group.
template <int Rounds, vector_distribution D>
void row(const philox4x32_engine<Rounds>& e, const D& d, std::uint64_t i, typename D::result_type* out) {
  d.view().row(one_lane{}, row_words<Rounds>(e, D::tag), i, out);
}

/// The same for engines without counters: row i has words i n ... i n + n - 1 of the sequence, where n is the
/// view's words_per_row().
template <indexed_engine E, vector_distribution D>
requires(!counter_engine<E>) void row(const E& e, const D& d, std::uint64_t i, typename D::result_type* out) {
  using view = typename D::view_type;
  const view v = d.view();
  std::vector<std::uint32_t> words(v.words_per_row());
  E at = e;
  at.discard(i * words.size());
  for (std::uint32_t& w : words) w = at();
  v.row(one_lane{}, detail::words_of_row<view::words_per_sample>(words.data(), D::tag), 0, out);
}

}  // namespace tali
