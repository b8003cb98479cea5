// SPDX-License-Identifier: Apache-2.0
// The subject of a certificate: the sequence, the distribution, and the number of values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <certify/mixing_tests.hpp>
#include <certify/run.hpp>
#include <certify/source.hpp>
#include <certify/stages.hpp>
#include <fmt/core.h>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "devices.hpp"
#include "flags.hpp"
#include "merging.hpp"
#include "sequence_flags.hpp"
#include "sequences.hpp"
#include "transforms.hpp"

#if defined(TALI_HAS_LAB_LAWS)
#include <certify/law.hpp>
#endif

#include "errors.hpp"

namespace tali::tool::certify {

namespace lab = tali::lab::certify;

/// The command line.
struct request_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0", dist = "bits", dtype, n, budget,
              device = "auto";
  merging_flags merged;
  std::vector<std::string> parameters, only, frequencies;
  bool difference = false;

  void add_to(const parser& command);
};

/// The checked request. In its flags, --dist is only the name and --param has all parameters.
class request {
 public:
  /// @param made_on  the device that has tested the numbers, for merged parts; otherwise it is chosen
  /// @throws usage_error
  explicit request(const request_flags& f, std::optional<device_kind> made_on = {});

  [[nodiscard]] const any_distribution& distribution() const { return *distribution_; }
  /// Whether words are tested, not values of a law.
  [[nodiscard]] bool is_words() const { return words_; }
  [[nodiscard]] bool is_standard_normal() const;
  /// The distribution's parameters; those not given have their defaults.
  [[nodiscard]] const arguments& parameters() const { return arguments_; }
  [[nodiscard]] device_kind device() const { return device_; }
  [[nodiscard]] std::uint64_t n() const { return n_; }

  /// Frequencies of the characteristic function, in turns per unit.
  [[nodiscard]] const std::vector<double>& frequencies() const { return frequencies_; }

  /// Elements on the CPU.
  [[nodiscard]] lab::filler numbers() const;
  /// The numbers for a GPU's tests; only if device() is cuda.
  [[nodiscard]] lab::cuda_numbers cuda_numbers() const;

  /// "philox4x32, seed 1, stream 0: normal f64".
  [[nodiscard]] std::string title() const;
  /// The command that makes the same certificate on any machine.
  [[nodiscard]] std::string command() const;
  [[nodiscard]] const request_flags& flags() const { return flags_; }

 private:
  request_flags flags_;
  named_distribution named_;
  arguments arguments_;
  std::optional<any_distribution> distribution_;
  merging merging_;
  sequence_family family_;
  std::vector<double> frequencies_;
  std::uint64_t n_ = 0;
  bool words_ = false;
  device_kind device_ = device_kind::cpu;
};

// The stages of a certificate: those for its kind of numbers that --only selects.

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
