// SPDX-License-Identifier: Apache-2.0
// tali mtgp: parameter sets of MTGP: search, equidistribution, verification.
#include <fstream>
#include <string>

#include <fmt/core.h>

#include "commands.hpp"
#include "errors.hpp"
#include "mtgp/commands.hpp"

namespace tali::tool {

int mtgp::word_size_of(const std::string& file) {
  std::ifstream in(file);
  if (!in) {
    throw io_error("read FILE", file, "");
  }
  std::string line;
  std::getline(in, line);  // the names of the columns
  std::getline(in, line);
  std::size_t begin = 0;
  for (int column = 0; column < 13 && begin != std::string::npos; ++column) {
    begin = line.find(',', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return 32;  // the reader will report the error
  return line.find(',', begin) - begin > 10 ? 64 : 32;
}

void add_mtgp_commands(const parser& app, ranks& all) {
  app.needs_command();
  mtgp::add_search(app, all);
  mtgp::add_equidist(app);
  mtgp::add_verify(app);
  mtgp::add_bench_search(app);
  mtgp::add_bench_tempering(app);
  mtgp::add_search_mt607(app);
}

void add_mtgp(const parser& app, ranks& all) {
  add_mtgp_commands(app.add_command("mtgp", "MTGP's parameter sets: search, equidistribution, verification"),
                    all);
}

}  // namespace tali::tool
