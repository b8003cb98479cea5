// The CPU driver of point sets.
#include "cpu/by_level.hpp"
#include "cpu/parallel.hpp"
#include "cpu/points.hpp"
#include "facts.hpp"

namespace tali {

namespace cpu_driver {

namespace {

template <int RegisterBytes>
points_table table_of() {
  points_table table{};
  add_points<RegisterBytes, 0>(table);
  add_points<RegisterBytes, 1>(table);
  static_assert(quasi_engines::size == 2);
  return table;
}

const points_table& points_kernels(simd_level level) {
  return by_level(level, []<int RegisterBytes>() { return table_of<RegisterBytes>(); });
}

std::uint64_t last_of(const detail::fill_job& job) {
  std::uint64_t last = 0;
  quasi_engines::each([&]<class E>(int index, type_list<E>) {
    if (index == job.engine_index) last = static_cast<const E*>(job.engine)->last();
  });
  return last;
}

}  // namespace

}  // namespace cpu_driver

namespace detail {

void cpu_fill_points(const cpu& where, const fill_job& job) {
  const int distribution = quasi_index(job.distribution_index);
  check_points_range(job.first, job.n, cpu_driver::last_of(job));
  if (job.n == 0) return;
  cpu_driver::check_place(where, job.to, job.n);
  const std::size_t value_bytes = size_of_distribution(job.distribution_index).value_bytes;
  const auto run = cpu_driver::points_kernels(where.level).fill[job.engine_index][distribution];
  const int threads = cpu_driver::threads_for(where, job.n * value_bytes);
  cpu_driver::for_pieces(threads, job.n, [&](std::size_t begin, std::size_t end) {
    run(job.engine, job.distribution, job.first + begin, static_cast<char*>(job.to) + begin * value_bytes,
        end - begin);
  });
}

}  // namespace detail

}  // namespace tali
