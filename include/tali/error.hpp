// SPDX-License-Identifier: Apache-2.0
// The exceptions that tali throws. Every message names the argument, its value and what is allowed.
#pragma once

#if !defined(__CUDACC_RTC__)  // kernels neither throw nor hold text

#include <stdexcept>
#include <string>
#include <utility>

namespace tali {

/// Base of everything that tali throws.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An argument is outside its documented range. Nothing was written.
class argument_error : public error {
 public:
  argument_error(std::string argument, const std::string& value, const std::string& allowed)
      : error(argument + " is " + value + "; allowed: " + allowed), argument_(std::move(argument)) {}

  /// The argument's name as the documentation spells it.
  [[nodiscard]] const std::string& argument() const noexcept { return argument_; }

 private:
  std::string argument_;
};

/// A device is missing, or a call of its driver failed.
class device_error : public error {
 public:
  using error::error;
};

/// A file or stream could not be read or written.
class io_error : public error {
 public:
  using error::error;
};

}  // namespace tali

#endif
