// The CPU driver: cuts a range into one piece a thread.
#include <tali/device.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "cpu/grid_kernels.hpp"
#include "cpu/kernels.hpp"
#include "cpu/parallel.hpp"
#include "facts.hpp"

namespace tali::detail {

namespace {

/// Words first, as many as the first-level cache holds, and then their values: for heavy distributions.
void by_words(simd_level level, const fill_job& job, std::uint64_t first, char* to, std::size_t n) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  const auto make_words =
      cpu_driver::kernels(level).fill[job.engine_index][distributions::index_of<bits<std::uint32_t>>()];
  const auto convert = cpu_driver::grid_kernels_of(level).convert[job.distribution_index];
  constexpr std::size_t at_a_time = 2048;
  std::uint32_t buffer[at_a_time];
  const bits<std::uint32_t> plain;
  const auto a_value = static_cast<std::size_t>(words);
  while (n != 0) {
    // Pieces end at multiples of a group of words.
    const std::size_t room = at_a_time / a_value - static_cast<std::size_t>(first % 4);
    const std::size_t here = n < room ? n : room;
    make_words(job.engine, &plain, first * a_value, buffer, here * a_value);
    convert(job.distribution, buffer, to, here);
    first += here;
    to += here * value_bytes;
    n -= here;
  }
}

}  // namespace

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, words);
  if (job.n == 0) return;
  cpu_driver::check_place(where, job.to, job.n);
  const auto run = cpu_driver::kernels(where.level).fill[job.engine_index][job.distribution_index];
  const int threads = cpu_driver::threads_for(where, job.n * value_bytes);
  cpu_driver::for_pieces(threads, job.n, [&](std::size_t begin, std::size_t end) {
    char* const to = static_cast<char*>(job.to) + begin * value_bytes;
    if (run != nullptr) {
      run(job.engine, job.distribution, job.first + begin, to, end - begin);
    } else {
      by_words(where.level, job, job.first + begin, to, end - begin);
    }
  });
}

}  // namespace tali::detail
