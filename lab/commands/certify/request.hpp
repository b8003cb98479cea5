// SPDX-License-Identifier: Apache-2.0
// The subject of a certificate: the sequence, the distribution, and the number of values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <certify/run.hpp>
#include <certify/source.hpp>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "devices.hpp"
#include "flags.hpp"
#include "sequence_flags.hpp"
#include "sequences.hpp"
#include "transforms.hpp"

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

}  // namespace tali::tool::certify
