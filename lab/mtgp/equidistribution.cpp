// SPDX-License-Identifier: Apache-2.0
#include "equidistribution.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>

#include <gf2/euclid.hpp>
#include <gf2/modulus.hpp>

#include <tali/error.hpp>

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

int dimensions::delta() const { return std::accumulate(d.begin(), d.end(), 0); }

namespace {

template <class Word>
dimensions reduce_all(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f) {
  const auto p = static_cast<int>(f.degree());
  gf2::modulus mod(f);
  const gf2::modulus::residue first = mod.enter(gf2::inverse(bits[0], f));
  lattice<Word> relations(f);
  dimensions all;
  for (std::size_t v = 1; v <= bits.size(); ++v) {
    if (v > 1) {
      // Montgomery's product of a row without the factor R and a row with it has no factor R.
      gf2::modulus::residue r = bits[v - 1].words();
      r.resize(mod.words());
      mod.multiply(r, r, first);
      relations.add_bit(vector_polynomial<Word>(gf2::polynomial(std::move(r))));
    }
    all.k.push_back(static_cast<int>(relations.shortest()));
    all.d.push_back(p / static_cast<int>(v) - all.k.back());
  }
  return all;
}

}  // namespace

dimensions equidistribution(const std::vector<gf2::polynomial>& bits, const gf2::polynomial& f) {
  if (bits.empty() || bits.size() > 64) {
    throw argument_error("bits", std::to_string(bits.size()), "1 to 64 sequences");
  }
  if (bits[0].degree() < 0)
    throw argument_error("bits", "0 everywhere in the first sequence", "a sequence that is not 0 everywhere");
  return bits.size() <= 32 ? reduce_all<std::uint32_t>(bits, f) : reduce_all<std::uint64_t>(bits, f);
}

template <mtgp_word Word>
dimensions equidistribution(const mtgp_parameters<Word>& s, const gf2::polynomial& f, significant end) {
  const linear_parts parts = parts_of(s, f);
  std::vector<gf2::polynomial> bits = parts.words;  // the least significant first
  for (std::size_t k = 0; k < bits.size(); ++k) {
    for (std::size_t i = 0; i < 4; ++i) {
      if ((s.tempering[i] >> k & 1) != 0) bits[k] += parts.inputs[i];
    }
  }
  if (end == significant::most) std::reverse(bits.begin(), bits.end());
  return equidistribution(bits, f);
}

template <mtgp_word Word>
mtgp_parameters<Word> as_measured_2009(mtgp_parameters<Word> set) {
  constexpr bool wide = sizeof(Word) == 8;
  constexpr int first = wide ? 15 : 20, last = wide ? 20 : 23, bits = 8 * sizeof(Word);
  for (int v = first; v <= last; ++v) set.tempering[3] |= Word{1} << (bits - v);
  return set;
}

template mtgp_parameters<std::uint32_t> as_measured_2009(mtgp_parameters<std::uint32_t>);
template mtgp_parameters<std::uint64_t> as_measured_2009(mtgp_parameters<std::uint64_t>);
template dimensions equidistribution(const mtgp_parameters<std::uint32_t>&, const gf2::polynomial&,
                                     significant);
template dimensions equidistribution(const mtgp_parameters<std::uint64_t>&, const gf2::polynomial&,
                                     significant);

}  // namespace tali::lab::mtgp
