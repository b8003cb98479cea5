// SPDX-License-Identifier: Apache-2.0
#include "distribution_flags.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "core/names.hpp"
#include "errors.hpp"

namespace tali::tool {

named_distribution take_apart(const std::string& dist, const std::vector<std::string>& flags) {
  if (dist.starts_with(':')) {
    throw argument_error("--dist", quoted(dist), "", detail::names_of(distribution_list()));
  }
  const arguments in_name = parse_parameters(flags);
  try {
    const engine_text parts(dist, "distribution");
    named_distribution all{parts.name, flags};
    for (const auto& [key, value] : parts.options) {
      if (in_name.has(key)) {
        throw argument_error("--param " + key, quoted(in_name.text(key)),
                             fmt::format("no value, because --dist '{}' already sets it", dist));
      }
      all.parameters.push_back(key + '=' + value);
    }
    return all;
  } catch (const argument_error& e) {
    throw on_flag(e, {{"distribution", "--dist"}});
  }
}

bool named_distribution::is_standard() const {
  const arguments all = parse_parameters(parameters);
  return all.get<double>("mu", 0) == 0 && all.get<double>("sigma", 1) == 1;
}

arguments parse_parameters(const std::vector<std::string>& flags) {
  arguments all;
  std::vector<std::string> names;
  for (const std::string& p : flags) {
    const std::size_t equals = p.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw argument_error("--param", quoted(p), "name=value");
    }
    const std::string name = p.substr(0, equals);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw argument_error("--param", quoted(p), "each name once");
    }
    names.push_back(name);
    all.set(name, p.substr(equals + 1));
  }
  return all;
}

any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters) {
  const std::string bare = name.substr(0, name.find(':'));  // parameters may follow it
  for (const distribution_info& d : distribution_list()) {
    if (type.empty() && bare == d.name) type = d.type;
  }
  try {
    return any_distribution(name, type, parameters);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"distribution", "--dist"}, {"type", "--dtype"}, {"parameter", "--param"}}, "--param");
  }
}

}  // namespace tali::tool
