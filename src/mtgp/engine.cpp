// SPDX-License-Identifier: Apache-2.0
// The engines mtgp32 and mtgp64 as positions in a sequence: seeding, steps and jumps.
#include <algorithm>
#include <string>

#include <tali/engine/mtgp.hpp>
#include <tali/error.hpp>

#include "mtgp/bank.hpp"
#include "mtgp/tile.hpp"

namespace tali {

namespace {

/// Checks the sets, and returns them.
template <mtgp_word Word>
std::shared_ptr<const detail::mtgp_bank<Word>> bank_of(std::span<const mtgp_parameters<Word>> sets) {
  const std::string allowed = "1 to " + std::to_string(mtgp<Word>::max_sets) + " sets of one exponent";
  if (sets.empty() || sets.size() > mtgp<Word>::max_sets) {
    throw argument_error("sets", std::to_string(sets.size()), allowed);
  }
  for (const auto& s : sets) {
    check(s, "set " + std::to_string(s.number) + " ");
    if (s.mexp != sets[0].mexp) {
      throw argument_error("set " + std::to_string(s.number) + " mexp", std::to_string(s.mexp),
                           std::to_string(sets[0].mexp) + ", that of the first set");
    }
  }
  std::vector<const mtgp_parameters<Word>*> sorted;
  for (const auto& s : sets) sorted.push_back(&s);
  std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->recursion < b->recursion; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const auto &a = *sorted[i - 1], &b = *sorted[i];
    if (a.recursion == b.recursion && a.middle == b.middle && a.shift1 == b.shift1 && a.shift2 == b.shift2) {
      throw argument_error("recursion of set " + std::to_string(b.number),
                           "that of set " + std::to_string(a.number), "a recursion that no other set has");
    }
  }
  return std::make_shared<const detail::mtgp_bank<Word>>(
      std::vector<mtgp_parameters<Word>>(sets.begin(), sets.end()));
}

/// The row of a state that is not seeded yet.
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

/// The number of steps up to which these are faster than a jump (measured for 11213 and 44497).
constexpr std::uint64_t max_steps(int mexp) {
  return static_cast<std::uint64_t>(mexp) * static_cast<std::uint64_t>(mexp) / 16;
}

}  // namespace

template <mtgp_word Word>
mtgp<Word>::mtgp(std::span<const parameters> sets, std::uint64_t seed, std::uint64_t stream)
    : grid_(bank_of(sets)), seeded_by_array_{true} {
  if (stream == 0 && static_cast<Word>(seed) == seed) {
    seeded_by_array_ = false;
    seeds_ = {static_cast<Word>(seed)};
  } else {
    for (const std::uint64_t half : {seed, stream}) {
      for (std::size_t bit = 0; bit < 64; bit += 8 * sizeof(Word)) {
        seeds_.push_back(static_cast<Word>(half >> bit));
      }
    }
  }
  states_.resize(sets.size() * static_cast<std::size_t>(sets[0].size()));
  rows_.assign(sets.size(), nowhere);
}

template <mtgp_word Word>
mtgp<Word>::mtgp(std::span<const parameters> sets, std::span<const Word> seeds)
    : grid_(bank_of(sets)),
      seeds_(seeds.begin(), seeds.end()),
      seeded_by_array_{true},
      states_(sets.size() * static_cast<std::size_t>(sets[0].size())),
      rows_(sets.size(), nowhere) {}

template <mtgp_word Word>
mtgp<Word> mtgp<Word>::seeded_apart(std::span<const parameters> sets, std::span<const Word> seeds) {
  if (seeds.size() != sets.size()) {
    throw argument_error("number of seeds", std::to_string(seeds.size()),
                         std::to_string(sets.size()) + ", one per set");
  }
  mtgp out(sets, seeds);
  out.seeded_by_array_ = false;
  return out;
}

template <mtgp_word Word>
mtgp<Word>::mtgp(whole_state&& s)
    : grid_(bank_of<Word>(s.sets)),
      seeds_(std::move(s.seeds)),
      seeded_by_array_{s.by_array},
      position_{s.position},
      states_(std::move(s.states)) {
  rows_.assign(grid_->sets.size(), position_ / row_words());
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    const auto state = stored(k);
    const bool zero = std::all_of(state.begin(), state.end(), [](Word x) { return x == 0; });
    if (zero || (state[0] & ~grid_->sets[k].mask) != 0) {
      throw argument_error("saved state of set " + std::to_string(grid_->sets[k].number),
                           zero ? "zero" : "a state with bits below the mask", "a state of the recursion");
    }
  }
}

template <mtgp_word Word>
mtgp<Word>::mtgp(const mtgp&) = default;
template <mtgp_word Word>
mtgp<Word>::mtgp(mtgp&&) noexcept = default;
template <mtgp_word Word>
mtgp<Word>& mtgp<Word>::operator=(const mtgp&) = default;
template <mtgp_word Word>
mtgp<Word>& mtgp<Word>::operator=(mtgp&&) noexcept = default;
template <mtgp_word Word>
mtgp<Word>::~mtgp() = default;

template <mtgp_word Word>
std::span<const mtgp_parameters<Word>> mtgp<Word>::sets() const {
  return grid_->sets;
}

template <mtgp_word Word>
int mtgp<Word>::steps() const {
  return grid_->sets[0].steps();
}

template <mtgp_word Word>
std::uint64_t mtgp<Word>::row_words() const {
  return static_cast<std::uint64_t>(grid_->sets.size()) *
         static_cast<std::uint64_t>(steps() * words_per_output);
}

template <mtgp_word Word>
std::span<const Word> mtgp<Word>::stored(std::size_t k) const {
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  return std::span(states_).subspan(k * n, n);
}

template <mtgp_word Word>
void mtgp<Word>::seed(std::size_t k, std::span<Word> state) const {
  if (seeded_by_array_) {
    detail::mtgp_seed<Word>(grid_->sets[k], std::span<const Word>(seeds_), state);
  } else {
    detail::mtgp_seed<Word>(grid_->sets[k], seeds_[seeds_.size() == 1 ? 0 : k], state);
  }
}

/// Advances a state by `rows` rows.
template <mtgp_word Word>
void mtgp<Word>::advance(std::size_t k, std::uint64_t rows, std::span<Word> state) const {
  const auto& set = grid_->sets[k];
  const auto n = state.size(), c = static_cast<std::size_t>(steps());
  if (rows > max_steps(set.mexp) / c) {
    const detail::gf2_power power(grid_->polynomial(k));
    detail::mtgp_apply<Word>(set, power(rows * c), state);
    return;
  }
  constexpr std::uint64_t rows_per_piece = 16;
  std::vector<Word> x(n + static_cast<std::size_t>(std::min(rows, rows_per_piece)) * c);
  std::copy(state.begin(), state.end(), x.begin());
  for (std::uint64_t left = rows; left != 0;) {
    const auto count = static_cast<std::size_t>(std::min(left, rows_per_piece));
    for (std::size_t r = 0; r < count; ++r) {
      detail::mtgp_tile<Word, 16>(set, x.data() + r * c, set.size(), set.steps(),
                                  static_cast<Word*>(nullptr));
    }
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(count * c), n, x.begin());
    left -= count;
  }
  std::copy_n(x.begin(), n, state.begin());
  state[0] &= set.mask;
}

/// Moves the state of set k to a row; to move back, it starts again from the seed. After an exception the
/// state is unchanged, or the first one.
template <mtgp_word Word>
void mtgp<Word>::bring(std::size_t k, std::uint64_t row) {
  if (rows_[k] == row) return;
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  const auto state = std::span(states_).subspan(k * n, n);
  if (row < rows_[k]) {
    seed(k, state);
    rows_[k] = 0;
  }
  if (row != rows_[k]) advance(k, row - rows_[k], state);
  rows_[k] = row;
}

template <mtgp_word Word>
std::vector<Word> mtgp<Word>::state_at(std::size_t k, std::uint64_t row) const {
  const auto current = stored(k);
  std::vector<Word> state(current.begin(), current.end());
  std::uint64_t current_row = rows_[k];
  if (row < current_row) {
    seed(k, state);
    current_row = 0;
  }
  if (row != current_row) advance(k, row - current_row, state);
  return state;
}

/// Calls f(k) for sets first ... first + count - 1 that must move to a row; on several threads if that is
/// faster.
template <mtgp_word Word>
template <class F>
void mtgp<Word>::for_sets_to_move(std::size_t first, std::size_t count, std::uint64_t row, const F& f) const {
  const auto words = static_cast<std::uint64_t>(steps());
  // The approximate total cost, in steps of the recursion; a seeding and a jump cost this number of steps.
  const std::uint64_t seeding = 4 * stored(0).size(), max_cost = max_steps(grid_->sets[0].mexp) / words;
  std::uint64_t cost = 0;
  for (std::size_t k = first; k < first + count; ++k) {
    const bool back = row < rows_[k];
    cost += (back ? seeding : 0) + std::min(back ? row : row - rows_[k], max_cost) * words;
  }
  constexpr std::uint64_t worth_threads = std::uint64_t{1} << 18;
  if (cost >= worth_threads) {
    detail::for_each_set(count, [&](std::size_t k) { f(first + k); });
  } else {
    for (std::size_t k = first; k < first + count; ++k) f(k);
  }
}

template <mtgp_word Word>
std::span<Word> mtgp<Word>::states_for_driver(std::size_t first, std::size_t count, std::uint64_t row) {
  const std::size_t n = stored(0).size();
  for_sets_to_move(first, count, row, [&](std::size_t k) { bring(k, row); });
  return std::span(states_).subspan(first * n, count * n);
}

template <mtgp_word Word>
std::vector<Word> mtgp<Word>::states_at(std::size_t first, std::size_t count, std::uint64_t row) const {
  const std::size_t n = stored(0).size();
  std::vector<Word> all(count * n);
  for_sets_to_move(first, count, row, [&](std::size_t k) {
    std::ranges::copy(state_at(k, row), all.begin() + static_cast<std::ptrdiff_t>((k - first) * n));
  });
  return all;
}

template <mtgp_word Word>
void mtgp<Word>::moved_by_driver(std::size_t first, std::size_t count, std::uint64_t row) {
  std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(first), count, row);
}

template <mtgp_word Word>
void mtgp<Word>::state_from_driver(std::size_t k, std::uint64_t row, std::span<const Word> state) {
  std::copy(state.begin(), state.end(), states_.begin() + static_cast<std::ptrdiff_t>(k * state.size()));
  rows_[k] = row;
}

/// The outputs that follow a state of set k.
template <mtgp_word Word>
std::vector<Word> mtgp<Word>::make_tile(std::size_t k, std::span<const Word> state) const {
  const auto n = state.size(), c = static_cast<std::size_t>(steps());
  std::vector<Word> x(n + c), outputs(c);
  std::copy(state.begin(), state.end(), x.begin());
  detail::mtgp_tile<Word, 16>(grid_->sets[k], x.data(), static_cast<int>(n), steps(), outputs.data());
  return outputs;
}

namespace {

/// Word number `at` of a tile.
template <mtgp_word Word>
std::uint32_t word_of(std::span<const Word> tile, std::uint64_t at) {
  constexpr std::uint64_t words = sizeof(Word) / 4;
  return static_cast<std::uint32_t>(tile[at / words] >> (32 * (at % words)));
}

}  // namespace

template <mtgp_word Word>
typename mtgp<Word>::result_type mtgp<Word>::operator()() {
  const auto tile_words = static_cast<std::uint64_t>(steps() * words_per_output);
  const std::uint64_t number = position_ / tile_words, sets = grid_->sets.size();
  if (tile_number_ != number) {
    bring(number % sets, number / sets);
    tile_ = make_tile(number % sets, stored(number % sets));
    tile_number_ = number;
  }
  const result_type out = word_of<Word>(tile_, position_ % tile_words);
  ++position_;
  return out;
}

template <mtgp_word Word>
typename mtgp<Word>::result_type mtgp<Word>::word(std::uint64_t i) const {
  const auto tile_words = static_cast<std::uint64_t>(steps() * words_per_output);
  const std::uint64_t position = position_ + i, number = position / tile_words, sets = grid_->sets.size();
  return word_of<Word>(make_tile(number % sets, state_at(number % sets, number / sets)),
                       position % tile_words);
}

template <mtgp_word Word>
bool mtgp<Word>::equals(const mtgp& other) const {
  if (grid_->sets != other.grid_->sets || position_ % row_words() != other.position_ % row_words()) {
    return false;
  }
  const std::uint64_t row = position_ / row_words(), other_row = other.position_ / row_words();
  const bool same_seeds = seeds_ == other.seeds_ && seeded_by_array_ == other.seeded_by_array_;
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    // States at the same row can be compared without moving them.
    const bool equal = row == other_row && rows_[k] == other.rows_[k] &&
                       (rows_[k] == nowhere ? same_seeds : std::ranges::equal(stored(k), other.stored(k))) &&
                       (row >= rows_[k] || same_seeds);
    if (!equal && state_at(k, row) != other.state_at(k, other_row)) return false;
  }
  return true;
}

template class mtgp<std::uint32_t>;
template class mtgp<std::uint64_t>;

}  // namespace tali
