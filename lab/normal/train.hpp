// SPDX-License-Identifier: Apache-2.0
// The training of a table, from the inverse CDF to integers in an order with little dependence on c.
//
// Steps, each a pure function of the previous state, so that a resumed run has the result of an uninterrupted
// one:
//   continuation  a small random perturbation, then Newton steps until all rows have one variance and
//                 the sum of rows has no hermites in degrees 4 ... 18
//   levelling     decreases the rows' kurtosis, in rounds
//   search        one improve() per pass, among integer rows with exactly the same sum of squares
//   order         swaps within the rows, which change no sum
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>

#include "loss.hpp"
#include "table.hpp"

namespace tali::lab::normal {

struct training_options {
  std::uint64_t seed = 1;
  double perturbation = 1e-3;  ///< standard deviation of each value's perturbation, in units of the row's
  int rounds = 8;              ///< of levelling
  int iterations = 50;         ///< per round
  int variants = 512;          ///< per row in the search
  int passes = 41;             ///< of the search; after these, the table's c makes fine outputs
  int swaps = 3000000;         ///< proposals for a row's order

  /// @throws argument_error
  void check() const;
  /// The options as text for the command line.
  [[nodiscard]] std::string text() const;
};

enum class training_step { continuation, levelling, search, order, done };

struct training_state {
  training_step next = training_step::continuation;
  int round = 0;   ///< of levelling, or the current pass of the search
  real_table y;    ///< in units of 2^24
  table integers;  ///< used from the search on
};

/// The initial state of the training.
training_state begin_training();

/// Does the next step. Returns a line of text about it.
std::string advance(training_state& s, const training_options& options);

/// Runs to the end. `after_step` gets the line and the state after each step.
table train(const training_options& options, training_state s,
            const std::function<void(const std::string&, const training_state&)>& after_step);

/// The state and the options in a file of JSON with a checksum.
void write_checkpoint(const std::filesystem::path& file, const training_state& s,
                      const training_options& options);

/// @throws argument_error if the file is truncated or altered, or was made with other options.
training_state read_checkpoint(const std::filesystem::path& file, const training_options& options);

// Shared by both ways to train a table: checks of options, and a perturbation.

/// @throws argument_error unless low <= value <= high
void expect(const char* name, double value, double low, double high);

/// Adds normal numbers with a deviation, by the Box-Muller method from words of philox4x32.
inline void perturb(std::vector<double>& y, double deviation, std::uint64_t seed, std::uint64_t stream) {
  philox4x32 g(seed, stream);
  const auto uniform = [&] { return (g() + 0.5) * 0x1p-32; };
  for (double& v : y) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    v += deviation * radius * std::cos(2 * std::numbers::pi * uniform());
  }
}

}  // namespace tali::lab::normal
