// SPDX-License-Identifier: Apache-2.0
// The parameters of mt607_per_thread: their file, and those that are shipped with tali.
#include <algorithm>
#include <charconv>
#include <istream>
#include <sstream>
#include <string_view>

#include <tali/engine/mt607_per_thread.hpp>

#include "core/embedded_text.hpp"

namespace tali {

namespace {

/// Removes the next field from the line and returns it; base 16 if it begins with 0x.
template <class T>
T number(std::string_view& rest, const std::string& where) {
  const std::string_view field = rest.substr(0, rest.find(','));
  rest.remove_prefix(std::min(field.size() + 1, rest.size()));
  const bool hex = field.starts_with("0x");
  const std::string_view digits = hex ? field.substr(2) : field;
  T value{};
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  if (failure != std::errc{} || end != digits.data() + digits.size()) {
    throw argument_error(where, quoted(std::string(field)),
                         "a number in each of " + std::string(mt607_columns));
  }
  return value;
}

}  // namespace

std::vector<mt607_parameters> read_mt607_parameters(std::istream& in, const std::string& name) {
  std::string line;
  if (!std::getline(in, line) || line != mt607_columns) {
    throw argument_error(name + ":1 columns", quoted(line), mt607_columns);
  }
  std::vector<mt607_parameters> all;
  while (std::getline(in, line)) {
    const std::string where = name + ":" + std::to_string(all.size() + 2) + " ";
    if (std::count(line.begin(), line.end(), ',') != 4) {
      throw argument_error(where + "columns", quoted(line), mt607_columns);
    }
    std::string_view rest = line;
    const auto id = number<std::uint32_t>(rest, where + "id");
    mt607_parameters p{};
    p.a = number<std::uint32_t>(rest, where + "a");
    p.b = number<std::uint32_t>(rest, where + "b");
    p.c = number<std::uint32_t>(rest, where + "c");
    p.delta = number<int>(rest, where + "delta");
    if (id != all.size()) {
      throw argument_error(where + "id", std::to_string(id),
                           std::to_string(all.size()) + ", the next number");
    }
    if (p.id() != id) {
      throw argument_error(where + "a", std::to_string(p.a), "a number whose lower 16 bits are the ID");
    }
    all.push_back(p);
  }
  if (in.bad()) throw io_error("read", name, "");
  return all;
}

std::span<const mt607_parameters> shipped_mt607_parameters() {
  static const std::vector<mt607_parameters> all = [] {
    std::istringstream in(detail::mt607_catalogues[0].content);
    return read_mt607_parameters(in, detail::mt607_catalogues[0].name);
  }();
  return all;
}

}  // namespace tali
