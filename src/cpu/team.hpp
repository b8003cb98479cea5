// SPDX-License-Identifier: Apache-2.0
// Threads that a fill shares its work among. OpenMP's settings say how many there may be; the threads are the
// library's own, because OpenMP's end the process where one cannot be started, and are waited for without end
// in a process that was forked.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

namespace tali::detail {

/// Calls call(context, mine, all) for mine = 0 ... all - 1, each on one thread, and returns when all are
/// done. `all` is `threads`, or fewer if OpenMP or the system allows fewer; 1 if this thread is already in a
/// parallel region of OpenMP. Each calling thread has separate helpers, which stay for its next call.
/// @param call  throws nothing
void on_threads(int threads, void (*call)(void* context, std::size_t mine, std::size_t all), void* context);

/// Calls f(mine, all) on `all` threads, at most `threads`, and throws the exception of one of the calls.
template <class F>
void in_parallel(int threads, const F& f) {
  if (threads <= 1) {
    f(std::size_t{0}, std::size_t{1});
    return;
  }
  struct work {
    const F& f;
    std::atomic<bool> has_failed;
    std::exception_ptr failure;
  } shared{f, {false}, {}};
  on_threads(
      threads,
      [](void* given, std::size_t mine, std::size_t all) {
        work& w = *static_cast<work*>(given);
        try {
          w.f(mine, all);
        } catch (...) {
          if (!w.has_failed.exchange(true)) w.failure = std::current_exception();
        }
      },
      &shared);
  if (shared.failure) std::rethrow_exception(shared.failure);
}

}  // namespace tali::detail
