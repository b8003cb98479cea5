// The CPU driver of samples of variable cost: checks, and a piece of the range for every thread.
#include <algorithm>
#include <atomic>
#include <limits>

#include <tali/error.hpp>
#include <tali/sequence.hpp>
#include <tali/variable.hpp>

#include "arrays.hpp"
#include "cpu/by_level.hpp"
#include "cpu/parallel.hpp"
#include "cpu/variable_kernels.hpp"
#include "variable_facts.hpp"

namespace tali::detail {

namespace {

const cpu_driver::variable_table& kernels(simd_level level) {
  return cpu_driver::by_level(level, []<int RegisterBytes>() {
    cpu_driver::variable_table table{};
    cpu_driver::add_variable<RegisterBytes, 0>(table);
    cpu_driver::add_variable<RegisterBytes, 1>(table);
    static_assert(variable_engines::size == 2);
    return table;
  });
}

/// 32-bit lanes of a register.
int lanes_of(simd_level level) {
  return level == simd_level::avx512 ? 16 : level == simd_level::avx2 ? 8 : 4;
}

}  // namespace

void cpu_fill_variable(const cpu& where, const variable_job& job) {
  const fill_job& fill = job.fill;
  check_range(fill.first, fill.n, 1);
  const rejection_schedule how =
      chosen_schedule(where.rejection, fill.distribution_index, fill.distribution, lanes_of(where.level));
  if (fill.n == 0) return;
  cpu_driver::check_place(where, fill.to, fill.n);
  const std::size_t bytes = variable_value_bytes(fill.distribution_index);
  const auto& table = kernels(where.level);
  std::atomic<std::uint64_t> failed = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::size_t> bad = std::numeric_limits<std::size_t>::max();
  if (job.arrays != nullptr) check_arrays(variable_distributions{}, fill.distribution_index, job.arrays);
  cpu_driver::for_pieces(
      cpu_driver::threads_for(where, fill.n * bytes), fill.n, [&](std::size_t begin, std::size_t end) {
        if (job.arrays != nullptr) {
          std::size_t first_bad = std::numeric_limits<std::size_t>::max();
          const auto each = table.each[fill.engine_index][fill.distribution_index];
          cpu_driver::lower(failed,
                            each(fill.engine, job.arrays, fill.first, fill.to, begin, end, &first_bad));
          cpu_driver::lower(bad, first_bad);
          return;
        }
        const auto run = table.fill[fill.engine_index][fill.distribution_index];
        cpu_driver::lower(failed, run(fill.engine, fill.distribution, how, fill.first + begin,
                                      static_cast<char*>(fill.to) + begin * bytes, end - begin));
      });
  if (bad != std::numeric_limits<std::size_t>::max())
    refuse_element(variable_distributions{}, fill.distribution_index, job.arrays, bad, bad);
  if (failed != std::numeric_limits<std::uint64_t>::max()) throw sampling_error(failed);
}

}  // namespace tali::detail
