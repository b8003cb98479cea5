// SPDX-License-Identifier: Apache-2.0
// tali-testu01: TestU01's batteries on any of tali's sequences, several tests at a time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <battery/journal.hpp>
#include <battery/queue.hpp>
#include <battery/testu01.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/version.hpp>

#include "battery_report.hpp"
#include "battery_sequence.hpp"
#include "count.hpp"
#include "errors.hpp"
#include "output.hpp"
#include "parts.hpp"
#include "plan.hpp"
#include "run.hpp"

namespace {

using namespace tali;
using namespace tali::tool;
using nlohmann::ordered_json;

struct flags {
  std::string battery = "SmallCrush", tests = "all", plan_file, directory, journal, out = "-";
  std::string part;
  std::string jobs = "0", limit = "0", deadline = "0";
  double scale = 1;
  battery_sequence sequence;
  bool json = false, only_report = false;
};

double seconds_of(const char* flag, const std::string& text) {
  return static_cast<double>(parse_whole(flag, text));
}

lab::limits limits_of(const flags& f) {
  constexpr std::uint64_t max_jobs = 4096;
  std::uint64_t jobs = parse_whole("--jobs", f.jobs);
  if (jobs > max_jobs)
    throw argument_error("--jobs", f.jobs, fmt::format("1 to {}, or 0 for one per core", max_jobs));
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  return {static_cast<int>(jobs), seconds_of("--limit", f.limit), seconds_of("--deadline", f.deadline)};
}

/// The work, from a plan or from the flags.
/// @param subject  the flags that a plan replaces
plan plan_of(const flags& f, const parser& subject) {
  if (f.plan_file.empty()) {
    if (!f.directory.empty()) {
      throw argument_error("--directory", quoted(f.directory), "only with --plan");
    }
    const lab::testu01_battery b = battery_of("--battery", f.battery);
    const std::set<int> tests = tests_of("--tests", f.tests, b);
    return {{{"", b, tests, f.sequence}}, {{0, tests}}};
  }
  if (f.directory.empty()) throw argument_error("--directory", "", "the directory for the results of a plan");
  for (const CLI::Option* o : subject.app().get_options()) {
    if (o->count() != 0) {
      throw argument_error(o->get_name(), "given", "no --plan with it, because a plan's lines say it");
    }
  }
  return read_plan(f.plan_file);
}

/// Parts may share a directory, so each has separate journals.
/// @param s  the part that runs
std::string journal_of(const flags& f, const shard& s, const plan_entry& e) {
  if (f.plan_file.empty()) return f.journal;
  const std::string part = s.count == 1 ? "" : fmt::format(".{}-of-{}", s.index, s.count);
  return (std::filesystem::path(f.directory) / (e.name + '.' + e.battery.name + part + ".jsonl")).string();
}

/// Writes the results, and sets the exit code by them.
/// @param one_alone  JSON has the only result, not an array
void report(const flags& f, const std::vector<battery_result>& results, bool one_alone) {
  ordered_json all = ordered_json::array();
  std::string text;
  bool failed = false, complete = true;
  for (const battery_result& r : results) {
    all.push_back(json_of(r));
    text += (text.empty() ? "" : "\n") + table_of(r);
    failed |= has_failed(r);
    complete &= is_complete(r);
  }
  if (f.json) text = (one_alone ? all.front() : all).dump(1) + '\n';
  output out(f.out);
  if (out.write(text.data(), text.size())) out.commit();
  if (failed) throw finding("a test has failed: p outside 1e-10 ... 1 - 1e-10");
  if (!complete) throw finding("tests were not run");
}

void write_part(const flags& f, const plan& whole, const shard& s,
                const std::vector<battery_result>& results) {
  const std::string text = part_text(whole, s, results);
  output out(f.out);
  if (out.write(text.data(), text.size())) out.commit();
  if (!std::ranges::all_of(results, is_complete)) throw finding("tests of this part were not run");
}

/// One test of an entry.
struct place {
  std::size_t entry;
  int test;
};

void run_battery(const flags& f, const parser& subject) {
  const lab::limits limits = limits_of(f);
  const shard part = f.part.empty() ? shard{} : shard::parse(f.part);
  const plan whole = plan_of(f, subject), all_work = part_of(whole, part);
  const std::vector<plan_entry>& entries = all_work.entries;
  for (const plan_entry& e : entries)
    static_cast<void>(e.sequence.words());  // errors are reported before the work
  if (!f.directory.empty()) std::filesystem::create_directories(f.directory);
  std::vector<lab::journal> journals;
  std::vector<battery_result> results;
  for (const plan_entry& e : entries) {
    journals.emplace_back(journal_of(f, part, e), lab::subject{e.battery.name, e.sequence.name()});
    results.push_back({e, {}});
  }
  std::vector<lab::task> tasks;
  std::vector<place> places;
  for (const plan_turn& turn : all_work.turns) {
    const plan_entry& e = entries[turn.entry];
    battery_result& r = results[turn.entry];
    const auto seconds = [&e](int test) { return lab::testu01_seconds(e.battery.name, test); };
    std::vector<int> longest_first(turn.tests.begin(), turn.tests.end());
    std::stable_sort(longest_first.begin(), longest_first.end(),
                     [&](int a, int b) { return seconds(a) > seconds(b); });
    for (const int test : longest_first) {
      const auto& finished = journals[turn.entry].finished();
      if (const auto known = finished.find(test); known != finished.end()) {
        r.tests[test] = known->second;
        continue;
      }
      r.tests[test].reason = "not begun";
      places.push_back({turn.entry, test});
      tasks.push_back({[&e, test] { return lab::run_testu01(e.battery.name, test, e.sequence.words()); },
                       f.scale * seconds(test)});
    }
  }
  std::size_t ended = 0;
  if (!f.only_report) {
    lab::run_tasks(tasks, limits, [&](std::size_t k, const lab::outcome& o) {
      const auto& [i, test] = places[k];
      results[i].tests[test] = o;
      if (o.status == lab::outcome::kind::finished) journals[i].add(test, o);
      ++ended;
      if (o.status == lab::outcome::kind::not_started) return;
      const plan_entry& e = entries[i];
      say_on_stderr(fmt::format(
          "{}/{} {} {} test {}: {} ({:.1f} s)\n", ended, tasks.size(), e.name, e.battery.name, test,
          o.reason.empty() ? fmt::format("p = {:.4g}", o.statistics.front().p) : o.reason, o.seconds));
    });
  }
  if (f.part.empty()) {
    report(f, results, f.plan_file.empty());
  } else {
    write_part(f, whole, part, results);
  }
}

/// 'tali-testu01 merge'.
void add_merge(const parser& app, const std::shared_ptr<flags>& f) {
  const parser command = app.add_command("merge", "Report the results of all parts (--part)");
  command.footer("Example: tali-testu01 merge part-*.json -o verdicts.txt");
  const auto files = std::make_shared<std::vector<std::string>>();
  command.add("parts", *files, "FILE", "The files of all parts").required();
  command.add_flag("--json", f->json, "Write JSON");
  command.add("-o,--output", f->out, "FILE", "File; - is standard output");
  command.does([f, files] {
    const merged_parts merged(read_parts(*files));
    report(*f, merged.results(), false);
  });
}

}  // namespace

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-testu01: SmallCrush, Crush and BigCrush of TestU01 on a sequence of tali or of another program",
      "tali-testu01",
      [](const parser& app) {
        app.version(std::string("tali-testu01 ") + version());
        app.footer(
            "Every test begins at --offset of the sequence, or starts --command again. The exit code is 1 if "
            "a "
            "test fails or was not run.\n"
            "Example: tali-testu01 --battery BigCrush --tests 80,81 --engine mtgp32 --jobs 2");
        const auto f = std::make_shared<flags>();
        const parser subject(app.app().add_option_group("What is tested"));
        const auto text = [](const parser& to, const char* name, std::string& value, const char* type,
                             const char* help) { to.add(name, value, type, help); };
        text(subject, "--battery", f->battery, "NAME", "SmallCrush, Crush or BigCrush");
        text(subject, "--tests", f->tests, "LIST", "all, or numbers and ranges: 7,8,70:71");
        text(subject, "--journal", f->journal, "FILE",
             "Keep finished tests in this file, and skip them in later runs");
        f->sequence.add_to(subject);
        text(app, "--plan", f->plan_file, "FILE",
             "Many sequences: lines of NAME BATTERY TESTS FLAGS..., in order of importance");
        text(app, "--directory", f->directory, "DIR", "The journals of a plan, NAME.BATTERY.jsonl");
        text(app, "--jobs", f->jobs, "N", "Processes at a time; 0: one per core");
        text(app, "--limit", f->limit, "SECONDS", "Ends a test that takes longer; 0: never");
        text(app, "--deadline", f->deadline, "SECONDS",
             "End all tests after this time, and begin none that is expected to end later; 0: no limit");
        app.add("--scale", f->scale, nullptr, "Factor for expected times");
        app.add_flag("--only-report", f->only_report, "Run nothing, report the journals' results");
        add_part(app, f->part);
        add_merge(app, f);
        app.add_flag("--json", f->json, "Write JSON");
        text(app, "-o,--output", f->out, "FILE", "File; - is standard output");
        app.does([f, subject, app] {
          if (!app.given_command("merge")) run_battery(*f, subject);  // otherwise merge has run
        });
      },
      argc, argv);
}
