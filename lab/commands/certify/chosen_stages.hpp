// SPDX-License-Identifier: Apache-2.0
// The stages of a certificate: those for its kind of numbers that --only selects.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <certify/mixing.hpp>
#include <certify/source.hpp>
#include <certify/stages.hpp>
#include <fmt/core.h>

#if defined(TALI_HAS_LAB_LAWS)
#include <certify/laws.hpp>
#endif

#include "certify/request.hpp"
#include "errors.hpp"

namespace tali::tool::certify {

/// The stages whose names contain a text of --only; all stages without --only.
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
    throw argument_error("--only", quoted(part), fmt::format("a part of one of: {}", names));
  }
  std::erase_if(all, [&](const auto& s) {
    return std::ranges::none_of(only, [&](const std::string& part) { return has(s, part); });
  });
  return all;
}

/// The law of a distribution's values, or the reason why it is not known.
inline std::pair<std::optional<lab::law>, std::string> law_of(const request& r) {
#if defined(TALI_HAS_LAB_LAWS)
  const distribution_info& d = r.distribution().info();
  if (auto l = lab::law_of(d.name, d.type, r.parameters())) return {std::move(l), ""};
  return {{}, fmt::format("the distribution function of {} is not known", d.name)};
#else
  static_cast<void>(r);
  return {{}, "this build is without Boost.Math, which has the distribution function"};
#endif
}

/// Calls f(stages, open) with the stages and a function that opens their numbers on the CPU, at their
/// beginning.
/// @returns the reason why there are no stages; otherwise nothing
template <class F>
std::optional<std::string> with_stages(const request& r, F&& f) {
  const request_flags& flags = r.flags();
  if (r.is_words()) {
    f(chosen(lab::word_stages(), flags.only), [&r]() -> std::unique_ptr<lab::source<std::uint32_t>> {
      return std::make_unique<lab::filled_words>(r.numbers());
    });
    return {};
  }
  const auto open = [&r]() -> std::unique_ptr<lab::source<double>> {
    return std::make_unique<lab::filled_values>(r.numbers(), r.flags().dtype);
  };
  if (r.is_standard_normal()) {
    // Interleaved sequences have their mixing blocks at other places.
    const int run = flags.merged.text().empty() ? lab::mixing_run(flags.dist, flags.dtype) : 0;
    f(chosen(lab::normal_stages(flags.dtype == "f32", run, r.frequencies()), flags.only), open);
    return {};
  }
  const auto [law, reason] = law_of(r);
  if (!law) return reason;
  f(chosen(lab::value_stages(*law), flags.only), open);
  return {};
}

}  // namespace tali::tool::certify
