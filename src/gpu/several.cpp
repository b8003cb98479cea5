// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <system_error>

#include <tali/cuda/several.hpp>
#include <tali/error.hpp>

#include "core/checks.hpp"
#include "core/joined_thread.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali {

namespace {

constexpr int lanes_a_device = 2;

/// @throws device_error, argument_error as check_device
std::vector<int> ordinals_of(const cuda_all& where) {
  std::vector<int> all = where.ordinals;
  if (all.empty()) {
    all.resize(static_cast<std::size_t>(std::max(runtime::device_count(), 1)));
    std::iota(all.begin(), all.end(), 0);
  }
  for (const int ordinal : all) cuda_driver::check_device(ordinal);
  return all;
}

/// One device with a separate stream, which does not wait for the default stream. The device is not made
/// current for the thread, except where stated.
class lane {
 public:
  lane(int ordinal, const cuda_all& all, const any_engine& e, const any_distribution& d, std::size_t piece)
      : ordinal_{ordinal}, element_bytes_{d.element_bytes()} {
    const runtime::current_device device(ordinal);
    stream_ = runtime::new_stream();
    try {
      memory_ = std::make_unique<runtime::stream_memory<std::byte>>(piece * element_bytes_, stream_);
      filler_ = std::make_unique<filler>(open_filler(cuda{ordinal, stream_, {}, all.rejection}, e, d));
    } catch (...) {
      memory_.reset();
      runtime::end_stream(stream_);
      throw;
    }
  }
  ~lane() {
    runtime::on_device(ordinal_, [&] {
      filler_.reset();
      memory_.reset();
      runtime::end_stream(stream_);
      stream_ = nullptr;
    });
  }
  lane(const lane&) = delete;
  lane& operator=(const lane&) = delete;

  void fill(std::uint64_t first, void* to, std::size_t n) {
    const runtime::current_device device(ordinal_);
    filler_->fill(first, memory_->at(), n);
    runtime::copy_to_host(to, memory_->at(), n * element_bytes_, stream_);
    runtime::synchronise(stream_);
  }

 private:
  int ordinal_;
  std::size_t element_bytes_;
  runtime::stream stream_ = nullptr;
  std::unique_ptr<runtime::stream_memory<std::byte>> memory_;
  std::unique_ptr<filler> filler_;
};

}  // namespace

struct detail::cuda_host_filler::implementation {
  std::size_t piece, element_bytes;
  std::deque<lane> lanes;
  std::mutex guard;
  std::condition_variable one_free;
  std::deque<lane*> free;  ///< the device that has waited longest is first
};

detail::cuda_host_filler::cuda_host_filler(const cuda_all& where, const any_engine& e,
                                           const any_distribution& d, std::size_t piece_bytes)
    : it_{std::make_unique<implementation>()} {
  const std::vector<int> ordinals = ordinals_of(where);
  it_->element_bytes = d.element_bytes();
  it_->piece = std::max<std::size_t>(piece_bytes / it_->element_bytes, 1);
  const bool bank = e.info().kind == engine_kind::bank;
  for (int k = 0; k < (bank ? 1 : lanes_a_device); ++k) {
    for (const int ordinal : ordinals) {
      it_->free.push_back(&it_->lanes.emplace_back(ordinal, where, e, d, it_->piece));
      if (bank) break;
    }
  }
}

detail::cuda_host_filler::cuda_host_filler(cuda_host_filler&&) noexcept = default;
detail::cuda_host_filler& detail::cuda_host_filler::operator=(cuda_host_filler&&) noexcept = default;
detail::cuda_host_filler::~cuda_host_filler() = default;

int detail::cuda_host_filler::lanes() const { return static_cast<int>(it_->lanes.size()); }
std::size_t detail::cuda_host_filler::piece() const { return it_->piece; }

void detail::cuda_host_filler::fill(std::uint64_t first, void* to, std::size_t n) {
  lane* borrowed = nullptr;
  {
    std::unique_lock lock(it_->guard);
    it_->one_free.wait(lock, [&] { return !it_->free.empty(); });
    borrowed = it_->free.front();
    it_->free.pop_front();
  }
  const auto give_back = [&] {
    const std::lock_guard lock(it_->guard);
    it_->free.push_back(borrowed);
    it_->one_free.notify_one();
  };
  try {
    for (std::size_t done = 0; done < n; done += it_->piece) {
      borrowed->fill(first + done, static_cast<std::byte*>(to) + done * it_->element_bytes,
                     std::min(it_->piece, n - done));
    }
  } catch (...) {
    give_back();
    throw;
  }
  give_back();
}

void detail::run(const cuda_all& where, const request& r) {
  if (r.rows != nullptr || r.arrays != nullptr) {
    throw argument_error("extent", r.rows != nullptr ? "rows" : "a range with arrays of parameters",
                         "a range, because several GPUs fill host memory");
  }
  const any_engine e(*r.engine_entry, r.engine);
  const any_distribution d(*r.distribution_entry, r.distribution);
  const std::uint64_t first = r.first;
  void* const to = r.to;
  const std::size_t n = r.n;
  const std::vector<int> ordinals = ordinals_of(where);
  if (n == 0) return fill(cuda{ordinals.front()}, e, d, first, to, 0);
  if (to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(n) + " elements");
  {
    const runtime::current_device device(ordinals.front());
    if (const auto m = runtime::memory_of(to); m.kind == runtime::memory_kind::device) {
      throw argument_error("destination", "memory of device " + std::to_string(m.device),
                           "host memory, or one part per device");
    }
  }
  const std::size_t bytes = d.element_bytes();
  cuda_host_filler host_filler(where, e, d);
  const std::size_t piece = host_filler.piece(), pieces = (n - 1) / piece + 1;
  const bool bank = e.info().kind == engine_kind::bank;
  if (bank || pieces == 1) return host_filler.fill(first, to, n);
  std::uint64_t last = 0;
  if (__builtin_add_overflow(first, std::uint64_t{n - 1}, &last))
    return fill(cuda{ordinals.front()}, e, d, first, to, n);  // its error states the sequence's length
  // Starts with the last piece, which shows whether the range passes the sequence's end.
  std::atomic<std::size_t> next{0};
  std::exception_ptr trouble;
  std::mutex guard;
  const auto make = [&](std::size_t k) {
    host_filler.fill(first + k * piece, static_cast<std::byte*>(to) + k * piece * bytes,
                     std::min(piece, n - k * piece));
  };
  make(pieces - 1);
  const auto work = [&] {
    try {
      for (std::size_t k = next++; k < pieces - 1; k = next++) make(k);
    } catch (...) {
      next = pieces;
      const std::lock_guard lock(guard);
      if (!trouble) trouble = std::current_exception();
    }
  };
  {
    std::vector<detail::joined_thread> helpers;
    try {
      for (int k = 1; k < host_filler.lanes(); ++k) helpers.emplace_back(work);
    } catch (const std::system_error&) {
      // The system cannot start more threads, so fewer threads do the same work.
    }
    work();
  }
  if (trouble) std::rethrow_exception(trouble);
}

void fill(std::span<const device_part> parts, const any_engine& e, const any_distribution& d,
          std::uint64_t first) {
  check_pair(e.info(), d.info());
  std::uint64_t all = 0, at = first;
  for (const device_part& part : parts) {
    if (!__builtin_add_overflow(all, std::uint64_t{part.n}, &all)) continue;
    throw argument_error("number of elements of all parts", "2^64 or more", "at most 2^64 - 1");
  }
  // Checked before anything is written.
  detail::check_index_range(first, all, last_index(e, d), {"elements up to ", ", the last of the sequence"});
  for (const device_part& part : parts) {
    fill(part.where, e, d, at, part.to, part.n);
    at += part.n;
  }
}

}  // namespace tali
