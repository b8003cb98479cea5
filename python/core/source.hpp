// SPDX-License-Identifier: Apache-2.0
// The sources of values: a key and a position, like tali::generator, or one sequence and an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// A generator, whose distributions have one substream each, or a sequence, which all distributions share.
/// The caller of a method must hold Python's lock or, if Python has none, the lock of the object that holds
/// this. Fills release the lock while they work; they take their part of the range before.
class source {
 public:
  /// A generator.
  source(std::string engine, std::uint64_t seed, std::uint64_t stream, std::uint64_t position);
  /// A sequence, starting at an index.
  source(const any_engine& sequence, std::uint64_t first);

  source(const source&) = delete;
  source& operator=(const source&) = delete;

  /// The same key or sequence at another position; a bank's states are shared.
  [[nodiscard]] std::unique_ptr<source> at(std::uint64_t position) const;

  // The fast path of a method's call, in calls.cpp. Each function returns the values: a new array, or `out`.
  // It returns None, with nothing drawn or written, if Python's code must look at the arguments or report an
  // error.

  /// Values of a law with the parameters `values`, which are numbers or arrays.
  nb::object draw(int law_index, nb::tuple values, nb::handle size, nb::handle dtype, nb::handle out);
  /// Uniform values from low to high.
  nb::object draw_between(int law_index, nb::handle low, nb::handle high, nb::handle size, nb::handle dtype,
                          nb::handle out);
  /// Uniform integers from low to high, or to high - 1; without high, from 0 to low.
  nb::object draw_integers(nb::handle low, nb::handle high, nb::handle size, nb::handle dtype, bool endpoint,
                           nb::handle out);
  /// Values of an existing distribution, as a new array: with rows along its last dimension, or one row.
  nb::object draw_made(const any_distribution& d, nb::handle size);
  /// A copy of an array in random order, or the integers below a number. If `in_place`, reorders an array or
  /// a list and returns True.
  /// @param flat  whether all elements are one row
  nb::object order(nb::handle x, bool in_place, bool flat);

  // Functions for Python's code, which has checked the arguments.

  /// Fills the destination with the next values.
  void fill(const any_distribution& d, nb::handle out);
  /// Fills with separate parameters per element, in arrays of the type that the distribution requires. For
  /// views of GPU memory, which must be on the destination's GPU, the caller has checked what the library
  /// does not: the values for normal, lognormal and bernoulli distributions.
  void fill_arrays(int law_index, nb::sequence arrays, nb::handle out);
  /// Uniform numbers from low to high, which are arrays of doubles, with one element or one per value.
  void fill_bounds(int law_index, nb::handle low, nb::handle high, nb::handle out);
  /// Permutations of 0 ... n - 1, as 64-bit integers: the first `length` elements of one permutation per row.
  /// @returns the first permutation's position
  std::uint64_t permutations(std::uint64_t n, std::size_t length, nb::handle out);

  [[nodiscard]] std::uint64_t position() const { return position_; }
  void seek(std::uint64_t position);
  /// Skips n values.
  /// @returns the position of the first
  std::uint64_t take(std::uint64_t n);
  /// Moves back to the first of n positions that were taken, unless other code has taken more since.
  void give_back(std::uint64_t first, std::uint64_t n) {
    if (position_ == first + n) position_ = first;
  }

  /// Whether the caller expects new numbers at every fill, as from a tali.Generator. Then a fill during the
  /// capture of a CUDA graph is an error, because each replay would write the same numbers.
  bool moves = false;
  /// Whether values without `out` are returned as NumPy arrays.
  bool on_host = true;

  [[nodiscard]] std::uint64_t seed() const { return key_.seed; }
  [[nodiscard]] std::uint64_t stream() const { return key_.stream; }
  [[nodiscard]] const std::string& engine() const { return engine_; }
  [[nodiscard]] detail::sequence_key substream(std::uint32_t tag) const;
  [[nodiscard]] bool is_generator() const { return !sequence_; }
  /// The sequence that a distribution draws from.
  const any_engine& engine_of(int law_index);

 private:
  /// The distribution of the last fill.
  struct last_distribution {
    int law_index = -1;
    double parameters[detail::max_numbers] = {};
    std::optional<any_distribution> d;
  };
  /// A bank's states, and the distribution that they are for.
  struct bank {
    std::mutex lock;
    std::optional<any_distribution> d;
    std::unique_ptr<filler> states;
  };

  detail::any_ahead& ahead(int law_index);
  /// Calls f with the first of the next n positions, and gives the positions back if f throws.
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
  /// The distribution with these parameters; the last one is kept. Null if the parameters are invalid.
  const any_distribution* distribution_of(int law_index, const double* p);
  /// Takes the next n values with numbers p from those made ahead. Returns false, and takes nothing, if p is
  /// invalid.
  bool take_ahead(int law_index, const double* p, std::size_t n, void* to);
  /// Makes the next n values of a law with these numbers. Returns false as above.
  bool fill_numbers(int law_index, const double* p, const destination& to, std::size_t n);
  /// The same for uniform numbers between two numbers.
  bool fill_between(int law_index, double low, double high, const destination& to, std::size_t n);
  /// The same for 32-bit integers, truncated to a type with fewer bits.
  bool fill_narrow(int law_index, const double* p, value_type type, void* to, std::size_t n);
  /// Makes the next n values with separate parameters, which are arrays of the law's type in host memory.
  void fill_each(const law& l, const void* const* p, const destination& to, std::size_t n);
  /// Integers between bounds of their own. bounds_at(done, count, low, high) writes `count` of the lowest and
  /// of the highest integers; several threads call it.
  void fill_each_integers(
      const law& l,
      const std::function<void(std::size_t, std::size_t, std::int64_t*, std::int64_t*)>& bounds_at,
      const destination& to, std::size_t n);
  void fill_each_bounds(const law& l, const bounds& b, const destination& to, std::size_t n);
  /// Takes the next n values, and calls use(make, done, count) for pieces of them on the host: make(to)
  /// writes the piece's values.
  template <class Use>
  void fill_cached(const any_engine& e, const any_distribution& d, std::size_t n, const Use& use);

  /// Throws unless elements first ... first + n - 1 are in the sequence.
  void check_range(const any_engine& e, const any_distribution& d, std::uint64_t first, std::size_t n) const;
  /// @throws error if replays of a graph would repeat the numbers
  void check_capture(const destination& to) const;
  void fill_into(const any_distribution& d, const destination& to, std::size_t n);
  [[nodiscard]] philox4x32 sequence_of_orders(bool small) const;
  /// The first elements of the next permutation of 0 ... n - 1, for n below 2^32.
  void next_order(std::uint32_t n, std::uint32_t* to, std::size_t length);

  std::string engine_;
  detail::sequence_key key_{};
  std::optional<any_engine> sequence_;
  std::shared_ptr<bank> bank_;
  std::uint64_t position_ = 0;
  std::vector<std::unique_ptr<detail::any_ahead>> ahead_;
  last_distribution last_;
};

/// Converts a Python number to a parameter of a distribution. False if it is not a valid number.
bool number_from(const distribution_info& d, nb::handle value, double& to);

}  // namespace tali::python
