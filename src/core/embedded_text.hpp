// SPDX-License-Identifier: Apache-2.0
// Text files that are part of the library.
#pragma once

namespace tali::detail {

struct text_file {
  const char* name;  ///< empty: the end of a list
  const char* content;
};

/// The parameters of mt607_per_thread, data/mt607/mt607.csv: one file.
extern const text_file mt607_catalogues[];

}  // namespace tali::detail
