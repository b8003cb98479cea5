// SPDX-License-Identifier: Apache-2.0
// tali normal analyse, train, emit: the warp Gaussian's tables.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include <empirical/normals.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <normal/analysis.hpp>
#include <normal/published.hpp>
#include <normal/series.hpp>
#include <normal/shipped.hpp>
#include <normal/train.hpp>
#include <walsh/analysis.hpp>

#include <tali/distribution/normal.hpp>
#include <tali/distribution/warp_normal.hpp>
#include <tali/error.hpp>

#include "commands.hpp"
#include "core/string_stream.hpp"
#include "errors.hpp"
#include "json_output.hpp"
#include "output.hpp"
#include "whole_option.hpp"

namespace tali::tool {

namespace {

using nlohmann::ordered_json;
namespace lab = tali::lab::normal;
namespace walsh = tali::lab::walsh;

/// The table of --table.
/// @throws io_error with the reason
lab::table read_given_table(const std::string& file) {
  try {
    return lab::read_table(std::filesystem::path(file));
  } catch (const io_error& e) {
    throw io_error("read --table", file, e.reason());
  }
}

ordered_json json_of(const walsh::report& r) {
  ordered_json j = ordered_json::object();
  j["variance"] = 1 + r.variance_error;
  j["kurtosis"] = 3 + r.kurtosis_error;
  j["variance_error"] = r.variance_error;
  j["kurtosis_error"] = r.kurtosis_error;
  auto& o = j["outputs_to_fail"];
  o = {{"polynomial", r.output.polynomial},     {"moments", r.output.moments},
       {"worst_moment", r.output.worst_moment}, {"frequency", r.frequency},
       {"by_degree", r.output.by_degree},       {"block_energy", r.energy.back().second},
       {"block_energy_by_degree", r.energy},    {"squares", r.squares}};
  auto& c = o["combinations"] = ordered_json::array();
  for (const auto& x : r.combinations) {
    c.push_back({{"outputs", x.outputs}, {"polynomial", x.polynomial}, {"frequency", x.frequency}});
  }
  j["squares_covariance"] = r.squares_covariance;  // only now: an entry more may move those before it
  j["frequency"] = {
      {"worst", r.worst_frequency}, {"of_the_body", r.worst_of_body}, {"highest", walsh::highest_frequency}};
  return j;
}

std::string hex(double x) { return fmt::format("{:a}", x); }

ordered_json json_of(const lab::failure_report& f) {
  return {{"polynomial", f.polynomial},
          {"moments", f.moments},
          {"worst_moment", f.worst_moment},
          {"by_degree", f.by_degree},
          {"by_moment", f.by_moment}};
}

ordered_json json_of(const lab::frequency_peak& p) {
  return {{"frequency", p.frequency}, {"deviation", p.deviation}, {"outputs_to_fail", p.outputs_to_fail}};
}

ordered_json json_of(const lab::quantum_report& q) {
  return {{"exponent", q.exponent}, {"outputs_to_fail", q.outputs_to_fail}};
}

ordered_json json_of(const lab::block_report& b) {
  ordered_json correlations = ordered_json::array();
  for (std::size_t d = 1; d < b.correlation.size(); ++d) correlations.push_back({d, b.correlation[d]});
  return {{"row_variance_spread", b.variance_spread},
          {"row_kurtosis", b.row_kurtosis},
          {"correlation_of_squares", correlations},
          {"largest_correlation_of_squares", b.largest_correlation},
          {"energy", {{"mean_error", b.energy_mean_error}, {"variance_error", b.energy_variance_error}}},
          {"outputs_to_fail",
           {{"squares", b.squares_outputs},
            {"energy", b.energy_outputs},
            {"energy_degree_4", b.energy_fourth_outputs}}}};
}

ordered_json json_of(const lab::analysis& a) {
  ordered_json j = ordered_json::object();
  j["variance"] = a.variance;
  j["kurtosis"] = a.kurtosis;
  j["variance_error"] = a.variance_error;
  j["kurtosis_error"] = a.kurtosis_error;
  j["coefficients"] = {
      {"a", hex(a.k.a)}, {"b", hex(a.k.b)}, {"c", hex(a.k.c_high)}, {"c_low", hex(a.k.c_low)}};
  auto& o = j["outputs_to_fail"];
  o = json_of(a.worst_lane);  // with the shared bits, for the lane that fails first
  o["frequency"] = a.frequency.outputs_to_fail();
  o["worst_row"] = a.worst_row;
  o["pooled"] = json_of(a.pooled);
  o["c_independent"] = json_of(a.independent);
  auto& h = j["hermites"] = ordered_json::array();
  for (int n = 1; n <= lab::order; ++n) {
    h.push_back({n, a.hermites[std::size_t(n)], a.worst_hermites[std::size_t(n)]});
  }
  j["quantum"] = {{"one_coefficient", json_of(a.one_coefficient)},
                  {"two_coefficients", json_of(a.two_coefficients)}};
  j["block"] = json_of(a.block);
  auto& f = j["frequency"];
  f = {{"low", json_of(a.frequency.low)},
       {"middle", json_of(a.frequency.middle)},
       {"lattice", json_of(a.frequency.lattice)}};
  auto& c = f["coincidences"] = ordered_json::array();
  for (const auto& x : a.frequency.coincidences) {
    c.push_back({{"p", x.p}, {"q", x.q}, {"frequency", x.frequency}, {"standard_deviations_apart", x.apart}});
  }
  j["relative_difference_at_twice_the_precision"] = a.precision;
  return j;
}

void add_analyse(const parser& normal) {
  struct options {
    std::string table, distribution = tali::normal<float>::name, type = "f64";
    bool inverse_cdf = false, json = false;
  };
  auto o = std::make_shared<options>();
  const parser command =
      normal.add_command("analyse", "Compute exactly how many outputs a test needs to reject a table");
  const flag table = command.add("--table", o->table, "FILE", "Table file (default: the shipped one)");
  const flag quantiles =
      command.add_flag("--inverse-cdf", o->inverse_cdf, "Use the untrained table of normal quantiles")
          .excludes(table);
  command.add("--dist", o->distribution, "D", "normal or normal-warp: the shipped table")
      .one_of({tali::normal<float>::name, tali::warp_normal<float>::name})
      .excludes(table)
      .excludes(quantiles);
  command.add("--dtype", o->type, "T", "Of normal: f32 or f64").one_of({"f32", "f64"});
  command.add_flag("--json", o->json, "Print JSON");
  command.does([o] {
    const bool of_a_file = o->inverse_cdf || !o->table.empty();
    if (!of_a_file && o->distribution == tali::normal<float>::name) {
      const walsh::report r = o->type == "f32" ? walsh::analyse<float>() : walsh::analyse<double>();
      return print_report(json_of(r), o->json, 2);
    }
    const lab::table t = o->inverse_cdf      ? lab::inverse_cdf_table()
                         : !o->table.empty() ? read_given_table(o->table)
                                             : lab::shipped_table();
    print_report(json_of(lab::analyse(t)), o->json, 2);
  });
}

/// Writes the text and gives the file its name; a closed pipe is a normal end.
void finish(output& out, const std::string& text) {
  if (out.write(text.data(), text.size())) out.commit();
}

/// Reports the lab's errors about options with the flags' names.
template <class Options>
void check(const Options& o) {
  try {
    o.check();
  } catch (const argument_error& e) {
    throw e.renamed("--" + e.argument());
  }
}

/// Rejects a flag that the method does not use.
void refuse_with(const parser& command, const char* flag, const char* method) {
  if (command.given(flag)) {
    throw argument_error(flag, "given", fmt::format("no {} with it", method));
  }
}

void train_as_published(const parser& command, const lab::training_options& training,
                        lab::published_options o, const std::string& to) {
  for (const char* flag : {"--variants", "--passes", "--swaps", "--checkpoint"}) {
    refuse_with(command, flag, "--method paper");
  }
  o.seed = training.seed;
  o.perturbation = training.perturbation;
  if (command.given("--rounds")) o.rounds = training.rounds;
  if (command.given("--iterations")) o.iterations = training.iterations;
  check(o);
  output out(to);
  const lab::table table =
      lab::train_as_published(o, [](const std::string& line) { say_on_stderr(fmt::format("{}\n", line)); });
  string_stream text;
  lab::write_table(text, table);
  finish(out, text.str());
}

void add_train(const parser& normal) {
  struct options {
    lab::training_options training;
    lab::published_options published;
    std::string method = "tali", out = "-", checkpoint;
  };
  auto o = std::make_shared<options>();
  const parser command = normal.add_command("train", "Train a table; the same seed gives the same table");
  auto& t = o->training;
  add_seed(command, t.seed);
  command.add("--perturbation", t.perturbation, "X", "Size of the initial random change of every value");
  constexpr std::uint64_t max = std::numeric_limits<int>::max();  // the lab checks the limits
  const auto whole = [&](const char* name, auto& to, const char* help) {
    add_whole(command, name, to, 0, max, "N", help);
  };
  whole("--rounds", t.rounds, "Rounds that equalise the rows' kurtosis");
  whole("--iterations", t.iterations, "Steps per round");
  whole("--variants", t.variants, "Candidates per row, with integers of equal variance");
  // Without a pass the rows' conditions do not hold together, and the training fails at its end.
  add_whole(command, "--passes", t.passes, 1, max, "N", "Choices of four rows");
  whole("--swaps", t.swaps, "Swaps tried to order a row");
  command
      .add("--method", o->method, "M",
           "tali: the method of the shipped table; paper: BFGS and a local search, with --seed, "
           "--perturbation, "
           "--rounds (6), --iterations (300), --gain and --depth")
      .one_of({"tali", "paper"});
  auto& p = o->published;
  command.add("--gain", p.gain, "X", "For the paper's local search: minimum gain of a step");
  whole("--depth", p.depth, "For the paper's local search: maximum number of values changed by a step");
  add_output(command, o->out, "Table");
  command.add("--checkpoint", o->checkpoint, "FILE", "Keep finished work in FILE, and resume from it");
  command.does([o, command] {
    if (o->method == "paper") {
      train_as_published(command, o->training, o->published, o->out);
      return;
    }
    for (const char* flag : {"--gain", "--depth"}) refuse_with(command, flag, "--method tali");
    check(o->training);
    check_checkpoint(o->checkpoint);
    output out(o->out);
    const bool exists = !o->checkpoint.empty() && std::filesystem::exists(o->checkpoint);
    auto state = exists ? lab::read_checkpoint(o->checkpoint, o->training) : lab::begin_training();
    const lab::table table =
        lab::train(o->training, std::move(state), [&](const std::string& line, const lab::training_state& s) {
          say_on_stderr(fmt::format("{}\n", line));
          if (!o->checkpoint.empty()) lab::write_checkpoint(o->checkpoint, s, o->training);
        });
    string_stream text;
    lab::write_table(text, table);
    finish(out, text.str());
  });
}

void add_emit(const parser& normal) {
  struct options {
    std::string table, out = "-";
  };
  auto o = std::make_shared<options>();
  const parser command = normal.add_command("emit", "Write a table as the C++ header in the library");
  command.add("--table", o->table, "FILE", "Table file").required();
  add_output(command, o->out, "Header");
  command.does([o] {
    const lab::table t = read_given_table(o->table);
    output out(o->out);
    finish(out, lab::header_text(t, lab::solve_coefficients<lab::real50>(t)));
  });
}

}  // namespace

std::unique_ptr<tali::lab::given_table> given_table_of(bool inverse_cdf, const std::string& file) {
  if (!inverse_cdf && file.empty()) return nullptr;
  const lab::table t = inverse_cdf ? lab::inverse_cdf_table() : read_given_table(file);
  const lab::coefficients k = lab::solve_coefficients<lab::real50>(t);
  auto table = std::make_unique<tali::lab::given_table>();
  for (std::size_t i = 0; i < lab::row_size; ++i) {
    for (std::size_t r = 0; r < lab::row_count; ++r) table->values[16 * i + r] = t.rows[r][i];
  }
  table->coefficients = {k.a, k.b, k.c_high, k.c_low};
  return table;
}

void add_normal_tables(const parser& normal) {
  add_analyse(normal);
  add_train(normal);
  add_emit(normal);
}

}  // namespace tali::tool
