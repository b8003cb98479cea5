// SPDX-License-Identifier: Apache-2.0
// Reads, writes and finds tuning files.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include <tali/error.hpp>
#include <tali/tuning.hpp>
#include <tali/version.hpp>

#include "cost/file_name.hpp"
#include "cost/json.hpp"
#include "cpu/processors.hpp"

namespace tali::cost {

namespace {

using cost::in_quotes;
using cost::json;

constexpr double format_number = 1;

// The valid range of a figure. Because a clock has noise, a call may take 0 seconds.
constexpr double shortest = 0, longest = 1e4;    // seconds
constexpr double slowest = 1e3, fastest = 1e18;  // bytes per second

double figure(const json& j, const char* key, double min, double max) {
  const double x = j.number(key);
  if (x >= min && x <= max) return x;
  throw error("'" + std::string(key) + "' is out of range");
}

/// Calls f(key, figure, min, max) for a processor's figures, or a GPU's, in a file's order.
template <class Costs, class F>
void each_of_cpu(Costs& c, const F& f) {
  f("processors", c.processors, 1, 1e5);
  f("wake_seconds", c.wake_seconds, shortest, longest);
  f("thread_efficiency", c.thread_efficiency, 1e-5, 10);
  f("cache_bytes", c.cache_bytes, 0, 1e15);
  f("bytes_per_second_one_thread", c.bytes_per_second_one_thread, slowest, fastest);
  f("bytes_per_second", c.bytes_per_second, slowest, fastest);
}
template <class Costs, class F>
void each_of_gpu(Costs& g, const F& f) {
  f("start_seconds", g.start_seconds, shortest, longest);
  f("copy_seconds", g.copy_seconds, shortest, longest);
  f("pinned_bytes_per_second", g.pinned_bytes_per_second, slowest, fastest);
  f("pageable_bytes_per_second", g.pageable_bytes_per_second, slowest, fastest);
  f("upload_bytes_per_second", g.upload_bytes_per_second, slowest, fastest);
}

auto reader_of(const json& j) {
  return [&j]<class T>(const char* key, T& x, double min, double max) {
    x = static_cast<T>(figure(j, key, min, max));
  };
}

cost_table fills_of(const json& j) {
  cost_table fills;
  for (const json& x : j.list("fills")) {
    const auto seconds = [&](const char* key) { return figure(x, key, shortest, longest); };
    fill_cost c{seconds("call_seconds"), figure(x, "seconds_per_value", 1e-18, 1e3), 0, 0};
    if (x.has("row_seconds")) c.row_seconds = seconds("row_seconds");
    if (x.has("generators")) c.generators = figure(x, "generators", 0, 1e9);
    fills[{x.text("engine"), x.text("variant"), x.text("distribution"), x.text("type")}] = c;
  }
  return fills;
}

/// A member of an object; numbers in the shortest form with up to 6 digits.
std::string member(const char* key, double x) {
  char text[32];  // to_chars ignores the locale
  return in_quotes(key) + ": " +
         std::string(text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr);
}
std::string member(const char* key, const std::string& x) { return in_quotes(key) + ": " + in_quotes(x); }

std::string format_fills(const cost_table& fills) {
  std::string out = "\"fills\": [";
  const char* separator = "\n";
  for (const auto& [kind, c] : fills) {
    out += separator;
    separator = ",\n";
    out += "   {" + member("engine", kind.engine) + ", " + member("variant", kind.variant) + ", " +
           member("distribution", kind.distribution) + ", " + member("type", kind.type) + ", " +
           member("call_seconds", c.call_seconds) + ", " + member("seconds_per_value", c.seconds_per_value);
    if (c.generators > 0) out += ", " + member("generators", c.generators);
    if (c.row_seconds > 0) out += ", " + member("row_seconds", c.row_seconds);
    out += "}";
  }
  return out + "]";
}

/// Adds entries that `into` lacks.
void complete(cost_table& into, const cost_table& from) { into.insert(from.begin(), from.end()); }

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> names_of(const std::vector<gpu_identity>& gpus) {
  std::vector<std::string> names;
  for (const gpu_identity& g : gpus) names.push_back(g.name);
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out.empty() ? "none" : out;
}

/// Why a file with key `file` is not valid for a machine with key `machine`; empty if it is valid.
std::string difference(const tuning_key& file, const tuning_key& machine, bool gpus_known) {
  if (file.version != machine.version)
    return "it was measured by tali " + file.version + ", and this is " + machine.version;
  if (file.cpu != machine.cpu)
    return "it was measured with CPU '" + file.cpu + "', and this machine has '" + machine.cpu + "'";
  if (gpus_known && file.gpus != machine.gpus) {
    return "it was measured with GPUs " + listed(file.gpus) + ", and this machine has " +
           listed(machine.gpus);
  }
  return "";
}

}  // namespace

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
#if defined(__aarch64__)
  return "aarch64";
#elif defined(__x86_64__)
  return "x86-64";
#else
  return "unknown";
#endif
}

std::string tuning_path() {
  if (const char* const path = std::getenv("TALI_TUNING")) return path;
  std::string folder = environment("XDG_CONFIG_HOME");
  if (folder.empty() || folder[0] != '/') {  // the XDG specification: relative paths are ignored
    const std::string home = environment("HOME");
    if (home.empty()) return "";
    folder = home + "/.config";
  }
  return folder + "/tali/tuning-" + cost::file_name_of(cpu_model()) + ".json";
}

std::string format_tuning(const tuning& t) {
  std::string out = "{\n";
  out += " " + member("tali_tuning", format_number) + ",\n";
  out += " " + member("version", t.key.version) + ",\n";
  out += " " + member("cpu_model", t.key.cpu) + ",\n \"gpus\": [";
  for (std::size_t i = 0; i < t.key.gpus.size(); ++i) out += (i == 0 ? "" : ", ") + in_quotes(t.key.gpus[i]);
  out += "],\n " + member("measured", t.measured) + ",\n";
  out += std::string(" \"quick\": ") + (t.quick ? "true" : "false") + ",\n";
  const auto write = [&](const char* key, double x, double, double) { out += "  " + member(key, x) + ",\n"; };
  out += " \"cpu\": {\n";
  each_of_cpu(t.costs.cpu, write);
  out += "  " + format_fills(t.costs.cpu.fills) + "\n },\n \"cuda\": [";
  const char* separator = "";
  for (const gpu_costs& g : t.costs.gpus) {
    out += separator + ("{\n  " + member("name", g.name)) + ",\n";
    separator = ",";
    each_of_gpu(g, write);
    out += "  " + format_fills(g.fills) + "\n }";
  }
  return out + "]\n}\n";
}

tuning parse_tuning(std::string_view text) {
  const json j = json::parse(text);
  if (j.number("tali_tuning") != format_number) throw error("'tali_tuning' is not 1");
  tuning t;
  t.key.version = j.text("version");
  t.key.cpu = j.text("cpu_model");
  for (const json& g : j.list("gpus")) t.key.gpus.push_back(g.as_text());
  t.measured = j.text("measured");
  t.quick = j.truth("quick");
  each_of_cpu(t.costs.cpu, reader_of(j.at("cpu")));
  t.costs.cpu.fills = fills_of(j.at("cpu"));
  for (const json& g : j.list("cuda")) {
    gpu_costs& costs = t.costs.gpus.emplace_back();
    costs.name = g.text("name");
    each_of_gpu(costs, reader_of(g));
    costs.fills = fills_of(g);
  }
  if (t.costs.gpus.size() != t.key.gpus.size()) throw error("'cuda' must have one entry per GPU of 'gpus'");
  return t;
}

model default_cost_model(const std::optional<std::vector<gpu_identity>>& gpus) {
  model m{default_cpu_costs(best_simd_level(), cpu_driver::processors()), {}};
  constexpr int multiprocessors = 132;
  for (const gpu_identity& g : gpus.value_or(std::vector{gpu_identity{"assumed", multiprocessors}})) {
    m.gpus.push_back(default_gpu_costs(g.name, g.multiprocessors));
  }
  return m;
}

machine_costs load_machine_costs(const std::string& path,
                                 const std::optional<std::vector<gpu_identity>>& gpus) {
  machine_costs out{default_cost_model(gpus), false, path, ""};
  const auto not_used = [&](std::string why) {
    out.note = std::move(why);
    return out;
  };
  if (path.empty()) return not_used("no file is searched for");
  std::ifstream in(path, std::ios::binary);
  if (!in) return not_used("the file does not exist or cannot be read");
  constexpr std::size_t max_bytes = std::size_t{1} << 24;
  std::string text;
  char block[1 << 16];
  while (text.size() <= max_bytes && (in.read(block, sizeof block), in.gcount() > 0)) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad() || text.empty() || text.size() > max_bytes) return not_used("it is not a tuning file");
  tuning t;
  try {
    t = parse_tuning(text);
  } catch (const error& e) {
    return not_used(std::string("it is damaged: ") + e.what());
  }
  const tuning_key machine{version(), cpu_model(), gpus ? names_of(*gpus) : std::vector<std::string>{}};
  if (const std::string why = difference(t.key, machine, gpus.has_value()); !why.empty())
    return not_used(why);
  out.tuned = true;
  out.note = "measured " + t.measured + (t.quick ? ", quickly" : "");
  const cost_table defaults_of_cpu = std::move(out.costs.cpu.fills);
  out.costs.cpu = std::move(t.costs.cpu);
  out.costs.cpu.processors = cpu_driver::processors();  // the process may run on other processors now
  complete(out.costs.cpu.fills, defaults_of_cpu);
  for (std::size_t i = 0; i < t.costs.gpus.size(); ++i) {
    gpu_costs& g = t.costs.gpus[i];
    complete(g.fills, gpus ? out.costs.gpus[i].fills : default_gpu_costs("", 132).fills);
  }
  out.costs.gpus = std::move(t.costs.gpus);
  return out;
}

}  // namespace tali::cost
