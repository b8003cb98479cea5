// SPDX-License-Identifier: Apache-2.0
// Pieces of work that several threads make and one thread uses, in order, with bounded memory.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "core/joined_thread.hpp"

namespace tali::tool {

/// For each k below `count`: calls make(k, item) on one of `threads` threads, then use(item) on the calling
/// thread, in the order of k. The items are reused, so memory is bounded; idle threads sleep. Ends early if
/// use returns false. An exception from either side ends both and is thrown here.
template <class Item, class Make, class Use>
void pipeline(std::vector<Item>& items, std::uint64_t count, int threads, Make make, Use use) {
  std::mutex guard;
  std::condition_variable item_free, item_ready;
  std::uint64_t taken = 0, used = 0;
  std::vector<char> ready(items.size(), 0);
  bool stop = false;
  std::exception_ptr trouble;

  const auto worker = [&] {
    std::unique_lock lock(guard);
    for (;;) {
      item_free.wait(lock, [&] { return stop || taken == count || taken - used < items.size(); });
      if (stop || taken == count) return;
      const std::uint64_t k = taken++;
      const std::size_t slot = k % items.size();
      lock.unlock();
      std::exception_ptr failure;
      try {
        make(k, items[slot]);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      if (failure) {
        if (!trouble) trouble = failure;
        stop = true;
        item_free.notify_all();
      }
      ready[slot] = 1;
      item_ready.notify_one();
    }
  };

  {
    std::vector<tali::detail::joined_thread> crew;
    const auto tell_to_end = [&](void*) {  // before they are joined, also after an exception
      const std::lock_guard lock(guard);
      stop = true;
      item_free.notify_all();
    };
    const std::unique_ptr<void, decltype(tell_to_end)> end(&guard, tell_to_end);
    for (int t = 0; t < threads; ++t) crew.emplace_back(worker);
    std::unique_lock lock(guard);
    while (used < count) {
      const std::size_t slot = used % items.size();
      item_ready.wait(lock, [&] { return trouble || ready[slot] != 0; });
      if (trouble) break;
      lock.unlock();
      const bool more = use(items[slot]);
      lock.lock();
      if (!more) break;
      ready[slot] = 0;
      ++used;
      item_free.notify_one();
    }
  }
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace tali::tool
