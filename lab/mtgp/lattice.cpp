// SPDX-License-Identifier: Apache-2.0
#include "lattice.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>
#include <utility>

namespace tali::lab::mtgp {

template <class Word>
vector_polynomial<Word>::vector_polynomial(const gf2::polynomial& f) {
  c_.resize(static_cast<std::size_t>(f.degree() + 1));
  for (std::size_t i = 0; i < c_.size(); ++i) c_[i] = f[i] ? 1 : 0;
}

template <class Word>
unsigned vector_polynomial<Word>::pivot() const {
  return static_cast<unsigned>(std::bit_width(c_.back())) - 1;
}

namespace {

void add_rows(std::uint32_t* r, const std::uint32_t* const* rows, std::size_t count, std::size_t n) {
  gf2::best_kernels().add32(r, rows, count, n);
}
void add_rows(std::uint64_t* r, const std::uint64_t* const* rows, std::size_t count, std::size_t n) {
  gf2::best_kernels().add64(r, rows, count, n);
}

}  // namespace

template <class Word>
vector_polynomial<Word>& vector_polynomial<Word>::operator+=(const vector_polynomial& b) {
  if (b.c_.size() > c_.size()) c_.resize(b.c_.size());
  const Word* const row = b.c_.data();
  add_rows(c_.data(), &row, 1, b.c_.size());
  trim();
  return *this;
}

template <class Word>
void vector_polynomial<Word>::add_aligned(const std::vector<const vector_polynomial*>& rows) {
  const std::size_t n = c_.size();
  std::size_t shortest = n;
  for (const auto* b : rows) shortest = std::min(shortest, b->c_.size());
  std::array<const Word*, 8 * sizeof(Word)> tops;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    // Coefficients of longer rows below the shortest row's end are added one by one; the others are added
    // together.
    const std::size_t extra = rows[j]->c_.size() - shortest;
    const Word* const row = rows[j]->c_.data();
    add_rows(c_.data() + (n - shortest - extra), &row, 1, extra);
    tops[j] = row + extra;
  }
  add_rows(c_.data() + (n - shortest), tops.data(), rows.size(), shortest);
  trim();
}

template <class Word>
void vector_polynomial<Word>::add_unit(unsigned component) {
  if (c_.empty()) c_.resize(1);
  c_[0] ^= static_cast<Word>(Word{1} << component);
  trim();
}

template <class Word>
lattice<Word>::lattice(const gf2::polynomial& f) : basis_(8 * sizeof(Word)) {
  basis_[0] = vector_polynomial<Word>(f);
}

template <class Word>
void lattice<Word>::lower(vector_polynomial<Word>& x) const {
  std::vector<const vector_polynomial<Word>*> rows;
  while (x.degree() >= 0) {
    // Leading words alone determine which vectors clear the leading word.
    rows.clear();
    Word leading = x.leading();
    while (leading != 0) {
      const vector_polynomial<Word>& y = basis_[static_cast<unsigned>(std::bit_width(leading)) - 1];
      if (y.degree() < 0 || x.degree() < y.degree()) break;
      rows.push_back(&y);
      leading ^= y.leading();
    }
    if (!rows.empty()) x.add_aligned(rows);
    if (leading != 0) return;
  }
}

template <class Word>
void lattice<Word>::add_bit(vector_polynomial<Word> x) {
  x.add_unit(rank_++);  // the new relation: the combination for N_new, and N_new
  for (;;) {
    lower(x);
    vector_polynomial<Word>& y = basis_[x.pivot()];
    std::swap(x, y);
    if (x.degree() < 0) return;  // y's place was free
  }
}

template <class Word>
void lattice<Word>::reduce(vector_polynomial<Word>& x) const {
  lower(x);
}

template <class Word>
std::ptrdiff_t lattice<Word>::shortest() const {
  std::ptrdiff_t smallest = -1;
  for (const auto& b : basis_) {
    if (b.degree() >= 0 && (smallest < 0 || b.degree() < smallest)) smallest = b.degree();
  }
  return smallest;
}

template class vector_polynomial<std::uint32_t>;
template class vector_polynomial<std::uint64_t>;
template class lattice<std::uint32_t>;
template class lattice<std::uint64_t>;

}  // namespace tali::lab::mtgp
