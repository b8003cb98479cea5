// SPDX-License-Identifier: Apache-2.0
// tali tune: measures the figures of the cost model, from which --device auto chooses, and stores them in a
// file for this machine.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>
#include <tali/tuning.hpp>
#include <tali/version.hpp>

#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "subcommands.hpp"
#include "tune/measure.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;
using tune::candidate;

/// Nothing if a parameter has no default, or CUDA does not make the pair.
std::optional<any_distribution> with_default_parameters(const distribution_info& d,
                                                        const engine_info& engine) {
  try {
    if (!detail::on_cuda(engine, d)) return {};
    return any_distribution(d.name, d.type);
  } catch (const argument_error&) {
    return {};
  }
}

/// Whether a measurement of the pair is useful. Except for the distributions below, values of word engines
/// are converted from words like all others, and the default figures include that.
bool is_measured(const engine_info& e, const distribution_info& d) {
  const std::string_view name = d.name;
  return e.kind != engine_kind::words || name == "bits" || name == "uniform" || name == "normal";
}

/// 100 dimensions, as in most tables of the benchmark, and more points than fit into any buffer here.
std::vector<any_engine> point_sets(const char* engine) {
  std::vector<any_engine> all;
  for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
    for (const auto scramble : {scrambling::none, scrambling::owen}) {
      point_set set;
      set.dimensions = 100;
      set.points = std::uint64_t{1} << 22;
      set.layout = layout;
      set.scramble = scramble;
      all.emplace_back(engine, set);
    }
  }
  return all;
}

/// The pairs to measure, in the order of the lists. What runs only on the CPU is omitted, as there is no
/// choice; so are distributions without default parameters. The cost model has default figures for both.
std::vector<candidate> candidates() {
  std::vector<candidate> all;
  const auto add = [&](const engine_info& e, const std::string& variant, const any_engine& source) {
    for (const distribution_info& d : tali::detail::scalar_distribution_list()) {
      if (!is_measured(e, d)) continue;
      if (const auto distribution = with_default_parameters(d, e)) {
        all.push_back({{e.name, variant, d.name, d.type},
                       source,
                       *distribution,
                       static_cast<double>(source.generators())});
      }
    }
  };
  for (const engine_info& e :
       engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words, engine_kind::bank})) {
    add(e, "", any_engine(e.name, 1, 0));
  }
  for (const engine_info& e : engine_list({engine_kind::quasi})) {
    for (const any_engine& p : point_sets(e.name)) add(e, cost::variant_of(*p.points()), p);
  }
  return all;
}

struct tune_flags {
  std::string out;
  bool quick = false, show = false, json = false;
};

std::string timestamp() {
  const std::time_t t = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&t, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// The settings of a run: there are about 200 kinds per device.
tune::plan plan_of(bool quick, progress& line) {
  const auto say = [&line](const std::string& activity) { line.say("timing " + activity); };
  if (quick) return {0.002, std::size_t{1} << 26, std::size_t{1} << 27, say};
  return {0.05, std::size_t{1} << 28, std::size_t{1} << 30, say};
}

cost::tuning measure(const tune_flags& f) {
  const double start_seconds = tune::measure_cuda_start();  // first: any other use starts CUDA
  cost::tuning t;
  t.key = {version(), cost::cpu_model(), {}};
  for (const cost::gpu_identity& g : usable_gpus()) t.key.gpus.push_back(g.name);
  t.quick = f.quick;
  progress line(true, {});
  const tune::plan p = plan_of(f.quick, line);
  line.say("preparing");
  const auto all = candidates();
  t.costs.cpu = tune::measure_cpu(p, all, best_simd_level());
  t.costs.gpus = tune::measure_cuda(p, all, start_seconds);
  t.measured = timestamp();
  return t;
}

// ---- Output ----------------------------------------------------------------------------------------

struct shown_kind {
  cost::fill_kind kind;
  int value_bytes;
};

/// The kinds of most interest.
std::vector<shown_kind> shown_kinds() {
  std::vector<shown_kind> all;
  const auto add = [&](const char* engine, bool points) {
    all.push_back({{engine, "", "bits", "u32"}, 4});
    all.push_back({{engine, "", "uniform", "f64"}, 8});
    all.push_back({{engine, "", points ? "normal-icdf" : "normal", "f32"}, 4});
  };
  for (const engine_info& e : tali::detail::indexed_engine_list()) add(e.name, false);
  for (const engine_info& e : engine_list({engine_kind::bank})) add(e.name, false);
  for (const engine_info& e : engine_list({engine_kind::quasi})) add(e.name, true);
  return all;
}

/// The power of two from which auto chooses the GPU; nothing if it is above 2^40.
std::optional<int> crossing_of(const cost::model& m, const shown_kind& k, cost::destination to) {
  cost::fill_work w;
  w.kind = k.kind;
  w.value_bytes = k.value_bytes;
  w.to = to;
  std::optional<int> first;
  for (int i = 0; i <= 40; ++i) {
    w.values = std::ldexp(1.0, i);
    if (!cost::choose_device(m, w).on_gpu) {
      first.reset();
    } else if (!first) {
      first = i;
    }
  }
  return first;
}

void print_costs(const cost::model& m) {
  const cost::cpu_costs& c = m.cpu;
  fmt::print(
      "cpu: {}; {} processors, together {:.1f} times one; {:.1f} us to wake them; memory {:.1f} GB/s "
      "by one, {:.1f} by all\n",
      cost::cpu_model(), c.processors, c.processors == 1 ? 1.0 : c.processors * c.thread_efficiency,
      c.wake_seconds * 1e6, c.bytes_per_second_one_thread * 1e-9, c.bytes_per_second * 1e-9);
  for (std::size_t i = 0; i < m.gpus.size(); ++i) {
    const cost::gpu_costs& g = m.gpus[i];
    fmt::print(
        "cuda {}: {}; {:.2f} s to start; copies {:.1f} us and {:.1f} GB/s to pinned, {:.1f} to other "
        "memory, {:.1f} up\n",
        i, g.name, g.start_seconds, g.copy_seconds * 1e6, g.pinned_bytes_per_second * 1e-9,
        g.pageable_bytes_per_second * 1e-9, g.upload_bytes_per_second * 1e-9);
  }
  const bool any_gpu = !m.gpus.empty();
  const auto values_of = [](const shown_kind& k) { return k.kind.distribution + " " + k.kind.type; };
  std::size_t engine_width = 14, values_width = 18;  // two blanks after the longest
  for (const shown_kind& k : shown_kinds()) {
    engine_width = std::max(engine_width, k.kind.engine.size() + 2);
    values_width = std::max(values_width, values_of(k).size() + 2);
  }
  fmt::print("\n  {:<{}}{:<{}}{:>16}", "engine", engine_width, "values", values_width, "one thread");
  if (any_gpu) fmt::print("{:>12}{:>12}{:>22}", "GPU call", "GPU", "GPU from n, to host");
  fmt::print("\n");
  for (const shown_kind& k : shown_kinds()) {
    const cost::fill_cost& on_cpu = c.fills.at(k.kind);
    fmt::print("  {:<{}}{:<{}}{:>11.2f} Gn/s", k.kind.engine, engine_width, values_of(k), values_width,
               1e-9 / on_cpu.seconds_per_value);
    if (any_gpu) {
      const cost::fill_cost& on_gpu = m.gpus[0].fills.at(k.kind);
      const auto text = [&](cost::destination to) {
        const auto n = crossing_of(m, k, to);
        return n ? fmt::format("2^{}", *n) : std::string("-");
      };
      fmt::print("{:>9.1f} us{:>7.0f} Gn/s{:>22}", on_gpu.call_seconds * 1e6, 1e-9 / on_gpu.seconds_per_value,
                 text(cost::destination::executing_device) + ", " + text(cost::destination::pinned_memory));
    }
    fmt::print("\n");
  }
}

void show(const tune_flags& f) {
  const cost::machine_costs in_use =
      cost::load_machine_costs(f.out.empty() ? cost::tuning_path() : f.out, usable_gpus());
  if (f.json) {
    cost::tuning t;
    t.key = {version(), cost::cpu_model(), {}};
    for (const cost::gpu_costs& g : in_use.costs.gpus) t.key.gpus.push_back(g.name);
    t.costs = in_use.costs;
    ordered_json j{{"source", in_use.tuned ? "file" : "default"},
                   {"path", in_use.path},
                   {"note", in_use.note},
                   {"costs", ordered_json::parse(cost::format_tuning(t))}};
    for (const char* key : {"tali_tuning", "measured", "quick"}) j["costs"].erase(key);
    print_json(j, 1);
    return;
  }
  fmt::print("in use: {}\n  {}{}{}\n\n", in_use.tuned ? "measured figures" : "default figures", in_use.path,
             in_use.path.empty() ? "" : ": ", in_use.note);
  print_costs(in_use.costs);
}

/// The file to write; its folder is created if it is tali's folder.
std::string file_of(const tune_flags& f) {
  if (!f.out.empty()) return f.out;
  const std::string path = cost::tuning_path();
  if (path.empty()) {
    throw argument_error("--output", "",
                         "a file or - for standard output, because TALI_TUNING and HOME name no file");
  }
  std::error_code ignored;  // if this fails, so does the write, with a better message
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  return path;
}

void run(const tune_flags& f) {
  if (f.show) {
    if (f.quick) throw argument_error("--quick", "given", "no --show with it");
    show(f);
    return;
  }
  const std::string path = file_of(f);
  if (f.json && path == "-") throw argument_error("--output", quoted("-"), "a file with --json");
  output out(path);  // reported now, not after the work
  const auto begin = std::chrono::steady_clock::now();
  const cost::tuning t = measure(f);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::string text = cost::format_tuning(t);
  (void)out.write(text.data(), text.size());
  out.commit();
  if (f.json) {
    print_json(ordered_json::parse(text), 1);
  } else if (path != "-") {
    fmt::print("measured in {:.1f} s: {}\n\n", seconds, path);
    print_costs(t.costs);
  }
}

}  // namespace

void add_tune(const parser& app) {
  const parser command =
      app.add_command("tune", "Measure the speed of fills on this machine, for --device auto");
  command.footer(
      "Takes about 15 seconds per device (--quick: about 2). The file is valid on this machine and for this "
      "version\n"
      "only; without a file, default figures are used. The choice of a device changes no value.");
  auto f = std::make_shared<tune_flags>();
  command.add("-o,--output", f->out, "FILE",
              "The file; - is standard output (default: $TALI_TUNING, or this machine's file in\n"
              "$XDG_CONFIG_HOME/tali or ~/.config/tali)");
  command.add_flag("--quick", f->quick, "Measure quickly and roughly");
  command.add_flag("--show", f->show, "Only print the figures in use and their source");
  command.add_flag("--json", f->json, "Print JSON");
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
