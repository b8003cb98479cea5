// SPDX-License-Identifier: Apache-2.0
// Reads the table file of --table.
#pragma once

#include <filesystem>
#include <string>

#include <fmt/core.h>
#include <normal/table.hpp>

#include <tali/error.hpp>

#include "errors.hpp"

namespace tali::tool {

/// The table of --table.
/// @throws io_error with the reason
inline tali::lab::normal::table read_given_table(const std::string& file) {
  try {
    return tali::lab::normal::read_table(std::filesystem::path(file));
  } catch (const io_error& e) {
    throw io_error("read --table", file, e.reason());
  }
}

}  // namespace tali::tool
