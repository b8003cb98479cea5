// SPDX-License-Identifier: Apache-2.0
// The sources of a test's numbers on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include <tali/any.hpp>
#include <tali/device.hpp>
#include <tali/fill.hpp>

namespace tali::lab::certify {

/// A sequence of words, or of values as doubles (which represent floats and integers below 2^53 exactly).
template <class Element>
class source {
 public:
  virtual ~source() = default;
  /// Elements first ... first + n - 1. Calls go forward through the sequence; only first = 0 goes back.
  virtual void fill(std::uint64_t first, std::size_t n, Element* to) = 0;
};

/// Writes elements of a type known by its name, as tali's fills do.
using filler = std::function<void(std::uint64_t first, std::size_t n, void* to)>;

class filled_words : public source<std::uint32_t> {
 public:
  explicit filled_words(filler f) : fill_{std::move(f)} {}
  void fill(std::uint64_t first, std::size_t n, std::uint32_t* to) override { fill_(first, n, to); }

 private:
  filler fill_;
};

class filled_values : public source<double> {
 public:
  /// @param type  u8 u32 u64 i32 i64 f32 f64
  filled_values(filler f, std::string_view type) : fill_{std::move(f)}, type_{type} {}
  void fill(std::uint64_t first, std::size_t n, double* to) override;

 private:
  filler fill_;
  std::string_view type_;
};

// The null sequence: words of AES-256 in counter mode, which has no known weakness. Needs OpenSSL.

/// The words of stream `key`, four per block: block j is the encryption of j.
filler aes_words(std::uint64_t key);

/// Standard normal doubles, two from four such words (polar_normals.hpp).
filler aes_normals(std::uint64_t key);

}  // namespace tali::lab::certify
