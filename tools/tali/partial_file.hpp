// SPDX-License-Identifier: Apache-2.0
// A file that is written over several runs of the program: FILE.part until it is complete.
#pragma once

#include <cstdint>
#include <string>

namespace tali::tool {

/// The part that there is, to be gone on with. What it is a part of stands beside it, in FILE.part.of, so
/// that no run goes on with another's.
class partial_file {
 public:
  /// @param what   everything that determines the file's bytes, as a line of text
  /// @throws io_error, or usage_error if there is a part of something else
  partial_file(std::string final_name, const std::string& what);
  ~partial_file();
  partial_file(const partial_file&) = delete;
  partial_file& operator=(const partial_file&) = delete;

  /// Bytes that are there.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Reads bytes that are there.
  /// @throws io_error
  void read(std::uint64_t offset, void* to, std::size_t n) const;
  /// Keeps the first `size` bytes and stands behind them.
  /// @throws io_error
  void cut(std::uint64_t size);
  /// Gives the complete file its name.
  /// @throws io_error
  void commit();

 private:
  [[noreturn]] void fail(const std::string& name, int error) const;

  std::string final_name_, part_, note_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
};

}  // namespace tali::tool
