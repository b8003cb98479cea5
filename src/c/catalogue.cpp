// SPDX-License-Identifier: Apache-2.0
// The catalogue for C: names, types and descriptions.
#include <limits>
#include <span>
#include <string_view>

#include "c/status.hpp"

namespace {

/// A member of entry i of a list; null or empty if there is no such entry.
template <class Info, class Value>
Value entry(std::span<const Info> list, std::size_t i, Value Info::*member) {
  return i < list.size() ? list[i].*member : Value();
}

}  // namespace

const char* tali_type_name(tali_type type) {
  return type >= 0 && type < tali::c::types ? tali::c::type_names[type] : nullptr;
}

size_t tali_type_size(tali_type type) {
  constexpr std::size_t bytes[tali::c::types] = {1, 4, 8, 4, 8, 4, 8, 2, 2};
  return type >= 0 && type < tali::c::types ? bytes[type] : 0;
}

const char* tali_engine_name(size_t i) { return entry(tali::engine_list(), i, &tali::engine_info::name); }
const char* tali_engine_summary(size_t i) {
  return entry(tali::engine_list(), i, &tali::engine_info::summary);
}
const char* tali_engine_options(size_t i) {
  return entry(tali::engine_list(), i, &tali::engine_info::options);
}

const char* tali_distribution_name(size_t i) {
  return entry(tali::distribution_list(), i, &tali::distribution_info::name);
}
const char* tali_distribution_summary(size_t i) {
  return entry(tali::distribution_list(), i, &tali::distribution_info::summary);
}
const char* tali_distribution_parameters(size_t i) {
  return entry(tali::distribution_list(), i, &tali::distribution_info::parameters);
}
tali_type tali_distribution_value_type(size_t i) {
  const auto list = tali::distribution_list();
  return i < list.size() ? tali::c::type_of(list[i].type) : -1;
}
double tali_distribution_default(size_t i, size_t k) {
  const auto list = entry(tali::distribution_list(), i, &tali::distribution_info::parameter_list);
  return k < list.size() ? list[k].default_value : std::numeric_limits<double>::quiet_NaN();
}
