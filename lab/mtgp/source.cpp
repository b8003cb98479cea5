// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <gf2/euclid.hpp>

#include <tali/engine/mtgp_recursion.hpp>
#include <tali/engine/philox4x32.hpp>

namespace tali::lab::mtgp {

namespace {

/// All words of the recursion from a random state: x_0 ... x_(N + n - 1).
template <mtgp_word Word>
std::vector<Word> orbit(const mtgp_parameters<Word>& s, std::uint64_t start, std::size_t n) {
  const auto size = static_cast<std::size_t>(s.size()), middle = static_cast<std::size_t>(s.middle);
  std::vector<Word> x(size + n);
  philox4x32 random(start);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < sizeof(Word); k += 4) x[i] |= static_cast<Word>(Word{random()} << (8 * k));
  }
  const std::array<Word, 16> table = detail::mtgp_table(s.recursion);
  for (std::size_t i = 0; i < n; ++i) {
    const Word u = detail::mtgp_mix(x[i], x[i + 1], x[i + middle], s.mask, s.shift1, s.shift2);
    x[size + i] = u ^ table[u & 15];
  }
  return x;
}

}  // namespace

template <mtgp_word Word>
gf2::polynomial low_bits(const mtgp_parameters<Word>& s, std::uint64_t start) {
  const auto n = static_cast<std::size_t>(2 * s.mexp), size = static_cast<std::size_t>(s.size());
  const std::vector<Word> x = orbit(s, start, n);
  gf2::polynomial bits(n);
  for (std::size_t i = 0; i < n; ++i) {
    bits.words()[i / 64] |= static_cast<gf2::word>(x[size + i] & 1) << (i % 64);
  }
  return bits;
}

template <mtgp_word Word>
gf2::polynomial low_output_bits(const mtgp_parameters<Word>& s, std::uint64_t start) {
  const auto n = static_cast<std::size_t>(2 * s.mexp), size = static_cast<std::size_t>(s.size());
  const auto middle = static_cast<std::size_t>(s.middle);
  philox4x32 random(start);
  std::vector<Word> x(size);
  for (Word& word : x) {
    for (std::size_t k = 0; k < sizeof(Word); k += 4) word |= static_cast<Word>(Word{random()} << (8 * k));
  }
  gf2::polynomial bits(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = i % size;
    Word& oldest = x[at];
    const Word u =
        detail::mtgp_mix(oldest, x[(at + 1) % size], x[(at + middle) % size], s.mask, s.shift1, s.shift2);
    const std::uint32_t t = detail::mtgp_fold(x[(at + middle - 1) % size]);
    oldest = u ^ detail::mtgp_product(u, s.recursion[0], s.recursion[1], s.recursion[2], s.recursion[3]);
    const Word out = oldest ^ detail::mtgp_product(Word{t}, s.tempering[0], s.tempering[1], s.tempering[2],
                                                   s.tempering[3]);
    if ((out & 1) != 0) bits.flip(i);
  }
  return bits;
}

template <mtgp_word Word>
gf2::polynomial characteristic_polynomial(const mtgp_parameters<Word>& s) {
  for (std::uint64_t start = 1; start <= 3; ++start) {
    gf2::polynomial f = gf2::minimal_polynomial(low_bits(s, start), static_cast<std::size_t>(s.mexp));
    if (f.degree() == s.mexp) return f;
  }
  return {};
}

gf2::polynomial numerator(const gf2::polynomial& sequence, const gf2::polynomial& f) {
  const auto p = static_cast<std::size_t>(f.degree());
  return (sequence.truncated(p).reversed(p - 1) * f).shifted_down(p);
}

template <mtgp_word Word>
linear_parts parts_of(const mtgp_parameters<Word>& s, const gf2::polynomial& f) {
  const auto p = static_cast<std::size_t>(s.mexp), size = static_cast<std::size_t>(s.size());
  const auto middle = static_cast<std::size_t>(s.middle);
  const std::vector<Word> x = orbit(s, 1, p);
  const auto sequence = [&](auto&& bit) {
    gf2::polynomial bits(p);
    for (std::size_t i = 0; i < p; ++i) {
      bits.words()[i / 64] |= static_cast<gf2::word>(bit(i) & 1) << (i % 64);
    }
    return numerator(bits, f);
  };
  linear_parts parts;
  for (std::size_t k = 0; k < 8 * sizeof(Word); ++k) {
    parts.words.push_back(sequence([&](std::size_t i) { return x[size + i] >> k; }));
  }
  for (unsigned k = 0; k < 4; ++k) {
    parts.inputs.push_back(
        sequence([&](std::size_t i) { return detail::mtgp_fold(x[middle - 1 + i]) >> k; }));
  }
  return parts;
}

template gf2::polynomial low_bits(const mtgp_parameters<std::uint32_t>&, std::uint64_t);
template gf2::polynomial low_bits(const mtgp_parameters<std::uint64_t>&, std::uint64_t);
template gf2::polynomial low_output_bits(const mtgp_parameters<std::uint32_t>&, std::uint64_t);
template gf2::polynomial low_output_bits(const mtgp_parameters<std::uint64_t>&, std::uint64_t);
template gf2::polynomial characteristic_polynomial(const mtgp_parameters<std::uint32_t>&);
template gf2::polynomial characteristic_polynomial(const mtgp_parameters<std::uint64_t>&);
template linear_parts parts_of(const mtgp_parameters<std::uint32_t>&, const gf2::polynomial&);
template linear_parts parts_of(const mtgp_parameters<std::uint64_t>&, const gf2::polynomial&);

}  // namespace tali::lab::mtgp
