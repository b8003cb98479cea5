// SPDX-License-Identifier: Apache-2.0
// Memory that ends before a protected page, and begins after another: what is written or read
// one byte too far ends the program.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace tali::test {

class guarded_memory {
 public:
  /// @param most  bytes that can be asked for
  explicit guarded_memory(std::size_t most)
      : page_{static_cast<std::size_t>(sysconf(_SC_PAGESIZE))}, size_{(most + page_ - 1) / page_ * page_} {
    void* const at =
        mmap(nullptr, size_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
    begin_ = static_cast<unsigned char*>(at) + page_;
    mprotect(begin_ - page_, page_, PROT_NONE);
    mprotect(begin_ + size_, page_, PROT_NONE);
  }
  ~guarded_memory() { munmap(begin_ - page_, size_ + 2 * page_); }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  /// n bytes of 0xa5 that end with the last page, or lie `from_front` bytes behind the first one's beginning,
  /// with as much of 0xa5 around them as mark() says.
  unsigned char* behind(std::size_t n, std::size_t from_front) { return marked(begin_ + from_front, n); }
  unsigned char* before_end(std::size_t n) { return marked(begin_ + size_ - n, n); }

  /// Whether the bytes around the last n bytes asked for are as they were.
  [[nodiscard]] bool untouched() const {
    for (const unsigned char* at = low_; at < high_; ++at) {
      if ((at < from_ || at >= to_) && *at != 0xa5) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t around = 512;

  unsigned char* marked(unsigned char* at, std::size_t n) {
    from_ = at;
    to_ = at + n;
    low_ = static_cast<std::size_t>(at - begin_) < around ? begin_ : at - around;
    high_ = static_cast<std::size_t>(begin_ + size_ - to_) < around ? begin_ + size_ : to_ + around;
    std::memset(low_, 0xa5, static_cast<std::size_t>(high_ - low_));
    return at;
  }

  std::size_t page_, size_;
  unsigned char *begin_, *from_ = nullptr, *to_ = nullptr, *low_ = nullptr, *high_ = nullptr;
};

}  // namespace tali::test
