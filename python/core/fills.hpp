// SPDX-License-Identifier: Apache-2.0
// Fills for Python: without its lock, in pieces, so that Ctrl-C is heard.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nanobind/nanobind.h>

#include <tali/any.hpp>
#include <tali/filler.hpp>

namespace tali::python {

namespace nb = nanobind;

/// Memory that values are written to.
struct destination {
  void* to = nullptr;
  std::size_t bytes = 0;
  bool on_gpu = false;
  int device = 0;
  std::uintptr_t stream = 0;
};

/// A destination by its address, in memory that a framework keeps alive.
struct view : destination {
  nb::object owner;
};

/// A destination for as long as it lives: a view, or an object with a writable contiguous buffer.
class opened {
 public:
  explicit opened(nb::handle object);
  ~opened();
  opened(const opened&) = delete;
  opened& operator=(const opened&) = delete;
  const destination* operator->() const { return &at_; }
  const destination& operator*() const { return at_; }

 private:
  destination at_;
  Py_buffer buffer_;
  bool has_buffer_ = false;
};

/// An array of parameters, for as long as it lives: a view of a GPU's memory, or an object with a contiguous
/// buffer.
class opened_array {
 public:
  explicit opened_array(nb::handle object);
  ~opened_array() {
    if (!on_gpu_) PyBuffer_Release(&buffer_);
  }
  opened_array(const opened_array&) = delete;
  opened_array& operator=(const opened_array&) = delete;
  [[nodiscard]] const void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool on_gpu() const { return on_gpu_; }

 private:
  const void* data_ = nullptr;
  std::size_t bytes_ = 0;
  bool on_gpu_ = false;
  Py_buffer buffer_;
};

/// Elements that one slow thread makes in a third of a second or less.
std::size_t piece_of(const distribution_info& info, std::size_t element_bytes);

/// Threads of a fill; 0: the default of the library. 1 in a process that was forked.
extern std::atomic<int> threads;
/// The same for a fill of this many bytes: few are not worth waking a thread for.
int threads_for(std::size_t bytes);

/// Calls make(done, count) for pieces of n elements without Python's lock, and looks for Ctrl-C in between.
/// The first piece has `piece` elements; later ones have more, while a piece takes less than a tenth of a
/// second.
/// @throws nb::python_error with what a signal handler raised
template <class Make>
void in_pieces(std::size_t n, std::size_t piece, const Make& make) {
  nb::gil_scoped_release without_lock;
  for (std::size_t done = 0; done < n;) {
    const std::size_t count = std::min(piece, n - done);
    const auto begin = std::chrono::steady_clock::now();
    make(done, count);
    if (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100)) piece *= 2;
    done += count;
    if (done == n) break;
    nb::gil_scoped_acquire with_lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

/// Writes a job's elements, wherever the destination is; job.to is of no account. Arrays of parameters lie in
/// host memory.
/// @param kept  of banks: their states; else null
void fill(const destination& at, const detail::request& job, const distribution_info& info,
          std::size_t element_bytes, filler* kept = nullptr);

/// Copies from host memory to a destination on a GPU, and waits.
void copy_to_gpu(const destination& at, const void* from);

}  // namespace tali::python
