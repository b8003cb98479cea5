// SPDX-License-Identifier: Apache-2.0
// A source's permutations, and arrays and lists reordered by a permutation.
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "cuda.hpp"
#include "source.hpp"

namespace tali::python {

namespace {

/// Copies rows of `bytes` bytes in an order. For a compile-time constant, each copy is one instruction.
template <class Bytes>
void gather(void* to, const void* from, const std::vector<std::uint32_t>& order, Bytes bytes) {
  auto* out = static_cast<char*>(to);
  for (const std::uint32_t i : order) {
    std::memcpy(out, static_cast<const char*>(from) + i * bytes, bytes);
    out += bytes;
  }
}
template <std::size_t n>
using known = std::integral_constant<std::size_t, n>;

void gather_rows(void* to, const void* from, const std::vector<std::uint32_t>& order, std::size_t bytes) {
  if (bytes == 1) return gather(to, from, order, known<1>());
  if (bytes == 2) return gather(to, from, order, known<2>());
  if (bytes == 4) return gather(to, from, order, known<4>());
  if (bytes == 8) return gather(to, from, order, known<8>());
  gather(to, from, order, bytes);
}

#ifdef NB_FREE_THREADED
/// A copy of the list, because another thread may change it.
nb::object items_of(nb::handle list) { return nb::steal(PyList_GetSlice(list.ptr(), 0, PY_SSIZE_T_MAX)); }

/// Puts items into a list in an order, all in one step, because other threads may shuffle the list too.
void reorder(nb::handle list, const nb::object& items, const std::vector<std::uint32_t>& order) {
  const auto n = static_cast<Py_ssize_t>(order.size());
  const nb::object reordered = nb::steal(PyList_New(n));
  if (!reordered.is_valid()) throw nb::python_error();
  for (Py_ssize_t i = 0; i < n; ++i) {
    PyObject* const item =
        PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(order[static_cast<std::size_t>(i)]));
    if (item == nullptr) throw nb::python_error();
    Py_INCREF(item);
    PyList_SetItem(reordered.ptr(), i, item);
  }
  if (PyList_SetSlice(list.ptr(), 0, n, reordered.ptr()) != 0) throw nb::python_error();
}
#else
nb::object items_of(nb::handle list) { return nb::borrow(list); }

/// Puts a list's items in an order. Each has a second reference until it is in its place, so that none is
/// deleted.
void reorder(nb::handle list, const nb::object& items, const std::vector<std::uint32_t>& order) {
  std::vector<nb::object> reordered(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    reordered[i] = nb::borrow(PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(order[i])));
  if (PyErr_Occurred() != nullptr) throw nb::python_error();  // the list has become shorter
  for (std::size_t i = 0; i < order.size(); ++i)
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), reordered[i].release().ptr());
}
#endif

}  // namespace

philox4x32 source::sequence_of_orders(bool small) const {
  if (engine_ != philox4x32::name)
    throw argument_error("engine", quoted(engine_), "philox4x32 for permutations");
  if (!is_generator()) return *sequence_->get_if<philox4x32>();
  const detail::sequence_key k = substream(tag_of(small ? "permutation u32" : "permutation u64"));
  return philox4x32(k.seed, k.stream);
}

void source::next_order(std::uint32_t n, std::uint32_t* to, std::size_t length) {
  if (n == 1) {
    take(1);
    *to = 0;
    return;
  }
  const philox4x32 e = sequence_of_orders(true);
  taking(1, [&](std::uint64_t first) {
    const permutation<std::uint32_t> p(e, n, first);
    tali::fill(cpu{.threads = threads_for(8 * length)}, p, 0, std::span(to, length));
  });
}

nb::object source::order(nb::handle x, bool in_place, bool flat) {
  if (engine_ != philox4x32::name) return nb::none();
  std::vector<std::uint32_t> order;
  const auto next = [&](std::size_t n) {
    if (n == 0 || n > std::numeric_limits<std::uint32_t>::max()) return false;
    order.resize(n);
    next_order(static_cast<std::uint32_t>(n), order.data(), n);
    return true;
  };
  if (in_place && PyList_CheckExact(x.ptr())) {
    const nb::object items = items_of(x);
    if (!items.is_valid()) throw nb::python_error();
    if (!next(static_cast<std::size_t>(PyList_Size(items.ptr())))) return nb::none();
    reorder(x, items, order);
    return nb::bool_(true);
  }
  if (!in_place && !flat && PyLong_CheckExact(x.ptr())) {
    const Py_ssize_t n = PyLong_AsSsize_t(x.ptr());
    if (n == -1) PyErr_Clear();
    if (!on_host || n <= 0 || !next(static_cast<std::size_t>(n))) return nb::none();
    void* to = nullptr;
    nb::object made = new_array(i64, 1, &n, to);
    std::copy(order.begin(), order.end(), static_cast<std::int64_t*>(to));
    return made;
  }
  array a{};
  // In place, elements only move, so any type works. A copy duplicates bytes, so its type must be known.
  if (!is_known(x.ptr(), a, in_place) || !a.contiguous || a.dimensions == 0 || (in_place && !a.writable))
    return nb::none();
  const std::size_t n = flat ? a.size() : static_cast<std::size_t>(a.shape[0]);
  if (a.size() == 0) return nb::none();
  if (!next(n)) return nb::none();
  if (in_place && n == 1) return nb::bool_(true);
  const std::size_t row = !in_place ? a.bytes() / n : static_cast<std::size_t>(a.strides[0]), bytes = n * row;
  if (!in_place) {
    void* to = nullptr;
    nb::object made = new_like(x.ptr(), to);
    gather_rows(to, a.data, order, row);
    return made;
  }
  const nb::ft_object_guard guard(x);  // objects move without changes to their reference counts
  const std::vector<char> before(a.data, a.data + bytes);
  gather_rows(a.data, before.data(), order, row);
  return nb::bool_(true);
}

std::uint64_t source::permutations(std::uint64_t n, std::size_t length, nb::handle out) {
  const opened to(out);
  const std::size_t rows = length == 0 ? 0 : to->bytes / (length * sizeof(std::uint64_t));
  const bool small = n <= std::numeric_limits<std::uint32_t>::max();
  const philox4x32 e = sequence_of_orders(small);
  check_capture(*to);
  auto* const values = static_cast<std::uint64_t*>(to->to);
  const cpu where{.threads = threads_for(to->bytes)};
  const auto make = [&](const auto& p, std::uint64_t* row) {
    using T = typename std::remove_cvref_t<decltype(p)>::value_type;
    if (to->on_gpu) return gpu_permutation(*to, p, row, length);
    constexpr std::size_t piece = std::size_t{1} << 16;
    std::vector<T> buffer(std::min(length, piece));
    for (std::size_t at = 0; at < length; at += piece) {
      const std::size_t count = std::min(piece, length - at);
      tali::fill(where, p, static_cast<T>(at), std::span(buffer.data(), count));
      std::copy_n(buffer.begin(), count, row + at);
    }
  };
  return taking(rows, [&](std::uint64_t first) {
    in_pieces(rows, std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(length, 1)),
              [&](std::size_t done, std::size_t count) {
                for (std::size_t r = done; r < done + count; ++r) {
                  std::uint64_t* const row = values + r * length;
                  if (small) {
                    make(permutation<std::uint32_t>(e, static_cast<std::uint32_t>(n), first + r), row);
                  } else {
                    make(permutation<std::uint64_t>(e, n, first + r), row);
                  }
                }
              });
  });
}

}  // namespace tali::python
