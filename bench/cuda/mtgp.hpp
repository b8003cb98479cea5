// SPDX-License-Identifier: Apache-2.0
// The benchmark's tables of MTGP.
#pragma once

#include <vector>

#include "bench.hpp"

namespace tali::bench {

/// Layouts of the kernel and numbers of sets, beside cuRAND's MTGP32.
void run_mtgp(const options& o, const group& g, std::vector<row>& out);

/// The catalogues that are shipped, all sets of each, beside cuRAND.
void run_mtgp_default(const options& o, const group& g, std::vector<row>& out);

/// The MTGP paper's table 2: 5 x 10^7 numbers from MTGP and from what it was compared with.
void run_mtgp_table2(const options& o, const group& g, std::vector<row>& out);

}  // namespace tali::bench
