// SPDX-License-Identifier: Apache-2.0
#include "recursion_search.hpp"

#include <bit>
#include <string>
#include <vector>

#include <gf2/irreducible.hpp>

#include <tali/error.hpp>

#include "source.hpp"

namespace tali::lab::mtgp {

namespace {

/// The low 4x4 block of R, by rows.
using block = std::array<std::uint32_t, 4>;

/// Whether u -> u + u_4 R is invertible: the block plus the identity has rank 4, so the block has no
/// eigenvalue 1.
bool invertible(block rows) {
  for (unsigned i = 0; i < 4; ++i) rows[i] ^= 1u << i;
  for (unsigned bit = 0; bit < 4; ++bit) {
    unsigned pivot = bit;
    while (pivot < 4 && (rows[pivot] >> bit & 1) == 0) ++pivot;
    if (pivot == 4) return false;
    std::swap(rows[bit], rows[pivot]);
    for (unsigned i = 0; i < 4; ++i) {
      if (i != bit && (rows[i] >> bit & 1) != 0) rows[i] ^= rows[bit];
    }
  }
  return true;
}

/// 64-bit words: R is in the upper half, as in the authors' release.
template <mtgp_word Word>
constexpr int low_bits_free_of_r = 8 * sizeof(Word) - 32;

template <mtgp_word Word>
mtgp_parameters<Word> draw(const target& t, choices& random) {
  mtgp_parameters<Word> s;
  s.mexp = t.mexp;
  s.mask = detail::mtgp_mask<Word>(t.mexp);
  // The paper's shifts for 32-bit words. The shifts of 64-bit words act on halves; theirs are from a trial in
  // docs/mtgp-creator.md. For some exponents, left shifts of 13 or more give only reducible polynomials.
  s.shift1 = sizeof(Word) == 4 ? 13 : 9;
  s.shift2 = 4;
  const middle_range range = middles<Word>(t.mexp);
  s.middle = random.between(range.low, range.high);
  block rows{};
  do {
    for (auto& row : rows) row = random.word();
    rows[3] = (t.id & 0xffff0000u) | (rows[3] & 0x0000ffffu);
    rows[2] = (t.id & 0x0000ffffu) << 4 | (rows[2] & 0xfff0000fu);
  } while (sizeof(Word) == 4 && !invertible({rows[0] & 15, rows[1] & 15, rows[2] & 15, rows[3] & 15}));
  for (std::size_t i = 0; i < 4; ++i) {
    s.recursion[i] = static_cast<Word>(Word{rows[i]} << low_bits_free_of_r<Word>);
  }
  return s;
}

/// The characteristic polynomial is an affine function of one row of R, like a determinant. So the
/// polynomials of some rows give those of all their sums, with one addition each.
template <mtgp_word Word>
class family {
 public:
  static constexpr unsigned directions = 10;

  /// False if no start gives the characteristic polynomial: it is reducible, and the sequence does not show
  /// it.
  bool begin(mtgp_parameters<Word> base, choices& random, search_cost& cost) {
    base_ = std::move(base);
    ++cost.polynomials;
    current_ = characteristic_polynomial(base_);
    if (current_.degree() < 0) return false;
    for (unsigned j = 0; j < directions; ++j) {
      do {
        // The last row does not carry the ID; this change does not alter the 4x4 block.
        steps_[j] = static_cast<Word>(Word{random.word() & 0xfffffff0u} << low_bits_free_of_r<Word>);
        mtgp_parameters<Word> neighbour = base_;
        neighbour.recursion[0] ^= steps_[j];
        ++cost.polynomials;
        differences_[j] = characteristic_polynomial(neighbour);
      } while (differences_[j].degree() < 0);
      differences_[j] += current_;
    }
    return true;
  }

  /// Candidates number 1 ... 2^directions - 1 in order: in Gray code, each takes one addition.
  void advance(unsigned number) {
    const auto j = static_cast<std::size_t>(std::countr_zero(number));
    base_.recursion[0] ^= steps_[j];
    current_ += differences_[j];
  }

  [[nodiscard]] const mtgp_parameters<Word>& set() const { return base_; }
  [[nodiscard]] const gf2::polynomial& characteristic() const { return current_; }

 private:
  mtgp_parameters<Word> base_;
  gf2::polynomial current_;
  std::array<Word, directions> steps_{};
  std::array<gf2::polynomial, directions> differences_;
};

}  // namespace

template <mtgp_word Word>
middle_range middles(int mexp) {
  const int n = detail::mtgp_size<Word>(mexp);
  const int floor2 = static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
  return {3, n - floor2 - 1};
}

template <mtgp_word Word>
void check_exponent(int mexp) {
  std::vector<std::string> exponents;
  for (const int p : detail::mtgp_exponents<Word>()) {
    if (p == mexp) return;
    exponents.push_back(std::to_string(p));
  }
  throw argument_error("mexp", std::to_string(mexp), "one of the exponents", exponents);
}

template <mtgp_word Word>
std::optional<recursion<Word>> search_recursion(const target& t, const std::atomic<bool>& stop) {
  check_exponent<Word>(t.mexp);
  const double begin = cpu_seconds();
  choices random(t, 8 * sizeof(Word), 0);
  search_cost cost;
  for (;;) {
    family<Word> f;
    if (!f.begin(draw<Word>(t, random), random, cost)) continue;
    for (unsigned number = 0; number < 1u << family<Word>::directions; ++number) {
      if (stop.load(std::memory_order_relaxed)) return {};
      if (number != 0) f.advance(number);
      ++cost.candidates;
      if (gf2::test_irreducibility(f.characteristic()) == gf2::verdict::irreducible) {
        cost.seconds = cpu_seconds() - begin;
        return recursion<Word>{f.set(), f.characteristic(), cost};
      }
    }
  }
}

template middle_range middles<std::uint32_t>(int);
template middle_range middles<std::uint64_t>(int);
template void check_exponent<std::uint32_t>(int);
template void check_exponent<std::uint64_t>(int);
template std::optional<recursion<std::uint32_t>> search_recursion(const target&, const std::atomic<bool>&);
template std::optional<recursion<std::uint64_t>> search_recursion(const target&, const std::atomic<bool>&);

}  // namespace tali::lab::mtgp
