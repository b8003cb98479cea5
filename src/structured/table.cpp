#include <cstring>
#include <new>

#include <tali/detail/table.hpp>

#include "device_copies.hpp"

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
};

table::table(const void* from, std::size_t bytes) : it_(std::make_shared<storage>(from, bytes)) {}

const void* table::data() const { return it_ ? it_->at.get() : nullptr; }
std::size_t table::bytes() const { return it_ ? it_->bytes : 0; }
device_copies& table::copies() const { return it_->copies; }

}  // namespace tali::detail
