// SPDX-License-Identifier: Apache-2.0
#include "cpu/team.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "cpu/float_modes.hpp"
#include "cpu/processors.hpp"
#include "cpu/system.hpp"

namespace tali::detail {

namespace {

/// Number of forks that led to this process. Helpers that started under another number do not exist in this
/// process.
std::atomic<int> forks{0};

void count_forks() {
  // Registered at load time, before any thread has helpers.
  [[maybe_unused]] static const bool registered =
      (cpu_driver::call_after_fork([] { forks.fetch_add(1, std::memory_order_relaxed); }), true);
}

inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Waits until x differs from `old`. Spins for a few microseconds first, because waking a thread takes
/// longer, and then sleeps.
template <class T>
T next_value(const std::atomic<T>& x, T old) {
  for (int k = 0; k < 500; ++k) {
    if (const T now = x.load(std::memory_order_acquire); now != old) return now;
    pause();
  }
  x.wait(old, std::memory_order_acquire);
  return x.load(std::memory_order_acquire);
}

/// The helpers of one thread.
class team {
 public:
  team() = default;
  team(const team&) = delete;
  team& operator=(const team&) = delete;

  /// Ends the helpers and deletes the team: now or, if helpers cannot be joined, when the last one ends.
  void end() {
    left_.store(static_cast<std::uint32_t>(helpers_.size()) + 1, std::memory_order_relaxed);
    if constexpr (!cpu_driver::may_join_at_end) {
      for (std::thread& t : helpers_) t.detach();
    }
    post(all_end);
    if constexpr (cpu_driver::may_join_at_end) {
      for (std::thread& t : helpers_) t.join();
    }
    leave();
  }

  [[nodiscard]] int born_after() const { return born_after_; }

  /// @return the number of helpers: `count` if the system can start them
  std::size_t grow_to(std::size_t count) {
    try {
      helpers_.reserve(count);
      while (helpers_.size() < count) {
        helpers_.emplace_back([this, index = static_cast<std::uint32_t>(helpers_.size()),
                               order = order_.load()] { help(index, order); });
      }
    } catch (const std::system_error&) {  // the system has no more threads
    } catch (const std::bad_alloc&) {
    }
    return std::min(count, helpers_.size());
  }

  void run(std::size_t helpers, void (*call)(void*, std::size_t, std::size_t), void* context) {
    call_ = call;
    context_ = context;
    left_.store(static_cast<std::uint32_t>(helpers), std::memory_order_relaxed);
    post(static_cast<std::uint32_t>(helpers));
    call(context, 0, helpers + 1);
    for (std::uint32_t left = left_.load(std::memory_order_acquire); left != 0;)
      left = next_value(left_, left);
  }

 private:
  static constexpr std::uint32_t all_end = 0xffffffff;

  /// Order k asks helpers 0 ... counts_[k % 2] - 1 to work, or all to end. A helper that is not needed may
  /// miss orders; the team waits for the others.
  void post(std::uint32_t count) {
    const std::uint32_t k = order_.load(std::memory_order_relaxed) + 1;
    counts_[k % 2].store(count, std::memory_order_release);
    order_.store(k, std::memory_order_release);
    order_.notify_all();
  }

  void leave() {
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  void help(std::uint32_t index, std::uint32_t order) {
    standard_float_modes::set_for_good();
    for (;;) {
      order = next_value(order_, order);
      const std::uint32_t count = counts_[order % 2].load(std::memory_order_acquire);
      // If the order has changed, its count may have changed too: the next iteration reads the newer one.
      if (order_.load(std::memory_order_relaxed) != order) continue;
      if (count == all_end) return leave();
      if (index >= count) continue;
      call_(context_, index + std::size_t{1}, count + std::size_t{1});
      if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
    }
  }

  std::vector<std::thread> helpers_;
  std::atomic<std::uint32_t> order_{0}, left_{0}, counts_[2]{};
  void (*call_)(void*, std::size_t, std::size_t) = nullptr;
  void* context_ = nullptr;
  int born_after_ = forks.load(std::memory_order_relaxed);
};

/// This thread's team, which ends with the thread.
class owned_team {
 public:
  owned_team() = default;
  owned_team(const owned_team&) = delete;
  owned_team& operator=(const owned_team&) = delete;
  ~owned_team() {
    leave_if_forked();
    if (team_ != nullptr) team_->end();
    is_gone = true;
  }

  /// Null if memory is exhausted, or if the thread's variables are already destroyed: destructors of static
  /// objects may call fill even then.
  static team* get() {
    if (is_gone) return nullptr;
    static thread_local owned_team of_thread;
    of_thread.leave_if_forked();
    if (of_thread.team_ == nullptr) {
      count_forks();
      of_thread.team_ = new (std::nothrow) team;
    }
    return of_thread.team_;
  }

 private:
  /// In a forked process the helpers do not exist, so the team can be neither ended nor deleted.
  void leave_if_forked() {
    if (team_ != nullptr && team_->born_after() != forks.load(std::memory_order_relaxed)) team_ = nullptr;
  }

  static thread_local bool is_gone;
  team* team_ = nullptr;
};
thread_local bool owned_team::is_gone = false;

}  // namespace

void on_threads(int threads, void (*call)(void*, std::size_t, std::size_t), void* context) {
  if (threads > 1) threads = std::min(threads, cpu_driver::allowed_threads());
  team* const helpers = threads > 1 ? owned_team::get() : nullptr;
  const std::size_t helper_count =
      helpers == nullptr ? 0 : helpers->grow_to(static_cast<std::size_t>(threads) - 1);
  if (helper_count == 0) {
    call(context, 0, 1);
  } else {
    helpers->run(helper_count, call, context);
  }
}

}  // namespace tali::detail
