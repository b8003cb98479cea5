// The training of a table, from the inverse CDF to integers in an order that hides nothing in c.
//
// Steps, each a pure function of the state before it, so that a resumed run ends where an uninterrupted one
// does:
//   descent       rounds of BFGS on the real values, a small random perturbation before each
//   continuation  Newton steps to zero in degrees 2 ... 22
//   search        one improve() a step, from radius 1; after a move again from radius 1
//   order         swaps within the rows
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "loss.hpp"
#include "table.hpp"

namespace tali::lab::normal {

struct training_options {
  std::uint64_t seed = 1;
  int rounds = 2;              ///< of BFGS
  int iterations = 100;        ///< of BFGS in a round
  double perturbation = 1e-3;  ///< standard deviation of each value's, in the row's
  int radius = 3;              ///< of the local search, at most 5
  int moves = 100;             ///< that the local search makes at most
  int swaps = 3000000;         ///< proposed for a row's order

  /// @throws argument_error
  void check() const;
  /// Their text form, as on the command line.
  [[nodiscard]] std::string text() const;
};

enum class training_step { descent, continuation, search, order, done };

struct training_state {
  training_step next = training_step::descent;
  int round = 0;   ///< of BFGS, or the search's radius at hand
  int moves = 0;   ///< that the search made
  real_table y;    ///< in units of 2^24
  table integers;  ///< from the search on
};

/// The state that training begins with.
training_state begin_training();

/// Does the next step. Returns a line about it.
std::string advance(training_state& s, const training_options& options);

/// Runs to the end. `after_step` gets the line and the state after each step.
table train(const training_options& options, training_state s,
            const std::function<void(const std::string&, const training_state&)>& after_step);

/// The state and the options in a text file with a checksum, under its final name only when complete.
void write_checkpoint(const std::filesystem::path& file, const training_state& s,
                      const training_options& options);

/// @throws io_error if the file is truncated or altered, or was made with other options.
training_state read_checkpoint(const std::filesystem::path& file, const training_options& options);

}  // namespace tali::lab::normal
