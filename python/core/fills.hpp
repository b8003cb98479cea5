// SPDX-License-Identifier: Apache-2.0
// Fills for Python: without its lock, in pieces, so that Ctrl-C is heard.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <tali/filler.hpp>

#include "cpu/loops.hpp"
#include "cpu/threads.hpp"
#include "laws.hpp"
#include "memory.hpp"

namespace tali::python {

/// Elements that one slow thread makes in a third of a second or less.
std::size_t piece_of(const distribution_info& info, std::size_t element_bytes);

/// Threads of a fill; 0 uses the library's default. 1 in a process that was forked.
extern std::atomic<int> threads;
/// The same for a fill of this many bytes: few are not worth waking a thread for.
int threads_for(std::size_t bytes);

/// Looks for Ctrl-C; the caller has Python's lock, or not.
void hear_signals();

/// Calls make(done, count) for pieces of n elements without Python's lock, and looks for Ctrl-C in between.
/// The first piece has `piece` elements; later ones have more, while a piece takes less than a tenth of a
/// second.
/// @throws nb::python_error with what a signal handler raised
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

/// Values that lie in the first-level cache: what is done to them costs nothing beside the fill.
inline constexpr std::size_t cached = 2048;

/// Calls make(done, count) for pieces of at most `cached` elements, on the package's threads where there are
/// many. They are the library's and not OpenMP's, which a forked process would wait for without end. A single
/// piece is made with Python's lock: it is as short as giving it away.
template <class Make>
void in_cached_pieces(std::size_t n, const Make& make) {
  if (n <= cached) return make(std::size_t{0}, n);
  in_pieces(n, std::size_t{1} << 21, [&](std::size_t done, std::size_t count) {
    const int asked = threads;
    const int wanted = count < 64 * cached ? 1 : asked != 0 ? asked : cpu_driver::default_threads();
    detail::for_indices(
        wanted, (count + cached - 1) / cached,
        [&](std::uint64_t k) { make(done + k * cached, std::min<std::size_t>(cached, count - k * cached)); },
        16);
  });
}

/// Writes a job's elements on this thread, with parameters p[k][i], for distributions with `of_words`.
/// @throws argument_error for the first parameters that are not allowed; elements before these are written
void fill_of_words(const detail::request& job, const double* const* p);

/// Writes a job's elements, wherever the destination is; job.to is of no account. Arrays of parameters lie in
/// host memory.
/// @param kept  of banks: their states; else null
void fill(const destination& at, const detail::request& job, std::size_t element_bytes,
          filler* kept = nullptr);

}  // namespace tali::python
