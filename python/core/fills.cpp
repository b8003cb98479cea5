// SPDX-License-Identifier: Apache-2.0
#include "fills.hpp"

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "cuda.hpp"
#include "distributions.hpp"

namespace tali::python {

std::atomic<int> threads{0};

int threads_for(std::size_t bytes) { return bytes < (std::size_t{1} << 17) ? 1 : threads.load(); }

opened::opened(nb::handle object) {
  const view* v = nullptr;
  if (nb::try_cast(object, v) && v != nullptr) {
    at_ = *v;
    return;
  }
  if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0)
    throw nb::python_error();
  has_buffer_ = true;
  at_.to = buffer_.buf;
  at_.bytes = static_cast<std::size_t>(buffer_.len);
}

opened::~opened() {
  if (has_buffer_) PyBuffer_Release(&buffer_);
}

opened_array::opened_array(nb::handle object) {
  const view* v = nullptr;
  if (nb::try_cast(object, v) && v != nullptr && v->on_gpu) {
    data_ = v->to;
    bytes_ = v->bytes;
    on_gpu_ = true;
    return;
  }
  if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_C_CONTIGUOUS) != 0) throw nb::python_error();
  data_ = buffer_.buf;
  bytes_ = static_cast<std::size_t>(buffer_.len);
}

std::size_t piece_of(const distribution_info& info, std::size_t element_bytes) {
  const std::size_t row = std::max<std::size_t>(1, element_bytes / info.value_bytes);
  switch (info.kind) {
    case distribution_kind::rejection:
      return std::size_t{1} << 21;
    case distribution_kind::vector:
      return std::max<std::size_t>(1, (std::size_t{1} << 19) / row);
    default:
      return std::size_t{1} << 24;
  }
}

void fill(const destination& at, const detail::request& job, const distribution_info& info,
          std::size_t element_bytes, filler* kept) {
  if (job.n == 0) return;
  const law& l = laws()[static_cast<std::size_t>(job.distribution_entry->index)];
  const std::size_t parameter_bytes = l.parameters_f32 ? sizeof(float) : sizeof(double);
  if (at.on_gpu) {
    detail::request there = job;
    there.to = at.to;
    nb::gil_scoped_release without_lock;
    if (job.arrays == nullptr) return gpu_fill(at, there);
    return gpu_fill_arrays(at, there, l.parameters, job.n * parameter_bytes);
  }
  const cpu where{.threads = threads_for(at.bytes)};
  std::size_t piece = piece_of(info, element_bytes);
  if (job.arrays != nullptr) piece = std::min(piece, std::size_t{1} << 19);
  in_pieces(job.n, piece, [&](std::size_t done, std::size_t count) {
    detail::request part = job;
    part.first += done;
    part.n = count;
    part.to = static_cast<char*>(at.to) + done * element_bytes;
    const void* arrays[most_parameters] = {};
    if (job.arrays != nullptr) {
      for (int k = 0; k < l.parameters; ++k) {
        arrays[k] = static_cast<const char*>(job.arrays[k]) + done * parameter_bytes;
      }
      part.arrays = arrays;
    }
    if (kept != nullptr) {
      kept->fill(part.first, part.to, part.n);
    } else {
      detail::run(where, part);
    }
  });
}

void copy_to_gpu(const destination& at, const void* from) {
  nb::gil_scoped_release without_lock;
  gpu_copy(at, from);
}

}  // namespace tali::python
