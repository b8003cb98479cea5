// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of vectors, categories and permutations: checks, the tables' copies on devices, the
// launcher.
#include <memory>
#include <mutex>

#include <cuda_runtime.h>

#include <tali/cuda/structured.hpp>

#include "cuda/memory.hpp"
#include "cuda/structured.hpp"
#include "device_copies.hpp"

namespace tali::detail {

namespace {

const cuda_driver::structured_table& kernels() {
  static const cuda_driver::structured_table table = cuda_driver::structured_kernels();
  return table;
}

template <class D>
void fill_vectors(const cuda& where, const vector_job& job) {
  const D& d = *static_cast<const D*>(job.distribution);
  check_range(job.first, job.rows, static_cast<int>(d.size()));
  cuda_driver::check_device(where.ordinal);
  if (job.rows == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(job.to, sizeof(typename D::result_type), where.ordinal);
  const auto view = view_on(where, d);
  vector_job there = job;
  there.distribution = &view;
  kernels().vectors[job.engine_index][job.distribution_index](where, there);
}

}  // namespace

const void* cuda_table(const cuda& where, const table& t) {
  cuda_driver::check_device(where.ordinal);
  const cuda_driver::current_device device(where.ordinal);
  device_copies& copies = t.copies();
  const std::lock_guard lock(copies.guard);
  std::shared_ptr<void>& copy = copies.by_key[where.ordinal];
  if (!copy) {
    copy = cuda_driver::copy_to_device(where.ordinal, t.data(), t.bytes(), "copy of a distribution's table");
  }
  return copy.get();
}

void cuda_fill_vectors(const cuda& where, const vector_job& job) {
  vector_distributions::each([&]<class D>(int index, type_list<D>) {
    if (index == job.distribution_index) fill_vectors<D>(where, job);
  });
}

void cuda_fill_categorical(const cuda& where, const categorical_job& job) {
  check_range(job.first, job.n, categorical::words);
  cuda_driver::check_device(where.ordinal);
  if (job.n == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(job.to, sizeof(std::uint32_t), where.ordinal);
  const categorical_view view = view_on(where, *job.distribution);
  kernels().categories[job.engine_index](where,
                                         {job.engine_index, job.engine, 0, &view, job.first, job.to, job.n});
}

template <class T>
void cuda_fill_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n) {
  check_permutation_range(first, n, p.last());
  cuda_driver::check_device(where.ordinal);
  if (n == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(to, sizeof(T), where.ordinal);
  cuda_driver::launch_permutation<T>(where, p, first, to, n);
}

template void cuda_fill_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                    std::uint32_t*, std::size_t);
template void cuda_fill_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                    std::uint64_t*, std::size_t);

}  // namespace tali::detail
