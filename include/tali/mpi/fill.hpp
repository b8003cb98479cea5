// SPDX-License-Identifier: Apache-2.0
// Fills by the ranks of an MPI communicator: each rank makes its part, and the parts together equal the
// result of one process, for any number of ranks. Header-only, for an installed MPI; the library does not
// depend on MPI.
//     const tali::mpi::local_range part(comm, 0, n);
//     std::vector<float> values(part.size());
//     tali::mpi::fill(comm, tali::cpu{}, tali::philox4x32(42), tali::normal<float>(), part, values);
//
// All functions here are collective: every rank of the communicator calls them. At the beginning they compare
// the ranks' requests, with one broadcast and one reduction; at the end they check that all ranks succeeded,
// with another reduction. A disagreement or a failure on one rank throws on all ranks, so that no rank waits
// for a failed rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include <mpi.h>

#include <tali/any.hpp>
#include <tali/cuda/device.hpp>
#include <tali/digest.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/mpi/detail/agreement.hpp>
#include <tali/mpi/parts.hpp>

namespace tali::mpi {

namespace detail {

/// Numbers as text: (3, 4, 5).
inline std::string list_text(std::span<const std::uint64_t> x) {
  std::string text = "(";
  for (const std::uint64_t n : x) text += (text.size() == 1 ? "" : ", ") + std::to_string(n);
  return text + ")";
}

inline void add_part(agreement& to, const local_range& r) {
  const std::string n = std::to_string(r.whole().n);
  to.add("range", n + " elements from " + std::to_string(r.whole().first) + " on");
  to.add("grain", std::to_string(r.grain()));
}

inline void add_part(agreement& to, const local_array& a) {
  to.add("global shape", list_text(a.global_shape()));
  to.add("halo", std::to_string(a.halo()));
}

/// Calls use(index, at, n) for each run of consecutive elements in a part, with the first element's index in
/// the sequence, its index in memory, and the number of elements.
template <class F>
void for_each_run(const local_range& r, F&& use) {
  if (r.size() != 0) use(r.first(), std::size_t{0}, r.size());
}
template <class F>
void for_each_run(const local_array& a, F&& use) {
  const tali::detail::row_list& rows = a.part().rows();
  for (std::uint64_t r = 0; r < rows.rows; ++r) {
    std::uint64_t index = rows.first, at = a.inner(), rest = r;
    for (int d = rows.dimensions; d-- != 0;) {
      const auto& dimension = rows.dimension_of[d];
      index += rest % dimension.size * dimension.index_step;
      at += rest % dimension.size * dimension.to_step;
      rest /= dimension.size;
    }
    for (std::uint64_t i = 0; i < (rows.apart == 1 ? 1 : rows.n); ++i) {
      use(index + i, static_cast<std::size_t>(at + i * rows.apart),
          rows.apart == 1 ? static_cast<std::size_t>(rows.n) : std::size_t{1});
    }
  }
}

inline std::size_t memory_of(const local_range& r) { return r.size(); }
inline std::size_t memory_of(const local_array& a) { return a.memory_size(); }

template <class Where, class E, class D, class T>
void fill_part(const Where& where, const E& e, const D& d, const local_range& r, std::span<T> to) {
  fill(where, e, d, r.first(), to.data(), tali::detail::elements_of(d, to.size()));
}
template <class Where, class E, class D, class T>
void fill_part(const Where& where, const E& e, const D& d, const local_array& a, std::span<T> to) {
  if (a.part().elements() == 0) return;
  fill(where, e, d, a.part(), to.subspan(a.inner() * tali::detail::values_of_element(d)).data());
}

template <class Where, class E, class D, class Part, class T>
void fill_parts(MPI_Comm comm, const Where& where, const E& e, const D& d, const Part& part,
                std::span<T> to) {
  agreement request(comm);
  together(comm, [&] {
    add_name(request, e, d);
    add_part(request, part);
    if constexpr (std::is_same_v<D, any_distribution>) tali::detail::check_type(d, type_name<T>());
    const std::size_t expected = memory_of(part) * tali::detail::values_of_element(d);
    if (to.size() != expected) {
      throw argument_error("number of values", std::to_string(to.size()),
                           std::to_string(expected) + ", the size of this rank's part");
    }
  });
  request.check();
  together(comm, [&] { fill_part(where, e, d, part, to); });
}

}  // namespace detail

/// @throws argument_error on every rank unless all ranks have the same engine at the same position, the same
/// distribution and parts of the same range or array. Engines are compared by their names, seeds, streams,
/// positions and first words; distributions by 4,096 values.
template <class Part>
void check_agreement(MPI_Comm comm, const any_engine& e, const any_distribution& d, const Part& part) {
  detail::agreement all(comm);
  detail::together(comm, [&] {
    detail::add_name(all, e, d);
    detail::add_part(all, part);
  });
  all.check();
}

/// Writes this rank's part of a range or an array of distribution d over sequence e to its memory; an array's
/// halo is not changed. The ranks' parts together equal the result of one process.
/// @param comm   for an array: the Cartesian communicator of the part
/// @param where  tali::cpu, or tali::cuda with tali/cuda/fill.hpp
/// @param e, d   as for tali::fill, including any_engine and any_distribution
/// @param part   a local_range or a local_array
/// @param to     a std::span of part.size() or part.memory_size() elements, or an object that converts to one
/// @throws argument_error on every rank if ranks disagree. If tali::fill throws on a rank: the same exception
/// on this rank, and on the others a tali::error that names the rank
template <class Where, class E, class D, class Part, class To>
requires requires(To& to, const Part& part) {
  std::span(to);
  detail::memory_of(part);
}
void fill(MPI_Comm comm, const Where& where, const E& e, const D& d, const Part& part, To&& to) {
  detail::fill_parts(comm, where, e, d, part, std::span(to));
}

/// Returns on every rank the digest of all parts together: tali::digest of the whole range or array, starting
/// at the first value's index. A value of a vector distribution has the index (index of the element) *
/// (values per element) + (index in the element).
/// @param values  a span of part.size() or part.memory_size() elements, or an object that converts to one
/// @throws argument_error on every rank unless the number of values is that number of elements, or the same
/// multiple of it on all ranks
template <class Part, class Values>
requires requires(Values& v) { std::span(v); }
std::uint64_t digest(MPI_Comm comm, const Part& part, const Values& values) {
  const std::span all(values);
  const std::size_t elements = detail::memory_of(part);
  std::size_t per_element = 0;
  detail::agreement request(comm);
  detail::together(comm, [&] {
    detail::add_part(request, part);
    if (elements == 0 ? !all.empty() : all.size() % elements != 0 || all.empty()) {
      throw argument_error("number of values", std::to_string(all.size()),
                           "a multiple of " + std::to_string(elements) + ", the elements of this rank");
    }
    per_element = elements == 0 ? 0 : all.size() / elements;
  });
  request.check();
  // Ranks without elements do not know the number of values per element: they use the other ranks' number.
  std::uint64_t max_per_element = 0, min_per_element = 0;
  const std::uint64_t for_max = per_element, for_min = per_element == 0 ? ~std::uint64_t{0} : per_element;
  detail::check(MPI_Allreduce(&for_max, &max_per_element, 1, MPI_UINT64_T, MPI_MAX, comm), "MPI_Allreduce");
  detail::check(MPI_Allreduce(&for_min, &min_per_element, 1, MPI_UINT64_T, MPI_MIN, comm), "MPI_Allreduce");
  if (max_per_element == 0) return 0;
  if (max_per_element != min_per_element) {
    throw argument_error("number of values per element",
                         std::to_string(min_per_element) + " to " + std::to_string(max_per_element),
                         "the same number on every rank");
  }
  std::uint64_t sum = 0, whole = 0;
  detail::for_each_run(part, [&](std::uint64_t index, std::size_t at, std::size_t n) {
    sum += tali::digest(index * max_per_element, all.data() + at * per_element, n * per_element);
  });
  detail::check(MPI_Allreduce(&sum, &whole, 1, MPI_UINT64_T, MPI_SUM, comm), "MPI_Allreduce");
  return whole;
}

}  // namespace tali::mpi
