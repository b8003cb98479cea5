// SPDX-License-Identifier: Apache-2.0
// Text files that are part of the program.
#pragma once

namespace tali::detail {

struct text_file {
  const char* name;  ///< empty: the end of a list
  const char* content;
};

}  // namespace tali::detail
