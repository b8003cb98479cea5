// SPDX-License-Identifier: Apache-2.0
// The initialisers of the authors' release, so that published sets give published outputs.
#include <algorithm>
#include <type_traits>

#include <tali/engine/mtgp_jump.hpp>

namespace tali {

namespace {

template <mtgp_word Word>
struct init_by_array;

template <>
struct init_by_array<std::uint32_t> {
  static constexpr std::uint32_t by_integer = 1812433253, by_array_1 = 1664525, by_array_2 = 1566083941;
  static constexpr int integer_shift = 30, array_shift = 27;
};

template <>
struct init_by_array<std::uint64_t> {
  static constexpr std::uint64_t by_integer = 6364136223846793005, by_array_1 = 2173292883993,
                                 by_array_2 = 58885565329898161;
  static constexpr int integer_shift = 62, array_shift = 59;
};

/// The parameters' contribution to the seed: a word from the rows that carry the ID, and a byte that fills
/// the state.
template <mtgp_word Word>
Word hidden_seed(const mtgp_parameters<Word>& set) {
  return set.recursion[2] ^ static_cast<Word>(set.recursion[3] << 16);
}

template <mtgp_word Word>
Word filling(const mtgp_parameters<Word>& set) {
  auto sum = static_cast<std::uint32_t>(hidden_seed(set) >> (8 * sizeof(Word) - 32));
  sum += sum >> 16;
  sum += sum >> 8;
  return static_cast<Word>(sum & 0xffu) * static_cast<Word>(0x0101010101010101u);
}

}  // namespace

template <mtgp_word Word>
void detail::mtgp_seed(const mtgp_parameters<Word>& set, Word seed, std::span<Word> x) {
  using k = init_by_array<Word>;
  std::fill(x.begin(), x.end(), filling(set));
  x[0] = seed;
  x[1] = hidden_seed(set);
  for (std::size_t i = 1; i < x.size(); ++i) {
    x[i] ^= k::by_integer * (x[i - 1] ^ (x[i - 1] >> k::integer_shift)) + static_cast<Word>(i);
  }
  x[0] &= set.mask;
}

template <mtgp_word Word>
void detail::mtgp_seed(const mtgp_parameters<Word>& set, std::span<const Word> seeds, std::span<Word> x) {
  using c = init_by_array<Word>;
  const std::size_t n = x.size();
  const std::size_t lag = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : 3;
  const std::size_t mid = (n - lag) / 2;
  std::fill(x.begin(), x.end(), filling(set));
  x[0] = hidden_seed(set);

  std::size_t i = 0;
  // One round of either pass: mixes three words, adds `more`, and spreads the result over the array.
  const auto add = [&](Word more) {
    Word r = x[i] ^ x[(i + mid) % n] ^ x[(i + n - 1) % n];
    r = (r ^ (r >> c::array_shift)) * c::by_array_1;
    x[(i + mid) % n] += r;
    r += more;
    x[(i + mid + lag) % n] += r;
    x[i] = r;
    i = (i + 1) % n;
  };
  const auto cross = [&] {
    Word r = x[i] + x[(i + mid) % n] + x[(i + n - 1) % n];
    r = (r ^ (r >> c::array_shift)) * c::by_array_2;
    x[(i + mid) % n] ^= r;
    r -= static_cast<Word>(i);
    x[(i + mid + lag) % n] ^= r;
    x[i] = r;
    i = (i + 1) % n;
  };
  add(static_cast<Word>(seeds.size()));
  const std::size_t rounds = std::max(seeds.size() + 1, n) - 1;
  for (std::size_t j = 0; j < rounds; ++j) {
    add(static_cast<Word>(j < seeds.size() ? seeds[j] + static_cast<Word>(i) : static_cast<Word>(i)));
  }
  for (std::size_t j = 0; j < n; ++j) cross();
  constexpr Word non_zero = 0x4d544750;  // "MTGP"
  if (x[n - 1] == 0) x[n - 1] = non_zero;
  x[0] &= set.mask;
}

template void detail::mtgp_seed(const mtgp_parameters<std::uint32_t>&, std::uint32_t,
                                std::span<std::uint32_t>);
template void detail::mtgp_seed(const mtgp_parameters<std::uint64_t>&, std::uint64_t,
                                std::span<std::uint64_t>);
template void detail::mtgp_seed(const mtgp_parameters<std::uint32_t>&, std::span<const std::uint32_t>,
                                std::span<std::uint32_t>);
template void detail::mtgp_seed(const mtgp_parameters<std::uint64_t>&, std::span<const std::uint64_t>,
                                std::span<std::uint64_t>);

}  // namespace tali
