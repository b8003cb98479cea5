// SPDX-License-Identifier: Apache-2.0
// Text files that are part of the library.
#pragma once

namespace tali::detail {

struct text_file {
  const char* name;  ///< empty: the end of a list
  const char* content;
};

/// The catalogues of MTGP parameter sets, data/mtgp/mtgp32*.csv and mtgp64*.csv.
extern const text_file mtgp_catalogues[];

/// The parameters of mt607_per_thread, data/mt607/mt607.csv: one file.
extern const text_file mt607_catalogues[];

}  // namespace tali::detail
