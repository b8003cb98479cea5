// SPDX-License-Identifier: Apache-2.0
// Distributions by name and type.
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "registry/functions.hpp"

namespace tali {

namespace {

/// The parameters after the name, then the given parameters.
arguments joined(std::string_view text, const arguments& given) {
  arguments all = given;
  const engine_text parts(text, "distribution");
  for (const auto& [key, value] : parts.options) {
    if (given.has(key)) {
      throw argument_error(key, "'" + value + "' and '" + given.text(key) + "'", "one value");
    }
    all.set(key, value);
  }
  return all;
}

/// The catalogue's name of "uniform" with the argument `as`: among the type's distributions with this name,
/// the one that supports the argument's value.
/// @throws argument_error if none supports it
std::string_view name_of_option(std::string_view name, std::string_view type, const arguments& given) {
  std::string_view found;
  std::vector<std::string> conventions;
  for (const distribution_info& d : distribution_list()) {
    if (d.option_of == nullptr || name != d.option_of || type != d.type) continue;
    for (const uniform_convention convention : d.conventions) {
      conventions.emplace_back(name_of(convention));
      if (given.text("as") == name_of(convention)) found = d.name;
    }
  }
  if (found.empty() && !conventions.empty())
    throw argument_error("as", quoted(given.text("as")), "", conventions);
  return found.empty() ? name : found;
}

}  // namespace

any_distribution::any_distribution(std::string_view name, std::string_view type, const arguments& given)
    : index_{-1} {
  std::string_view bare = name.substr(0, name.find(':'));
  const arguments all = bare.size() == name.size() ? given : joined(name, given);
  if (all.has("as")) bare = name_of_option(bare, type, all);
  std::vector<std::string> types;
  for (const distribution_info& d : distribution_list()) {
    if (bare != d.name) continue;
    types.emplace_back(d.type);
    if (type != d.type) continue;
    distribution_ = d.functions->make(all);
    index_ = d.index;
    return;
  }
  if (types.empty()) {
    throw argument_error("distribution", quoted(std::string(bare)), "",
                         detail::names_of(distribution_list()));
  }
  throw argument_error("type", quoted(std::string(type)), "", types);
}

any_distribution any_distribution::of_numbers(const distribution_info& entry, const double* numbers) {
  return {entry.index, entry.functions->of_numbers(numbers)};
}

any_distribution detail::standard_of(const distribution_info& entry) {
  if (entry.form == detail::value_form::exponential) return {entry.name, entry.type};
  // With mu = -0, a standard value keeps the sign of a zero.
  return {entry.form == detail::value_form::lognormal ? "normal" : entry.name, entry.type,
          arguments{{"mu", -0.0}}};
}

std::size_t any_distribution::row_size() const { return info().functions->row_size(get()); }

}  // namespace tali
