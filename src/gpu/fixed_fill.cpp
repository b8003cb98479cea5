// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of distributions of fixed budget: checks, then the launcher of the table.
#include <utility>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/rows.hpp"
#include "core/sequence_end.hpp"
#include "gpu/arguments.hpp"
#include "gpu/arrays_check.hpp"
#include "gpu/drivers.hpp"
#include "gpu/kernels.hpp"
#include "gpu/row_fill.hpp"
#include "gpu/row_kernels.hpp"
#include "gpu/runtime.hpp"
#include "gpu/word_engines.hpp"

namespace tali {

namespace cuda_driver {

namespace {

using detail::distribution_size;
using detail::size_of_distribution;

const kernel_table& kernels() {
  static const kernel_table table = [] {
    kernel_table t{};
    [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (add_kernels<Engine>(t), ...); }
    (std::make_integer_sequence<int, engines::size>{});
    add_arrays(t);
    return t;
  }();
  return table;
}

}  // namespace

const rows_table& row_kernels() {
  static const rows_table table = [] {
    rows_table t{};
    [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (add_row_kernels<Engine>(t), ...); }
    (std::make_integer_sequence<int, engines::size>{});
    return t;
  }();
  return table;
}

namespace {

/// Of a word engine, whose rows are made one by one.
void fill_words(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows,
                std::size_t value_bytes) {
  fill_job its = job;
  its.engine_index -= engines::size;
  if (rows != nullptr) {
    fill_rows(where, its, *rows, value_bytes, {},
              [&](const fill_job& piece) { fill_word_engine(where, piece, nullptr); });
  } else if (job.arrays == nullptr) {
    fill_word_engine(where, its, nullptr);
  } else {
    detail::check_arrays(distributions{}, job.distribution_index, job.arrays);
    if (record != nullptr) {
      check_memory("record", record, where.ordinal);
      return fill_word_engine(where, its, record);
    }
    launch_and_look(where.stream, distributions{}, job.distribution_index, job.arrays, job.first,
                    [&](cuda_failures* own) { fill_word_engine(where, its, own); });
  }
}

}  // namespace

void fill_fixed(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows) {
  const distribution_size size = size_of_distribution(job.distribution_index);
  detail::check_sequence(job, rows, size.words);
  with_destination(where, job.to, detail::elements_of(job, rows), size.value_bytes, [&] {
    if (job.engine_index >= engines::size) return fill_words(where, job, record, rows, size.value_bytes);
    const auto launch_range = kernels().launch[job.engine_index][job.distribution_index];
    if (rows != nullptr) {
      fill_rows(where, job, *rows, size.value_bytes,
                many_rows(row_kernels().launch[job.engine_index][job.distribution_index], where, job),
                [&](const fill_job& piece) { launch_range(where, piece, false, nullptr); });
      return;
    }
    if (job.arrays == nullptr) {
      launch_range(where, job, false, nullptr);
      return;
    }
    detail::check_arrays(distributions{}, job.distribution_index, job.arrays);
    if (record != nullptr) check_memory("record", record, where.ordinal);
    const auto launch = kernels().arrays[job.engine_index][job.distribution_index];
    if (record != nullptr) {
      launch(where, job, record);
      return;
    }
    launch_and_look(where.stream, distributions{}, job.distribution_index, job.arrays, job.first,
                    [&](cuda_failures* own) { launch(where, job, own); });
  });
}

}  // namespace cuda_driver

namespace detail {

void cuda_fill_chained(const cuda& where, const fill_job& job, void* engine_after) {
  const distribution_size size = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, size.words);
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  if (job.n != 0) cuda_driver::check_destination(job.to, size.value_bytes, where.ordinal);
  cuda_driver::check_memory("engine before", job.engine, where.ordinal);
  cuda_driver::check_memory("engine after", engine_after, where.ordinal);
  cuda_driver::kernels().launch[job.engine_index][job.distribution_index](where, job, true, engine_after);
}

}  // namespace detail

}  // namespace tali
