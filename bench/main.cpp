// SPDX-License-Identifier: Apache-2.0
// The benchmark alone, for machines that have a compiler and CUDA but not the command line's libraries:
// tali-bench [FILTER] prints the table of `tali bench`.
#include <cstdio>
#include <exception>
#include <vector>

#include "bench.hpp"
#include "table.hpp"

int main(int argc, char** argv) {
  try {
    tali::bench::options o;
    if (argc > 1) o.filter = argv[1];
    std::vector<tali::bench::crossing> crossings;
    o.found_crossing = [&](const tali::bench::crossing& c) { crossings.push_back(c); };
    std::puts(tali::bench::table_head().c_str());
    const std::vector<tali::bench::row> rows = tali::bench::run(o);
    for (const auto& r : rows) std::puts(tali::bench::table_line(r).c_str());
    std::fputs(tali::bench::ceiling_note(rows).c_str(), stdout);
    std::fputs(tali::bench::crossing_table(crossings).c_str(), stdout);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "tali-bench: %s\n", e.what());
    return 2;
  }
}
