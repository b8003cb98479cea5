// SPDX-License-Identifier: Apache-2.0
#include "certify/part.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <certify/stages.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "certify/chosen_stages.hpp"
#include "errors.hpp"
#include "sequence_flags.hpp"

namespace tali::tool::certify {

namespace {

const char* name_of(device_kind k) { return k == device_kind::cuda ? "cuda" : "cpu"; }

ordered_json json_of(const request& r) {
  const request_flags& f = r.flags();
  return {{"engine", f.engine},
          {"seed", f.seed},
          {"stream", f.stream},
          {"distribution", f.dist},
          {"type", f.dtype},
          {"n", f.n},
          {"budget", f.budget},
          {"device", name_of(r.device())},
          {"interleave", f.merged.interleave},
          {"interleave_seeds", f.merged.interleave_seeds},
          {"interleave_drawn", f.merged.interleave_drawn},
          {"concatenate", f.merged.concatenate},
          {"parameters", f.parameters},
          {"only", f.only},
          {"frequencies", f.frequencies},
          {"difference", f.difference}};
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
    j.at("engine").get_to(f.engine);
    j.at("seed").get_to(f.seed);
    j.at("stream").get_to(f.stream);
    j.at("distribution").get_to(f.dist);
    // Parameters have separate flags now. In older parts the cells were those of the distribution's default
    // parameters.
    if (f.dist.find(':') != std::string::npos) {
      throw usage_error(fmt::format(
          "the parts are of --dist '{}' and use the law of its defaults; make them again", f.dist));
    }
    j.at("type").get_to(f.dtype);
    j.at("n").get_to(f.n);
    j.at("budget").get_to(f.budget);
    j.at("interleave").get_to(f.merged.interleave);
    j.at("interleave_seeds").get_to(f.merged.interleave_seeds);
    j.at("interleave_drawn").get_to(f.merged.interleave_drawn);
    j.at("concatenate").get_to(f.merged.concatenate);
    j.at("parameters").get_to(f.parameters);
    j.at("only").get_to(f.only);
    j.at("frequencies").get_to(f.frequencies);
    j.at("difference").get_to(f.difference);
    return request(f, j.at("device") == "cuda" ? device_kind::cuda : device_kind::cpu);
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
