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

namespace {

/// Refuses "shap=2" of gamma.
[[noreturn]] void refuse_unknown_parameter(const std::string& name, const std::string& value,
                                           const std::string& allowed) {
  throw usage_error(fmt::format("--param is '{}={}'{}", name, value, allowed));
}

}  // namespace

named_distribution take_apart(const std::string& dist, const std::vector<std::string>& given) {
  if (dist.starts_with(':')) {
    throw usage_error(
        fmt::format("--dist is '{}'; allowed: {}", dist, detail::names_of(distribution_list())));
  }
  const arguments apart = parse_parameters(given);
  try {
    const engine_text parts(dist, "distribution");
    named_distribution all{parts.name, given};
    for (const auto& [key, value] : parts.options) {
      if (apart.has(key)) {
        throw usage_error(fmt::format("--param {} is '{}'; allowed: one value, and --dist is '{}'", key,
                                      apart.text(key), dist));
      }
      all.parameters.push_back(key + '=' + value);
    }
    return all;
  } catch (const argument_error& e) {
    throw on_flag("--dist", e);
  }
}

bool named_distribution::is_standard() const {
  const arguments all = parse_parameters(parameters);
  return all.get<double>("mu", 0) == 0 && all.get<double>("sigma", 1) == 1;
}

arguments parse_parameters(const std::vector<std::string>& given) {
  arguments all;
  std::vector<std::string> seen;
  for (const std::string& p : given) {
    const std::size_t equals = p.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw usage_error(fmt::format("--param is '{}'; allowed: name=value", p));
    }
    const std::string name = p.substr(0, equals);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      throw usage_error(fmt::format("--param is '{}'; allowed: each name once", p));
    }
    seen.push_back(name);
    all.set(name, p.substr(equals + 1));
  }
  return all;
}

any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters) {
  const std::string bare = name.substr(0, name.find(':'));  // parameters may stand behind it
  for (const distribution_info& d : distribution_list()) {
    if (type.empty() && bare == d.name) type = d.type;
  }
  try {
    return any_distribution(name, type, parameters);
  } catch (const argument_error& e) {
    if (e.argument() == "distribution") throw on_flag("--dist", e);
    if (e.argument() == "type") throw on_flag("--dtype", e);
    const std::string prefix = "parameter ";  // of a name that the distribution does not have
    const bool unknown = e.argument().starts_with(prefix);
    if (unknown && std::string_view(e.what()).find("allowed: one value") == std::string_view::npos) {
      // The name is what is wrong, and what a suggestion is made for.
      const std::string text = e.what(), wrong = e.argument().substr(prefix.size());
      const std::string given =
          text.substr(text.find('\'') + 1, text.rfind("'; allowed") - text.find('\'') - 1);
      refuse_unknown_parameter(wrong, given, text.substr(text.rfind("'; allowed") + 1));
    }
    throw on_flag("--param " + (unknown ? e.argument().substr(prefix.size()) : e.argument()), e);
  }
}

}  // namespace tali::tool
