// SPDX-License-Identifier: Apache-2.0
// tali bench: the tables of law 5, as text or JSON.

#include "bench.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <tali/error.hpp>
#include <tali/version.hpp>

#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "output.hpp"
#include "subcommands.hpp"
#include "table.hpp"
#include "whole_option.hpp"

namespace tali::tool {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// GB/s by the fields that identify a row: table, engine, distribution, type, device, variant and number of
/// values.
using stored_run =
    std::map<std::tuple<std::string, std::string, std::string, std::string, std::string, std::string, double>,
             double>;

/// Two runs' medians of a row differ by up to about this on an idle machine. A row below 1 - this of its
/// earlier speed counts as slower.
constexpr double slower_from = 0.03;

bool is_slower(double gb_per_s, double before) { return gb_per_s < (1 - slower_from) * before; }

argument_error complaint(const std::string& file, const std::string& problem) {
  return {"--against", "'" + file + "', which " + problem,
          "a file written by 'tali bench -o FILE', or evidence/NAME.json"};
}

/// The rows of a file that `tali bench -o` has written, or of a record in evidence/. In a record they are
/// those of each table with speeds, under its columns, after the values that all rows share.
json rows_of(const json& file) {
  if (!file.is_object() || !file.contains("tables")) return file;
  json all = json::array();
  for (const json& table : file["tables"]) {
    const json columns = table.is_object() ? table.value("columns", json::array()) : json::array();
    if (std::find(columns.begin(), columns.end(), "gb_per_s") == columns.end()) continue;
    for (const json& values : table.value("rows", json::array())) {
      json row = table.value("all", json::object());
      for (std::size_t k = 0; k < columns.size(); ++k) row[columns.at(k).get<std::string>()] = values.at(k);
      all.push_back(std::move(row));
    }
  }
  return all;
}

/// The run in a file.
/// @throws argument_error that names --against and the file: if it cannot be read, is not JSON, is not an
/// array of rows, or has a row without a positive time
stored_run read_run(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw complaint(file, "cannot be read");
  json rows = json::parse(in, nullptr, false);
  try {
    rows = rows_of(rows);
  } catch (const json::exception&) {
    throw complaint(file, "has a table of another form");
  }
  if (!rows.is_array())
    throw complaint(file, rows.is_discarded() ? "is not JSON" : "is not an array of rows");
  stored_run run;
  for (const json& r : rows) {
    if (!r.is_object()) throw complaint(file, "has an entry that is not a row");
    const auto text = [&](const char* name) {
      const auto at = r.find(name);
      if (at == r.end() || !at->is_string())
        throw complaint(file, fmt::format("has a row without '{}'", name));
      return at->get<std::string>();
    };
    if (text("engine") == "threshold") continue;  // a line of the Sobol paper's table 1, which has no time
    const auto n = r.find("n"), speed = r.find("gb_per_s");
    for (const auto& [name, at] : {std::pair{"n", n}, {"gb_per_s", speed}}) {
      if (at == r.end() || !at->is_number() || !(at->get<double>() > 0)) {
        throw complaint(file, fmt::format("has a row without a positive '{}'", name));
      }
    }
    run[{text("table"), text("engine"), text("distribution"), text("type"), text("device"), text("variant"),
         n->get<double>()}] = speed->get<double>();
  }
  return run;
}

/// The row's GB/s in a run; 0 if it has no such row.
double gb_per_s_in(const stored_run& run, const bench::row& r) {
  const auto found = run.find({r.group, r.engine, r.distribution, r.type, r.device, r.variant, r.n});
  return found == run.end() ? 0 : found->second;
}

/// A number, or null.
ordered_json number(double x) { return x > 0 ? ordered_json(x) : ordered_json(nullptr); }

ordered_json json_of(const bench::row& r, int repeats, double before) {
  return {{"engine", r.engine},
          {"distribution", r.distribution},
          {"type", r.type},
          {"device", r.device},
          {"n", static_cast<std::uint64_t>(r.n)},
          {"gb_per_s", r.gb_per_s()},
          {"ceiling_gb_per_s", number(r.ceiling_gb_per_s)},
          {"ratio_to_ceiling", number(r.ratio_to_ceiling())},
          {"note", bench::is_above_ceiling(r) ? ordered_json(bench::above_ceiling) : ordered_json(nullptr)},
          {"peer", r.peer.empty() ? ordered_json(nullptr) : ordered_json(r.peer)},
          {"ratio_to_peer", number(r.ratio_to_peer())},
          {"peer_gb_per_s", number(r.peer_gb_per_s)},
          {"table", r.group},
          {"variant", r.variant},
          {"threads", number(r.threads)},
          {"gnum_per_s", r.gnum_per_s()},
          {"seconds", r.seconds},
          {"predicted_seconds", number(r.predicted_seconds)},
          {"median_of", repeats},
          {"before_gb_per_s", number(before)},
          {"ratio_to_before", number(before > 0 ? r.gb_per_s() / before : 0)},
          {"version", version()}};
}

/// One line of the Sobol paper's table 1, with the rows' keys.
ordered_json json_of(const bench::crossing& c) {
  const auto dimensions = [](std::uint32_t d) { return d == 0 ? ordered_json(nullptr) : ordered_json(d); };
  const std::string where = c.measured == 0 ? "the CPU" : fmt::format("GPU from {} dimensions", c.measured);
  ordered_json j{{"engine", "threshold"},
                 {"distribution", "uniform"},
                 {"type", "f32"},
                 {"device", "all"},
                 {"n", c.vectors * c.measured}};
  for (const char* key : {"gb_per_s", "ceiling_gb_per_s", "ratio_to_ceiling", "peer", "ratio_to_peer"}) {
    j[key] = nullptr;
  }
  j["table"] = "sobol-threshold";
  j["variant"] = fmt::format("{} vectors: {}{}", c.vectors, where, c.to_host ? ", wanted on the host" : "");
  j["vectors"] = c.vectors;
  j["to_host"] = c.to_host;
  j["measured_dimensions"] = dimensions(c.measured);
  j["predicted_dimensions"] = dimensions(c.predicted);
  j["measured_up_to"] = c.max_measured;
  j["version"] = version();
  return j;
}

/// Ratios to a peer from here on count as level: two runs of a row differ by as much.
constexpr double level_from = 0.995;

struct flags {
  bench::options options;
  std::string device = "all";
  unsigned threads = 0;
  bool json = false;
  bool losing = false;
  std::string file;
  std::string against;
};

/// Measures the rows; a filter that matches none is an error.
std::vector<bench::row> measured(const bench::options& o) {
  try {
    return bench::run(o);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"filter", "--filter"}});
  }
}

/// Opens the file of -o before the work, so that a file that cannot be written is an error at once.
std::unique_ptr<output> json_file(const std::string& name) {
  if (name.empty()) return {};
  if (name == "-")
    throw argument_error("-o", quoted("-"), "the name of a file, or --json for standard output");
  return std::make_unique<output>(name);
}

void write_json(output* to, const ordered_json& j) {
  if (to == nullptr) return;
  const std::string text = json_text(j, 1);
  (void)to->write(text.data(), text.size());
  to->commit();
}

/// The ratio to the row of an earlier run, printed after the row; empty if that run has no such row.
std::string beside_before(const bench::row& r, double before) {
  if (!(before > 0)) return {};
  return fmt::format("  {:.2f} x before{}", r.gb_per_s() / before,
                     is_slower(r.gb_per_s(), before) ? ", SLOWER" : "");
}

/// @throws finding if rows are slower than before
void judge(const std::vector<bench::row>& rows, const std::vector<double>& before, const std::string& file) {
  std::size_t held = 0, slower = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    held += before[i] > 0;
    slower += is_slower(rows[i].gb_per_s(), before[i]);
  }
  const std::string compared = fmt::format("{} of {} rows are also in '{}'", held, rows.size(), file);
  if (slower != 0) {
    throw finding(fmt::format("{} rows lost more than {:.0f} % ({})", slower, 100 * slower_from, compared));
  }
  if (held == 0) throw finding(compared);
}

void run_bench(flags& f) {
  if (f.device != "all" && f.device != "cpu" && f.device != "cuda") {
    throw argument_error("--device", quoted(f.device), "", {"all", "cpu", "cuda"});
  }
  f.options.threads = static_cast<int>(f.threads);
  f.options.cpu = f.device != "cuda";
  f.options.cuda = f.device != "cpu";
  if (f.device == "cuda" && usable_cuda_devices().empty()) {
    throw argument_error("--device", quoted("cuda"), "cpu or all, because no CUDA device can be used here");
  }
  const std::unique_ptr<output> to = json_file(f.file);
  const stored_run earlier = f.against.empty() ? stored_run() : read_run(f.against);
  const bool show_progress = !f.json && isatty(STDERR_FILENO) == 1;
  if (show_progress) {  // the table follows when every row's peer is known
    f.options.progress = [](const bench::row& r) {
      say_on_stderr(fmt::format("\r{:<100.100}", bench::table_line(r)));
    };
  }
  std::vector<bench::crossing> crossings;
  f.options.found_crossing = [&](const bench::crossing& c) { crossings.push_back(c); };
  auto rows = measured(f.options);
  if (f.losing) {
    std::erase_if(rows,
                  [](const bench::row& r) { return r.peer.empty() || r.ratio_to_peer() >= level_from; });
    crossings.clear();
  }
  std::vector<double> before;
  for (const bench::row& r : rows) before.push_back(gb_per_s_in(earlier, r));
  ordered_json all = ordered_json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back(json_of(rows[i], f.options.repeats, before[i]));
  for (const bench::crossing& c : crossings) all.push_back(json_of(c));
  if (f.json) {
    print_json(all, 1);
  } else {
    if (show_progress) say_on_stderr(fmt::format("\r{:100}\r", ""));
    fmt::print("{}\n", bench::table_head());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      fmt::print("{}{}\n", bench::table_line(rows[i]), beside_before(rows[i], before[i]));
    }
    fmt::print("{}{}", bench::ceiling_note(rows), bench::crossing_table(crossings));
  }
  write_json(to.get(), all);
  if (!f.against.empty()) judge(rows, before, f.against);
}

}  // namespace

void add_bench(const parser& app) {
  const parser command =
      app.add_command("bench", "Measure throughput, with plain stores and other libraries for comparison");
  auto f = std::make_shared<flags>();
  std::string tables;
  for (const bench::group& g : bench::groups()) tables += std::string(tables.empty() ? "" : ", ") + g.name;
  command.add("--filter", f->options.filter, nullptr,
              "Only rows whose engine, distribution, type or device contains TEXT; or one table: " + tables);
  command.add("--device", f->device, "all|cpu|cuda", "Where to run; all: every available device");
  add_whole(command, "--repeats", f->options.repeats, 1, 1000, "N",
            "Number of measurements per row; the median is reported");
  add_threads(command, f->threads);
  command.add(
      "--against", f->against, "FILE",
      "JSON of an earlier run, or a record in evidence: rows that lost more than 3 % are marked, and the "
      "exit code is 1");
  command.add_flag("--losing", f->losing, "Print only rows in which a peer is more than 0.5 % faster");
  command.add_flag("--json", f->json, "Print JSON");
  command.add("-o,--output", f->file, "FILE",
              "Also write the JSON to a file, which appears when it is complete");
  command.does([f] { run_bench(*f); });
}

}  // namespace tali::tool
