// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <tali/arguments.hpp>
#include <tali/error.hpp>

#include "core/read_number.hpp"

namespace tali {

namespace {

/// The slot of the argument with this name, or the slot before which it belongs: slots are sorted by name.
auto slot_of(auto& given, const std::string_view name) {
  return std::lower_bound(given.begin(), given.end(), name,
                          [](const arguments::argument& a, std::string_view n) { return a.name < n; });
}

}  // namespace

arguments::arguments(std::initializer_list<argument> given) {
  for (const argument& a : given) {
    const auto at = slot_of(given_, a.name);
    if (at != given_.end() && at->name == a.name) {
      throw argument_error(a.name, "'" + at->text + "' and '" + a.text + "'", "one value");
    }
    given_.insert(at, a);
  }
}

void arguments::set(std::string name, std::string text) {
  const auto at = slot_of(given_, name);
  if (at != given_.end() && at->name == name) {
    at->text = std::move(text);
  } else {
    given_.insert(at, {std::move(name), std::move(text)});
  }
}

arguments::argument::argument(std::string argument_name, double number) : name(std::move(argument_name)) {
  char digits[32];
  text.assign(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

bool arguments::has(std::string_view name) const {
  const auto at = slot_of(given_, name);
  return at != given_.end() && at->name == name;
}

std::string arguments::text(std::string_view name) const {
  return has(name) ? slot_of(given_, name)->text : std::string();
}

namespace {

/// A whole number written as a power, "2^50". Returns nothing for any other text, or if it exceeds 64 bits.
std::optional<std::uint64_t> read_power(std::string_view text) {
  const std::size_t hat = text.find('^');
  if (hat == std::string_view::npos) return {};
  std::uint64_t base = 0;
  unsigned exponent = 0;
  const auto whole = [](std::string_view digits, auto& to) {
    const auto [rest, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
    return failure == std::errc{} && rest == digits.data() + digits.size();
  };
  if (!whole(text.substr(0, hat), base) || !whole(text.substr(hat + 1), exponent)) return {};
  return detail::power_of(base, exponent);
}

/// @throws argument_error if the text is not a number of type T
template <class T>
T number_of(const argument_name& name, const std::string& text) {
  T value{};
  if (const auto power = read_power(text)) {
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(*power);
    } else if (std::in_range<T>(*power)) {
      return static_cast<T>(*power);
    }
  }
  const char* end = text.data() + text.size();
  const auto [rest, failure] = detail::read_number(text.data(), end, value);
  const bool good = failure == std::errc{} && rest == end;
  if constexpr (std::is_floating_point_v<T>) {
    if (failure == std::errc::result_out_of_range) {
      throw argument_error(name, quoted(text),
                           std::string("a number in the range of ") + (sizeof(T) == 4 ? "f32" : "f64"));
    }
    if (!good || std::isnan(value)) throw argument_error(name, quoted(text), "a number");
  } else {
    if (!good) {
      throw argument_error(name, quoted(text),
                           "an integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                               std::to_string(std::numeric_limits<T>::max()));
    }
  }
  return value;
}

}  // namespace

std::vector<double> arguments::list(const char* name) const {
  if (!has(name)) throw argument_error(name, "", "numbers separated by colons");
  std::string_view rest = slot_of(given_, name)->text;
  std::vector<double> all;
  for (bool more = true; more;) {
    const std::string_view one = rest.substr(0, rest.find(':'));
    more = one.size() != rest.size();
    rest.remove_prefix(more ? one.size() + 1 : one.size());
    all.push_back(number_of<double>({name, {all.size()}}, std::string(one)));
  }
  return all;
}

template <class T>
T arguments::get(const char* name, T otherwise) const {
  const auto slot = slot_of(given_, name);
  if (slot == given_.end() || slot->name != name) return otherwise;
  return number_of<T>(name, slot->text);
}

template float arguments::get(const char*, float) const;
template double arguments::get(const char*, double) const;
template std::int32_t arguments::get(const char*, std::int32_t) const;
template std::int64_t arguments::get(const char*, std::int64_t) const;
template std::uint32_t arguments::get(const char*, std::uint32_t) const;
template std::uint64_t arguments::get(const char*, std::uint64_t) const;

int arguments::choice(const char* name, const char* const* words, int n) const {
  if (!has(name)) return 0;
  const std::string& text = slot_of(given_, name)->text;
  for (int k = 0; k < n; ++k) {
    if (text == words[k]) return k;
  }
  throw argument_error(name, quoted(text), "", {words, words + n});
}

void arguments::expect(std::initializer_list<const char*> names) const {
  for (const auto& [name, text] : given_) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw argument_error("parameter", quoted(name),
                           names.size() == 0 ? "none, because the distribution has no parameters" : "",
                           {names.begin(), names.end()});
    }
  }
}

}  // namespace tali
