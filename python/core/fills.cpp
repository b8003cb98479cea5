// SPDX-License-Identifier: Apache-2.0
#include "fills.hpp"

#include <string>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "cuda.hpp"
#include "registry/functions.hpp"

namespace tali::python {

std::atomic<int> threads{0};

int threads_for(std::size_t bytes) { return bytes < (std::size_t{1} << 17) ? 1 : threads.load(); }

void hear_signals() {
  nb::gil_scoped_acquire with_lock;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
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

const destination& parameter_arrays::open(nb::handle array, std::size_t numbers, std::size_t bytes_each) {
  memory_.push_back(std::make_unique<opened>(array, false));
  const destination& given = **memory_.back();
  if (count() > detail::max_numbers || given.bytes != numbers * bytes_each) {
    throw argument_error("length of parameter arrays", std::to_string(given.bytes / bytes_each),
                         std::to_string(numbers) + ", one per value");
  }
  at[count() - 1] = given.to;
  return given;
}

void parameter_arrays::check(const law& l) const {
  const auto wanted = static_cast<std::size_t>(l.info->numbers);
  if (count() != wanted)
    throw argument_error("number of parameters", std::to_string(count()), std::to_string(wanted));
  if (!l.takes_arrays())
    throw argument_error("parameter", "an array", std::string("a number for ") + l.info->name);
}

void fill_of_words(const detail::request& job, const double* const* p) {
  const distribution_info& d = *job.distribution_entry;
  const bits<std::uint32_t> plain;
  std::uint32_t words[cached];
  const auto each = static_cast<std::size_t>(d.words), chunk = cached / each;
  for (std::size_t i = 0; i < job.n; i += chunk) {
    const std::size_t some = std::min(chunk, job.n - i);
    detail::run(cpu{.threads = 1}, {job.engine_entry, job.engine, &info_of<bits<std::uint32_t>>(), &plain,
                                    (job.first + i) * each, words, some * each});
    const double* these[detail::max_numbers] = {};
    for (int k = 0; k < d.numbers; ++k) these[k] = p[k] + i;
    d.functions->of_words(words, these, static_cast<char*>(job.to) + i * d.value_bytes, some);
  }
}

void fill(const destination& at, const detail::request& job, std::size_t element_bytes, filler* states) {
  if (job.n == 0) return;
  const law& l = law_at(job.distribution_entry->index);
  if (at.on_gpu) {
    detail::request on_device = job;
    on_device.to = at.to;
    nb::gil_scoped_release without_lock;
    if (job.arrays == nullptr) return gpu_fill(at, on_device);
    return gpu_fill_arrays(at, on_device, l.info->numbers, job.n * l.array_bytes());
  }
  const cpu where{.threads = threads_for(at.bytes)};
  const auto make = [&](std::size_t done, std::size_t count) {
    detail::request part = job;
    part.first += done;
    part.n = count;
    part.to = static_cast<char*>(at.to) + done * element_bytes;
    const void* arrays[detail::max_numbers] = {};
    if (job.arrays != nullptr) {
      for (int k = 0; k < l.info->numbers; ++k)
        arrays[k] = static_cast<const char*>(job.arrays[k]) + done * l.array_bytes();
      part.arrays = arrays;
    }
    states != nullptr ? states->fill(part.first, part.to, part.n) : detail::run(where, part);
  };
  if (job.n * element_bytes <= cached * sizeof(double) && states == nullptr) return make(0, job.n);
  std::size_t piece = piece_of(*l.info, element_bytes);
  if (job.arrays != nullptr) piece = std::min(piece, std::size_t{1} << 19);
  in_pieces(job.n, piece, make);
}

}  // namespace tali::python
