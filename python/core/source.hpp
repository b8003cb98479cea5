// SPDX-License-Identifier: Apache-2.0
// Where values come from: a key and a position, as tali::generator has, or one sequence and an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <tali/any.hpp>
#include <tali/detail/substream.hpp>
#include <tali/filler.hpp>

#include "distributions.hpp"
#include "fills.hpp"

namespace tali::python {

/// A generator, whose distributions have a substream each, or a sequence, which all of them share. Its
/// methods need Python's lock, or, where Python has none, the lock of the object that holds this; fills give
/// either away for their time, and take their part of the range before.
class source {
 public:
  /// A generator.
  source(std::string engine, std::uint64_t seed, std::uint64_t stream, std::uint64_t position);
  /// A sequence, from an index on.
  source(const any_engine& sequence, std::uint64_t first);

  source(const source&) = delete;
  source& operator=(const source&) = delete;

  /// The same key or sequence from another position on; a bank's states are shared.
  [[nodiscard]] std::unique_ptr<source> at(std::uint64_t position) const;

  /// The next value, or None where the arguments are no plain numbers or not allowed.
  nb::object one(int law_index, nb::args values);

  /// The next uniform number of low ... high, or None as above.
  nb::object one_between(int law_index, nb::handle low, nb::handle high);

  /// The next values: as many as the destination has room for.
  void fill(const any_distribution& d, nb::handle out);
  /// The same with parameters that are plain numbers. False, and nothing written, where they are not, or not
  /// allowed.
  bool fill_numbers(int law_index, nb::handle out, nb::args values);
  /// The same of uniform numbers from low to high.
  bool fill_numbers_between(int law_index, nb::handle out, nb::handle low, nb::handle high);
  /// The next values in all of an array's or a tensor's memory, of the law's distribution for the memory's
  /// type, with parameters that are plain numbers. False, and nothing written, for another kind of memory, or
  /// where they are not, or not allowed.
  bool fill_out(int law_index, nb::handle out, nb::args values);
  /// The same of uniform numbers from low to high.
  bool fill_out_between(int law_index, nb::handle out, nb::handle low, nb::handle high);
  /// Fills with parameters per element, in arrays of the type that the distribution asks for. For views of
  /// GPU memory, on the destination's GPU, the caller has checked what the library does not: the values for
  /// normal, lognormal and bernoulli distributions.
  void fill_arrays(int law_index, nb::sequence arrays, nb::handle out);
  /// Uniform numbers from low to high: arrays of doubles, of one element or one a value.
  void fill_bounds(int law_index, nb::handle low, nb::handle high, nb::handle out);
  /// Permutations of 0 ... n - 1, one a row of `length` elements, as 64-bit integers: their first elements.
  /// @returns the first one's position
  std::uint64_t permutations(std::uint64_t n, std::size_t length, nb::handle out);

  [[nodiscard]] std::uint64_t position() const { return position_; }
  void seek(std::uint64_t position);
  /// Leaves out n values.
  /// @returns the first one's position
  std::uint64_t discard(std::uint64_t n) { return take(n); }
  /// Goes back to the first of n positions that were taken, unless others were taken since.
  void give_back(std::uint64_t first, std::uint64_t n) {
    if (position_ == first + n) position_ = first;
  }

  /// Whether the caller expects other numbers at every fill, as from a tali.Generator: then fills are
  /// refused while a CUDA graph is captured, since each replay would write the same ones.
  bool moves = false;

  [[nodiscard]] std::uint64_t seed() const { return key_.seed; }
  [[nodiscard]] std::uint64_t stream() const { return key_.stream; }
  [[nodiscard]] const std::string& engine() const { return engine_; }
  /// The key of child x; `use` is "split" or "fold-in".
  [[nodiscard]] detail::sequence_key child(const std::string& use, std::uint64_t x) const;
  [[nodiscard]] detail::sequence_key substream(std::uint32_t tag) const;
  [[nodiscard]] bool is_generator() const { return !sequence_; }
  /// The sequence that a distribution draws from.
  const any_engine& engine_of(int law_index);

 private:
  /// Values of one distribution that were made ahead.
  struct made_ahead {
    explicit made_ahead(any_engine e) : engine(std::move(e)) {}
    any_engine engine;
    std::optional<any_distribution> d;
    double parameters[most_parameters] = {};
    std::unique_ptr<std::uint64_t[]> values;
    std::uint64_t first = 0;
    std::size_t made = 0, ahead = 1;
  };
  /// The distribution that was filled with last.
  struct last_distribution {
    int law_index = -1;
    double parameters[most_parameters] = {};
    std::optional<any_distribution> d;
  };
  /// The states of a bank, and the distribution that they are of.
  struct bank {
    std::mutex lock;
    std::optional<any_distribution> d;
    std::unique_ptr<filler> states;
  };

  made_ahead& slot(int law_index);
  /// The first of the next n positions, which are then taken.
  std::uint64_t take(std::uint64_t n);
  /// Calls f with the first of the next n positions, and gives them back where it throws.
  /// @returns the first one
  template <class F>
  std::uint64_t taking(std::uint64_t n, const F& f);
  /// @throws error where replays of a graph would repeat the numbers
  void check_capture(const destination& to) const;
  void fill_into(const any_distribution& d, const destination& to, std::size_t n);
  /// @param there  whether the bounds lie on the destination's GPU, one a value
  void fill_between(int law_index, const destination& to, const double* low, std::size_t low_step,
                    const double* high, std::size_t high_step, bool there = false);
  /// The distribution of these parameters; the one that was asked for last is kept. Nothing where they are
  /// not allowed.
  std::optional<any_distribution> distribution_of(int law_index, const double* p);
  /// Calls put(i, made ahead, index there) for the next n values. False, and nothing taken, where the
  /// parameters are not allowed.
  template <class Put>
  bool take_made(int law_index, const law& l, const double* p, std::size_t n, const Put& put);
  /// What was made ahead, with the element at the position in it; null where the parameters are not allowed.
  made_ahead* find(int law_index, const law& l, const double* p);
  bool refill(made_ahead& m, const law& l, const double* p);

  std::string engine_;
  detail::sequence_key key_{};
  std::optional<any_engine> sequence_;
  std::shared_ptr<bank> bank_;
  std::uint64_t position_ = 0;
  std::vector<std::unique_ptr<made_ahead>> made_;
  last_distribution last_;
};

/// What Python's number is as a parameter of the law. False where it is none.
bool parameter_from(const law& l, nb::handle value, double& to);

}  // namespace tali::python
