// The CPU driver: cuts a range into one piece a thread.
#include <atomic>
#include <limits>

#include <tali/device.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "arrays.hpp"
#include "cpu/grid_kernels.hpp"
#include "cpu/kernels.hpp"
#include "cpu/parallel.hpp"
#include "facts.hpp"

namespace tali::detail {

namespace {

/// Words of the elements from `first` on, as many at a time as the first-level cache holds:
/// use(done, words, here) gets those of elements done ... done + here - 1.
template <class Use>
void by_words(simd_level level, const fill_job& job, std::uint64_t first, std::size_t n, Use use) {
  const auto a_value = static_cast<std::size_t>(size_of_distribution(job.distribution_index).words);
  const auto make_words =
      cpu_driver::kernels(level).fill[job.engine_index][distributions::index_of<bits<std::uint32_t>>()];
  constexpr std::size_t at_a_time = 2048;
  std::uint32_t buffer[at_a_time];
  const bits<std::uint32_t> plain;
  for (std::size_t done = 0; done != n;) {
    // Pieces end at multiples of a group of words.
    const std::uint64_t at = first + done;
    const std::size_t room = at_a_time / a_value - static_cast<std::size_t>(at % 4);
    const std::size_t here = n - done < room ? n - done : room;
    make_words(job.engine, &plain, at * a_value, buffer, here * a_value);
    use(done, buffer, here);
    done += here;
  }
}

}  // namespace

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, words);
  if (job.n == 0) return;
  cpu_driver::check_place(where, job.to, job.n);
  const auto run = cpu_driver::kernels(where.level).fill[job.engine_index][job.distribution_index];
  const auto convert = cpu_driver::grid_kernels_of(where.level).convert[job.distribution_index];
  const std::size_t bytes = value_bytes;
  const int threads = cpu_driver::threads_for(where, job.n * bytes);
  cpu_driver::for_pieces(threads, job.n, [&](std::size_t begin, std::size_t end) {
    char* const to = static_cast<char*>(job.to) + begin * bytes;
    if (run != nullptr) {
      run(job.engine, job.distribution, job.first + begin, to, end - begin);
      return;
    }
    // A heavy distribution's.
    by_words(where.level, job, job.first + begin, end - begin,
             [&](std::size_t done, const std::uint32_t* w, std::size_t here) {
               convert(job.distribution, w, to + done * bytes, here);
             });
  });
}

void cpu_fill_each(const cpu& where, const arrays_job& job) {
  const fill_job& fill = job.fill;
  const auto [words, value_bytes] = size_of_distribution(fill.distribution_index);
  check_range(fill.first, fill.n, words);
  if (fill.n == 0) return;
  cpu_driver::check_place(where, fill.to, fill.n);
  check_arrays(distributions{}, fill.distribution_index, job.arrays);
  const auto each = cpu_driver::grid_kernels_of(where.level).each[fill.distribution_index];
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> bad = none;
  const int threads = cpu_driver::threads_for(where, fill.n * value_bytes);
  cpu_driver::for_pieces(threads, fill.n, [&](std::size_t begin, std::size_t end) {
    by_words(where.level, fill, fill.first + begin, end - begin,
             [&](std::size_t done, const std::uint32_t* w, std::size_t here) {
               const std::size_t from = begin + done;
               const std::size_t first_bad = each(job.arrays, w, fill.to, from, from + here);
               if (first_bad != from + here) cpu_driver::lower(bad, first_bad);
             });
  });
  if (bad != none) refuse_element(distributions{}, fill.distribution_index, job.arrays, bad, bad);
}

}  // namespace tali::detail
