// SPDX-License-Identifier: Apache-2.0
// The part of JSON (RFC 8259) that a tuning file needs: the library depends only on the standard library.
// Strings may have the escapes \" \\ \/ \b \f \n \r \t, not \u.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tali::cost {

class json {
 public:
  using array = std::vector<json>;
  using object = std::map<std::string, json, std::less<>>;

  /// @throws tali::error with the position of the first syntax error
  static json parse(std::string_view text);

  json() = default;
  template <class T>
  explicit json(T value) : value_(std::move(value)) {}

  /// The value of an object's key; its type is checked.
  /// @throws tali::error that names the key, if it is missing or has another type
  [[nodiscard]] const json& at(std::string_view key) const;
  [[nodiscard]] double number(std::string_view key) const {
    return at(key).as<double>(key, "is not a number");
  }
  [[nodiscard]] const std::string& text(std::string_view key) const {
    return at(key).as<std::string>(key, "is not a string");
  }
  [[nodiscard]] bool truth(std::string_view key) const {
    return at(key).as<bool>(key, "is neither true nor false");
  }
  [[nodiscard]] const array& list(std::string_view key) const {
    return at(key).as<array>(key, "is not a list");
  }
  [[nodiscard]] bool has(std::string_view key) const;

  /// This value as text.
  [[nodiscard]] const std::string& as_text() const {
    return as<std::string>({}, "an element is not a string");
  }

 private:
  [[noreturn]] static void complain(std::string_view key, const char* problem);
  template <class T>
  const T& as(std::string_view key, const char* problem) const {
    const auto* const x = std::get_if<T>(&value_);
    if (x == nullptr) complain(key, problem);
    return *x;
  }

  std::variant<std::nullptr_t, bool, double, std::string, array, object> value_ = nullptr;
};

/// A text as a JSON string, with quotes. Bytes below 32 that have no short escape become spaces.
std::string in_quotes(std::string_view text);

}  // namespace tali::cost
