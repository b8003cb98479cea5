// SPDX-License-Identifier: Apache-2.0
// tali identify: finds the engine, seed, index and distribution of given numbers.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <tali/error.hpp>

#include "commands.hpp"
#include "errors.hpp"
#include "identify/search.hpp"
#include "json_output.hpp"
#include "number_file.hpp"
#include "numbers.hpp"
#include "progress.hpp"
#include "sequence_flags.hpp"
#include "whole_option.hpp"

namespace tali::tool {

namespace {

using lab::identify::match;
using lab::identify::reading;
using lab::identify::search_request;
using lab::identify::search_result;
using nlohmann::ordered_json;

struct identify_flags {
  std::string file, type, seeds = "0:1e6", stream = "0";
  search_request request;
  unsigned threads = 0;
  bool json = false;
};

std::vector<reading> readings_of(const identify_flags& f) {
  const number_file file = read_number_file(f.file, f.type);
  try {
    std::vector<reading> all = file.is_text ? lab::identify::readings_of_text(file.text, file.type)
                                            : lab::identify::readings_of(file.type, file.values);
    if (all[0].size() == 0)
      throw argument_error("size", "0 numbers", "some numbers; a few hundred are enough");
    return all;
  } catch (const argument_error& e) {
    throw on_flag(e, {{"type", "--dtype"}}, "FILE:");
  }
}

void take_seeds(const std::string& text, search_request& to) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw argument_error("--seeds", quoted(text), "A:B, the smallest and the largest, such as 0:1e6");
  }
  to.first_seed = parse_whole("--seeds", text.substr(0, colon));
  to.last_seed = parse_whole("--seeds", text.substr(colon + 1));
}

search_result search_for(const identify_flags& f) {
  search_request request = f.request;
  take_seeds(f.seeds, request);
  request.stream = parse_whole("--stream", f.stream);
  for (const std::string& text :
       request.engines) {  // of all engines, only those that have the stream are tried
    const std::uint64_t max_stream = max_stream_of(parse_engine(text).name);
    if (request.stream <= max_stream) continue;
    throw argument_error("--stream", f.stream, fmt::format("0 to {} with --engine {}", max_stream, text));
  }
  request.threads = static_cast<int>(threads_or_all(f.threads));
  const std::vector<reading> readings = readings_of(f);
  progress line(true, std::nullopt);
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    line.say(fmt::format("{:.0f} % of {} looks at a sequence",
                         100 * static_cast<double>(done) / static_cast<double>(of), of));
  };
  try {
    return lab::identify::search(readings, request);
  } catch (const argument_error& e) {
    throw on_flag(e,
                  {{"engine", "--engine"},
                   {"engine option", "--engine option"},
                   {"seeds", "--seeds"},
                   {"index", "--most-index"},
                   {"distribution", "--dist"},
                   {"parameter", "--param"},
                   {"type", "type of the numbers"}},
                  "FILE:");
  }
}

/// The command that makes the numbers.
std::string command_of(const match& m, std::uint64_t n) {
  return fmt::format("tali gen --engine {} --seed {} --stream {} --dist {} --dtype {} --offset {} -n {}",
                     m.engine, m.seed, m.stream, m.distributions[0], m.type, m.index, n);
}

ordered_json json_of(const search_result& r, const search_request& request) {
  ordered_json j = ordered_json::object();
  auto& matches = j["matches"] = ordered_json::array();
  for (const match& m : r.matches) {
    matches.push_back({{"engine", m.engine},
                       {"seed", m.seed},
                       {"stream", m.stream},
                       {"index", m.index},
                       {"distributions", m.distributions},
                       {"type", m.type},
                       {"note", m.note},
                       {"bits", m.bits},
                       {"log2_false", r.log2_candidates - m.bits},
                       {"command", command_of(m, r.numbers)}});
  }
  j["numbers"] = r.numbers;
  j["tried"] = {{"engines", r.engines},
                {"distributions", r.distributions},
                {"first_seed", request.first_seed},
                {"last_seed", request.last_seed},
                {"most_index", request.max_index},
                {"sequences", r.sequences},
                {"log2_candidates", r.log2_candidates},
                {"seconds", r.seconds}};
  return j;
}

void print(const search_result& r, const search_request& request) {
  for (const match& m : r.matches) {
    fmt::print("{}, seed {}, stream {}, index {}: {} {}{}\n  {}\n", m.engine, m.seed, m.stream, m.index,
               fmt::join(m.distributions, " or "), m.type, m.note.empty() ? "" : ", " + m.note,
               command_of(m, r.numbers));
    fmt::print("  {} numbers, {:.0f} bits; numbers from elsewhere would do so with probability 2^{:.0f}\n",
               r.numbers, m.bits, r.log2_candidates - m.bits);
  }
  fmt::print("tried in {:.1f} s: {} sequences, indices 0 ... {}\n  engines: {}\n  values: {}\n", r.seconds,
             r.sequences, request.max_index, fmt::join(r.engines, ", "), fmt::join(r.distributions, ", "));
}

void run(const identify_flags& f) {
  const search_result r = search_for(f);
  search_request request = f.request;
  take_seeds(f.seeds, request);
  if (f.json) {
    print_json(json_of(r, request), 2);
  } else {
    print(r, request);
  }
  if (r.matches.empty()) {
    throw finding(fmt::format("none of {} engines has these numbers for seeds {} and indices 0 ... {}",
                              r.engines.size(), f.seeds, f.request.max_index));
  }
}

}  // namespace

void add_identify(const parser& app) {
  const parser command =
      app.add_command("identify", "Find the engine, seed, index and distribution of given numbers");
  command.footer(
      "Reads npy, text, and raw files with --dtype. About a hundred consecutive numbers are "
      "enough.\n"
      "The exit code is 1 if nothing is found. Example: tali identify numbers.npy");
  auto f = std::make_shared<identify_flags>();
  command.add("FILE", f->file, "", "The file with the numbers; - is standard input").required();
  command.add("--dtype", f->type, "T", "Type of the numbers: u32, u64, i32, i64, f32, f64");
  command.add("--engine", f->request.engines, "E",
              "Engine to try, instead of all; with seeding= only that seeding; repeatable");
  command.add("--dist", f->request.distributions, "D",
              "Distribution to try, with parameters after a colon; repeatable");
  command.add("--seeds", f->seeds, "A:B", "Seeds to try");
  command.add("--stream", f->stream, "N", "Stream, 64 bits");
  add_whole(command, "--most-index", f->request.max_index, 0, std::uint64_t{1} << 24, "N",
            "Largest index of the first number");
  command.add_flag("--all", f->request.all, "Continue after the first match");
  add_threads(command, f->threads);
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
