// SPDX-License-Identifier: Apache-2.0
// mt19937 and mt19937-64: seeds, states and jumps.
#include <algorithm>
#include <string>

#include <tali/engine/mersenne_twister.hpp>
#include <tali/engine/seed_sequence.hpp>
#include <tali/error.hpp>

#include "linear/device_tables.hpp"
#include "linear/jump.hpp"

namespace tali {

namespace {

constexpr int register_bytes = 16;  // every machine has such registers
constexpr int degree_of_both = 19937;

template <class Word>
constexpr auto low_bits = static_cast<Word>((Word{1} << detail::mt19937_constants<Word>::r) - 1);

/// Makes words n ... n + count - 1 from the words before them.
template <class Word>
void extend(Word* x, std::size_t count) {
  using c = detail::mt19937_constants<Word>;
  using reg = lanes<Word, register_bytes / static_cast<int>(sizeof(Word)), register_bytes>;
  std::size_t i = 0;
  for (; i + reg::count <= count; i += reg::count) {
    const Word* const from = x + i;
    detail::mt19937_next<Word>(reg::load(from), reg::load(from + 1), reg::load(from + c::m))
        .store(x + i + c::n);
  }
  for (; i < count; ++i) x[i + c::n] = detail::mt19937_next<Word>(x[i], x[i + 1], x[i + c::m]);
}

}  // namespace

template <class Word>
const detail::gf2_power& detail::twister_powers() {
  static const detail::gf2_power all = [] {
    mersenne_twister<Word> e(1);
    std::vector<Word> x(detail::mt19937_constants<Word>::n + 2 * degree_of_both);
    std::ranges::copy(e.state(), x.begin());
    extend(x.data(), 2 * degree_of_both);
    const Word* at = x.data() + detail::mt19937_constants<Word>::n;
    return detail::powers_of_step(degree_of_both, [&] { return *at++; });
  }();
  return all;
}

template const detail::gf2_power& detail::twister_powers<std::uint32_t>();
template const detail::gf2_power& detail::twister_powers<std::uint64_t>();

namespace {

/// The state g(F) x, where F is the recursion's step: word j is the sum of g_k x_(k+j).
template <class Word>
void jump_by(const detail::gf2_polynomial& g, Word* x) {
  constexpr std::size_t n = detail::mt19937_constants<Word>::n;
  const auto terms = static_cast<std::size_t>(detail::degree(g) + 1);
  std::vector<Word> all(n + terms);
  std::copy(x, x + n, all.begin());
  extend(all.data(), terms);
  std::fill(x, x + n, Word{0});
  for (std::size_t k = 0; k < terms; ++k) {
    if (((g[k / 64] >> (k % 64)) & 1u) == 0) continue;
    const Word* const from = all.data() + k;
    for (std::size_t j = 0; j < n; ++j) x[j] ^= from[j];
  }
}

}  // namespace

template <class Word>
mersenne_twister<Word>::mersenne_twister(std::uint64_t seed, std::uint64_t stream) {
  if (stream == 0 && seed == static_cast<Word>(seed)) {
    seed_by_integer(static_cast<Word>(seed));
  } else if constexpr (sizeof(Word) == 4) {
    const Word words[] = {narrow(seed), narrow(seed >> 32), narrow(stream), narrow(stream >> 32)};
    seed_by_array(words);
  } else {
    const Word words[] = {seed, stream};
    seed_by_array(words);
  }
}

template <class Word>
mersenne_twister<Word>::mersenne_twister(std::span<const Word> seeds) {
  if (seeds.empty()) throw argument_error("number of seeds", "0", "1 or more");
  seed_by_array(seeds);
}

template <class Word>
void mersenne_twister<Word>::seed_by_integer(Word seed) {
  constexpr Word factor = sizeof(Word) == 4 ? static_cast<Word>(1812433253u)
                                            : static_cast<Word>(std::uint64_t{6364136223846793005u});
  constexpr int top = static_cast<int>(8 * sizeof(Word)) - 2;
  x_[0] = seed;
  for (int i = 1; i < state_size; ++i)
    x_[i] = factor * (x_[i - 1] ^ (x_[i - 1] >> top)) + static_cast<Word>(i);
}

template <class Word>
void mersenne_twister<Word>::seed_by_array(std::span<const Word> seeds) {
  constexpr bool narrow_words = sizeof(Word) == 4;
  constexpr Word factor1 =
      narrow_words ? static_cast<Word>(1664525u) : static_cast<Word>(std::uint64_t{3935559000370003845u});
  constexpr Word factor2 =
      narrow_words ? static_cast<Word>(1566083941u) : static_cast<Word>(std::uint64_t{2862933555777941757u});
  constexpr int top = static_cast<int>(8 * sizeof(Word)) - 2;
  seed_by_integer(Word{19650218});
  int i = 1;
  const auto turn = [&](Word factor, Word more) {
    x_[i] = (x_[i] ^ ((x_[i - 1] ^ (x_[i - 1] >> top)) * factor)) + more;
    if (++i == state_size) {
      x_[0] = x_[state_size - 1];
      i = 1;
    }
  };
  const std::size_t turns = std::max(seeds.size(), static_cast<std::size_t>(state_size));
  for (std::size_t k = 0; k < turns; ++k)
    turn(factor1, seeds[k % seeds.size()] + static_cast<Word>(k % seeds.size()));
  for (int k = 1; k < state_size; ++k) turn(factor2, Word{0} - static_cast<Word>(i));
  x_[0] = Word{1} << (8 * sizeof(Word) - 1);
}

template <class Word>
mersenne_twister<Word> mersenne_twister<Word>::seeded(int seeding, std::uint64_t seed, std::uint64_t stream) {
  if (sizeof(Word) != 4 || seeding == 0) return mersenne_twister(seed, stream);
  mersenne_twister e{unseeded{}};
  if (seeding == 2) {
    const Word all[] = {static_cast<Word>(seed), static_cast<Word>(seed >> 32), static_cast<Word>(stream),
                        static_cast<Word>(stream >> 32)};
    std::size_t n = 4;
    while (n > 1 && all[n - 1] == 0) --n;
    e.seed_by_array(std::span(all, n));
    return e;
  }
  detail::seed_sequence words(seed, stream);
  for (auto& x : e.x_) x = words.next();
  e.x_[0] = Word{1} << (8 * sizeof(Word) - 1);
  e.at_ = state_size - 1;  // NumPy begins here
  return e;
}

template <class Word>
mersenne_twister<Word> mersenne_twister<Word>::from_state(std::span<const Word> state, std::size_t at) {
  if (state.size() != state_size)
    throw argument_error("number of words of state", std::to_string(state.size()),
                         std::to_string(state_size));
  if (at < 1 || at > state_size)
    throw argument_error("position in the state", std::to_string(at), "1 to " + std::to_string(state_size));
  Word any = state[0] & static_cast<Word>(~low_bits<Word>);
  for (const Word x : state.subspan(1)) any |= x;
  if (any == 0)
    throw argument_error("state", "all zero", "words that are not all zero beyond the low bits of the first");
  mersenne_twister e{unseeded{}};
  std::ranges::copy(state, e.x_);
  e.at_ = at;
  return e;
}

template <class Word>
std::array<std::uint64_t, detail::mt19937_constants<Word>::n + 1> mersenne_twister<Word>::saved() const {
  std::array<std::uint64_t, constants::n + 1> numbers;
  std::copy(x_, x_ + state_size, numbers.begin());
  numbers.back() = at_ + (phase() != 0 ? state_size + 1 : 0);
  return numbers;
}

template <class Word>
mersenne_twister<Word> mersenne_twister<Word>::restored(
    const std::array<std::uint64_t, constants::n + 1>& numbers) {
  Word state[constants::n];
  for (std::size_t k = 0; k < state_size; ++k) {
    state[k] = static_cast<Word>(numbers[k]);
    if (state[k] != numbers[k])
      throw argument_error("state", std::to_string(numbers[k]),
                           "words of the generator from 0 to 4294967295");
  }
  const bool begun =
      words_per_output == 2 && numbers.back() > state_size;  // the low half of an output has been taken
  const std::uint64_t at = begun ? numbers.back() - (state_size + 1) : numbers.back();
  if (!begun) return from_state(state, static_cast<std::size_t>(at));
  if (at >= state_size)
    throw argument_error("position in the state", std::to_string(numbers.back()),
                         "1 to " + std::to_string(2 * state_size));
  mersenne_twister e = from_state(state, static_cast<std::size_t>(at) + 1);
  e.at_ = static_cast<std::size_t>(at);
  e.position_ = 1;
  return e;
}

template <class Word>
void mersenne_twister<Word>::twist() {
  detail::mt19937_twist<Word, register_bytes>(x_);
}

template <class Word>
std::uint32_t mersenne_twister<Word>::operator()() {
  if (at_ == state_size) {
    twist();
    at_ = 0;
  }
  const Word x = constants::temper(x_[at_]);
  const bool high_half = position_ % words_per_output != 0;
  if (position_ == ~std::uint64_t{0}) {
    discard(1);  // wraps to the beginning
  } else {
    ++position_;
    if (words_per_output == 1 || high_half) ++at_;
  }
  return high_half ? narrow(x >> 16 >> 16) : narrow(x);
}

template <class Word>
void mersenne_twister<Word>::discard(std::uint64_t n) {
  constexpr std::uint64_t near = detail::near_words<mersenne_twister> / words_per_output, size = state_size;
  const std::uint64_t from = position_, to = position_ + n;
  position_ = to;
  std::uint64_t ahead = at_;  // distance of the output at `to` from the array's first
  if (to >= from) {
    const std::uint64_t outputs = to / words_per_output - from / words_per_output;
    ahead += outputs;
    if (outputs > near) {
      const std::uint64_t arrays =
          outputs / size - 2;  // so that steps follow, which make all bits of the state
      jump_by(detail::twister_powers<Word>()(arrays * size), x_);
      ahead = outputs - arrays * size + at_;
    }
  } else if (const std::uint64_t back = from / words_per_output - to / words_per_output; back < at_) {
    ahead -= back;
  } else {
    const std::uint64_t arrays = (back - at_) / size;
    jump_by(detail::twister_powers<Word>().back(arrays * size), x_);
    jump_by(detail::twister_powers<Word>().back(2 * size), x_);  // so that a step follows
    ahead = 2 * size + at_ - (back - arrays * size);
  }
  const bool within = to % words_per_output != 0;  // part of the output has been taken
  for (; ahead > size || (within && ahead == size); ahead -= size) twist();
  at_ = static_cast<std::size_t>(ahead);
}

template <class Word>
bool mersenne_twister<Word>::equals(const mersenne_twister& other) const {
  if (phase() != other.phase()) return false;
  if (at_ != other.at_) return false;
  return ((x_[0] ^ other.x_[0]) & static_cast<Word>(~low_bits<Word>)) == 0 &&
         std::equal(x_ + 1, x_ + state_size, other.x_ + 1);
}

template class mersenne_twister<std::uint32_t>;
template class mersenne_twister<std::uint64_t>;

}  // namespace tali
