// SPDX-License-Identifier: Apache-2.0
// Numbers of value types, and their names.
#pragma once

#include <string>
#include <string_view>

#include <tali.h>

#include <tali/error.hpp>

namespace tali::c {

inline constexpr int types = 9;
/// In the order of tali_type.
inline constexpr const char* type_names[types] = {"u8",  "u32", "u64",  "i32", "i64",
                                                  "f32", "f64", "bf16", "f16"};

/// The number of a type that the catalogue names.
inline tali_type type_of(std::string_view name) {
  tali_type t = 0;
  while (type_names[t] != name) ++t;
  return t;
}

/// @throws argument_error for a number that is not a type
inline const char* name_of_type(tali_type type) {
  if (type < 0 || type >= types) throw argument_error("type", std::to_string(type), "TALI_U8 to TALI_F16");
  return type_names[type];
}

}  // namespace tali::c
