// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <certify/stages.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "certify/request.hpp"
#include "errors.hpp"
#include "sequence_flags.hpp"

namespace tali::tool::certify {

namespace {

/// Calls f(key, field) for the fields of the flags that a part's file has.
template <class Flags, class F>
void for_each_field(Flags& flags, const F& f) {
  f("engine", flags.engine);
  f("seed", flags.seed);
  f("stream", flags.stream);
  f("distribution", flags.dist);
  f("type", flags.dtype);
  f("n", flags.n);
  f("budget", flags.budget);
  f("device", flags.device);
  f("interleave", flags.merged.interleave);
  f("interleave_seeds", flags.merged.interleave_seeds);
  f("interleave_drawn", flags.merged.interleave_drawn);
  f("concatenate", flags.merged.concatenate);
  f("parameters", flags.parameters);
  f("only", flags.only);
  f("frequencies", flags.frequencies);
  f("difference", flags.difference);
}

ordered_json json_of(const request& r) {
  request_flags flags = r.flags();
  flags.device = name_of(r.device());
  ordered_json j = ordered_json::object();
  for_each_field(flags, [&](const char* key, const auto& field) { j[key] = field; });
  return j;
}

std::vector<std::uint64_t> whole_numbers(const ordered_json& all) {
  std::vector<std::uint64_t> numbers;
  for (const ordered_json& j : all.get_ref<const ordered_json::array_t&>()) {
    numbers.push_back(whole_number<std::uint64_t>(j));
  }
  return numbers;
}

usage_error of_another_command() {
  return usage_error("the parts are of another command; expected parts of 'tali certify --part'");
}

/// The results for stage number k of `count`.
lab::tally tally_of(const ordered_json& part, std::size_t k, std::size_t count, const std::string& stage) {
  try {
    const ordered_json::array_t& all = part.at("stages").get_ref<const ordered_json::array_t&>();
    if (all.size() != count || all[k].at("name") != stage) {
      throw usage_error(fmt::format("the parts have no stage '{}'; expected parts of this tali", stage));
    }
    const ordered_json& found = all[k];
    return {whole_number<std::uint64_t>(found.at("chunks")), whole_numbers(found.at("counts")),
            whole_numbers(found.at("sums"))};
  } catch (const nlohmann::json::exception&) {
    throw of_another_command();
  }
}

}  // namespace

std::string whole_of(const request& r) {
  const std::string& budget = r.flags().budget;
  return fmt::format("{}{} --device {}{}", r.command(), budget.empty() ? "" : ", by --budget " + budget + ",",
                     name_of(r.device()), engine_content_mark(r.flags().engine));
}

ordered_json make_part(const request& r, const shard& s, const teller& tell) {
  ordered_json stages = ordered_json::array();
  const auto run_all = [&](const auto& all, const auto& open) {
    const auto chunks_of = [&](const auto& stage) {
      const std::uint64_t chunks = stage->chunks(r.n()), begin = s.begin(chunks);
      return lab::chunk_range(begin, s.end(chunks) - begin);
    };
    std::uint64_t total = 0, done = 0;
    for (const auto& stage : all) total += chunks_of(stage).n * static_cast<std::uint64_t>(stage->chunk());
    for (const auto& stage : all) {
      const auto report = [&](std::uint64_t n) {
        done += n;
        tell(stage->name(), done, total);
      };
      const lab::chunk_range chunks = chunks_of(stage);
      // Opened again, because sources only go forward and a part may not begin at 0.
      const lab::tally t = r.device() == device_kind::cuda ? stage->run_cuda(r.cuda_numbers(), chunks, report)
                                                           : stage->run(*open(), chunks, 0, report);
      stages.push_back(
          {{"name", stage->name()}, {"chunks", t.chunks}, {"counts", t.counts}, {"sums", t.sums}});
    }
  };
  (void)with_stages(r, run_all);
  return {{"request", json_of(r)}, {"stages", std::move(stages)}};
}

request request_of(const ordered_json& part) {
  try {
    const ordered_json& j = part.at("request");
    request_flags f;
    for_each_field(f, [&](const char* key, auto& field) { j.at(key).get_to(field); });
    // Parameters have separate flags now. In older parts the cells were those of the distribution's default
    // parameters.
    if (f.dist.find(':') != std::string::npos) {
      throw usage_error(fmt::format(
          "the parts are of --dist '{}' and use the law of its defaults; make them again", f.dist));
    }
    const device_kind made_on = f.device == "cuda" ? device_kind::cuda : device_kind::cpu;
    f.device = "auto";
    return request(f, made_on);
  } catch (const nlohmann::json::exception&) {
    throw of_another_command();
  }
}

ordered_json merge(const request& r, const std::vector<ordered_json>& parts) {
  ordered_json stages = ordered_json::array();
  const auto judge_all = [&](const auto& all, const auto&) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      lab::tally sum;
      for (const ordered_json& part : parts) {
        all[k]->add(sum, tally_of(part, k, all.size(), all[k]->name()));
      }
      stages.push_back(judged(*all[k], sum));
    }
  };
  if (const auto reason = with_stages(r, judge_all)) stages = not_run(*reason);
  return certificate_of(r, std::move(stages));
}

}  // namespace tali::tool::certify
