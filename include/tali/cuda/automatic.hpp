// SPDX-License-Identifier: Apache-2.0
// fill where the device is chosen by size: small ranges on the CPU, large ones on a GPU, by the cost model of
// cost_model.hpp. The choice changes no bit. Link tali::cuda (the CPU's library alone knows no GPU); needs no
// CUDA header, and on a machine without a GPU all is made on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <tali/bank.hpp>
#include <tali/cost_model.hpp>
#include <tali/cuda/bank.hpp>
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/cuda/quasi.hpp>
#include <tali/fill.hpp>
#include <tali/named.hpp>
#include <tali/quasi.hpp>

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

/// As fill in fill.hpp, by whichever device: returns what was chosen.
template <class OnCpu, class OnGpu>
device_choice fill_chosen(const automatic& where, const fill_work& work, void* to, std::size_t n,
                          const OnCpu& on_cpu, const OnGpu& on_gpu) {
  device_choice choice = choose_for(where, work, to);
  if (choice.on_gpu) {
    choice.on_gpu = through_device(where.device, to, n, static_cast<std::size_t>(work.value_bytes), on_gpu);
  }
  if (!choice.on_gpu) on_cpu();
  return choice;
}

template <class D>
fill_work work_of(const char* engine, std::size_t n) {
  fill_work w;
  w.kind = {engine, "", D::name, type_name<typename D::result_type>()};
  w.value_bytes = static_cast<int>(sizeof(typename D::result_type));
  w.values = static_cast<double>(n);
  return w;
}

inline fill_work work_of(const char* engine, const named_distribution& d, std::size_t n) {
  fill_work w;
  w.kind = {engine, "", d.info().name, d.info().type};
  w.value_bytes = static_cast<int>(d.info().value_bytes);
  w.values = static_cast<double>(n);
  return w;
}

}  // namespace detail

/// Writes elements first ... first + to.size() - 1 of distribution d over sequence e to `to`, by whichever
/// device is expected to take less time. `to` is host memory, and the call returns when it is filled; or
/// memory of the device (device or managed memory), which the GPU fills as fill in cuda/fill.hpp does,
/// enqueued on where.device.stream. The driver is asked what memory `to` is, which takes a microsecond or so:
/// for many tiny ranges in host memory say cpu{}.
/// @return what was chosen, and the times that were expected
/// @throws as fill in fill.hpp and in cuda/fill.hpp
template <registered_engine E, registered_distribution D>
device_choice fill(const automatic& where, const E& e, const D& d, std::uint64_t first,
                   std::span<typename D::result_type> to) {
  using T = typename D::result_type;
  return detail::fill_chosen(
      where, detail::work_of<D>(E::name, to.size()), to.data(), to.size(),
      [&] { fill(where.host, e, d, first, to); },
      [&](std::uint64_t done, void* device, std::size_t n) {
        fill(where.device, e, d, first + done, static_cast<T*>(device), n);
      });
}

/// The same for points.
template <quasi_engine E, quasi_distribution D>
device_choice fill(const automatic& where, const E& e, const D& d, std::uint64_t first,
                   std::span<typename D::result_type> to) {
  using T = typename D::result_type;
  fill_work work = detail::work_of<D>(E::name, to.size());
  work.kind.variant = variant_of(e.set());
  work.rows = rows_of(e.set(), work.values);
  return detail::fill_chosen(
      where, work, to.data(), to.size(), [&] { fill(where.host, e, d, first, to); },
      [&](std::uint64_t done, void* device, std::size_t n) {
        fill(where.device, e, d, first + done, static_cast<T*>(device), n);
      });
}

/// The same for a grid engine, which is copied as in grid.hpp.
template <bank_engine E, registered_distribution D>
device_choice fill(const automatic& where, const E& e, const D& d, std::uint64_t first,
                   std::span<typename D::result_type> to) {
  using T = typename D::result_type;
  fill_work work = detail::work_of<D>(E::name, to.size());
  work.generators = static_cast<double>(e.sets().size());
  std::unique_ptr<cuda_bank<E>> there;  // made where it is needed
  return detail::fill_chosen(
      where, work, to.data(), to.size(), [&] { fill(where.host, e, d, first, to); },
      [&](std::uint64_t done, void* device, std::size_t n) {
        if (!there) there = std::make_unique<cuda_bank<E>>(where.device, e);
        there->fill(d, first + done, static_cast<T*>(device), n);
      });
}

/// As above, for a sequence and a distribution chosen at run time.
inline device_choice fill(const automatic& where, const named_sequence& s, const named_distribution& d,
                          std::uint64_t first, void* to, std::size_t n) {
  return detail::fill_chosen(
      where, detail::work_of(s.info().name, d, n), to, n, [&] { fill(where.host, s, d, first, to, n); },
      [&](std::uint64_t done, void* device, std::size_t count) {
        fill(where.device, s, d, first + done, device, count);
      });
}

/// As above, for points and a distribution chosen at run time.
inline device_choice fill(const automatic& where, const named_points& p, const named_distribution& d,
                          std::uint64_t first, void* to, std::size_t n) {
  fill_work work = detail::work_of(p.info().name, d, n);
  work.kind.variant = variant_of(p.set());
  work.rows = rows_of(p.set(), work.values);
  return detail::fill_chosen(
      where, work, to, n, [&] { fill(where.host, p, d, first, to, n); },
      [&](std::uint64_t done, void* device, std::size_t count) {
        fill(where.device, p, d, first + done, device, count);
      });
}

}  // namespace tali
