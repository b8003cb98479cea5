// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <tali/block.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/key.hpp>

#include "cuda.hpp"
#include "fills.hpp"
#include "module.hpp"
#include "source.hpp"

namespace tali::python {

namespace {

using numbers = std::vector<std::uint64_t>;

cpu cpu_for(std::size_t bytes, int requested_threads) {
  return {.threads = requested_threads < 0 ? threads_for(bytes) : requested_threads};
}

/// Throws unless the sequence has an element of the distribution at index first + last.
void check_last(const any_engine& e, const any_distribution& d, std::uint64_t first, std::uint64_t last) {
  check_pair(e.info(), d.info());
  const std::uint64_t most = last_index(e, d);
  if (last <= most - first && first <= most) return;
  throw argument_error(
      "last index", std::to_string(first) + " + " + std::to_string(last),
      "at most " + std::to_string(most) + ", the last of " + d.info().name + " over " + e.info().name);
}

/// Divides a block into parts of at most `piece` elements, or of one element, and calls make(offset, shape,
/// before) for each part; `before` is the number of elements of the destination before the part.
template <class Make>
void in_parts(numbers offset, numbers shape, const numbers& strides, std::uint64_t before,
              std::uint64_t piece, const Make& make) {
  std::size_t d = 0;
  while (d < shape.size() && shape[d] == 1) ++d;
  if (d == shape.size()) return make(offset, shape, before);
  std::uint64_t within = 1;
  for (std::size_t i = d + 1; i < shape.size(); ++i) within *= shape[i];
  if (shape[d] <= piece / within) return make(offset, shape, before);
  const std::uint64_t step = std::max<std::uint64_t>(1, piece / within), end = shape[d];
  const std::uint64_t begin = offset[d];
  for (std::uint64_t i = 0; i < end; i += step) {
    offset[d] = begin + i;
    shape[d] = std::min(step, end - i);
    in_parts(offset, shape, strides, before + i * strides[d], piece, make);
  }
}

numbers side_by_side(const numbers& shape) {
  numbers strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

/// Returns the number of elements of a block. Throws if the block is invalid.
std::uint64_t check_block(const numbers& global_shape, const numbers& offset, const numbers& local_shape) {
  return block(std::span(global_shape), std::span(offset), std::span(local_shape)).elements();
}

/// Writes a block of an array of a source's elements. The array's first element is at the source's position.
void fill_block(source& s, const any_distribution& d, const numbers& global_shape, const numbers& offset,
                const numbers& local_shape, numbers strides, nb::handle out, int requested_threads) {
  const opened to(out);
  const block whole(global_shape, offset, local_shape, strides);
  const std::size_t bytes = d.element_bytes();
  if (to->bytes / bytes < whole.extent() || (strides.empty() && to->bytes / bytes != whole.extent())) {
    throw argument_error("number of elements of out", std::to_string(to->bytes / bytes),
                         std::to_string(whole.extent()));
  }
  const any_engine e = s.engine_of(d.index());
  check_pair(e.info(), d.info());  // also for empty blocks: callers use one to validate a call first
  if (whole.elements() == 0) return;
  const std::uint64_t last = whole.rows().last_first() + (whole.rows().n - 1), first = s.position();
  check_last(e, d, first, last);
  if (s.is_generator() && first + last >= detail::generator_state::last_position) {
    throw argument_error("position + last index", std::to_string(first) + " + " + std::to_string(last),
                         "below 2^62");
  }
  if (to->on_gpu) {
    nb::gil_scoped_release without_lock;
    detail::row_list rows = whole.rows();
    rows.first += first;
    return gpu_fill(*to, detail::request_of(e, d, rows, to->to));
  }
  if (strides.empty()) strides = side_by_side(local_shape);
  const cpu where = cpu_for(whole.elements() * bytes, requested_threads);
  const bool jumps = e.info().kind == engine_kind::bank || e.info().kind == engine_kind::per_thread;
  nb::gil_scoped_release without_lock;
  bool begun = false;
  in_parts(offset, local_shape, strides, 0, jumps ? whole.elements() : piece_of(d.info(), bytes),
           [&](const numbers& block_offset, const numbers& block_shape, std::uint64_t before) {
             if (begun) hear_signals();
             begun = true;
             detail::row_list rows = block(global_shape, block_offset, block_shape, strides).rows();
             rows.first += first;
             void* const part = static_cast<char*>(to->to) + before * bytes;
             detail::run(where, detail::request_of(e, d, rows, part));
           });
}

/// The keys with these pairs of seed and stream, in host memory.
std::vector<key> keys_of(const destination& pairs) {
  const auto* const x = static_cast<const std::uint64_t*>(pairs.to);
  std::vector<key> keys;
  keys.reserve(pairs.bytes / sizeof(key));
  for (std::size_t i = 0; i < pairs.bytes / sizeof(key); ++i) keys.push_back(key::of(x[2 * i], x[2 * i + 1]));
  return keys;
}

/// Number of elements of each key's row.
std::size_t elements_per_row(const destination& keys, std::size_t n) {
  const std::size_t rows = keys.bytes / sizeof(key), per_row = rows == 0 ? 0 : n / rows;
  if (per_row * rows != n) {
    throw argument_error("number of elements of out", std::to_string(n),
                         "a multiple of " + std::to_string(rows) + ", the number of keys");
  }
  return per_row;
}

std::span<const key> device_keys(const destination& keys) {
  return {static_cast<const key*>(keys.to), keys.bytes / sizeof(key)};
}

/// Enqueues rows of keys in device memory. Nothing is copied to the host: long rows are made in sections,
/// because a launch makes many rows, or sections of them, of at most 16 MiB.
void fill_rows_of_device_keys(const destination& keys, const any_distribution& d, std::uint64_t first,
                              const destination& to, std::size_t per_row) {
  const std::size_t bytes = d.element_bytes();
  const std::size_t section = std::max<std::size_t>(1, (std::size_t{1} << 24) / bytes);
  for (std::size_t done = 0; done < per_row; done += section) {
    detail::row_list rows = detail::rows_of_keys(device_keys(keys), first + done, per_row);
    rows.n = std::min(section, per_row - done);
    gpu_fill(to, detail::request_of(device_keys(keys), d, rows, static_cast<char*>(to.to) + done * bytes));
  }
}

/// Writes one row per key with separate parameters per element, all in device memory. Enqueues work and reads
/// nothing; an element with invalid parameters is NaN, or -1. Parameters of uniform values are two bounds.
/// @param single, narrow, zero  detail::array_forms, for laws that the library fills from arrays
void fill_rows_arrays(nb::handle pairs, int law_index, nb::sequence arrays, std::uint64_t first,
                      nb::handle out, std::uint32_t single, std::uint32_t narrow, std::uint32_t zero) {
  const law& l = law_at(law_index);
  const distribution_info& d = *l.info;
  const opened to(out), given(pairs, false);
  const std::size_t n = to->bytes / d.value_bytes, per_row = elements_per_row(*given, n);
  parameter_arrays parameters;
  for (nb::handle array : arrays) {
    const std::size_t k = parameters.count(), elements = (single >> k & 1) != 0 ? 1 : n;
    const destination& p =
        parameters.open(array, elements, (narrow >> k & 1) != 0 ? sizeof(float) : l.given_bytes());
    if (!p.on_gpu || !given->on_gpu || !to->on_gpu)
      throw argument_error("parameter", "in host memory", "keys, parameters and out on the same device");
  }
  const void* const* const at = parameters.at;
  const auto* const* const numbers = reinterpret_cast<const double* const*>(at);
  const bool bounds_of_uniform = d.numbers == 0 && parameters.count() == 2;
  if (!bounds_of_uniform) parameters.check(l);
  if (n == 0) return;
  nb::gil_scoped_release without_lock;
  const philox4x32 e;
  const detail::row_list rows = detail::rows_of_keys(device_keys(*given), first, per_row);
  const detail::request job{
      &info_of<philox4x32>(), &e, &d, nullptr, first, to->to, per_row, at, &rows, nullptr,
      {single, narrow, zero}};
  gpu_fill_separately(*to, l, job, {.arrays = numbers, .are_bounds = bounds_of_uniform},
                      [&](const any_distribution& standard) {
                        fill_rows_of_device_keys(*given, standard, first, *to, per_row);
                      });
}

/// Writes one row per key, in the order of the keys. All rows have the same number of elements. Keys are in
/// host memory, or in that of the destination's device.
void fill_rows_into(const destination& given, const any_distribution& d, std::uint64_t first,
                    const destination& to, int requested_threads) {
  const std::size_t bytes = d.element_bytes();
  const std::size_t n = to.bytes / bytes, per_row = elements_per_row(given, n);
  if (n == 0) return;
  check_last(philox4x32(), d, first, per_row - 1);
  if (given.on_gpu) {
    nb::gil_scoped_release without_lock;
    return fill_rows_of_device_keys(given, d, first, to, per_row);
  }
  const std::vector<key> keys = keys_of(given);
  const cpu where = cpu_for(to.bytes, requested_threads);
  const std::uint64_t piece = piece_of(d.info(), bytes);
  nb::gil_scoped_release without_lock;
  if (to.on_gpu) {
    const detail::row_list rows = detail::rows_of_keys(keys, first, per_row);
    return gpu_fill(to, detail::request_of(keys, d, rows, to.to));
  }
  const std::uint64_t rows_per_call = per_row >= piece ? 1 : piece / per_row;
  auto* at = static_cast<char*>(to.to);
  for (std::size_t row = 0; row < keys.size(); row += rows_per_call) {
    const std::span row_keys =
        std::span(keys).subspan(row, std::min<std::uint64_t>(rows_per_call, keys.size() - row));
    for (std::uint64_t done = 0; done < per_row;) {
      if (row + done != 0) hear_signals();
      const std::uint64_t count = std::min<std::uint64_t>(piece, per_row - done);
      fill(where, row_keys, d, index_range{first + done, count}, at);
      at += row_keys.size() * count * bytes;
      done += count;
    }
  }
}

void fill_rows(nb::handle pairs, const any_distribution& d, std::uint64_t first, nb::handle out,
               int requested_threads) {
  const opened to(out), given(pairs, false);
  fill_rows_into(*given, d, first, *to, requested_threads);
}

/// Writes one row per key of a law with these numbers as parameters: a small call from PyTorch, in which
/// Python's code between would take longer than the fill. Returns False, with nothing written, if Python's
/// code must look at the arguments or report an error.
bool draw_rows(nb::handle pairs, int law_index, nb::tuple numbers, std::uint64_t first, nb::handle out) {
  const quick_out given(pairs), to(out);
  const law& l = law_at(law_index);
  double p[detail::max_numbers] = {};
  const auto count = static_cast<int>(nb::len(numbers));
  if (given.type() != i64 || to.type() != l.type || given.as_array() != nullptr || to.as_array() != nullptr ||
      given->on_gpu != to->on_gpu || given->device != to->device || count != l.info->numbers ||
      given->bytes == 0 || to->bytes == 0)
    return false;
  for (int k = 0; k < count; ++k) {
    if (!number_from(*l.info, PyTuple_GetItem(numbers.ptr(), k), p[k])) return false;
  }
  if (l.has_bad_sign(p)) return false;
  if (to->on_gpu && gpu_captures(*to))
    return false;  // replays pay for no launch, and Triton's kernel is shorter
  std::optional<any_distribution> d;
  try {
    d.emplace(any_distribution::of_numbers(*l.info, p));
  } catch (const argument_error&) {
    return false;
  }
  fill_rows_into(*given, *d, first, *to, -1);
  to.written();
  return true;
}

/// Scales uniform values from [0, 1) to low ... high.
void between(int law_index, double low, double high, nb::handle out) {
  const law& l = law_at(law_index);
  const opened to(out);
  const std::size_t bytes = l.info->value_bytes, n = to->bytes / bytes;
  const bounds b{&low, 0, &high, 0};
  nb::gil_scoped_release without_lock;
  if (to->on_gpu) return gpu_apply_bounds(*to, l, b, n, false);
  apply_bounds(bytes, b, to->to, n);
}

nb::object pair_of(const key& k) { return nb::make_tuple(k.seed(), k.stream()); }

}  // namespace

void add_blocks(nb::module_& m) {
  m.def(
      "key_of_seed", [](std::uint64_t seed) { return pair_of(key(seed)); }, nb::arg("seed"));
  m.def(
      "key_child",
      [](std::uint64_t seed, std::uint64_t stream, bool split, std::uint64_t n) {
        const key k = key::of(seed, stream);
        return pair_of(split ? k.split_at(n) : k.fold_in(n));
      },
      nb::arg("seed"), nb::arg("stream"), nb::arg("split"), nb::arg("n"));
  m.def("check_block", &check_block, nb::arg("global_shape"), nb::arg("offset"), nb::arg("local_shape"));
  m.def("fill_block", &fill_block, nb::arg("source").lock(), nb::arg("distribution"), nb::arg("global_shape"),
        nb::arg("offset"), nb::arg("local_shape"), nb::arg("strides"), nb::arg("out"),
        nb::arg("threads") = -1);
  m.def("fill_rows", &fill_rows, nb::arg("keys"), nb::arg("distribution"), nb::arg("first"), nb::arg("out"),
        nb::arg("threads") = -1);
  m.def("draw_rows", &draw_rows, nb::arg("keys"), nb::arg("law"), nb::arg("numbers"), nb::arg("first"),
        nb::arg("out"));
  m.def("fill_rows_arrays", &fill_rows_arrays, nb::arg("keys"), nb::arg("law"), nb::arg("arrays"),
        nb::arg("first"), nb::arg("out"), nb::arg("single") = 0, nb::arg("narrow") = 0, nb::arg("zero") = 0);
  m.def("between", &between, nb::arg("law"), nb::arg("low"), nb::arg("high"), nb::arg("out"));
}

}  // namespace tali::python
