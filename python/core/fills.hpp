// SPDX-License-Identifier: Apache-2.0
// Fills for Python: they release its lock and work in pieces, so that Ctrl-C interrupts them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <tali/filler.hpp>

#include "cpu/loops.hpp"
#include "cpu/threads.hpp"
#include "laws.hpp"
#include "memory.hpp"

namespace tali::python {

/// Number of elements that one slow thread makes in at most a third of a second.
std::size_t piece_of(const distribution_info& info, std::size_t element_bytes);

/// Number of threads of a fill; 0 for the library's default. It is 1 in a forked process.
extern std::atomic<int> threads;
/// The same for a fill of this many bytes: a short fill is not worth a wake-up.
int threads_for(std::size_t bytes);

/// Checks for Ctrl-C; the caller need not hold Python's lock.
void hear_signals();

/// Calls make(done, count) for pieces of n elements without Python's lock, and checks for Ctrl-C between
/// them. The first piece has `piece` elements; the size doubles while a piece takes less than a tenth of a
/// second.
/// @throws nb::python_error with the exception of a signal handler
template <class Make>
void in_pieces(std::size_t n, std::size_t piece, const Make& make) {
  nb::gil_scoped_release without_lock;
  for (std::size_t done = 0; done < n;) {
    const std::size_t count = std::min(piece, n - done);
    const auto begin = std::chrono::steady_clock::now();
    make(done, count);
    if (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100)) piece *= 2;
    done += count;
    if (done < n) hear_signals();
  }
}

/// Number of values that fit into the L1 cache, where further work on them costs little compared with the
/// fill.
inline constexpr std::size_t cached = 2048;

/// Calls make(done, count) for pieces of at most `cached` elements, on the package's threads if there are
/// many. These are the library's threads: in a forked process OpenMP waits for its threads forever. A single
/// piece is made while holding Python's lock, because to release it takes as long.
template <class Make>
void in_cached_pieces(std::size_t n, const Make& make) {
  if (n <= cached) return make(std::size_t{0}, n);
  in_pieces(n, std::size_t{1} << 21, [&](std::size_t done, std::size_t count) {
    const int setting = threads;
    const int count_of_threads = count < 64 * cached ? 1
                                 : setting != 0      ? setting
                                                     : cpu_driver::default_threads();
    detail::for_indices(
        count_of_threads, (count + cached - 1) / cached,
        [&](std::uint64_t k) { make(done + k * cached, std::min<std::size_t>(cached, count - k * cached)); },
        16);
  });
}

/// Arrays of parameters, which a call for separate parameters gives.
class parameter_arrays {
 public:
  /// Opens the next array.
  /// @throws argument_error unless it has this many numbers
  const destination& open(nb::handle array, std::size_t numbers, std::size_t bytes_each);
  /// @throws argument_error unless the law takes arrays, this many
  void check(const law& l) const;
  [[nodiscard]] std::size_t count() const { return memory_.size(); }
  [[nodiscard]] const destination& operator[](std::size_t k) const { return **memory_[k]; }

  const void* at[detail::max_numbers] = {};

 private:
  std::vector<std::unique_ptr<opened>> memory_;
};

/// Writes a job's elements on this thread, with parameters p[k][i], for distributions with `of_words`.
/// @throws argument_error for the first invalid parameters; elements before these are written
void fill_of_words(const detail::request& job, const double* const* p);

/// Writes a job's elements to any kind of destination; job.to is ignored. Arrays of parameters are in host
/// memory.
/// @param states  a bank's; otherwise null
void fill(const destination& at, const detail::request& job, std::size_t element_bytes,
          filler* states = nullptr);

}  // namespace tali::python
