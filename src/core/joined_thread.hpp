// SPDX-License-Identifier: Apache-2.0
// A thread that is joined at the end of its scope, like std::jthread, which libc++ has only since version 20.
#pragma once

#include <thread>
#include <utility>

namespace tali::detail {

class joined_thread {
 public:
  template <class F, class... Arguments>
  explicit joined_thread(F&& f, Arguments&&... arguments)
      : it_(std::forward<F>(f), std::forward<Arguments>(arguments)...) {}
  joined_thread(joined_thread&&) = default;
  joined_thread& operator=(joined_thread&&) = delete;
  ~joined_thread() {
    if (it_.joinable()) it_.join();
  }

 private:
  std::thread it_;
};

}  // namespace tali::detail
