// SPDX-License-Identifier: Apache-2.0
// fill: a range of a sequence into memory, on the CPU. One function for every engine and distribution of the
// catalogue, with types known when compiling or not. tali/cuda/fill.hpp has it for GPUs, and
// tali/cuda/automatic.hpp where the device is chosen by the size of the work.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/catalogue.hpp>
#include <tali/device.hpp>
#include <tali/distribution/coordinate.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/error.hpp>
#include <tali/key.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// Whether fill takes the pair: check_pair, when compiling.
template <class E, class D>
constexpr bool is_pair() {
  if constexpr (catalogue_engines::has<E> && catalogue_distributions::has<D>) {
    return can_make(E::kind, kind_of<D>, coordinate_distribution<D>);
  } else {
    return false;
  }
}

/// One sentence, when compiling, about a pair that fill does not take. True if it takes it.
template <class E, class D>
constexpr bool explain_pair() {
  constexpr bool engine = catalogue_engines::has<E>, distribution = catalogue_distributions::has<D>;
  static_assert(
      engine,
      "tali::fill: the engine must be one of tali/catalogue.hpp, such as pcg32, philox4x32, mtgp32 or "
      "sobol32");
  static_assert(
      distribution,
      "tali::fill: the distribution must be one of tali/catalogue.hpp with a type of values that it "
      "has, such as uniform<float> or poisson<std::uint32_t>");
  if constexpr (engine && distribution) {
    static_assert(!quasi_engine<E> || coordinate_distribution<D>,
                  "tali::fill: points take bits, uniform and normal_icdf, which make one value of one "
                  "coordinate; others would cost them their uniformity");
    static_assert(quasi_engine<E> || kind_of<D> == distribution_kind::fixed ||
                      kind_of<D> == distribution_kind::categorical || counter_engine<E>,
                  "tali::fill: rejection distributions and vectors take philox4x32 or philox4x32_7, whose "
                  "words can be named by a counter");
    static_assert(kind_of<D> != distribution_kind::categorical || indexed_engine<E> || quasi_engine<E>,
                  "tali::fill: categorical takes engines that reach any index at once, such as pcg32 or "
                  "philox4x32");
  }
  return is_pair<E, D>();
}

/// explain_pair, and a sentence about a destination that cannot take the values.
template <class E, class D, class To>
constexpr bool explain_fill() {
  constexpr bool converts = std::is_convertible_v<To, std::span<typename D::result_type>>;
  static_assert(converts,
                "tali::fill: the destination must be a std::span of the distribution's result_type, or "
                "something that converts to one");
  return explain_pair<E, D>() && converts;
}

/// A distribution, chosen when the program runs or when compiling, and an address for its values.
template <class D, class To>
concept at_address = std::convertible_to<const D&, any_distribution> &&
    (std::is_pointer_v<To> || std::is_null_pointer_v<To>);

/// One sentence, when compiling, about an address of values that are not the distribution's. Of one that was
/// chosen when the program runs no type is known, and `void*` says that the caller knows it.
template <class D, class To>
requires at_address<D, To>
constexpr void explain_address() {
  if constexpr (requires { typename D::result_type; } && std::is_pointer_v<To>) {
    using T = std::remove_pointer_t<To>;
    static_assert(
        std::is_same_v<T, typename D::result_type> || std::is_void_v<T>,
        "tali::fill: the destination must be a pointer to the distribution's result_type, or void*");
  }
}

/// Elements of d that `values` values make: rows, of a vector distribution.
/// @throws argument_error unless `values` is a multiple of a row's size
std::size_t rows_of(std::size_t values, std::uint32_t size);
template <class D>
std::size_t elements_of(const D& d, std::size_t values) {
  if constexpr (std::is_same_v<D, any_distribution>) {
    return rows_of(values, static_cast<std::uint32_t>(d.row_size()));
  } else if constexpr (vector_distribution<D>) {
    return rows_of(values, d.size());
  } else {
    (void)d;
    return values;
  }
}

template <class E, class D>
request request_of(const E& e, const D& d, std::uint64_t first, void* to, std::size_t n) {
  return {&info_of<E>(), &e, &info_of<D>(), &d, first, to, n};
}

/// The request for a block's rows.
template <class E, class D>
request request_of_rows(const E& e, const D& d, const row_list& rows, void* to) {
  request r = request_of(e, d, 0, to, 0);
  r.rows = &rows;
  return r;
}

/// The request for a row per key. The engine only says whose keys they are.
template <class D>
request request_of_keys(const D& d, const row_list& rows, void* to) {
  static constexpr philox4x32 any_key;
  request r{&info_of<philox4x32>(), &any_key, nullptr, nullptr, 0, to, 0};
  if constexpr (std::is_same_v<D, any_distribution>) {
    r.distribution_entry = &d.info();
    r.distribution = d.get();
  } else {
    r.distribution_entry = &info_of<D>();
    r.distribution = &d;
  }
  r.rows = &rows;
  return r;
}

/// @throws argument_error unless `values` is as many as the rows have
void check_row_values(std::size_t values, const row_list& rows, std::uint32_t size);
/// @throws argument_error unless `values` reach from the block's first element to its last
void check_block_values(std::size_t values, const block& part, std::uint32_t size);

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

template <class E, class D>
request request_of_arrays(const E& e, const array_addresses<D>& arrays, std::uint64_t first, void* to,
                          std::size_t n) {
  return {&info_of<E>(), &e, &info_of<D>(), nullptr, first, to, n, arrays.at};
}

/// @throws argument_error unless values of type T are the distribution's
template <class T>
void check_type(const any_distribution& d) {
  if (std::string(d.info().type) == type_name<T>()) return;
  throw argument_error("destination", std::string("of type ") + type_name<T>(),
                       std::string(d.info().type) + ", the type of this distribution's values");
}

template <class T>
void cpu_fill_permutation(const cpu& where, const permutation<T>& p, T first, T* to, std::size_t n);
extern template void cpu_fill_permutation(const cpu&, const permutation<std::uint32_t>&, std::uint32_t,
                                          std::uint32_t*, std::size_t);
extern template void cpu_fill_permutation(const cpu&, const permutation<std::uint64_t>&, std::uint64_t,
                                          std::uint64_t*, std::size_t);

}  // namespace detail

/// An engine and a distribution that fill takes.
template <class E, class D>
concept fillable = detail::is_pair<E, D>();

/// Writes elements first, first + 1, ... of distribution d over sequence e to `to`: as many as it has room
/// for; of a vector distribution, rows.
///
/// The bits written depend on e, d and the index alone: not on threads, SIMD level, schedule or how calls cut
/// a range. Blocks until done. Engines that reach any index at once and points allocate nothing (the thread
/// pool is made by the first call that uses it). A bank or a comparator is copied, and goes to `first` from
/// where it stands, which is its index 0: to go through a sequence piece by piece, use fill_next or a filler.
///
/// @param where  threads and SIMD level
/// @param e      the sequence, at its index 0
/// @param first  index of the first element
/// @param to     a std::span of the distribution's values, or what converts to one
/// @throws argument_error if the range passes the sequence's end (2^64 words, or the last point), `to` is
/// null and not empty or no whole number of rows, or `where` asks for a SIMD level that this machine lacks
/// @throws sampling_error with the first sample of a rejection distribution that all attempts failed
template <class E, class D, class To>
requires requires { typename D::result_type; }
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first, To&& to) {
  if constexpr (detail::explain_fill<E, D, To&&>()) {
    const std::span<typename D::result_type> values = to;
    detail::cpu_fill(where,
                     detail::request_of(e, d, first, values.data(), detail::elements_of(d, values.size())));
  }
}

/// As above, with parameters of its own for every element: element first + i has parameters p.at[...][i].
/// Where they are those of a distribution, the value is that distribution's, to the bit.
/// @throws as above; argument_error if an array has another length than `to`, and with the first index whose
/// parameters are not allowed. Then `to` holds anything.
template <class E, takes_arrays D>
requires fillable<E, D>
void fill(const cpu& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
          std::span<typename D::result_type> to) {
  const detail::array_addresses<D> arrays(p, to.size());
  detail::cpu_fill(where, detail::request_of_arrays(e, arrays, first, to.data(), to.size()));
}

/// Writes p(first) ... p(first + to.size() - 1) to `to`.
/// @throws argument_error if these are not among its elements, and as above
template <class T>
void fill(const cpu& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::span<std::type_identity_t<T>> to) {
  detail::cpu_fill_permutation<T>(where, p, first, to.data(), to.size());
}

/// As above, for an engine and a distribution that were chosen when the program runs.
/// @param to  the address of values of the distribution's type
/// @param n   elements, of d.element_bytes() bytes each
/// @throws argument_error for a pair that cannot be filled, and as above
template <class D, class To>
requires detail::at_address<D, To>
void fill(const cpu& where, const any_engine& e, const D& d, std::uint64_t first, To to, std::size_t n) {
  detail::explain_address<D, To>();
  const any_distribution& any = d;
  detail::cpu_fill(where, detail::request_of(e, any, first, to, n));
}

/// As above, of values whose type is known: as many elements as `to` has room for.
/// @param to  a std::span, or what makes one, such as a std::vector
/// @throws argument_error also if they are not of the distribution's type
template <class To>
requires requires(To& to) { std::span(to); }
void fill(const cpu& where, const any_engine& e, const any_distribution& d, std::uint64_t first, To&& to) {
  const std::span values(to);
  detail::check_type<typename decltype(values)::element_type>(d);
  fill(where, e, d, first, values.data(), detail::elements_of(d, values.size()));
}

/// Writes rows of `per_row` elements, one behind the other: row b is elements first ... first + per_row - 1
/// of distribution d over philox4x32(keys[b]). So it depends on its key alone, whatever other rows there are:
/// a batch of samples with a key each gives every sample the numbers that it has by itself.
/// @param to  a std::span of the distribution's values, or what converts to one: of all rows
/// @throws argument_error also if `to` has not the room of keys.size() rows, no more and no less; and as
/// fill of one range
template <class D, class To>
requires requires { typename D::result_type; }
void fill(const cpu& where, std::span<const key> keys, const D& d, std::uint64_t first, std::size_t per_row,
          To&& to) {
  if constexpr (detail::explain_fill<philox4x32, D, To&&>()) {
    const std::span<typename D::result_type> values = to;
    const detail::row_list rows = detail::rows_of_keys(keys, first, per_row);
    detail::check_row_values(values.size(), rows, detail::values_of_element(d));
    detail::cpu_fill(where, detail::request_of_keys(d, rows, values.data()));
  }
}

/// As above, for a distribution that was chosen when the program runs.
/// @param to  room for keys.size() rows of per_row elements, of d.element_bytes() bytes each
inline void fill(const cpu& where, std::span<const key> keys, const any_distribution& d, std::uint64_t first,
                 std::size_t per_row, void* to) {
  const detail::row_list rows = detail::rows_of_keys(keys, first, per_row);
  detail::cpu_fill(where, detail::request_of_keys(d, rows, to));
}

/// Writes a block of the row-major array that the elements of distribution d over sequence e make: block.hpp.
/// Other elements of `to` stay as they are. Long runs of neighbouring elements are fast, 1 KiB and more; of
/// batch distributions (normal), those that begin and end with their batches.
/// @param to  a std::span that begins at the block's first element and reaches to its last
/// @throws argument_error also if `to` is shorter
template <class E, class D, class To>
requires requires { typename D::result_type; }
void fill(const cpu& where, const E& e, const D& d, const block& part, To&& to) {
  if constexpr (detail::explain_fill<E, D, To&&>()) {
    const std::span<typename D::result_type> values = to;
    detail::check_block_values(values.size(), part, detail::values_of_element(d));
    detail::cpu_fill(where, detail::request_of_rows(e, d, part.rows(), values.data()));
  }
}

/// As above, for an engine and a distribution that were chosen when the program runs.
/// @param to  the address of the block's first element; elements have d.element_bytes() bytes
inline void fill(const cpu& where, const any_engine& e, const any_distribution& d, const block& part,
                 void* to) {
  detail::cpu_fill(where, detail::request_of_rows(e, d, part.rows(), to));
}

/// Row i of vector distribution d over the sequence that engine e stands for, to out[0] ... out[d.size() -
/// 1]: the definition. In a kernel, d.row() of a view (tali/cuda/fill.hpp) with a one_lane or a lane_group.
template <int Rounds, vector_distribution D>
void row(const philox4x32_engine<Rounds>& e, const D& d, std::uint64_t i, typename D::result_type* out) {
  d.view().row(one_lane{}, row_words<Rounds>(e, D::tag), i, out);
}

}  // namespace tali
