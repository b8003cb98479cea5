// SPDX-License-Identifier: Apache-2.0

#include "numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <tali/error.hpp>

#include "core/read_number.hpp"
#include "errors.hpp"

namespace tali::tool {

namespace {

using whole = std::optional<std::uint64_t>;

/// Digits of a base, and nothing after them.
whole from_digits(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc{} || rest != end) return {};
  return value;
}

whole from_power(std::string_view base_text, std::string_view exponent_text) {
  const whole base = from_digits(base_text, 10), exponent = from_digits(exponent_text, 10);
  if (!base || !exponent) return {};
  return detail::power_of(*base, *exponent);
}

/// digits [. digits] [e [+-] digits]: the value is digits * 10^scale. There is no floating point, so 1e19 is
/// exact.
whole from_decimal(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  long long scale = 0;
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    if (exponent.starts_with('+') && !exponent.starts_with("+-")) exponent.remove_prefix(1);
    const char* const end = exponent.data() + exponent.size();
    const auto [rest, failure] = std::from_chars(exponent.data(), end, scale);
    if (failure != std::errc{} || rest != end) return {};
    scale = std::clamp(scale, -1000000LL,
                       1000000LL);  // beyond any text's number of digits: it stays too large, or not whole
  }
  const std::size_t point = mantissa.find('.');
  std::string digits(mantissa.substr(0, point));
  if (point != std::string_view::npos) {
    digits += mantissa.substr(point + 1);
    scale -= static_cast<long long>(mantissa.size() - point - 1);
  }
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return {};
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return 0;
  for (; scale < 0; ++scale) {
    if (digits.back() != '0') return {};  // not a whole number
    digits.pop_back();
  }
  constexpr long long max_digits = 20;  // the digits of 2^64 - 1
  if (scale > max_digits) return {};
  digits.append(static_cast<std::size_t>(scale), '0');
  return from_digits(digits, 10);
}

whole from_text(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) return from_digits(text.substr(2), 16);
  if (const std::size_t hat = text.find('^'); hat != std::string_view::npos) {
    return from_power(text.substr(0, hat), text.substr(hat + 1));
  }
  return from_decimal(text);
}

constexpr const char* expected =
    "a whole number from 0 to 18446744073709551615, such as 12345, 1e9, 2^30 or 0xff";

}  // namespace

std::uint64_t parse_whole(const std::string& flag, std::string_view text) {
  const whole value = from_text(text);
  if (!value) throw argument_error(flag, quoted(std::string(text)), expected);
  return *value;
}

std::optional<std::uint64_t> parse_count(const std::string& flag, std::string_view text) {
  if (text == "inf") return {};
  const whole value = from_text(text);
  if (!value) throw argument_error(flag, quoted(std::string(text)), std::string(expected) + ", or inf");
  return *value;
}

double parse_real(const std::string& flag, const std::string& text, const std::string& expected) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = tali::detail::read_number(text.data(), end, value);
  if (failure != std::errc{} || rest != end || !std::isfinite(value)) {
    throw argument_error(flag, quoted(text), expected);
  }
  return value;
}

double parse_real(const std::string& flag, const std::string& text, const std::string& expected, double min,
                  double max) {
  const double value = parse_real(flag, text, expected);
  if (value < min || value > max) throw argument_error(flag, quoted(text), expected);
  return value;
}

}  // namespace tali::tool
