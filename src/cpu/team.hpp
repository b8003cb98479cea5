// SPDX-License-Identifier: Apache-2.0
// Threads that share the work of a fill. OpenMP's settings limit their number. The threads are the library's,
// for two reasons: OpenMP ends the process if it cannot start one, and in a forked process it waits for them
// forever.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>

namespace tali::detail {

/// Calls call(context, index, count) for index = 0 ... count - 1, each on one thread, and returns when all
/// have returned. `count` is `threads`, or fewer if OpenMP or the system allows fewer; it is 1 if this thread
/// is already in a parallel region of OpenMP. Each calling thread has separate helpers, which stay for its
/// next call.
/// @param call  must not throw
void on_threads(int threads, void (*call)(void* context, std::size_t index, std::size_t count),
                void* context);

/// Calls f(index, count) on `count` threads, at most `threads`, and throws the exception of one of the calls.
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
      [](void* context, std::size_t index, std::size_t count) {
        work& w = *static_cast<work*>(context);
        try {
          w.f(index, count);
        } catch (...) {
          if (!w.has_failed.exchange(true)) w.failure = std::current_exception();
        }
      },
      &shared);
  if (shared.failure) std::rethrow_exception(shared.failure);
}

}  // namespace tali::detail
