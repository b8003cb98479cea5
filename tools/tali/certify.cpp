// SPDX-License-Identifier: Apache-2.0
// tali certify: every test over one sequence, and a report of it.
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <certify/tally.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "certify/request.hpp"
#include "count.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

struct flags {
  certify::request_flags request;
  std::string out, checkpoint, calibrate;
  bool json = false;
};

/// Says what is being done, ten times a second at most.
certify::teller teller_of(progress& bar) {
  using clock = std::chrono::steady_clock;
  return [&bar, next = clock::now()](const std::string& stage, std::uint64_t done,
                                     std::uint64_t all) mutable {
    if (clock::now() < next) return;
    next = clock::now() + std::chrono::milliseconds(100);
    bar.say(fmt::format("{:3.0f} %  {}", 100 * static_cast<double>(done) / static_cast<double>(all), stage));
  };
}

void print_text(const ordered_json& j) {
  fmt::print("{}\n{} numbers on {}; slow tests take a share\n\n", j["title"].get<std::string>(),
             j["n"].get<std::uint64_t>(), j["device"].get<std::string>());
  fmt::print("{:<34} {:>16}  {:>8}  {:<38} {}\n", "stage", "numbers", "p", "of", "status");
  for (const ordered_json& s : j["stages"]) {
    double p = 0.5;
    std::string of;
    if (s.contains("p_values")) {
      for (const ordered_json& v : s["p_values"]) {
        const auto x = v["p"].get<double>();
        if (of.empty() || tali::lab::certify::extremeness(x) < tali::lab::certify::extremeness(p)) {
          p = x;
          of = v["name"].get<std::string>();
        }
      }
    }
    const std::string status = s["status"].get<std::string>();
    if (s.contains("reason")) {
      fmt::print("{:<34} {}: {}\n", s["name"].get<std::string>(), status, s["reason"].get<std::string>());
    } else {
      fmt::print("{:<34} {:>16}  {:>8.2g}  {:<38} {}\n", s["name"].get<std::string>(),
                 s["elements"].get<std::uint64_t>(), p, of, status);
    }
  }
  const ordered_json& s = j["summary"];
  fmt::print(
      "\n{}: {} p-values, {} failed, {} suspect; {} stages not run. As extreme a p-value by chance: {:.2g}\n",
      s["verdict"].get<std::string>(), s["p_values"].get<int>(), s["failed"].get<int>(),
      s["suspect"].get<int>(), s["not_run"].get<int>(), s["chance_of_most_extreme"].get<double>());
}

void run_calibration(const flags& f) {
  const std::uint64_t times = parse_whole("--calibrate", f.calibrate);
  if (times < 1 || times > 1'000'000) {
    throw usage_error(fmt::format("--calibrate is {}; allowed: 1 ... 1000000", f.calibrate));
  }
  const std::uint64_t n = f.request.n.empty() ? std::uint64_t{1} << 22 : parse_whole("-n", f.request.n);
  if (n < std::uint64_t{1} << 15 || n > std::uint64_t{1} << 36) {
    throw usage_error(fmt::format("-n is {}; allowed with --calibrate: 2^15 ... 2^36", f.request.n));
  }
  progress bar(true, {});
  const ordered_json j = certify::calibrate(times, n, teller_of(bar));
  bar.clear();
  const auto smallest = j["smallest_p"].get<double>();
  if (f.json) {
    print_json(j, 1);
  } else {
    fmt::print("{} runs of {} numbers from AES-256 in counter mode: are the p-values uniform?\n\n", times, n);
    fmt::print("{:<34} {:<42} {:>8} {:>7} {:>6}\n", "stage", "p-value", "p", "suspect", "failed");
    for (const ordered_json& x : j["families"]) {
      fmt::print("{:<34} {:<42} {:>8.3g} {:>7} {:>6}\n", x["stage"].get<std::string>(),
                 x["name"].get<std::string>(), x["p"].get<double>(), x["suspect"].get<int>(),
                 x["failed"].get<int>());
    }
    fmt::print("\nas small a p-value by chance: {:.3g}\n", smallest);
  }
  if (smallest < 1e-6) throw finding(fmt::format("p-values of a null are not uniform: {:.3g}", smallest));
}

void run(const flags& f) {
  if (!f.calibrate.empty()) {
    run_calibration(f);
    return;
  }
  const certify::request r(f.request);
  const bool as_page = f.out.ends_with(".html");
  if (!f.out.empty() && !as_page && !f.out.ends_with(".json")) {
    throw usage_error(fmt::format("-o is '{}'; allowed: a name that ends in .html or .json", f.out));
  }
  certify::checkpoint kept(
      f.checkpoint, r.command() + (r.device() == device_kind::cuda ? " --device cuda" : " --device cpu"));
  std::optional<output> to;
  if (!f.out.empty()) to.emplace(f.out);  // whether it can be written, before the work
  progress bar(true, {});
  const ordered_json j = certify::make_certificate(r, kept, teller_of(bar));
  bar.clear();
  if (to) {
    const std::string text = as_page ? certify::page_of(j) : json_text(j, 1);
    if (to->write(text.data(), text.size())) to->commit();
  }
  if (f.json) {
    print_json(j, 1);
  } else {
    print_text(j);
  }
  const ordered_json& s = j["summary"];
  const auto verdict = s["verdict"].get<std::string>();
  if (verdict == "failed" || verdict == "incomplete") {
    throw finding(fmt::format("the verdict is {}: {} of {} p-values failed, {} stages not run", verdict,
                              s["failed"].get<int>(), s["p_values"].get<int>(), s["not_run"].get<int>()));
  }
}

}  // namespace

void add_certify(CLI::App& app) {
  auto f = std::make_shared<flags>();
  auto* const command = app.add_subcommand(
      "certify", "Test a sequence with everything tali has, and write a report with pictures");
  command->footer(
      "Exit code 1 where a test failed or could not run.\n"
      "Example: tali certify --engine pcg32 --dist normal --dtype f64 --budget 1min -o pcg32-normal.html");
  f->request.add_to(*command);
  command->add_flag("--json", f->json, "Print JSON");
  command
      ->add_option("-o,--output", f->out,
                   "Report, a file: FILE.html is a page of its own with pictures; or FILE.json")
      ->type_name("FILE");
  command
      ->add_option("--checkpoint", f->checkpoint, "Keep what is finished there, and go on with what is there")
      ->type_name("FILE");
  command
      ->add_option("--calibrate", f->calibrate,
                   "Instead: N runs over AES in counter mode, of 2^22 numbers or -n; are p-values uniform?")
      ->type_name("N");
  command->callback([f] { run(*f); });
}

}  // namespace tali::tool
