// SPDX-License-Identifier: Apache-2.0
#include "certify/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <certify/mixing.hpp>
#include <certify/p_values.hpp>
#include <certify/stages.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/version.hpp>

#if defined(TALI_HAS_LAB_AES)
#include <certify/aes.hpp>
#endif
#if defined(TALI_HAS_LAB_LAWS)
#include <certify/laws.hpp>
#else
#include <certify/plain_laws.hpp>
#endif

#include "errors.hpp"

namespace tali::tool::certify {

namespace {

const char* verdict_of(double p) {
  const double e = lab::extremeness(p);
  return e < lab::failing ? "failed" : e < lab::suspect ? "suspect" : "passed";
}

/// The worse of two verdicts.
std::string worse(const std::string& a, const std::string& b) {
  for (const char* v : {"failed", "suspect"}) {
    if (a == v || b == v) return v;
  }
  return "passed";
}

template <class Element>
ordered_json empty_stage(const lab::stage<Element>& s) {
  return {{"name", s.name()}, {"status", ""}, {"elements", 0}, {"chunk", s.chunk()}};
}

template <class Element>
ordered_json run_stage(const lab::stage<Element>& s, const request& r, lab::source<Element>& from,
                       const lab::progress_report& tell) {
  ordered_json j = empty_stage(s);
  const std::uint64_t chunks = s.chunks(r.n());
  try {
    const lab::tally t = r.device() == device_kind::cuda ? s.run_cuda(r.cuda_numbers(), chunks, tell)
                                                         : s.run(from, chunks, 0, tell);
    j["elements"] = chunks * static_cast<std::uint64_t>(s.chunk());
    const lab::outcome o = s.judge(t);
    std::string status = "passed";
    ordered_json values = ordered_json::array();
    for (const lab::p_value& p : o.p) {
      const double shown = std::isfinite(p.p) ? std::clamp(p.p, 0.0, 1.0) : 0;  // a sum of NaNs is no pass
      values.push_back({{"name", p.name}, {"statistic", p.statistic}, {"p", shown}});
      status = worse(status, verdict_of(shown));
    }
    j["status"] = o.p.empty() ? "not run" : status;
    if (o.p.empty()) j["reason"] = "too few numbers for its law; give a larger -n";
    j["p_values"] = std::move(values);
    ordered_json pictures = ordered_json::object();
    for (const lab::series& x : o.pictures) pictures[x.name] = x.values;
    j["series"] = std::move(pictures);
  } catch (const device_error& e) {
    j["status"] = "not run";
    j["reason"] = e.what();
  }
  return j;
}

/// The stages that --only names parts of; all of them where it was not given.
template <class Element>
lab::stage_list<Element> chosen(lab::stage_list<Element> all, const std::vector<std::string>& only) {
  if (only.empty()) return all;
  const auto has = [](const auto& stage, const std::string& part) {
    return !part.empty() && stage->name().find(part) != std::string::npos;
  };
  for (const std::string& part : only) {
    if (std::ranges::any_of(all, [&](const auto& s) { return has(s, part); })) continue;
    std::string names;
    for (const auto& s : all) names += (names.empty() ? "" : "; ") + s->name();
    throw usage_error(fmt::format("--only is '{}'; allowed: a part of one of: {}", part, names));
  }
  std::erase_if(all, [&](const auto& s) {
    return std::ranges::none_of(only, [&](const std::string& part) { return has(s, part); });
  });
  return all;
}

template <class Element>
void run_stages(const lab::stage_list<Element>& stages, const request& r, lab::source<Element>& from,
                checkpoint& kept, const teller& tell, ordered_json& to) {
  std::uint64_t all = 0, done = 0;
  for (const auto& s : stages) all += s->chunks(r.n()) * static_cast<std::uint64_t>(s->chunk());
  for (const auto& s : stages) {
    const std::uint64_t own = s->chunks(r.n()) * static_cast<std::uint64_t>(s->chunk());
    if (auto j = kept.find(s->name())) {
      to.push_back(std::move(*j));
      done += own;
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

/// The law of a distribution's values, or why it is not known.
std::pair<std::optional<tali::lab::certify::law>, std::string> law_of(const request& r) {
#if defined(TALI_HAS_LAB_LAWS)
  const distribution_info& d = r.distribution().info();
  if (auto l = lab::law_of(d.name, d.type, r.parameters())) return {std::move(l), ""};
  return {{}, fmt::format("no distribution function of {} at hand", d.name)};
#else
  const distribution_info& d = r.distribution().info();
  if (auto l = lab::plain_law_of(d.name, d.type, r.parameters())) return {std::move(l), ""};
  return {{}, "this build is without Boost.Math, which has the distribution function"};
#endif
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
  // The chance of an extreme as far out among as many independent p-values.
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

ordered_json make_certificate(const request& r, checkpoint& kept, const teller& tell) {
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
                    {"device", r.device() == device_kind::cuda ? "cuda" : "cpu"}};
  ordered_json stages = ordered_json::array();
  if (r.is_words()) {
    lab::filled_words from(r.numbers());
    run_stages(chosen(lab::word_stages(), f.only), r, from, kept, tell, stages);
  } else {
    lab::filled_values from(r.numbers(), f.dtype);
    if (r.is_standard_normal()) {
      // Sequences by turns have their mixing blocks elsewhere.
      const int run = f.merged.text().empty() ? lab::mixing_run(f.dist, f.dtype) : 0;
      run_stages(chosen(lab::normal_stages(f.dtype == "f32", run, r.frequencies()), f.only), r, from, kept,
                 tell, stages);
    } else {
      const auto [law, reason] = law_of(r);
      if (law) {
        run_stages(chosen(lab::value_stages(*law), f.only), r, from, kept, tell, stages);
      } else {
        for (const char* name : {"equal-probability cells", "pairs and lags of cells"}) {
          stages.push_back({{"name", name}, {"status", "not run"}, {"reason", reason}});
        }
      }
    }
  }
  j["summary"] = summary_of(stages);
  j["stages"] = std::move(stages);
  return j;
}

#if defined(TALI_HAS_LAB_AES)

namespace {

/// p-values of one name over all runs.
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
    if (f.p.size() < times) continue;  // p-values that appear where something is impossible only
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
  const double least = of_families.empty() ? 1 : std::ranges::min(of_families);
  const double smallest_of_all = -std::expm1(static_cast<double>(of_families.size()) * std::log1p(-least));
  return {{"tali", version()},
          {"runs", times},
          {"n", n},
          {"smallest_p", smallest_of_all},
          {"families", families}};
}

#else

ordered_json calibrate(std::uint64_t times, std::uint64_t, const teller&) {
  throw usage_error(
      fmt::format("--calibrate is {}; allowed in builds with OpenSSL, which has the cipher", times));
}

#endif

}  // namespace tali::tool::certify
