// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <tali/error.hpp>

#include "identify/search.hpp"

namespace tali::lab::identify {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> copied(std::string_view type, std::span<const std::byte> bytes) {
  if (bytes.size() % sizeof(T) != 0) {
    throw argument_error("size", std::to_string(bytes.size()) + " bytes",
                         "a multiple of " + std::to_string(sizeof(T)) + " for " + std::string(type));
  }
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

template <class Word>
reading words(std::string_view type, std::span<const std::byte> bytes) {
  const std::vector<Word> values = copied<Word>(type, bytes);
  return {sizeof(Word) == 4 ? "u32" : "u64", "", {values.begin(), values.end()}, {}, {}};
}

void check_finite(double x, std::size_t i) {
  if (!std::isfinite(x)) {
    throw argument_error("number " + std::to_string(i), std::isnan(x) ? "NaN" : "infinite", "finite numbers");
  }
}

/// The doubles that round to the float x are between the midpoints to its neighbours. The midpoints
/// themselves round to the even float, but are accepted for both.
void add_rounded(float x, reading& r) {
  const double below = std::nextafter(x, -std::numeric_limits<float>::infinity());
  const double above = std::nextafter(x, std::numeric_limits<float>::infinity());
  r.low.push_back((below + static_cast<double>(x)) / 2);
  r.high.push_back((static_cast<double>(x) + above) / 2);
}

/// A token's number, and half a unit in its last digit.
struct decimal {
  double value, half_unit;
  bool is_whole;          ///< digits only
  std::uint64_t integer;  ///< if it is whole
};

decimal parse(const std::string& token) {
  decimal d{0, 0, false, 0};
  const char* const end = token.data() + token.size();
  const auto [rest, failure] = std::from_chars(token.data(), end, d.integer);
  d.is_whole = failure == std::errc{} && rest == end;
  char* number_end = nullptr;
  d.value = std::strtod(token.c_str(), &number_end);
  if (number_end != end || token.find_first_of("xXnN") != std::string::npos || !std::isfinite(d.value)) {
    throw argument_error("number", quoted(token.substr(0, 40)), "finite decimal numbers");
  }
  const std::size_t e = token.find_first_of("eE"), mantissa = e == std::string::npos ? token.size() : e;
  const std::size_t point = token.substr(0, mantissa).find('.');
  const auto decimals = point == std::string::npos ? 0.0 : static_cast<double>(mantissa - point - 1);
  const double exponent = e == std::string::npos ? 0 : std::strtod(token.c_str() + e + 1, nullptr);
  d.half_unit = 0.5 * std::pow(10.0, exponent - decimals);
  return d;
}

std::vector<std::string> tokens_of(std::string_view text) {
  constexpr std::string_view between = " \t\r\n\v\f,;[](){}";
  std::vector<std::string> all;
  for (std::size_t at = 0; (at = text.find_first_not_of(between, at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    all.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return all;
}

reading whole_numbers(const std::vector<decimal>& all, std::string_view type) {
  reading r;
  std::uint64_t largest = 0;
  for (const decimal& d : all) {
    r.integers.push_back(d.integer);
    largest = std::max(largest, d.integer);
  }
  const bool wide = largest > std::numeric_limits<std::uint32_t>::max();
  if (type == "u32" && wide) throw argument_error("number", std::to_string(largest), "below 2^32 for u32");
  r.type = type.empty() ? (wide ? "u64" : "u32") : std::string(type);
  return r;
}

}  // namespace

std::vector<reading> readings_of(std::string_view type, std::span<const std::byte> values) {
  if (type == "u32" || type == "i32") return {words<std::uint32_t>(type, values)};
  if (type == "u64" || type == "i64") return {words<std::uint64_t>(type, values)};
  reading exact;
  exact.type = type;
  if (type == "f64") {
    exact.low = copied<double>(type, values);
    exact.high = exact.low;
    for (std::size_t i = 0; i < exact.low.size(); ++i) check_finite(exact.low[i], i);
    return {exact};
  }
  if (type != "f32") {
    throw argument_error("type", quoted(std::string(type)), "", {"u32", "u64", "i32", "i64", "f32", "f64"});
  }
  reading rounded;
  rounded.type = "f64";
  rounded.note = "rounded to f32";
  for (const float x : copied<float>(type, values)) {
    check_finite(static_cast<double>(x), exact.low.size());
    exact.low.push_back(static_cast<double>(x));
    add_rounded(x, rounded);
  }
  exact.high = exact.low;
  return {exact, rounded};
}

std::vector<reading> readings_of_text(std::string_view text, std::string_view type) {
  std::vector<decimal> all;
  bool whole = true;
  for (const std::string& token : tokens_of(text)) {
    all.push_back(parse(token));
    whole = whole && all.back().is_whole;
  }
  const bool wants_words = type == "u32" || type == "u64";
  if (!type.empty() && !wants_words && type != "f32" && type != "f64") {
    throw argument_error("type", quoted(std::string(type)), "a type of text", {"u32", "u64", "f32", "f64"});
  }
  if (wants_words && !whole)
    throw argument_error("type", quoted(std::string(type)), "a type of these numbers", {"f32", "f64"});
  if (wants_words || (whole && type.empty())) return {whole_numbers(all, type)};
  std::vector<reading> both;
  for (const char* candidate_type : {"f64", "f32"}) {
    if (!type.empty() && type != candidate_type) continue;
    reading r;
    r.type = candidate_type;
    for (const decimal& d : all) {
      // One double further on each side, for the rounding of the sum and of the power of ten.
      r.low.push_back(std::nextafter(d.value - d.half_unit, -infinity));
      r.high.push_back(std::nextafter(d.value + d.half_unit, infinity));
    }
    both.push_back(std::move(r));
  }
  return both;
}

}  // namespace tali::lab::identify
