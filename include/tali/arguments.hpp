// SPDX-License-Identifier: Apache-2.0
// A distribution's parameters by name, as text, for command lines and configuration files.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

#if !defined(__CUDACC_RTC__)
#include <string>
#include <string_view>
#include <vector>
#endif

namespace tali {

/// The names of a distribution's parameters, in their order.
struct parameter_names {
  const char* name[6];  ///< unused elements are null

#if !defined(__CUDACC_RTC__)
  [[nodiscard]] constexpr int size() const {
    int n = 0;
    while (n < 6 && name[n] != nullptr) ++n;
    return n;
  }
  [[nodiscard]] constexpr const char* const* begin() const { return name; }
  [[nodiscard]] constexpr const char* const* end() const { return name + size(); }
#endif
};

/// Name and text of each argument that was given.
class arguments {
 public:
#if !defined(__CUDACC_RTC__)
  struct argument {
    argument(std::string argument_name, std::string argument_text)
        : name(std::move(argument_name)), text(std::move(argument_text)) {}
    argument(std::string argument_name, const char* argument_text)
        : argument(std::move(argument_name), std::string(argument_text)) {}
    /// A number, as the shortest text that reads back as this number.
    argument(std::string argument_name, double number);

    std::string name, text;
  };

  arguments() = default;
  /// @throws argument_error if a name is repeated
  arguments(std::initializer_list<argument> given);

  /// Sets an argument's text.
  void set(std::string name, std::string text);

  /// Whether the argument was given.
  [[nodiscard]] bool has(std::string_view name) const;

  /// The argument's text; empty if it was not given.
  [[nodiscard]] std::string text(std::string_view name) const;

  /// The argument's numbers, separated by colons: "0.5:0.25:0.25".
  /// @throws argument_error if it was not given, or one of them is not a finite number
  [[nodiscard]] std::vector<double> list(const char* name) const;
#endif

  /// The argument as a number, or `default_value` if it is absent. T: float, double or an integer type of 32
  /// or 64 bits.
  /// @throws argument_error if the text is not a finite number of type T
  template <class T>
  [[nodiscard]] TALI_HOST_FN T get(const char* name, T default_value) const;

  /// The index of the argument's text in a list of n words, or 0 if it was not given.
  /// @throws argument_error for any other text
  [[nodiscard]] TALI_HOST_FN int choice(const char* name, const char* const* words, int n) const;

  /// @throws argument_error if an argument with any other name was given
  TALI_HOST_FN void expect(std::initializer_list<const char*> names) const;

 private:
#if !defined(__CUDACC_RTC__)
  std::vector<argument> given_;  // sorted by name
#endif
};

}  // namespace tali
