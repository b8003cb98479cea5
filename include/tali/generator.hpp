// SPDX-License-Identifier: Apache-2.0
// generator: random numbers of every distribution, from a key and one position.
//
// A *sequence* is a pure function: value(engine, distribution, i) is element i, on every device. A
// *generator* has one sequence per distribution, and one position in all of them.
//
// - Its **key** is a seed and a stream. Every distribution and value type has a separate sequence, its
//   *substream*. The substream's key is computed from the generator's key and the distribution's tag, a hash
//   of its name and type. So two distributions never share a word. detail/substream.hpp has the function.
// - Its **position** is one integer. A draw from any distribution returns element `position` of that
//   distribution's substream and advances the position by one; a draw of n values advances it by n, however
//   many words they take. So two draws of n normal numbers equal one draw of 2 n, and draws from other
//   distributions in between change which elements you get, never their values: after three uniform numbers,
//   the next normal number is element 3 of the normal numbers.
// - A tag does not depend on **parameters**. Different parameters at the same position give different
//   values from the same words: normal(mu, sigma) is fma(sigma, z, mu) with the same z. So if two
//   machines compute a parameter with different last bits, later values still come from the same
//   words. Distributions with different parameters can be compared value by value, with common random
//   numbers.
// - An element does not depend on how it was drawn: one at a time, in bulk, on the CPU or on a GPU. This also
//   holds for batch distributions, which make 128 or more elements at a time, and for rejection
//   distributions, which make as many attempts as needed.
// - Positions are 0 ... 2^62, which last for 146 years at 10^9 per second. Every distribution of the library
//   has that many elements except bernoulli-bits, which has 2^58 (2^63 bits). A draw past the end fails and
//   leaves the position unchanged.
//
// The state is the key and the position: 24 bytes, saved as a line of text or as 32 bytes. It does not
// include buffered values.
//
// For users: docs/generator.md.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tali/detail/between.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/detail/made_ahead.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/substream.hpp>
#include <tali/draws.hpp>
#include <tali/key.hpp>

namespace tali {

/// Draws every scalar distribution that philox4x32 supports, from a key and one position. Vectors, and
/// categorical values, which need a table, are drawn only by fill().
///
/// It is a uniform_random_bit_generator of the standard library. A copy continues with the same numbers; only
/// key and position are copied, not buffered values. Two generators are equal if they continue with the same
/// numbers. Give each thread or process a child, made by split() or fold_in(); use an object from only one
/// thread at a time. Needs the compiled library. Not for cryptography.
class generator {
 public:
  using result_type = std::uint64_t;

  /// The generator of this key, at position 0. All keys are equally good, even neighbouring ones.
  explicit generator(std::uint64_t seed = 0, std::uint64_t stream = 0) : state_{seed, stream, 0} {}

  /// The generator with this key, at position 0.
  explicit generator(const tali::key& k) : generator(k.seed(), k.stream()) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// Draws 64 random bits: the next element of bits<std::uint64_t>.
  /// @throws argument_error at the end. The position is then unchanged; this holds for all functions below.
  result_type operator()() { return (*this)(bits<std::uint64_t>()); }

  /// Draws the next value of a distribution.
  /// @throws argument_error at the end; sampling_error if all attempts at this sample were rejected
  template <class D>
  requires detail::drawable<philox4x32, D>
  typename D::result_type operator()(const D& d) {
    const auto x = made(d).element(state_.position, d);
    ++state_.position;
    return x;
  }

  /// Draws a uniform number in [0, 1) with 53 random bits.
  double uniform() { return (*this)(tali::uniform<double>()); }

  /// Draws a uniform number in [low, high): fma(high - low, u, low) with u from uniform(). If that rounds to
  /// `high`, returns the number before it.
  /// @throws argument_error unless low < high and high - low is finite
  double uniform(double low, double high) {
    const double width = add(high, -low);
    detail::require(low < high && detail::is_finite(width), "low", low, "a number below high (", high,
                    ") at a finite distance");
    return detail::between(low, high, uniform());
  }

  /// Draws a standard normal number, from normal<double>.
  double normal() {
    const tali::normal<double> d;
    const double z = made(d).standard_element(state_.position);
    ++state_.position;
    return z;
  }

  /// Draws a normal number, from normal<double>.
  /// @throws argument_error unless mu and sigma are finite and sigma >= 0
  double normal(double mu, double sigma) { return (*this)(tali::normal<double>(mu, sigma)); }

  /// Draws an exponential number with mean `scale`.
  /// @throws argument_error unless scale is finite and above 0
  double exponential(double scale = 1) { return (*this)(tali::exponential<double>(scale)); }

  /// Draws an integer low ... high, inclusive.
  /// @throws argument_error if low > high
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return (*this)(uniform_int<std::int64_t>(low, high));
  }

  /// Returns true with probability p.
  /// @throws argument_error unless 0 <= p <= 1
  bool bernoulli(double p = 0.5) { return (*this)(tali::bernoulli(p)) != 0; }

  /// Writes the next values of a distribution to `to`, as many as fit: the same values as from single calls.
  /// Uses all threads of the machine and its best SIMD level. A row of a vector distribution counts as one
  /// value.
  /// @throws as fill in fill.hpp; argument_error past the end. The contents of `to` are then unspecified.
  template <class D>
  requires fillable<philox4x32, D>
  void fill(const D& d, std::span<typename D::result_type> to) {
    if constexpr (detail::drawable<philox4x32, D>) {
      if (to.size() <= from_buffer) return fill_from_buffer(d, to);
    }
    fill(cpu{}, d, to);
  }

  /// The same with the threads and the SIMD level of `where`.
  template <class D>
  requires fillable<philox4x32, D>
  void fill(const cpu& where, const D& d, std::span<typename D::result_type> to) {
    const std::size_t n = detail::elements_of(d, to.size());
    check_count(n);
    tali::fill(where, substream(d), d, state_.position, to);
    state_.position += n;
  }

  /// The same in the memory of another device. For tali::cuda, include tali/cuda/fill.hpp.
  /// Returns when that device's fill returns.
  template <class Where, class D>
  requires fillable<philox4x32, D>
  void fill(const Where& where, const D& d, typename D::result_type* to, std::size_t n) {
    check_count(n);
    tali::fill(where, substream(d), d, state_.position, to, n);
    state_.position += n;
  }

  /// The same for a distribution that is chosen at run time.
  /// @param where  tali::cpu, or another device whose header is included
  /// @param n      elements, of d.element_bytes() bytes each
  template <class Where, std::same_as<any_distribution> D>
  void fill(const Where& where, const D& d, void* to, std::size_t n) {
    check_count(n);
    tali::fill(where, substream(d), d, state_.position, to, n);
    state_.position += n;
  }

  [[nodiscard]] std::uint64_t seed() const { return state_.seed; }
  [[nodiscard]] std::uint64_t stream() const { return state_.stream; }

  /// The key from which all of the generator's sequences are derived. Its fold_in and split_at give the
  /// children's keys.
  [[nodiscard]] tali::key key() const { return tali::key::of(state_.seed, state_.stream); }

  /// Number of values drawn so far, from all distributions together.
  [[nodiscard]] std::uint64_t position() const { return state_.position; }

  /// The position after the last element.
  static constexpr std::uint64_t end() { return detail::generator_state::last_position; }

  /// Moves to a position, in either direction, in constant time.
  /// @throws argument_error unless it is at most end()
  void seek(std::uint64_t position) {
    detail::require(position <= end(), "position", position, "at most 2^62");
    state_.position = position;
  }

  /// Skips the next n values.
  /// @throws argument_error past the end
  void discard(std::uint64_t n) {
    check_count(n);
    state_.position += n;
  }

  /// The sequence from which D's values are drawn; the returned engine is at index 0. The next value of a
  /// distribution d is value(g.substream(d), d, g.position()). The substream depends neither on the position
  /// nor on D's parameters.
  template <class D>
  [[nodiscard]] philox4x32 substream() const {
    const detail::sequence_key k = detail::substream_key(name(), detail::distribution_tag<D>);
    return philox4x32(k.seed, k.stream);
  }
  template <class D>
  [[nodiscard]] philox4x32 substream(const D&) const {
    return substream<D>();
  }

  [[nodiscard]] philox4x32 substream(const any_distribution& d) const {
    const std::string text = std::string(d.info().name) + ' ' + d.info().type;
    const detail::sequence_key k = detail::substream_key(name(), tag_of(text.c_str()));
    return philox4x32(k.seed, k.stream);
  }

  /// A child generator at position 0; its key is computed from this generator's key and x. The same x gives
  /// the same child at any position; all 2^64 children are different. g.fold_in(epoch).fold_in(rank) gives
  /// one generator per epoch and rank.
  [[nodiscard]] generator fold_in(std::uint64_t x) const { return generator(key().fold_in(x)); }

  /// n children with new keys. Child i depends only on this generator's key and on i, not on n. fold_in never
  /// gives one of these children.
  [[nodiscard]] std::vector<generator> split(std::size_t n) const {
    std::vector<generator> all;
    all.reserve(n);
    for (std::size_t i = 0; i < n; ++i) all.push_back(split_at(i));
    return all;
  }
  /// Child i of split.
  [[nodiscard]] generator split_at(std::uint64_t i) const { return generator(key().split_at(i)); }

  /// The state as a line of text, without a newline: "tali-generator 1 philox4x32 SEED STREAM POSITION".
  [[nodiscard]] std::string save() const { return detail::saved_text(state_); }
  /// The state as 32 bytes, the same on every machine, with a checksum.
  [[nodiscard]] std::array<std::byte, 32> save_bytes() const { return detail::saved_bytes(state_); }

  /// Restores a saved generator.
  /// @throws argument_error for anything except the output of save() or save_bytes()
  [[nodiscard]] static generator load(std::string_view text) {
    return generator(detail::generator_from(text));
  }
  [[nodiscard]] static generator load(std::span<const std::byte> bytes) {
    return generator(detail::generator_from(bytes));
  }

  /// Whether both continue with the same numbers.
  friend bool operator==(const generator& a, const generator& b) { return a.state_ == b.state_; }

 private:
  /// Fills of at most this many values use the buffer, because a separate fill would cost more.
  static constexpr std::size_t from_buffer = 32;

  explicit generator(const detail::generator_state& s) : state_{s} {}

  [[nodiscard]] detail::sequence_key name() const { return {state_.seed, state_.stream}; }

  template <class D>
  void fill_from_buffer(const D& d, std::span<typename D::result_type> to) {
    check_count(to.size());
    const std::uint64_t start = state_.position;
    try {
      for (auto& x : to) x = (*this)(d);
    } catch (...) {
      state_.position = start;
      throw;
    }
  }

  /// The buffer of distribution d, filled so that it contains the element at the position.
  template <class D>
  detail::made_ahead<D>& made(const D& d) {
    detail::made_ahead<D>* m = ahead_.find<D>();
    if (m == nullptr || !m->has(state_.position, d)) [[unlikely]] {
      m = made_now(m, d);
    }
    return *m;
  }
  template <class D>
  [[gnu::noinline]] detail::made_ahead<D>* made_now(detail::made_ahead<D>* m, const D& d) {
    check_count(1);
    if (m == nullptr) m = ahead_.add(substream(d), d);
    m->refill(state_.position, d);
    return m;
  }

  /// Throws unless n values remain.
  void check_count(std::uint64_t n) const {
    if (n <= end() - state_.position) return;
    throw argument_error("position + count", std::to_string(state_.position) + " + " + std::to_string(n),
                         "at most 2^62");
  }

  detail::generator_state state_;
  detail::all_made_ahead ahead_;
};

}  // namespace tali
