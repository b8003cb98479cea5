// SPDX-License-Identifier: Apache-2.0
// mtgp32 and mtgp64: Mersenne Twister for Graphic Processors, on a grid of parameter sets.
//
// Source: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic Processors", ACM TOMS
// 39(2), 2013; seeding as in the authors' release 1.1. Jump-ahead after H. Haramoto, M. Matsumoto,
// T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for F2-linear random number generators",
// INFORMS J. Comput. 20(3), 2008. Needs the compiled library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/engine/protocol.hpp>

namespace tali {

namespace detail {

template <mtgp_word Word>
struct mtgp_bank;

}  // namespace detail

/// Interleaves S parameter sets with one exponent, C outputs from each in turn: output (r * S + s) * C + t is
/// step r * C + t of set s, with C = mtgp_steps(). The engine's words are these outputs; a 64-bit output is
/// two words, the low half first.
///
/// A sequence is identified by its sets in their order, its seed and its stream. If the stream is 0 and the
/// seed fits in a generator word, the reference initialiser seeds every set with the seed. Otherwise it uses
/// the array {seed, stream}, split into 32-bit words, low halves first (for mtgp64, two 64-bit words). It
/// always uses the set's parameters too, so that the sets of a grid differ.
///
/// An object represents a position in a sequence, and has room for all sets' states (1.4 KiB per set for
/// exponent 11213). A set's state is seeded and moved when its words are requested: step by step over short
/// distances, by a jump polynomial over long ones. Not for use in kernels: on a GPU, use fill for whole
/// ranges (tali/cuda/fill.hpp).
template <mtgp_word Word>
class mtgp {
 public:
  using result_type = std::uint32_t;
  using word_type = Word;
  using parameters = mtgp_parameters<Word>;

  static constexpr const char* name = sizeof(Word) == 4 ? "mtgp32" : "mtgp64";
  static constexpr engine_kind kind = engine_kind::bank;
  static constexpr const char* summary = sizeof(Word) == 4
                                             ? "Mersenne Twister for Graphic Processors, interleaved sets"
                                             : "64-bit Mersenne Twister for Graphic Processors";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr int words_per_output = sizeof(Word) / 4;
  static constexpr std::size_t max_sets = std::size_t{1} << 20;

  /// @param sets  1 ... max_sets sets of one exponent
  /// @throws argument_error for any other number of sets, for mixed exponents, and as check() does
  explicit mtgp(std::span<const parameters> sets, std::uint64_t seed = 0, std::uint64_t stream = 0);

  /// Initialises every set with an array of 32-bit (64-bit) integers.
  mtgp(std::span<const parameters> sets, std::span<const Word> seeds);

  /// Initialises each set with a separate integer, as cuRAND does for its blocks.
  /// @param seeds  one per set
  /// @throws argument_error for any other number of seeds, and as the constructors do
  static mtgp seeded_apart(std::span<const parameters> sets, std::span<const Word> seeds);

  mtgp(const mtgp&);
  mtgp(mtgp&&) noexcept;
  mtgp& operator=(const mtgp&);
  mtgp& operator=(mtgp&&) noexcept;
  ~mtgp();

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// Returns the current word and advances by one. At the first of a set's C outputs, this also advances the
  /// set, in at most O(p^2) bit operations.
  /// @throws argument_error if this requires a jump and the set's period is not 2^p - 1
  result_type operator()();

  /// Advances by n words, modulo the sequence's 2^64 words. The sets' states are updated when needed.
  void discard(std::uint64_t n) { move_to(position() + n); }

  /// Returns the word i positions ahead, without moving. Copies one set's state and jumps the copy.
  [[nodiscard]] result_type word(std::uint64_t i) const;

  /// Number of words from the sequence's beginning to this position.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// Moves to word `position` of the sequence.
  void move_to(std::uint64_t position) { position_ = position; }

  [[nodiscard]] std::span<const parameters> sets() const;
  /// C, the number of consecutive outputs of a set.
  [[nodiscard]] int steps() const;
  /// Number of words in a row, which has C outputs of every set.
  [[nodiscard]] std::uint64_t row_words() const;

  /// Words x_(rC) ... x_(rC+N-1) of every set's recursion, set by set; r is the row of this position. Bits of
  /// the oldest word that are not part of the state are 0. Moves every set.
  [[nodiscard]] std::vector<Word> states() const {
    return states_at(0, sets().size(), position_ / row_words());
  }
  /// The same for sets first ... first + count - 1, at a row of the sequence.
  [[nodiscard]] std::vector<Word> states_at(std::size_t first, std::size_t count, std::uint64_t row) const;

  /// Two engines are equal if they are at the same position of the same sequence, or continue with the same
  /// words.
  friend bool operator==(const mtgp& a, const mtgp& b) { return a.equals(b); }

  /// Writes one line that names the engine, then a catalogue line and the state for every set.
  friend std::ostream& operator<<(std::ostream& out, const mtgp& e) { return e.write(out); }
  /// Reads the output of <<. For any other text, sets failbit and leaves the engine unchanged.
  friend std::istream& operator>>(std::istream& in, mtgp& e) { return e.read(in); }

  /// The same data as little-endian bytes.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// @throws argument_error for anything except the output of save()
  static mtgp restore(std::span<const std::byte> saved);

  /// For drivers, which advance states themselves: the states of sets first ... first + count - 1 in order,
  /// moved to a row of the sequence.
  [[nodiscard]] std::span<Word> states_for_driver(std::size_t first, std::size_t count, std::uint64_t row);
  /// Records that a driver has moved these sets' states to a row.
  void moved_by_driver(std::size_t first, std::size_t count, std::uint64_t row);
  /// Stores the state of set k at a row. A driver has computed it.
  void state_from_driver(std::size_t k, std::uint64_t row, std::span<const Word> state);

 private:
  struct whole_state;
  explicit mtgp(whole_state&& s);
  void seed(std::size_t k, std::span<Word> state) const;
  void advance(std::size_t k, std::uint64_t rows, std::span<Word> state) const;
  void bring(std::size_t k, std::uint64_t row);
  template <class F>
  void for_sets_to_move(std::size_t first, std::size_t count, std::uint64_t row, const F& f) const;
  [[nodiscard]] std::vector<Word> state_at(std::size_t k, std::uint64_t row) const;
  [[nodiscard]] std::span<const Word> stored(std::size_t k) const;
  [[nodiscard]] std::vector<Word> make_tile(std::size_t k, std::span<const Word> state) const;
  [[nodiscard]] bool equals(const mtgp& other) const;
  std::ostream& write(std::ostream& out) const;
  std::istream& read(std::istream& in);

  std::shared_ptr<const detail::mtgp_bank<Word>> grid_;
  std::vector<Word> seeds_;  // the reference initialiser's argument: one integer, one integer per set, or an
                             // array
  bool seeded_by_array_;
  std::uint64_t position_ = 0;
  std::vector<Word> states_;         // set by set
  std::vector<std::uint64_t> rows_;  // the row of each set's state
  std::vector<Word> tile_;           // outputs of the current tile, for operator()
  std::uint64_t tile_number_ = ~std::uint64_t{0};
};

extern template class mtgp<std::uint32_t>;
extern template class mtgp<std::uint64_t>;

using mtgp32 = mtgp<std::uint32_t>;
using mtgp64 = mtgp<std::uint64_t>;

}  // namespace tali
