// SPDX-License-Identifier: Apache-2.0
// tali certify: every test over one sequence, and a report of it.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <certify/tally.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "certify/request.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "sequence_flags.hpp"
#include "shard.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

struct certify_flags {
  certify::request_flags request;
  std::string out, checkpoint, calibrate, part;
  bool json = false;
};

/// Shows the current work, at most ten times a second.
certify::teller teller_of(progress& bar) {
  using clock = std::chrono::steady_clock;
  return [&bar, next = clock::now()](const std::string& stage, std::uint64_t done,
                                     std::uint64_t all) mutable {
    if (clock::now() < next) return;
    next = clock::now() + std::chrono::milliseconds(100);
    bar.say(fmt::format("{:3.0f} %  {}", 100 * static_cast<double>(done) / static_cast<double>(all), stage));
  };
}

std::string text_of(const ordered_json& j) {
  ordered_json rows = ordered_json::array();
  for (const ordered_json& s : j["stages"]) {
    ordered_json row = {{"stage", s["name"]},
                        {"numbers", s.value("elements", ordered_json())},
                        {"p", nullptr},
                        {"of", ""},
                        {"status", s["status"]}};
    double least = 1;
    for (const ordered_json& v : s.value("p_values", ordered_json::array())) {
      const double e = tali::lab::certify::extremeness(v["p"].get<double>());
      if (e >= least) continue;
      least = e;
      row["p"] = fmt::format("{:.2g}", v["p"].get<double>());
      row["of"] = v["name"];
    }
    if (s.contains("reason"))
      row["status"] = fmt::format("{}: {}", s["status"].get<std::string>(), s["reason"].get<std::string>());
    rows.push_back(std::move(row));
  }
  const ordered_json& s = j["summary"];
  return fmt::format(
      "{}\n{} numbers on {}; slow tests take a share\n\n{}\n"
      "{}: {} p-values, {} failed, {} suspect; {} stages not run. As extreme a p-value by chance: {:.2g}\n",
      j["title"].get<std::string>(), j["n"].get<std::uint64_t>(), j["device"].get<std::string>(),
      table_text(rows), s["verdict"].get<std::string>(), s["p_values"].get<int>(), s["failed"].get<int>(),
      s["suspect"].get<int>(), s["not_run"].get<int>(), s["chance_of_most_extreme"].get<double>());
}

void run_calibration(const certify_flags& f) {
  const std::uint64_t times = parse_whole("--calibrate", f.calibrate);
  if (times < 1 || times > 1'000'000) {
    throw argument_error("--calibrate", f.calibrate, "1 to 1000000");
  }
  const std::uint64_t n = f.request.n.empty() ? std::uint64_t{1} << 22 : parse_whole("-n", f.request.n);
  if (n < std::uint64_t{1} << 15 || n > std::uint64_t{1} << 36) {
    throw argument_error("-n", f.request.n, "2^15 to 2^36 with --calibrate");
  }
  progress bar(true, {});
  const ordered_json j = certify::calibrate(times, n, teller_of(bar));
  bar.clear();
  const auto smallest = j["smallest_p"].get<double>();
  print_report(j, f.json, 1);
  if (smallest < 1e-6) throw finding(fmt::format("p-values of a null are not uniform: {:.3g}", smallest));
}

/// Writes the report and prints its summary. All allocations, also those for the end of the JSON, come before
/// the file gets its name: if memory is exhausted, the old file stays.
void report(ordered_json j, const certify_flags& f, output* to) {
  const std::string text = f.json || to ? certify::text_of_certificate(j) : "";
  const std::string output_text = f.json ? text : text_of(j);
  const auto verdict = j["summary"]["verdict"].get<std::string>();
  const std::string found =
      fmt::format("the verdict is {}: {} of {} p-values failed, {} stages not run", verdict,
                  j["summary"]["failed"].get<int>(), j["summary"]["p_values"].get<int>(),
                  j["summary"]["not_run"].get<int>());
  j = nullptr;
  if (to && to->write(text.data(), text.size())) to->commit();
  std::fwrite(output_text.data(), 1, output_text.size(), stdout);
  if (verdict == "failed" || verdict == "incomplete") throw finding(found);
}

/// Opens the report's file before the work, so that a file that cannot be written is an error at once.
std::unique_ptr<output> report_file(const std::string& name) {
  if (name.empty()) return {};
  if (!name.ends_with(".json")) {
    throw argument_error("-o", quoted(name), "a name that ends in .json");
  }
  return std::make_unique<output>(name);
}

void run_merge(const certify_flags& f, const std::vector<std::string>& files) {
  const std::unique_ptr<output> to = report_file(f.out);
  ordered_json whole;
  {
    const joined_parts parts = join(read_parts(files));
    whole = certify::merge(certify::request_of(parts.bodies.front()), parts.bodies);
  }
  report(std::move(whole), f, to.get());
}

void run_part(const certify_flags& f) {
  const shard s = shard::parse(f.part);
  if (f.out.empty()) throw argument_error("--part", f.part, "only with -o FILE");
  if (f.json) throw argument_error("--part", f.part, "no --json with it");
  const certify::request r(f.request);
  output to(f.out);
  progress bar(true, {});
  const std::string text = part_text(s, certify::whole_of(r), certify::make_part(r, s, teller_of(bar)));
  if (to.write(text.data(), text.size())) to.commit();
}

/// Each rank tests a part, and rank 0 joins them into the certificate.
void run_by_ranks(const certify_flags& f, ranks& all) {
  std::optional<certify::request> r;
  std::unique_ptr<output> to;
  std::string own_part;
  all.together([&] {
    r.emplace(f.request);
    if (all.rank() == 0) to = report_file(f.out);
  });
  all.together([&] {
    const shard s{static_cast<std::uint64_t>(all.rank()) + 1, static_cast<std::uint64_t>(all.size())};
    progress bar(all.rank() == 0, {});
    own_part = part_text(s, certify::whole_of(*r), certify::make_part(*r, s, teller_of(bar)));
  });
  const std::vector<std::string> texts = all.gather(own_part);
  if (all.rank() != 0) return;
  std::vector<named_part> parts;
  for (const std::string& text : texts) parts.push_back({fmt::format("rank {}", parts.size()), text});
  report(certify::merge(*r, join(parts).bodies), f, to.get());
}

void run(const certify_flags& f, ranks& all) {
  for (const auto& [flag, value] : {std::pair("--calibrate", f.calibrate), {"--checkpoint", f.checkpoint}}) {
    if (!value.empty() && (all.by_mpi() || !f.part.empty())) {
      throw argument_error(flag, value, "no --mpi and --part with it");
    }
  }
  if (all.by_mpi() && !f.part.empty()) {
    throw argument_error("--part", f.part, "no --mpi with it");
  }
  if (!f.part.empty()) return run_part(f);
  if (all.by_mpi()) return run_by_ranks(f, all);
  if (!f.calibrate.empty()) return run_calibration(f);
  if (!f.out.empty() && !f.checkpoint.empty() && is_same_file(f.out, f.checkpoint)) {
    throw argument_error("-o", quoted(f.out),
                         fmt::format("another file than --checkpoint, which is '{}'", f.checkpoint));
  }
  const certify::request r(f.request);
  certify::checkpoint kept(
      f.checkpoint, r.command() + (r.device() == device_kind::cuda ? " --device cuda" : " --device cpu") +
                        engine_content_mark(f.request.engine));
  const std::unique_ptr<output> to = report_file(f.out);
  progress bar(true, {});
  ordered_json j = certify::make_certificate(r, kept, teller_of(bar));
  bar.clear();
  report(std::move(j), f, to.get());
}

/// 'tali certify merge'.
void add_certificate_merge(const parser& certify, const ranks& all) {
  auto f = std::make_shared<certify_flags>();
  auto files = std::make_shared<std::vector<std::string>>();
  const parser command = certify.add_command("merge", "Merge all parts (--part) into the certificate");
  command.footer("Example: tali certify merge part-* -o pcg32.json");
  command.add("PARTS", *files, "FILE", "The files of --part, in any order").required();
  command.add_flag("--json", f->json, "Print JSON");
  command.add("-o,--output", f->out, "FILE", "Certificate, a file: FILE.json");
  command.does([f, files, &all] {
    refuse_ranks(all);
    run_merge(*f, *files);
  });
}

}  // namespace

void add_certify(const parser& app, ranks& all) {
  auto f = std::make_shared<certify_flags>();
  const parser command =
      app.add_command("certify", "Test a sequence with all of tali's tests, and write its certificate");
  command.footer(
      "The exit code is 1 if a test failed or could not run. In parts, by any number of processes:\n"
      "tali certify ... --part 1/8 -o part-1, up to 8/8; then tali certify merge part-* -o all.json\n"
      "Example: tali certify --engine pcg32 --dist normal --dtype f64 --budget 1min -o pcg32-normal.json\n"
      "The page of a certificate, with pictures: docs/site/certificates.py pcg32-normal.json");
  f->request.add_to(command);
  command.add_flag("--json", f->json, "Print JSON");
  command.add("-o,--output", f->out, "FILE", "Certificate, a file: FILE.json");
  command.add("--checkpoint", f->checkpoint, "FILE", "Keep finished work in FILE, and resume from it");
  command.add("--calibrate", f->calibrate, "N",
              "Instead, test the tests: N runs over AES in counter mode, with 2^22 or -n numbers each");
  add_part(command, f->part);
  add_mpi(command, all);
  add_certificate_merge(command, all);
  command.does([f, command, &all] {
    if (!command.given_command("merge"))
      run(*f, all);  // otherwise merge has run and its file is written: nothing may allocate
  });
}

}  // namespace tali::tool
