// SPDX-License-Identifier: Apache-2.0
#include "certify/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <certify/mixing_tests.hpp>
#include <certify/p_values.hpp>
#include <certify/stages.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/version.hpp>

#if defined(TALI_HAS_LAB_AES)
#include <certify/source.hpp>
#endif

#include "certify/request.hpp"
#include "errors.hpp"
#include "json_output.hpp"

namespace tali::tool::certify {

namespace {

template <class Element>
ordered_json empty_stage(const lab::stage<Element>& s) {
  return {{"name", s.name()}, {"status", ""}, {"elements", 0}, {"chunk", s.chunk()}};
}

/// A matrix of scores, one letter each: whole standard deviations from "f", -6, through "." to "6", and "-"
/// or "+" beyond these.
ordered_json letters_of(const std::vector<double>& z, std::size_t side) {
  ordered_json rows = ordered_json::array();
  for (std::size_t row = 0; row < side; ++row) {
    std::string letters;
    for (std::size_t k = row * side; k < (row + 1) * side; ++k) {
      const double score = std::isfinite(z[k]) ? std::round(z[k]) : 0;
      letters += score < -6 ? '-' : score > 6 ? '+' : "fedcba.123456"[static_cast<int>(score) + 6];
    }
    rows.push_back(letters);
  }
  return rows;
}

/// A series in a certificate: the values that its picture can show. A single number replaces values that are
/// all equal.
ordered_json drawn(const lab::series& x) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(x.values.size()))));
  if (side >= 32 && side * side == x.values.size()) return letters_of(x.values, side);
  const bool is_scores = !x.name.starts_with("cell edges") && !x.name.starts_with("cell probabilities") &&
                         !x.name.starts_with("tail") && x.name != "turns";
  const auto shown = [&](double v) -> ordered_json {
    if (!std::isfinite(v)) return nullptr;
    if (std::nearbyint(v) == v && std::abs(v) < 0x1p53) return static_cast<std::int64_t>(v);
    return std::stod(is_scores ? fmt::format("{:.2f}", v) : fmt::format("{:.7g}", v));
  };
  const double first = x.values.empty() ? 0 : x.values.front();
  if (x.values.size() > 1 && std::ranges::all_of(x.values, [&](double v) { return v == first; }))
    return shown(first);
  ordered_json all = ordered_json::array();
  for (const double v : x.values) all.push_back(shown(v));
  return all;
}

/// The worse of two verdicts.
std::string worse(const std::string& a, const std::string& b) {
  for (const char* v : {"failed", "suspect"}) {
    if (a == v || b == v) return v;
  }
  return "passed";
}

template <class Element>
ordered_json run_stage(const lab::stage<Element>& s, const request& r, lab::source<Element>& from,
                       const lab::progress_report& tell) {
  const std::uint64_t chunks = s.chunks(r.n());
  try {
    return judged(s, r.device() == device_kind::cuda ? s.run_cuda(r.cuda_numbers(), chunks, tell)
                                                     : s.run(from, chunks, 0, tell));
  } catch (const device_error& e) {
    ordered_json j = empty_stage(s);
    j["status"] = "not run";
    j["reason"] = e.what();
    return j;
  }
}

template <class Element>
void run_stages(const lab::stage_list<Element>& stages, const request& r, lab::source<Element>& from,
                checkpoint& kept, const teller& tell, ordered_json& to) {
  std::uint64_t all = 0, done = 0;
  for (const auto& s : stages) all += s->chunks(r.n()) * static_cast<std::uint64_t>(s->chunk());
  for (const auto& s : stages) {
    const std::uint64_t stage_numbers = s->chunks(r.n()) * static_cast<std::uint64_t>(s->chunk());
    if (auto j = kept.find(s->name())) {
      to.push_back(std::move(*j));
      done += stage_numbers;
      continue;
    }
    ordered_json j = run_stage(*s, r, from, [&](std::uint64_t n) {
      done += n;
      tell(s->name(), done, all);
    });
    if (j["status"] != "not run") kept.add(j);
    to.push_back(std::move(j));
  }
}

ordered_json summary_of(const ordered_json& stages) {
  std::uint64_t p_values = 0, failed = 0, suspect = 0, missing = 0;
  double smallest = 0.5;
  for (const ordered_json& s : stages) {
    if (s["status"] == "not run") ++missing;
    if (!s.contains("p_values")) continue;
    for (const ordered_json& p : s["p_values"]) {
      const double e = lab::extremeness(p["p"].get<double>());
      ++p_values;
      failed += e < lab::failing ? 1 : 0;
      suspect += e >= lab::failing && e < lab::suspect ? 1 : 0;
      smallest = std::min(smallest, e);
    }
  }
  const char* verdict = failed != 0    ? "failed"
                        : missing != 0 ? "incomplete"
                        : suspect != 0 ? "suspect"
                                       : "passed";
  // The probability of an extreme this far out among this many independent p-values.
  const double chance =
      p_values == 0 ? 1 : -std::expm1(static_cast<double>(p_values) * std::log1p(-2 * smallest));
  return {{"verdict", verdict},
          {"p_values", p_values},
          {"failed", failed},
          {"suspect", suspect},
          {"not_run", missing},
          {"most_extreme", smallest},
          {"chance_of_most_extreme", chance}};
}

}  // namespace

template <class Element>
ordered_json judged(const lab::stage<Element>& s, const lab::tally& t) {
  ordered_json j = empty_stage(s);
  j["elements"] = t.chunks * static_cast<std::uint64_t>(s.chunk());
  const lab::outcome o = s.judge(t);
  std::string status = "passed";
  ordered_json values = ordered_json::array();
  for (const lab::p_value& p : o.p) {
    const double shown = std::isfinite(p.p) ? std::clamp(p.p, 0.0, 1.0) : 0;  // a sum of NaNs must not pass
    values.push_back({{"name", p.name}, {"statistic", p.statistic}, {"p", shown}});
    status = worse(status, lab::verdict_of(shown));
  }
  j["status"] = o.p.empty() ? "not run" : status;
  if (o.p.empty()) j["reason"] = "too few numbers for its law; give a larger -n";
  j["p_values"] = std::move(values);
  ordered_json pictures = ordered_json::object();
  for (const lab::series& x : o.pictures) {
    if (x.name != "cell counts")
      pictures[x.name] = drawn(x);  // the same as the probabilities' and residuals'
  }
  j["series"] = std::move(pictures);
  return j;
}

template ordered_json judged(const lab::stage<std::uint32_t>&, const lab::tally&);
template ordered_json judged(const lab::stage<double>&, const lab::tally&);

ordered_json not_run(const std::string& reason) {
  ordered_json stages = ordered_json::array();
  for (const char* name : {"equal-probability cells", "pairs and lags of cells"}) {
    stages.push_back({{"name", name}, {"status", "not run"}, {"reason", reason}});
  }
  return stages;
}

ordered_json certificate_of(const request& r, ordered_json stages) {
  const request_flags& f = r.flags();
  ordered_json j = {{"tali", version()},
                    {"title", r.title()},
                    {"command", r.command()},
                    {"engine", f.engine},
                    {"seed", f.seed},
                    {"stream", f.stream},
                    {"distribution", f.dist},
                    {"type", f.dtype},
                    {"parameters", f.parameters},
                    {"merging", f.merged.text()},
                    {"difference", f.difference},
                    {"only", f.only},
                    {"frequencies", f.frequencies},
                    {"budget", f.budget},
                    {"n", r.n()},
                    {"device", name_of(r.device())}};
  j["summary"] = summary_of(stages);
  j["stages"] = std::move(stages);
  return j;
}

std::string text_of_certificate(const ordered_json& certificate) {
  std::string text = "{";
  const ordered_json all = with_schema(certificate);
  for (const auto& [key, value] : all.items()) {
    text += fmt::format("{}\n \"{}\": ", text.size() == 1 ? "" : ",", key);
    if (key != "stages") {
      text += value.dump();
      continue;
    }
    text += "[";
    for (const ordered_json& stage : value) text += (text.ends_with('[') ? "\n  " : ",\n  ") + stage.dump();
    text += "\n ]";
  }
  return text + "\n}\n";
}

ordered_json make_certificate(const request& r, checkpoint& kept, const teller& tell) {
  ordered_json stages = ordered_json::array();
  const auto reason = with_stages(
      r, [&](const auto& all, const auto& open) { run_stages(all, r, *open(), kept, tell, stages); });
  if (reason) stages = not_run(*reason);
  return certificate_of(r, std::move(stages));
}

#if defined(TALI_HAS_LAB_AES)

namespace {

/// p-values with one name, over all runs.
struct family {
  std::string stage, name;
  std::vector<double> p;
};

template <class Element>
void collect(const lab::stage_list<Element>& stages, lab::source<Element>& from, std::uint64_t n,
             std::vector<family>& to) {
  for (const auto& s : stages) {
    for (const lab::p_value& p : s->judge(s->run(from, s->chunks(n), 0, {})).p) {
      const auto found =
          std::ranges::find_if(to, [&](const family& f) { return f.stage == s->name() && f.name == p.name; });
      if (found == to.end()) {
        to.push_back({s->name(), p.name, {p.p}});
      } else {
        found->p.push_back(p.p);
      }
    }
  }
}

}  // namespace

ordered_json calibrate(std::uint64_t times, std::uint64_t n, const teller& tell) {
  std::vector<family> all;
  const auto words = lab::word_stages();
  const auto normals = lab::normal_stages(false, lab::mixing_run("normal", "f64"));
  for (std::uint64_t k = 0; k < times; ++k) {
    lab::filled_words some_words(lab::aes_words(2 * k));
    collect(words, some_words, n, all);
    lab::filled_values some_normals(lab::aes_normals(2 * k + 1), "f64");
    collect(normals, some_normals, n, all);
    tell("calibration", k + 1, times);
  }
  ordered_json families = ordered_json::array();
  std::vector<double> of_families;
  for (const family& f : all) {
    if (f.p.size() < times) continue;  // p-values that only appear if something impossible happens
    of_families.push_back(lab::uniformity(f.p));
    std::uint64_t suspects = 0, failures = 0;
    for (const double p : f.p) {
      suspects += lab::extremeness(p) < lab::suspect ? 1 : 0;
      failures += lab::extremeness(p) < lab::failing ? 1 : 0;
    }
    families.push_back({{"stage", f.stage},
                        {"name", f.name},
                        {"runs", f.p.size()},
                        {"p", of_families.back()},
                        {"suspect", suspects},
                        {"failed", failures}});
  }
  const double smallest = of_families.empty() ? 1 : std::ranges::min(of_families);
  const double smallest_of_all = -std::expm1(static_cast<double>(of_families.size()) * std::log1p(-smallest));
  return {{"tali", version()},
          {"runs", times},
          {"n", n},
          {"smallest_p", smallest_of_all},
          {"families", families}};
}

#else

ordered_json calibrate(std::uint64_t times, std::uint64_t, const teller&) {
  throw argument_error("--calibrate", std::to_string(times),
                       "only in builds with OpenSSL, which has the cipher");
}

#endif

}  // namespace tali::tool::certify
