// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <tali/detail/table.hpp>

#include "core/device_copies.hpp"

namespace tali::detail {

struct table::storage {
  struct give_back {
    void operator()(void* p) const { ::operator delete(p, alignment); }
  };
  static constexpr std::align_val_t alignment{64};

  storage(const void* from, std::size_t n) : at(::operator new(n, alignment)), bytes(n) {
    std::memcpy(at.get(), from, n);
  }

  std::unique_ptr<void, give_back> at;
  std::size_t bytes;
  device_copies copies;
  std::atomic<std::size_t> owners = 1;
};

table::table(const void* from, std::size_t bytes) : it_(new storage(from, bytes)) {}
table::table(const table& other) noexcept : it_(other.it_) {
  if (it_) it_->owners.fetch_add(1, std::memory_order_relaxed);
}
table::table(table&& other) noexcept : it_(std::exchange(other.it_, nullptr)) {}
table& table::operator=(table other) noexcept {
  std::swap(it_, other.it_);
  return *this;
}
table::~table() {
  if (it_ && it_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete it_;
}

const void* table::data() const { return it_ ? it_->at.get() : nullptr; }
std::size_t table::bytes() const { return it_ ? it_->bytes : 0; }
device_copies& table::copies() const { return it_->copies; }

}  // namespace tali::detail
