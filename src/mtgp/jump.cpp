// SPDX-License-Identifier: Apache-2.0
// The characteristic polynomial of an MTGP, and jumps of its state.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <tali/engine/mtgp_jump.hpp>
#include <tali/error.hpp>

#include "mtgp/bank.hpp"
#include "mtgp/tile.hpp"

namespace tali::detail {

namespace {

class sha1 {
 public:
  static std::array<std::uint8_t, 20> of(std::string_view text) {
    sha1 s;
    std::size_t at = 0;
    for (; text.size() - at >= 64; at += 64) s.add(text.substr(at, 64));
    // The end of the text: a bit, zeros, and the length in bits, in one or two blocks.
    std::array<char, 128> end{};
    const std::size_t left = text.size() - at, size = left < 56 ? 64 : 128;
    text.copy(end.data(), left, at);
    end[left] = static_cast<char>(0x80);
    const std::uint64_t bits = std::uint64_t{text.size()} * 8;
    for (std::size_t k = 0; k < 8; ++k) end[size - 1 - k] = static_cast<char>(bits >> (8 * k));
    for (std::size_t k = 0; k < size; k += 64) s.add(std::string_view(end.data() + k, 64));
    std::array<std::uint8_t, 20> out{};
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = static_cast<std::uint8_t>(s.state_[k / 4] >> (24 - 8 * (k % 4)));
    return out;
  }

 private:
  void add(std::string_view block) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t k = 0; k < 64; ++k) w[k / 4] = w[k / 4] << 8 | static_cast<std::uint8_t>(block[k]);
    for (std::size_t k = 16; k < 80; ++k) w[k] = std::rotl(w[k - 3] ^ w[k - 8] ^ w[k - 14] ^ w[k - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t k = 0; k < 80; ++k) {
      const std::uint32_t f = k < 20              ? (b & c) | (~b & d)
                              : k >= 40 && k < 60 ? (b & c) | (b & d) | (c & d)
                                                  : b ^ c ^ d;
      constexpr std::array<std::uint32_t, 4> constants = {0x5a827999u, 0x6ed9eba1u, 0x8f1bbcdcu, 0xca62c1d6u};
      const std::uint32_t next = std::rotl(a, 5) + f + e + constants[k / 20] + w[k];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    const std::array<std::uint32_t, 5> by = {a, b, c, d, e};
    for (std::size_t k = 0; k < 5; ++k) state_[k] += by[k];
  }

  std::array<std::uint32_t, 5> state_ = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
};

}  // namespace

std::array<std::uint8_t, 20> sha1_of(std::string_view text) { return sha1::of(text); }

}  // namespace tali::detail

namespace tali {

namespace {

bool bit(std::span<const std::uint64_t> a, std::size_t k) { return ((a[k / 64] >> (k % 64)) & 1u) != 0; }

}  // namespace

template <mtgp_word Word>
detail::gf2_polynomial detail::mtgp_characteristic_polynomial(const mtgp_parameters<Word>& set) {
  // Any bit of any non-zero sequence suffices: with a full period, the characteristic polynomial is
  // irreducible.
  const auto n = static_cast<std::size_t>(set.size()), c = static_cast<std::size_t>(set.steps());
  const auto p = static_cast<std::size_t>(set.mexp);
  std::vector<Word> x(2 * p + n + c);
  detail::mtgp_seed(set, Word{1}, std::span(x).first(n));
  for (std::size_t at = 0; at < 2 * p; at += c) {
    detail::mtgp_tile<Word, 16>(set, x.data() + at, set.size(), set.steps(), static_cast<Word*>(nullptr));
  }
  std::vector<std::uint8_t> bits(2 * p);
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint8_t>(x[n + i] & 1u);
  detail::gf2_polynomial out = detail::minimal_polynomial(bits);
  if (detail::degree(out) != set.mexp) {
    throw argument_error("degree of the characteristic polynomial of set " + std::to_string(set.number),
                         std::to_string(detail::degree(out)), "mexp = " + std::to_string(set.mexp));
  }
  return out;
}

template <mtgp_word Word>
detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<Word>& set) {
  const detail::gf2_polynomial f = detail::mtgp_characteristic_polynomial(set);
  std::string coefficients;
  int weight = 0;
  for (std::size_t k = 0; k <= static_cast<std::size_t>(set.mexp); ++k) {
    coefficients += bit(f, k) ? '1' : '0';
    weight += bit(f, k);
  }
  return {sha1_of(coefficients), weight};
}

template <mtgp_word Word>
void detail::check_polynomial(const mtgp_parameters<Word>& set, const std::string& where) {
  check(set, where);
  const detail::polynomial_facts facts = [&] {
    try {
      return detail::facts_of_polynomial(set);
    } catch (const argument_error&) {
      throw argument_error(where + "recursion", "one with a reducible polynomial",
                           "the catalogue's original recursion");
    }
  }();
  if (facts.sha1 != set.sha1) {
    throw argument_error(where + "sha1", detail::to_hex(set.sha1),
                         detail::to_hex(facts.sha1) + ", that of the characteristic polynomial");
  }
  if (facts.weight != set.weight) {
    throw argument_error(where + "weight", std::to_string(set.weight),
                         std::to_string(facts.weight) + ", that of the characteristic polynomial");
  }
}

template <mtgp_word Word>
void detail::mtgp_apply(const mtgp_parameters<Word>& set, std::span<const std::uint64_t> g,
                        std::span<Word> state) {
  // Word j of the new state is the sum of g_k x_(k+j).
  const auto n = static_cast<std::size_t>(set.size()), c = static_cast<std::size_t>(set.steps());
  const int last = detail::degree(g);
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

template detail::gf2_polynomial detail::mtgp_characteristic_polynomial(const mtgp_parameters<std::uint32_t>&);
template detail::gf2_polynomial detail::mtgp_characteristic_polynomial(const mtgp_parameters<std::uint64_t>&);
template detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<std::uint32_t>&);
template detail::polynomial_facts detail::facts_of_polynomial(const mtgp_parameters<std::uint64_t>&);
template void detail::check_polynomial(const mtgp_parameters<std::uint32_t>&, const std::string&);
template void detail::check_polynomial(const mtgp_parameters<std::uint64_t>&, const std::string&);
template void detail::mtgp_apply(const mtgp_parameters<std::uint32_t>&, std::span<const std::uint64_t>,
                                 std::span<std::uint32_t>);
template void detail::mtgp_apply(const mtgp_parameters<std::uint64_t>&, std::span<const std::uint64_t>,
                                 std::span<std::uint64_t>);

}  // namespace tali
