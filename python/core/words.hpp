// SPDX-License-Identifier: Apache-2.0
// An engine's words, one at a time, for NumPy's interface of bit generators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/any.hpp>
#include <tali/filler.hpp>

namespace tali::python {

/// NumPy's bitgen_t: the functions that its distributions call, without Python.
struct bit_functions {
  void* state;
  std::uint64_t (*next_uint64)(void*);
  std::uint32_t (*next_uint32)(void*);
  double (*next_double)(void*);
  std::uint64_t (*next_raw)(void*);
};

/// The 32-bit words of a sequence in order. 64 bits are the next two words, low half first.
class words {
 public:
  /// @throws argument_error for points
  words(const any_engine& e, std::uint64_t position);
  words(const words&) = delete;
  words& operator=(const words&) = delete;

  std::uint32_t next() {
    if (at_ == made_) refill();
    return buffer_[at_++];
  }
  std::uint64_t next_pair() {
    const std::uint64_t low = next();
    return low | std::uint64_t{next()} << 32;
  }

  [[nodiscard]] std::uint64_t position() const { return first_ + at_; }
  void seek(std::uint64_t position);
  /// Continues with another engine's or key's words, at the same addresses.
  void open(const any_engine& e, std::uint64_t position);
  [[nodiscard]] bit_functions* functions() { return &functions_; }

 private:
  static constexpr std::size_t capacity = 4096;
  void refill();

  alignas(64) std::uint32_t buffer_[capacity];
  std::size_t at_ = 0, made_ = 0;
  std::uint64_t first_;
  any_engine engine_;
  any_distribution bits_;
  std::unique_ptr<filler> states_;
  bit_functions functions_;
};

}  // namespace tali::python
