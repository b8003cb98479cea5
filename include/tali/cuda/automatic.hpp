// SPDX-License-Identifier: Apache-2.0
// fill where the device is chosen by size: small ranges on the CPU, large ones on a GPU, by the cost model of
// cost_model.hpp. The choice changes no bit. Link tali::cuda (the CPU's library alone knows no GPU); needs no
// CUDA header, and on a machine without a GPU all is made on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include <tali/cost_model.hpp>
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/fill.hpp>

namespace tali {

/// The CPU or a GPU, whichever is expected to take less time.
struct automatic {
  cpu host = {};
  cuda device = {};
  /// Null: this machine's tuning file, read once in a process, or the default figures (tuning.hpp).
  const cost_model* costs = nullptr;
  /// Whether the process uses the GPU anyway. If not, the start of CUDA, some tenths of a second, counts
  /// against the GPU in every call.
  bool gpu_started = true;
};

namespace detail {

/// The choice for values at `to`, whose kind of memory is asked for. Without a device it is the CPU.
device_choice choose_for(const automatic& where, fill_work work, const void* to);

/// Elements 0 ... n - 1 by way of device memory into host memory, complete on return. Memory that the device
/// can write is not copied: then make(0, to, n) is all, and only enqueued.
/// @param make  enqueues elements done ... done + count - 1 into device memory
/// @return false if there is no room on the device, and nothing was made
bool through_device(const cuda& where, void* to, std::size_t n, std::size_t value_bytes,
                    const std::function<void(std::uint64_t done, void* device, std::size_t count)>& make);

/// Whether the device's kernels can write there: device and managed memory.
bool is_written_by_device(const cuda& where, const void* to);

/// Rows, which are brought to no other memory: a GPU makes them where it is faster and can write `to`.
template <class OnCpu, class OnGpu>
device_choice fill_rows_chosen(const automatic& where, const fill_work& work, const void* to,
                               const OnCpu& on_cpu, const OnGpu& on_gpu) {
  device_choice choice = choose_for(where, work, to);
  choice.on_gpu = choice.on_gpu && is_written_by_device(where.device, to);
  if (choice.on_gpu) {
    on_gpu();
  } else {
    on_cpu();
  }
  return choice;
}

/// As fill in fill.hpp, by whichever device: returns what was chosen.
/// @param element_bytes  of an element, which is a row of a vector distribution
template <class OnCpu, class OnGpu>
device_choice fill_chosen(const automatic& where, const fill_work& work, void* to, std::size_t n,
                          std::size_t element_bytes, const OnCpu& on_cpu, const OnGpu& on_gpu) {
  device_choice choice = choose_for(where, work, to);
  if (choice.on_gpu) choice.on_gpu = through_device(where.device, to, n, element_bytes, on_gpu);
  if (!choice.on_gpu) on_cpu();
  return choice;
}

}  // namespace detail

/// Writes elements first ... first + n - 1 of distribution d over sequence e to `to`, by whichever device is
/// expected to take less time. `to` is host memory, and the call returns when it is filled; or memory of the
/// device (device or managed memory), which the GPU fills as fill in cuda/fill.hpp does, enqueued on
/// where.device.stream. The driver is asked what memory `to` is, which takes a microsecond or so: for many
/// tiny ranges in host memory say cpu{}.
/// @return what was chosen, and the times that were expected
/// @throws as fill in fill.hpp and in cuda/fill.hpp
template <class D, class To>
requires detail::at_address<D, To> device_choice fill(const automatic& where, const any_engine& e,
                                                      const D& given, std::uint64_t first, To to,
                                                      std::size_t n) {
  detail::explain_address<D, To>();
  const any_distribution& d = given;
  check_pair(e.info(), d.info());
  if (!e.info().on_cuda) {  // which the CPU alone makes
    fill(where.host, e, d, first, to, n);
    return {false, 0, std::numeric_limits<double>::infinity()};
  }
  std::unique_ptr<filler> there;  // made where it is needed, and kept for the pieces
  return detail::fill_chosen(
      where, work_of(e, d, static_cast<double>(n)), to, n, d.element_bytes(),
      [&] { fill(where.host, e, d, first, to, n); },
      [&](std::uint64_t done, void* device, std::size_t count) {
        if (!there) there = std::make_unique<filler>(open_filler(where.device, e, d));
        there->fill(first + done, device, count);
      });
}

/// Rows with a key each, as fill in fill.hpp and in cuda/fill.hpp. Host memory is filled by the CPU.
/// @param keys  in host memory
/// @return what was chosen, and the times that were expected
template <class D, class To>
requires detail::at_address<D, To> device_choice fill(const automatic& where, std::span<const key> keys,
                                                      const D& given, std::uint64_t first,
                                                      std::size_t per_row, To to) {
  detail::explain_address<D, To>();
  const any_distribution& d = given;
  const double n = static_cast<double>(keys.size()) * static_cast<double>(per_row);
  return detail::fill_rows_chosen(
      where, work_of(any_engine(philox4x32()), d, n), to,
      [&] { fill(where.host, keys, d, first, per_row, to); },
      [&] { fill(where.device, keys, d, first, per_row, to); });
}

/// A block of an array, as fill in fill.hpp and in cuda/fill.hpp. Host memory is filled by the CPU.
/// @return what was chosen, and the times that were expected
template <class D, class To>
requires detail::at_address<D, To> device_choice fill(const automatic& where, const any_engine& e,
                                                      const D& given, const block& part, To to) {
  detail::explain_address<D, To>();
  const any_distribution& d = given;
  check_pair(e.info(), d.info());
  if (!e.info().on_cuda) {  // which the CPU alone makes
    fill(where.host, e, d, part, to);
    return {false, 0, std::numeric_limits<double>::infinity()};
  }
  return detail::fill_rows_chosen(
      where, work_of(e, d, static_cast<double>(part.elements())), to,
      [&] { fill(where.host, e, d, part, to); }, [&] { fill(where.device, e, d, part, to); });
}

/// As above, for types that are known when compiling: elements first, first + 1, ... to a std::span of the
/// distribution's values, or what converts to one.
template <class E, class D, class To>
requires requires { typename D::result_type; }
device_choice fill(const automatic& where, const E& e, const D& d, std::uint64_t first, To&& to) {
  if constexpr (detail::explain_fill<E, D, To&&>()) {
    const std::span<typename D::result_type> values = to;
    const std::size_t n = detail::elements_of(d, values.size());
    constexpr bool plain = registered_engine<E> || quasi_engine<E>;
    constexpr bool scalar =
        kind_of<D> == distribution_kind::fixed || kind_of<D> == distribution_kind::rejection;
    if constexpr (plain && scalar) {
      using T = typename D::result_type;
      const point_set* set = nullptr;
      if constexpr (quasi_engine<E>) set = &e.set();
      const fill_work work =
          work_of({E::name, "", D::name, type_name<T>()}, sizeof(T), static_cast<double>(n), set);
      return detail::fill_chosen(
          where, work, values.data(), n, sizeof(T), [&] { fill(where.host, e, d, first, values); },
          [&](std::uint64_t done, void* device, std::size_t count) {
            fill(where.device, e, d, first + done, static_cast<T*>(device), count);
          });
    } else {
      return fill(where, any_engine(e), any_distribution(d), first, values.data(), n);
    }
  } else {
    return {};
  }
}

}  // namespace tali
