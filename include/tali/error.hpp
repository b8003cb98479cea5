// SPDX-License-Identifier: Apache-2.0
// The exceptions that tali throws. They have fields: the argument, its value, what was expected. what() is
// one English sentence, built from these fields here; src/core/error.cpp adds the valid names. No code parses
// it.
#pragma once

#if !defined(__CUDACC_RTC__)  // kernels neither throw nor hold text

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tali {

/// Base of everything that tali throws.
class error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An argument by its documented name and, for an array, the element: weights[3],
/// covariance[2][1].
struct argument_name {
  argument_name(const char* word) : name(word) {}             // NOLINT: a conversion
  argument_name(std::string word) : name(std::move(word)) {}  // NOLINT: a conversion
  argument_name(std::string word, std::vector<std::uint64_t> element)
      : name(std::move(word)), index(std::move(element)) {}

  /// Name and element, as messages show them.
  [[nodiscard]] std::string text() const {
    std::string all = name;
    for (const std::uint64_t i : index) all += '[' + std::to_string(i) + ']';
    return all;
  }

  std::string name;
  std::vector<std::uint64_t> index;
};

/// A value as text: a number, or a description such as "null". See also quoted().
struct argument_value {
  argument_value(const char* words) : text(words) {}             // NOLINT: a conversion
  argument_value(std::string words) : text(std::move(words)) {}  // NOLINT: a conversion

  std::string text;
  bool in_quotes = false;  ///< whether messages quote it
};

/// A text from the caller, such as a name; messages quote it.
inline argument_value quoted(std::string text) {
  argument_value v(std::move(text));
  v.in_quotes = true;
  return v;
}

/// An argument is outside its documented range. Nothing was written.
class argument_error : public error {
 public:
  /// "scale is -1; expected a finite number above 0".
  /// @param value     empty without quotes: the argument is missing
  /// @param expected  the values that are allowed
  argument_error(argument_name argument, argument_value value, std::string expected)
      : argument_error(sentence(argument, value, expected), std::move(argument), std::move(value),
                       std::move(expected)) {}

  /// "unknown engine 'philo'; did you mean 'philox4x32'? (choose from pcg32, philox4x32)", or the expected
  /// value and the valid names. Defined in the compiled library.
  argument_error(argument_name argument, argument_value value, std::string expected,
                 std::vector<std::string> choices);

  /// The argument's name as the documentation spells it.
  [[nodiscard]] const std::string& argument() const noexcept { return argument_.name; }
  /// The element of an array: one number, or row and column for a matrix; empty if the argument is not an
  /// array.
  [[nodiscard]] const std::vector<std::uint64_t>& index() const noexcept { return argument_.index; }
  /// The value as given; empty if it is missing.
  [[nodiscard]] const std::string& value() const noexcept { return value_.text; }
  /// Whether the value is a text from the caller, which messages quote.
  [[nodiscard]] bool is_quoted() const noexcept { return value_.in_quotes; }
  /// What was expected, "a finite number above 0"; empty if choices() has it.
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }
  /// The valid names, if the argument must be one of them; otherwise empty.
  [[nodiscard]] const std::vector<std::string>& choices() const noexcept { return choices_; }
  /// The choice that was probably meant; empty if none is similar.
  [[nodiscard]] const std::string& suggestion() const noexcept { return suggestion_; }

  /// The same error with another name for the argument, such as the flag of a command line. Defined in the
  /// compiled library.
  [[nodiscard]] argument_error renamed(std::string name) const;

 private:
  /// By reference, because the message is built before the members are moved.
  argument_error(const std::string& what, argument_name&& argument, argument_value&& value,
                 std::string&& expected)
      : error(what),
        argument_(std::move(argument)),
        value_(std::move(value)),
        expected_(std::move(expected)) {}

  static std::string sentence(const argument_name& argument, const argument_value& value,
                              const std::string& expected) {
    return argument.text() + " is " + shown(value) + "; expected " + expected;
  }
  static std::string sentence(const argument_name& argument, const argument_value& value,
                              const std::string& expected, const std::vector<std::string>& choices,
                              const std::string& suggestion);

  /// Replaces line breaks: messages have one line.
  static std::string shown(const argument_value& value) {
    if (!value.in_quotes) return value.text.empty() ? "missing" : value.text;
    std::string text = "'";
    for (const char c : value.text) {
      if (c == '\n') {
        text += "\\n";
      } else if (c == '\r') {
        text += "\\r";
      } else {
        text += c;
      }
    }
    return text + '\'';
  }

  argument_name argument_;
  argument_value value_;
  std::string expected_;
  std::vector<std::string> choices_;
  std::string suggestion_;
};

/// A device is missing, or a call of its driver failed.
class device_error : public error {
 public:
  /// "no CUDA device can be used here".
  explicit device_error(std::string reason) : error(reason), reason_(std::move(reason)) {}
  /// "cudaMalloc failed: cudaErrorMemoryAllocation (out of memory)".
  device_error(std::string operation, std::string reason)
      : error(operation + " failed: " + reason),
        operation_(std::move(operation)),
        reason_(std::move(reason)) {}

  /// The call that failed; empty if there is no device.
  [[nodiscard]] const std::string& operation() const noexcept { return operation_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  std::string operation_, reason_;
};

/// A file or stream could not be read or written.
class io_error : public error {
 public:
  /// "cannot write 'x.raw': No space left on device".
  /// @param action  "read" or "write"; for a stream, "write to standard output"
  /// @param file    as given; empty for a stream
  /// @param reason  empty if unknown
  io_error(const std::string& action, std::string file, std::string reason)
      : error("cannot " + action + (file.empty() ? "" : " '" + file + '\'') + (reason.empty() ? "" : ": ") +
              reason),
        file_(std::move(file)),
        reason_(std::move(reason)) {}

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

 private:
  std::string file_, reason_;
};

}  // namespace tali

#endif
