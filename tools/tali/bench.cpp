// tali bench: the tables of law 5, as text or JSON.
#include "bench.hpp"

#include <fstream>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <tali/error.hpp>
#include <tali/version.hpp>

#include "devices.hpp"
#include "subcommands.hpp"
#include "table.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

/// A number, or null where there is none.
ordered_json number(double x) { return x > 0 ? ordered_json(x) : ordered_json(nullptr); }

ordered_json json_of(const bench::row& r, int repeats) {
  return {{"engine", r.engine},
          {"distribution", r.distribution},
          {"type", r.type},
          {"device", r.device},
          {"n", static_cast<std::uint64_t>(r.n)},
          {"gb_per_s", r.gb_per_s()},
          {"ceiling_gb_per_s", number(r.ceiling_gb_per_s)},
          {"ratio_to_ceiling", number(r.ratio_to_ceiling())},
          {"peer", r.peer.empty() ? ordered_json(nullptr) : ordered_json(r.peer)},
          {"ratio_to_peer", number(r.ratio_to_peer())},
          {"peer_gb_per_s", number(r.peer_gb_per_s)},
          {"table", r.group},
          {"variant", r.variant},
          {"threads", number(r.threads)},
          {"gnum_per_s", r.gnum_per_s()},
          {"seconds", r.seconds},
          {"median_of", repeats},
          {"version", version()}};
}

struct flags {
  bench::options options;
  std::string device = "all";
  bool json = false;
  std::string file;
};

void run_bench(flags& f) {
  f.options.cpu = f.device != "cuda";
  f.options.cuda = f.device != "cpu";
  if (f.device == "cuda" && usable_cuda_devices().empty()) {
    throw device_error("--device is cuda, but no CUDA device can be used here; allowed: cpu, all");
  }
  if (!f.json) {
    fmt::print("{}\n", bench::table_head());
  }
  const bool show_progress = !f.json && isatty(STDERR_FILENO) == 1;
  if (show_progress) {  // the table itself waits for the last row, when every row's peer is known
    f.options.progress = [](const bench::row& r) {
      fmt::print(stderr, "\r{:<100.100}", bench::table_line(r));
    };
  }
  const auto rows = bench::run(f.options);
  ordered_json all = ordered_json::array();
  for (const bench::row& r : rows) all.push_back(json_of(r, f.options.repeats));
  if (f.json) {
    fmt::print("{}\n", all.dump(1));
  } else {
    if (show_progress) fmt::print(stderr, "\r{:100}\r", "");
    for (const bench::row& r : rows) fmt::print("{}\n", bench::table_line(r));
  }
  if (!f.file.empty()) {
    std::ofstream out(f.file);
    out << all.dump(1) << '\n';
    out.close();
    if (!out) throw io_error("-o is " + f.file + ", which cannot be written; allowed: a writable path");
  }
}

}  // namespace

void add_bench(CLI::App& app) {
  auto* const command = app.add_subcommand("bench", "Throughput beside the store ceiling and the peers");
  auto f = std::make_shared<flags>();
  std::string tables;
  for (const bench::group& g : bench::groups()) tables += std::string(tables.empty() ? "" : ", ") + g.name;
  command->add_option(
      "--filter", f->options.filter,
      "Rows whose engine, distribution, type or device contains this; or one table: " + tables);
  command->add_option("--device", f->device, "Where: all, cpu or cuda")
      ->check(CLI::IsMember({"all", "cpu", "cuda"}));
  command->add_option("--repeats", f->options.repeats, "Measurements of which the median counts")
      ->check(CLI::Range(1, 1000));
  command->add_option("--threads", f->options.threads, "Threads of the CPU's large fills; 0: all")
      ->check(CLI::Range(0, 4096));
  command->add_flag("--json", f->json, "Print JSON");
  command->add_option("-o", f->file, "Write the JSON to this file too");
  command->callback([f] { run_bench(*f); });
}

}  // namespace tali::tool
