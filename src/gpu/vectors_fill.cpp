// SPDX-License-Identifier: Apache-2.0
// The CUDA drivers of vectors, categories and permutations: checks, the tables' copies on devices, the
// launcher.
#include <tali/cuda/fill.hpp>

#include "core/index_range.hpp"
#include "gpu/arguments.hpp"
#include "gpu/drivers.hpp"
#include "gpu/runtime.hpp"
#include "gpu/vectors.hpp"

namespace tali {

namespace cuda_driver {

namespace {

const vectors_table& kernels() {
  static const vectors_table table = vectors_kernels();
  return table;
}

template <class D>
void fill_rows(const cuda& where, const fill_job& job) {
  const D& d = *static_cast<const D*>(job.distribution);
  check_range(job.first, job.n, static_cast<int>(d.size()));
  with_destination(where, job.to, job.n, sizeof(typename D::result_type), [&] {
    const auto view = view_on(where, d);
    fill_job there = job;
    there.distribution = &view;
    kernels().vectors[job.engine_index][job.distribution_index](where, there);
  });
}

}  // namespace

void fill_vectors(const cuda& where, const fill_job& job) {
  vector_distributions::for_each([&]<class D>(int index, type_list<D>) {
    if (index == job.distribution_index) fill_rows<D>(where, job);
  });
}

void fill_categorical(const cuda& where, const fill_job& job) {
  check_range(job.first, job.n, categorical::words);
  with_destination(where, job.to, job.n, sizeof(std::uint32_t), [&] {
    const categorical_view view = view_on(where, *static_cast<const categorical*>(job.distribution));
    fill_job there = job;
    there.distribution = &view;
    kernels().categories[job.engine_index](where, there);
  });
}

}  // namespace cuda_driver

namespace detail {

const void* cuda_table(const cuda& where, const table& t) {
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  return runtime::copy_of_bytes(t.copies(), 0, where.ordinal, t.data(), t.bytes());
}

template <class T>
void cuda_fill_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n) {
  check_index_range(first, n, p.last(), permutation_indices);
  cuda_driver::with_destination(where, to, n, sizeof(T),
                                [&] { cuda_driver::launch_permutation<T>(where, p, first, to, n); });
}

template void cuda_fill_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                    std::uint32_t*, std::size_t);
template void cuda_fill_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                    std::uint64_t*, std::size_t);

}  // namespace detail

}  // namespace tali
