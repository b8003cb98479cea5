// SPDX-License-Identifier: Apache-2.0
// The creator: parameter sets for many IDs, on many threads, with checkpoints.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "recursion_search.hpp"
#include "tempering_search.hpp"

namespace tali::lab::mtgp {

/// A set that was found and verified, and its cost.
template <mtgp_word Word>
struct created {
  mtgp_parameters<Word> set;  ///< its number is 0 until it is in a catalogue
  long long candidates = 0;
  double recursion_seconds = 0, tempering_seconds = 0, verification_seconds = 0;  ///< on one core
};

/// Finds and verifies one set. Returns nothing if `stop` becomes true before.
template <mtgp_word Word>
std::optional<created<Word>> create_one(const target& t, const tempering_effort& effort,
                                        const std::atomic<bool>& stop);

struct creation {
  int mexp = 11213;
  std::uint32_t first_id = 0;
  std::uint32_t count = 1;
  std::uint64_t seed = 1;
  tempering_effort effort;
  unsigned threads = 1;
  std::string checkpoint;            ///< file name; empty: none
  std::optional<double> time_limit;  ///< seconds; unfinished work is left for the next call
};

template <mtgp_word Word>
struct creation_result {
  std::vector<created<Word>> sets;  ///< by ID; all of them unless the time limit was reached
  bool complete = false;
};

/// Creates all sets of IDs first_id ... first_id + count - 1, those that the checkpoint holds excepted. What
/// is found depends on bits, mexp, ID, seed and effort alone.
/// @param begun     is told how many sets the checkpoint held
/// @param finished  is told how many sets there are, one by one, from any thread but never two at once
/// @throws argument_error for an unsupported exponent, IDs beyond 2^32 - 1, no threads, or a checkpoint that
/// was made
///         with other options
/// @throws io_error if the checkpoint cannot be read or written
template <mtgp_word Word>
creation_result<Word> create(const creation& c, const std::function<void(std::size_t)>& begun,
                             const std::function<void(std::size_t)>& finished);

/// Sorts by defect, removes the worst and numbers the others from 1.
template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> catalogue(const std::vector<created<Word>>& sets, std::size_t keep);

// A file of finished sets, so that a search can be interrupted at any time.

template <mtgp_word Word>
class checkpoint {
 public:
  /// Reads the file, or begins it.
  /// @throws argument_error for a damaged file, or one of another exponent, word size, seed or effort;
  /// io_error
  checkpoint(std::string name, const creation& c);

  [[nodiscard]] const std::vector<created<Word>>& records() const { return records_; }

  /// Adds a record; it is on disk on return.
  /// @throws io_error
  void append(const created<Word>& record);

 private:
  void write() const;

  std::string name_, of_;
  std::vector<created<Word>> records_;
};

}  // namespace tali::lab::mtgp
