// SPDX-License-Identifier: Apache-2.0
// tali info: version, build, devices, SIMD level, engines, distributions.
#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/any.hpp>
#include <tali/device.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>
#include <tali/version.hpp>

#include "cpu/processors.hpp"
#include "cpu/threads.hpp"
#include "devices.hpp"
#include "json_output.hpp"
#include "subcommands.hpp"

#if defined(TALI_HAS_CUDA)
#include "gpu/runtime/kernel_images.hpp"
#endif

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& j, const char* key) { return j.at(key).get<std::string>(); }

/// Whether quasi-random points support it.
bool is_quasi_distribution(std::string_view name) {
  return std::ranges::any_of(distribution_list(),
                             [&](const distribution_info& d) { return name == d.name && d.of_coordinate; });
}

ordered_json of_engine(const engine_info& e) {
  return {{"name", e.name}, {"summary", e.summary}, {"options", e.options}, {"max_stream", e.max_stream}};
}

/// SIMD levels that this processor has but this build does not (TALI_SIMD).
std::vector<const char*> levels_left_out() {
  std::vector<const char*> names;
#if defined(__x86_64__)
  for (const simd_level level : {simd_level::baseline, simd_level::avx2, simd_level::avx512}) {
    if (level <= cpu_driver::machine_simd_level() && !cpu_driver::has_level(level))
      names.push_back(simd_level_name(level));
  }
#endif
  return names;
}

/// Where kernels that are compiled when first used come from; null in a build without CUDA.
ordered_json of_kernels() {
#if defined(TALI_HAS_CUDA)
  const runtime::cache_state cache = runtime::look_at_cache();
  ordered_json j = {{"cache", cache.folder},
                    {"note", cache.why_not},
                    {"cached", cache.kernels},
                    {"cached_bytes", cache.bytes},
                    {"packed_cache", runtime::packed_cache()},
                    {"compiler", nullptr}};
  try {
    const runtime::kernel_compiler compiler(0);
    j["compiler"] = compiler.version() + " (" + compiler.file() + ")";
  } catch (const device_error&) {  // no compiler: an answer, not an error
  }
  return j;
#else
  return nullptr;
#endif
}

ordered_json collect() {
  ordered_json j = ordered_json::object();
  j["version"] = version();
  j["compiler"] = std::string("g++ ") + __VERSION__;
  j["cuda_build"] = built_with_cuda();
  j["cpu"] = ordered_json::object();
  auto& levels = j["cpu"]["simd_levels"] = ordered_json::array();
  for (const simd_level level : simd_levels()) levels.push_back(simd_level_name(level));
  j["cpu"]["simd_levels_left_out"] = levels_left_out();
  j["cpu"]["threads"] = cpu_driver::processors();
  auto& gpus = j["cuda_devices"] = ordered_json::array();
  for (const cuda_info& d : usable_cuda_devices()) {
    gpus.push_back({{"ordinal", d.ordinal},
                    {"name", d.name},
                    {"compute_capability", d.compute_capability},
                    {"multiprocessors", d.multiprocessors},
                    {"memory_bytes", d.memory_bytes},
                    {"driver_version", d.driver_version},
                    {"runtime_version", d.runtime_version}});
  }
  j["kernels"] = of_kernels();
  const cost::machine_costs costs = cost::load_machine_costs(cost::tuning_path(), usable_gpus());
  j["tuning"] = {{"source", costs.tuned ? "file" : "default"}, {"path", costs.path}, {"note", costs.note}};
  auto& engines = j["engines"] = ordered_json::array();
  for (const engine_info& e : tali::detail::indexed_engine_list()) {
    engines.push_back(of_engine(e));
  }
  auto& quasi = j["quasi_engines"] = ordered_json::array();
  for (const engine_info& e : engine_list({engine_kind::quasi})) {
    quasi.push_back({{"name", e.name},
                     {"summary", e.summary},
                     {"options", e.options},
                     {"bits", std::string_view(e.name).ends_with("64") ? 64 : 32},
                     {"dimensions", direction_numbers::joe_kuo().dimensions()}});
  }
  auto& comparators = j["comparators"] = ordered_json::array();
  for (const engine_info& e : engine_list({engine_kind::per_thread})) {
    comparators.push_back(of_engine(e));
  }
  auto& grids = j["grid_engines"] = ordered_json::array();
  for (const engine_info& e : engine_list({engine_kind::bank})) {
    grids.push_back(of_engine(e));
  }
  auto& distributions = j["distributions"] = ordered_json::array();
  auto& vectors = j["vectors"] = ordered_json::array();
  for (const distribution_info& d : distribution_list()) {
    const bool is_scalar = d.kind == distribution_kind::fixed || d.kind == distribution_kind::rejection;
    if (!is_scalar) {
      vectors.push_back(
          {{"name", d.name}, {"type", d.type}, {"summary", d.summary}, {"parameters", d.parameters}});
      continue;
    }
    distributions.push_back({{"name", d.name},
                             {"type", d.type},
                             {"summary", d.summary},
                             {"parameters", d.parameters},
                             {"words", d.words},
                             {"rejection", d.kind == distribution_kind::rejection},
                             {"quasi", is_quasi_distribution(d.name)}});
  }
  return j;
}

void print(const ordered_json& j) {
  fmt::print("tali {}, built with {}, {}\n", text_of(j, "version"), text_of(j, "compiler"),
             j["cuda_build"].get<bool>() ? "with CUDA" : "without CUDA");
  std::string levels;
  for (const auto& l : j["cpu"]["simd_levels"]) levels += " " + l.get<std::string>();
  std::string left_out;
  for (const auto& l : j["cpu"]["simd_levels_left_out"]) left_out += " " + l.get<std::string>();
  fmt::print("cpu: {} threads, SIMD levels{}{}\n", j["cpu"]["threads"].get<int>(), levels,
             left_out.empty() ? "" : "; this build leaves out" + left_out);
  if (j["cuda_devices"].empty()) fmt::print("cuda: no device\n");
  for (const auto& d : j["cuda_devices"]) {
    fmt::print("cuda {}: {}, compute capability {}, {} multiprocessors, {:.1f} GiB\n",
               d["ordinal"].get<int>(), text_of(d, "name"), d["compute_capability"].get<int>(),
               d["multiprocessors"].get<int>(), d["memory_bytes"].get<double>() / 0x1p30);
  }
  if (const auto& kernels = j["kernels"]; !kernels.is_null()) {
    fmt::print("kernels by name: {}; {} in {}{}\n",
               kernels["compiler"].is_null() ? "no compiler" : text_of(kernels, "compiler"),
               kernels["cached"].get<std::size_t>(), text_of(kernels, "cache"),
               text_of(kernels, "note").empty() ? "" : " (" + text_of(kernels, "note") + ")");
  }
  const auto& tuning = j["tuning"];
  const std::string path = text_of(tuning, "path");  // empty if TALI_TUNING and HOME are not set
  fmt::print(
      "--device auto: {} ({}{}{})\n",
      text_of(tuning, "source") == "file" ? "by measured figures" : "by default figures, see tali tune", path,
      path.empty() ? "" : ": ", text_of(tuning, "note"));
  fmt::print("\nengines:\n");
  for (const auto& e : j["engines"]) fmt::print("  {:<22} {}\n", text_of(e, "name"), text_of(e, "summary"));
  for (const auto& e : j["grid_engines"]) {
    fmt::print("  {:<22} {} ({}:{})\n", text_of(e, "name"), text_of(e, "summary"), text_of(e, "name"),
               text_of(e, "options"));
  }
  fmt::print("\ncomparators, to measure and test beside the engines:\n");
  for (const auto& e : j["comparators"]) {
    fmt::print("  {:<22} {} ({}:threads=T)\n", text_of(e, "name"), text_of(e, "summary"), text_of(e, "name"));
  }
  fmt::print("\nquasi-random engines:\n");
  for (const auto& e : j["quasi_engines"]) {
    fmt::print("  {:<22} {}, up to {} dimensions\n", text_of(e, "name"), text_of(e, "summary"),
               e["dimensions"].get<int>());
  }
  const auto print_distributions = [&](const char* title, const char* key) {
    fmt::print("\n{}:\n", title);
    for (const auto& d : j[key]) {
      const std::string parameters = text_of(d, "parameters");
      fmt::print("  {:<22} {:<4} {}{}\n", text_of(d, "name"), text_of(d, "type"), text_of(d, "summary"),
                 parameters.empty() ? "" : " (--param " + parameters + ")");
    }
  };
  print_distributions("distributions", "distributions");
  print_distributions("vectors, and categories with weights", "vectors");
}

}  // namespace

void add_info(const parser& app) {
  const parser command = app.add_command("info", "Version, build, devices, engines, distributions");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print JSON");
  command.does([json] {
    const ordered_json j = collect();
    if (*json) {
      print_json(j, 2);
    } else {
      print(j);
    }
  });
}

}  // namespace tali::tool
