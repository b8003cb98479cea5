// SPDX-License-Identifier: Apache-2.0
// tali mtgp search: parameter sets, found and verified.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <mtgp/source.hpp>

#include "errors.hpp"
#include "mtgp/commands.hpp"
#include "output.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

namespace lab = tali::lab::mtgp;

struct search_options {
  search_flags flags;
  std::size_t keep = 0;
  std::string out = "-";
};

template <class Word>
void search(const search_options& o) {
  if (o.keep > o.flags.creation.count) {
    throw usage_error(
        fmt::format("--keep is {}; allowed: 1 ... --count, here {}", o.keep, o.flags.creation.count));
  }
  output out(o.out);
  const lab::creation_result<Word> found = create<Word>(o.flags);
  if (!found.complete) {
    throw finding(
        fmt::format("{} of {} sets are done, the time is up; the same command goes on from the checkpoint",
                    found.sets.size(), o.flags.creation.count));
  }
  std::ostringstream text;
  text << mtgp_columns << '\n';
  for (const auto& set : lab::catalogue(found.sets, o.keep != 0 ? o.keep : o.flags.creation.count)) {
    write_mtgp_line(text, set);
  }
  const std::string all = text.str();
  if (out.write(all.data(), all.size())) out.commit();
}

}  // namespace

void add_search(CLI::App& mtgp) {
  auto o = std::make_shared<search_options>();
  auto* const command = mtgp.add_subcommand(
      "search", "Create parameter sets; an ID and a seed give the same set on every machine");
  o->flags.add_to(*command, "How many sets, with consecutive IDs");
  add_whole(*command, "--keep", o->keep, 1, std::numeric_limits<std::uint32_t>::max(), "N",
            "Write the best so many (default: all)")
      ->default_str("");
  command
      ->add_option("--time-limit", o->flags.creation.time_limit,
                   "Seconds after which to stop; needs --checkpoint")
      ->check(CLI::PositiveNumber)
      ->needs(command->get_option("--checkpoint"));
  add_output(*command, o->out, "Catalogue, sorted by defect");
  command->callback([o] { o->flags.is_64_bits() ? search<std::uint64_t>(*o) : search<std::uint32_t>(*o); });
}

}  // namespace tali::tool::mtgp
