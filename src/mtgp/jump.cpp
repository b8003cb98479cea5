// SPDX-License-Identifier: Apache-2.0
// The characteristic polynomial of an MTGP, and its states far ahead.
#include <algorithm>
#include <string>

#include <tali/engine/mtgp_jump.hpp>
#include <tali/error.hpp>

#include "mtgp/polynomial_facts.hpp"
#include "mtgp/sha1.hpp"
#include "mtgp/tile.hpp"

namespace tali {

namespace {

bool bit(std::span<const std::uint64_t> a, std::size_t k) { return ((a[k / 64] >> (k % 64)) & 1u) != 0; }

}  // namespace

template <mtgp_word Word>
gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<Word>& set) {
  // Any bit of any non-zero sequence does, as the characteristic polynomial of a full period is irreducible.
  const auto n = static_cast<std::size_t>(set.size()), c = static_cast<std::size_t>(set.steps());
  const auto p = static_cast<std::size_t>(set.mexp);
  std::vector<Word> x(2 * p + n + c);
  mtgp_seed(set, Word{1}, std::span(x).first(n));
  for (std::size_t at = 0; at < 2 * p; at += c) {
    detail::mtgp_tile<Word, 16>(set, x.data() + at, set.size(), set.steps(), static_cast<Word*>(nullptr));
  }
  std::vector<std::uint8_t> bits(2 * p);
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint8_t>(x[n + i] & 1u);
  gf2_polynomial out = minimal_polynomial(bits);
  if (degree(out) != set.mexp) {
    throw argument_error("degree of the characteristic polynomial of set " + std::to_string(set.number),
                         std::to_string(degree(out)), "mexp = " + std::to_string(set.mexp));
  }
  return out;
}

template <mtgp_word Word>
detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<Word>& set) {
  const gf2_polynomial f = mtgp_characteristic_polynomial(set);
  std::string coefficients;
  int weight = 0;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(set.mexp); ++k) {
    coefficients += bit(f, k) ? '1' : '0';
    weight += bit(f, k);
  }
  return {sha1::of(coefficients), weight};
}

template <mtgp_word Word>
void check_polynomial(const mtgp_parameters<Word>& set, const std::string& where) {
  check(set, where);
  const detail::polynomial_facts found = [&] {
    try {
      return detail::facts_of_polynomial(set);
    } catch (const argument_error&) {
      throw argument_error(where + "recursion", "one with a reducible polynomial",
                           "the recursion that the catalogue was made with");
    }
  }();
  if (found.sha1 != set.sha1) {
    throw argument_error(where + "sha1", to_hex(set.sha1),
                         to_hex(found.sha1) + ", that of the characteristic polynomial");
  }
  if (found.weight != set.weight) {
    throw argument_error(where + "weight", std::to_string(set.weight),
                         std::to_string(found.weight) + ", that of the characteristic polynomial");
  }
}

template <mtgp_word Word>
void mtgp_apply(const mtgp_parameters<Word>& set, std::span<const std::uint64_t> g, std::span<Word> state) {
  // Word j of the new state is the sum of g_k x_(k+j).
  const auto n = static_cast<std::size_t>(set.size()), c = static_cast<std::size_t>(set.steps());
  const int last = degree(g);
  const auto terms = static_cast<std::size_t>(last + 1);
  std::vector<Word> x(terms + n + c);
  std::copy(state.begin(), state.end(), x.begin());
  for (std::size_t at = 0; at < terms; at += c) {
    detail::mtgp_tile<Word, 16>(set, x.data() + at, set.size(), set.steps(), static_cast<Word*>(nullptr));
  }
  std::fill(state.begin(), state.end(), Word{0});
  Word* const to = state.data();
  for (std::size_t k = 0; k < terms; ++k) {
    if (!bit(g, k)) continue;
    const Word* const from = x.data() + k;
    for (std::size_t j = 0; j < n; ++j) to[j] ^= from[j];
  }
  state[0] &= set.mask;
}

template gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<std::uint32_t>&);
template gf2_polynomial mtgp_characteristic_polynomial(const mtgp_parameters<std::uint64_t>&);
template detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<std::uint32_t>&);
template detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<std::uint64_t>&);
template void check_polynomial(const mtgp_parameters<std::uint32_t>&, const std::string&);
template void check_polynomial(const mtgp_parameters<std::uint64_t>&, const std::string&);
template void mtgp_apply(const mtgp_parameters<std::uint32_t>&, std::span<const std::uint64_t>,
                         std::span<std::uint32_t>);
template void mtgp_apply(const mtgp_parameters<std::uint64_t>&, std::span<const std::uint64_t>,
                         std::span<std::uint64_t>);

}  // namespace tali
