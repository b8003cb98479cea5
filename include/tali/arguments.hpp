// The parameters of a distribution by name, as text: what a command line or a configuration file gives.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

namespace tali {

/// Name and text of each argument that was given.
class arguments {
 public:
  arguments() = default;
  arguments(std::initializer_list<std::pair<const std::string, std::string>> given) : text_(given) {}

  void set(std::string name, std::string text) { text_[std::move(name)] = std::move(text); }

  /// The argument as a number, or `otherwise` where it was not given. T: float, double and the integer
  /// types of 32 and 64 bits.
  /// @throws argument_error if the text is no number of type T, or not finite.
  template <class T>
  [[nodiscard]] T get(const char* name, T otherwise) const;

  /// @throws argument_error if an argument was given whose name is not among these.
  void expect(std::initializer_list<const char*> names) const;

 private:
  std::map<std::string, std::string, std::less<>> text_;
};

}  // namespace tali
