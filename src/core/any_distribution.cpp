// SPDX-License-Identifier: Apache-2.0
// Distributions by name and type.
#include <string>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"

namespace tali {

namespace {

/// The parameters that stand behind the name, and then those that were given.
arguments joined(std::string_view text, const arguments& given) {
  arguments all = given;
  const engine_text parts(text, "distribution");
  for (const auto& [key, value] : parts.options) {
    if (given.has(key)) {
      throw argument_error("parameter " + key, "'" + value + "'",
                           "one value, it is given behind the name and apart from it");
    }
    all.set(key, value);
  }
  return all;
}

}  // namespace

any_distribution::any_distribution(std::string_view name, std::string_view type, const arguments& given)
    : index_{-1} {
  const std::string_view bare = name.substr(0, name.find(':'));
  bool known = false;
  std::string types;
  catalogue_distributions::for_each([&]<class D>(int index, type_list<D>) {
    if (bare != D::name) return;
    const char* const its_type = type_name<typename D::result_type>();
    known = true;
    types += (types.empty() ? "" : ", ") + std::string(its_type);
    if (type != its_type) return;
    distribution_ =
        std::make_shared<const D>(D::make(bare.size() == name.size() ? given : joined(name, given)));
    index_ = index;
  });
  if (!known) {
    throw argument_error("distribution", "'" + std::string(bare) + "'",
                         detail::names_of(distribution_list()));
  }
  if (index_ < 0)
    throw argument_error("type", "'" + std::string(type) + "'", types + " for " + std::string(bare));
}

std::size_t any_distribution::row_size() const {
  std::size_t size = 1;
  vector_distributions::for_each([&]<class D>(int, type_list<D>) {
    if (const D* const d = get_if<D>()) size = d->size();
  });
  return size;
}

}  // namespace tali
