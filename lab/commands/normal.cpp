// SPDX-License-Identifier: Apache-2.0
// tali normal moments, tail: the empirical tests of normal numbers. The tables' commands are in
// normal_tables.cpp.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <empirical/normals.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/digest.hpp>
#include <tali/distribution/warp_normal.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "commands.hpp"
#include "devices.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "sequence_flags.hpp"
#include "shard.hpp"
#include "value_flags.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

/// The tests' shared flags: the numbers, and the device.
struct normal_flags {
  sequence_flags sequence;
  std::string dist = "normal", dtype = "f64", offset = "0", n, device = "auto";

  void add_to(const parser& command, const char* default_n) {
    n = default_n;
    sequence.add_to(command);
    command.add("--dist", dist, "D", "normal, normal-warp, normal-warp-coarse or normal-icdf");
    command.add("--dtype", dtype, "T", "f64 or f32");
    command.add("--offset", offset, "N", "Index of the first element");
    command.add("-n,--count", n, "N", "How many numbers to make");
    command.add("--device", device, "auto|cpu|cuda", "Where to run; never changes a result");
  }

  [[nodiscard]] any_distribution distribution() const {
    const named_distribution named = take_apart(dist, {});
    // Another type would be reported as another distribution's.
    if (dtype != "f64" && dtype != "f32") throw argument_error("--dtype", quoted(dtype), "", {"f64", "f32"});
    const any_distribution d = parse_distribution(named.name, dtype, parse_parameters(named.parameters));
    if (!lab::is_normal(d)) {
      throw argument_error("--dist", quoted(dist), "",
                           {"normal", "normal-warp", "normal-warp-coarse", "normal-icdf"});
    }
    if (!named.is_standard()) {
      throw argument_error("--dist", quoted(dist),
                           "mu 0 and sigma 1, because the tests are of standard normal numbers");
    }
    return d;
  }

  /// First element and count; for "inf", the count is the rest of the sequence.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range(const any_distribution& d) const {
    const index_range r = parse_range(offset, n, d.info().words);
    const std::uint64_t all =
        r.size() != 0 ? r.size() : ~std::uint64_t{0};  // of 2^64, the last one is left out
    return {r.first, r.empty ? 0 : all};
  }

  /// The numbers stay on the device that makes them.
  [[nodiscard]] device_kind where(const any_engine& s, const any_distribution& d, std::uint64_t count) const {
    if (s.info().kind == engine_kind::words) {
      if (device == "cuda")
        throw argument_error("--device", device, fmt::format("cpu with {}", s.info().name));
      return device_kind::cpu;
    }
    cost::fill_work w = cost::work_of(s, d, static_cast<double>(count));
    w.gpu_started = false;
    return choose_device(device, w);
  }
};

lab::moment_sums sums([[maybe_unused]] device_kind where, const lab::normal_range& r) {
#if defined(TALI_HAS_CUDA)
  if (where == device_kind::cuda) return lab::sum_moments_cuda(r);
#endif
  return lab::sum_moments(cpu{}, r);
}

std::vector<double> tail([[maybe_unused]] device_kind where, const lab::normal_range& r, double threshold) {
#if defined(TALI_HAS_CUDA)
  if (where == device_kind::cuda) return lab::tail_cuda(r, threshold);
#endif
  return lab::tail(cpu{}, r, threshold);
}

ordered_json json_of(const std::vector<lab::moment_score>& scores) {
  ordered_json j = ordered_json::array();
  for (const lab::moment_score& s : scores) {
    j.push_back({{"order", s.order}, {"value", s.value}, {"expected", s.expected}, {"z", s.z}});
  }
  return j;
}

struct moments_flags : normal_flags {
  bool json = false, inverse_cdf = false;
  std::string part, out, table;
};

/// The sums, and their subject.
struct moments_found {
  lab::moment_sums sums;
  double seconds = 0;
  ordered_json of = ordered_json::object();  ///< the first keys of the report
};

/// Sums over part s of the numbers.
moments_found sum_up(const moments_flags& f, const shard& s, bool with_bar) {
  const any_engine sequence = f.sequence.sequence();
  std::unique_ptr<lab::given_table> table;
#if defined(TALI_HAS_LAB_NORMAL)
  table = given_table_of(f.inverse_cdf, f.table);
#endif
  const any_distribution distribution =
      table != nullptr ? any_distribution(warp_normal<double>()) : f.distribution();
  const auto [first, n] = f.range(distribution);
  if (n == 0) throw argument_error("-n", "0", "at least 1");
  const device_kind where = f.where(sequence, distribution, n);
  moments_found found;
  found.of = {{"engine", f.sequence.engine},
              {"seed", f.sequence.seed},
              {"stream", f.sequence.stream},
              {"distribution", distribution.info().name},
              {"type", distribution.info().type},
              {"table", nullptr},
              {"table_digest", nullptr},
              {"first", first},
              {"n", n},
              {"device", name_of(where)}};
  if (table != nullptr) {
    found.of["table"] = f.inverse_cdf ? "inverse-cdf" : f.table;
    found.of["table_digest"] = fmt::format("{:016x}", digest(0, table->values, std::size(table->values)));
  }
  constexpr std::uint64_t grain = normal<float>::batch_size;
  const std::uint64_t start = s.begin(n, grain), end = s.end(n, grain);
  const auto begin = std::chrono::steady_clock::now();
  progress bar(with_bar, static_cast<double>(end - start));
  // Pieces of about a second, for the progress bar; sums are exact, so the division has no effect on them.
  const std::uint64_t piece = where == device_kind::cuda ? std::uint64_t{1} << 38 : std::uint64_t{1} << 28;
  for (std::uint64_t done = start; done < end; done += std::min(piece, end - done)) {
    const std::uint64_t count = std::min(piece, end - done);
    found.sums.add(sums(where, {sequence, distribution, first + done, count, table.get()}));
    bar.advance(count);
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

/// The JSON of a part's file: sums above 64 bits are in two halves.
ordered_json json_of(const moments_found& f) {
  ordered_json units = ordered_json::array();
  for (const auto u : f.sums.units) {
    units.push_back({static_cast<std::int64_t>(u >> 64), static_cast<std::uint64_t>(u)});
  }
  return {{"of", f.of}, {"seconds", f.seconds}, {"n", f.sums.n}, {"units", units}};
}

/// @throws usage_error unless they are parts of moments
moments_found joined(const std::vector<ordered_json>& parts) {
  moments_found all;
  try {
    for (const ordered_json& p : parts) {
      lab::moment_sums sums;
      sums.n = whole_number<std::uint64_t>(p.at("n"));
      for (std::size_t k = 0; k < sums.units.size(); ++k) {
        const ordered_json& u = p.at("units").at(k);
        sums.units[k] = static_cast<lab::moment_sums::wide>(whole_number<std::int64_t>(u.at(0))) *
                            (std::int64_t{1} << 32) * (std::int64_t{1} << 32) +
                        whole_number<std::uint64_t>(u.at(1));
      }
      all.sums.add(sums);
      all.seconds += p.at("seconds").get<double>();
      all.of = p.at("of");
    }
  } catch (const nlohmann::json::exception&) {
    throw usage_error("the parts are of another command; expected parts of 'tali normal moments --part'");
  }
  return all;
}

void print_and_judge(const moments_found& f, bool json) {
  const lab::moment_report report = lab::report(f.sums);
  ordered_json j = f.of;
  j["seconds"] = f.seconds;
  j["worst_z"] = report.worst();
  j["moments"] = json_of(report.moments);
  j["hermites"] = json_of(report.hermites);
  print_report(j, json, 1);
  if (!(report.worst() < 6)) {
    throw finding(
        fmt::format("largest |z| is {:.3g}: these are not standard normal numbers", report.worst()));
  }
}

void run_moments(const moments_flags& f, ranks& all) {
  if (f.part.empty() && !f.out.empty()) throw argument_error("-o", quoted(f.out), "only with --part");
  if (!f.part.empty()) {
    if (all.by_mpi()) throw argument_error("--part", f.part, "no --mpi with it");
    const shard s = shard::parse(f.part);
    if (f.out.empty()) throw argument_error("--part", f.part, "only with -o FILE");
    output to(f.out);
    const auto sum = [&] {
      const moments_found found = sum_up(f, s, true);  // frees its memory before the file gets its name
      return part_text(s, "normal moments of " + found.of.dump() + engine_content_mark(f.sequence.engine),
                       json_of(found));
    };
    const std::string text = sum();
    if (to.write(text.data(), text.size())) to.commit();
    return;
  }
  const shard s{static_cast<std::uint64_t>(all.rank()) + 1, static_cast<std::uint64_t>(all.size())};
  moments_found found;
  all.together([&] { found = sum_up(f, s, all.rank() == 0); });
  if (all.size() > 1) {
    std::vector<ordered_json> parts;
    for (const std::string& text : all.gather(json_of(found).dump()))
      parts.push_back(ordered_json::parse(text));
    if (all.rank() != 0) return;
    found = joined(parts);
    found.seconds /= all.size();
  }
  print_and_judge(found, f.json);
}

void run_tail(const normal_flags& f, double threshold, const std::string& file) {
  const any_engine sequence = f.sequence.sequence();
  const any_distribution distribution = f.distribution();
  // Not as [first, n]: Clang 16 does not accept structured bindings in OpenMP regions.
  const auto range = f.range(distribution);
  const std::uint64_t first = range.first, n = range.second;
  if (!(threshold >= 0.5 && threshold <= 8))
    throw argument_error("--threshold", fmt::format("{}", threshold), "0.5 to 8");
  const device_kind where = f.where(sequence, distribution, n);
  output out(file);
  if (out.is_terminal()) throw argument_error("-o", "a terminal", "a file or a pipe");
  // Pieces with about 2^18 numbers in the tail.
  const double share = lab::expected_tail(threshold, 1);
  std::uint64_t piece = normal<float>::batch_size;  // the longest batch
  const std::uint64_t max_piece =
      where == device_kind::cuda ? std::uint64_t{1} << 36 : std::uint64_t{1} << 27;
  while (static_cast<double>(piece) * share < 0x1p18 && piece < max_piece) piece *= 2;
  const std::uint64_t count = n == 0 ? 0 : (n - 1) / piece + 1;
  const auto make = [&](std::uint64_t k, std::vector<std::uint32_t>& p) {
    const std::uint64_t done = k * piece;
    const lab::normal_range r{sequence, distribution, first + done, std::min(piece, n - done)};
    p.clear();
    for (const double x : tail(where, r, threshold)) p.push_back(lab::tail_to_uniform(x, threshold));
  };
  bool open = true;
  progress bar(true, static_cast<double>(n) * share * 4);
  const auto use = [&](const std::vector<std::uint32_t>& p) {
    open = out.write(p.data(), 4 * p.size());
    bar.advance(4 * p.size());
    return open;
  };
  const int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
  std::vector<std::vector<std::uint32_t>> pieces(static_cast<std::size_t>(threads) + 2);
  pipeline(pieces, count, threads, make, use);
  if (open) out.commit();
}

/// 'tali normal moments merge'.
void add_moments_merge(const parser& moments, const ranks& all) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  const parser command = moments.add_command("merge", "Merge all parts (--part) into one report");
  command.add("PARTS", *files, "FILE", "The files of --part, in any order").required();
  command.add_flag("--json", *json, "Print JSON");
  command.does([files, json, &all] {
    refuse_ranks(all);
    print_and_judge(joined(join(read_parts(*files)).bodies), *json);
  });
}

void add_moments(const parser& normal, ranks& all) {
  const parser command = normal.add_command(
      "moments", "Compare moments and Hermite moments 1 to 12 of many numbers with a normal's");
  command.footer(
      "Sums are exact, so the output does not depend on device, threads or the number of "
      "processes. The exit code is 1 if a |z| is 6 or more.");
  auto f = std::make_shared<moments_flags>();
  f->add_to(command, "2^30");
#if defined(TALI_HAS_LAB_NORMAL)
  const flag dist = command["--dist"];
  const flag dtype = command["--dtype"];
  const flag table =
      command.add("--table", f->table, "FILE", "Table file of normal-warp f64 (default: the shipped one)")
          .excludes(dist)
          .excludes(dtype);
  command
      .add_flag("--inverse-cdf", f->inverse_cdf,
                "Use normal-warp f64 with the untrained table of normal quantiles")
      .excludes(table)
      .excludes(dist)
      .excludes(dtype);
#endif
  command.add_flag("--json", f->json, "Print JSON");
  add_part(command, f->part);
  command.add("-o,--output", f->out, "FILE", "With --part: the part's file");
  add_mpi(command, all);
  add_moments_merge(command, all);
  command.does([f, command, &all] {
    if (!command.given_command("merge")) run_moments(*f, all);  // otherwise merge has run
  });
}

void add_tail(const parser& normal) {
  const parser command = normal.add_command(
      "tail", "Write the numbers beyond a threshold as uniform 32-bit words, for test batteries");
  command.footer("Example: tali normal tail --threshold 4 -n inf | RNG_test stdin32");
  auto f = std::make_shared<normal_flags>();
  auto threshold = std::make_shared<double>(4);
  auto file = std::make_shared<std::string>("-");
  f->add_to(command, "inf");
  command.add("--threshold", *threshold, "X", "Standard deviations");
  add_output(command, *file, "The words");
  command.does([=] { run_tail(*f, *threshold, *file); });
}

}  // namespace

void add_normal(const parser& app, ranks& all) {
  const parser normal = app.add_command("normal", "Normal numbers: tests, and the warp Gaussian's tables");
  normal.needs_command();
  add_moments(normal, all);
  add_tail(normal);
#if defined(TALI_HAS_LAB_NORMAL)
  add_normal_tables(normal);
#endif
}

}  // namespace tali::tool
