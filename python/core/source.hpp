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

#include <tali/any.hpp>
#include <tali/detail/any_ahead.hpp>
#include <tali/detail/substream.hpp>
#include <tali/filler.hpp>

#include "fills.hpp"
#include "laws.hpp"
#include "memory.hpp"

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

  // The quick way of a method's call, in calls.cpp: its values, a new array or `out`. None, with nothing
  // drawn or written, where Python's code must look at the arguments, or say what is wrong with them.

  /// Values of a law by the parameters in `values`, which are numbers or arrays.
  nb::object draw(int law_index, nb::tuple values, nb::handle size, nb::handle dtype, nb::handle out);
  /// Uniform values from low to high.
  nb::object draw_between(int law_index, nb::handle low, nb::handle high, nb::handle size, nb::handle dtype,
                          nb::handle out);
  /// Uniform integers from low to high, or to high - 1; of low alone from 0 to it.
  nb::object draw_integers(nb::handle low, nb::handle high, nb::handle size, nb::handle dtype, bool endpoint,
                           nb::handle out);
  /// Values of a distribution that is made already, a new array: of rows along its last dimension, or one
  /// row.
  nb::object draw_made(const any_distribution& d, nb::handle size);
  /// An array in a random order, or an integer's numbers below it; in place of an array or a list, True.
  /// @param flat  whether all elements are one row
  nb::object order(nb::handle x, bool in_place, bool flat);

  // What Python's code asks for, when it has looked at the arguments.

  /// The next values: as many as the destination has room for.
  void fill(const any_distribution& d, nb::handle out);
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
  std::uint64_t take(std::uint64_t n);
  /// Goes back to the first of n positions that were taken, unless others were taken since.
  void give_back(std::uint64_t first, std::uint64_t n) {
    if (position_ == first + n) position_ = first;
  }

  /// Whether the caller expects other numbers at every fill, as from a tali.Generator: then fills are
  /// refused while a CUDA graph is captured, since each replay would write the same ones.
  bool moves = false;
  /// Whether values without `out` are NumPy's arrays.
  bool on_host = true;

  [[nodiscard]] std::uint64_t seed() const { return key_.seed; }
  [[nodiscard]] std::uint64_t stream() const { return key_.stream; }
  [[nodiscard]] const std::string& engine() const { return engine_; }
  [[nodiscard]] detail::sequence_key substream(std::uint32_t tag) const;
  [[nodiscard]] bool is_generator() const { return !sequence_; }
  /// The sequence that a distribution draws from.
  const any_engine& engine_of(int law_index);

 private:
  /// The distribution that was filled with last.
  struct last_distribution {
    int law_index = -1;
    double parameters[max_numbers] = {};
    std::optional<any_distribution> d;
  };
  /// The states of a bank, and the distribution that they are of.
  struct bank {
    std::mutex lock;
    std::optional<any_distribution> d;
    std::unique_ptr<filler> states;
  };

  detail::any_ahead& ahead(int law_index);
  /// Calls f with the first of the next n positions, and gives them back where it throws.
  /// @returns the first one
  template <class F>
  std::uint64_t taking(std::uint64_t n, const F& f) {
    const std::uint64_t first = take(n);
    try {
      f(first);
    } catch (...) {
      give_back(first, n);
      throw;
    }
    return first;
  }
  /// The distribution of these parameters; the one that was asked for last is kept. Null where they are not
  /// allowed.
  const any_distribution* distribution_of(int law_index, const double* p);
  /// The next n values of numbers p from what was made ahead. False, and nothing taken, where p is not
  /// allowed.
  bool take_ahead(int law_index, const double* p, std::size_t n, void* to);
  /// The next n values of a law and numbers. False as above.
  bool fill_numbers(int law_index, const double* p, const destination& to, std::size_t n);
  /// The same of uniform numbers between two.
  bool fill_between(int law_index, double low, double high, const destination& to, std::size_t n);
  /// The same of 32-bit integers, cut to a type of fewer bits.
  bool fill_narrow(int law_index, const double* p, value_type type, void* to, std::size_t n);
  /// The next n values with parameters of their own, arrays of the law's type in host memory; of a form,
  /// doubles that first_bad let pass.
  void fill_each(const law& l, const void* const* p, const destination& to, std::size_t n);
  void fill_each_bounds(const law& l, const bounds& b, const destination& to, std::size_t n);
  /// Takes the next n values, and calls use(make, done, count) for pieces of them on the host: make(to)
  /// writes the piece's values.
  template <class Use>
  void fill_cached(const any_engine& e, const any_distribution& d, std::size_t n, const Use& use);

  /// Throws unless elements first ... first + n - 1 are there.
  void check_range(const any_engine& e, const any_distribution& d, std::uint64_t first, std::size_t n) const;
  /// @throws error where replays of a graph would repeat the numbers
  void check_capture(const destination& to) const;
  void fill_into(const any_distribution& d, const destination& to, std::size_t n);
  [[nodiscard]] philox4x32 sequence_of_orders(bool small) const;
  /// The first elements of the next permutation of 0 ... n - 1, where n is below 2^32.
  void next_order(std::uint32_t n, std::uint32_t* to, std::size_t length);

  std::string engine_;
  detail::sequence_key key_{};
  std::optional<any_engine> sequence_;
  std::shared_ptr<bank> bank_;
  std::uint64_t position_ = 0;
  std::vector<std::unique_ptr<detail::any_ahead>> ahead_;
  last_distribution last_;
};

/// What Python's number is as a parameter of a distribution. False where it is none.
bool number_from(const distribution_info& d, nb::handle value, double& to);

}  // namespace tali::python
