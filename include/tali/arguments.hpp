// SPDX-License-Identifier: Apache-2.0
// The parameters of a distribution by name, as text: what a command line or a configuration file gives.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

#if !defined(__CUDACC_RTC__)
#include <string>
#include <vector>
#endif

namespace tali {

/// Name and text of each argument that was given.
class arguments {
 public:
#if !defined(__CUDACC_RTC__)
  struct argument {
    std::string name, text;
  };

  arguments() = default;
  /// Of arguments with one name the first counts.
  arguments(std::initializer_list<argument> given);

  /// Gives an argument, or gives it another text.
  void set(std::string name, std::string text);
#endif

  /// The argument as a number, or `otherwise` where it was not given. T: float, double and the integer
  /// types of 32 and 64 bits.
  /// @throws argument_error if the text is no number of type T, or not finite.
  template <class T>
  [[nodiscard]] TALI_HOST_FN T get(const char* name, T otherwise) const;

  /// @throws argument_error if an argument was given whose name is not among these.
  TALI_HOST_FN void expect(std::initializer_list<const char*> names) const;

 private:
#if !defined(__CUDACC_RTC__)
  std::vector<argument> given_;  // by name
#endif
};

}  // namespace tali
