// SPDX-License-Identifier: Apache-2.0
// The engines mtgp32 and mtgp64 as positions in a sequence: seeding, steps and jumps.
#include <algorithm>
#include <string>

#include <tali/engine/mtgp.hpp>
#include <tali/error.hpp>

#include "mtgp/bank.hpp"
#include "mtgp/tile.hpp"
#include "mtgp/whole_state.hpp"

namespace tali {

namespace {

/// The sets, checked.
template <mtgp_word Word>
std::shared_ptr<const detail::mtgp_bank<Word>> bank_of(std::span<const mtgp_parameters<Word>> sets) {
  const std::string allowed = "1 ... " + std::to_string(mtgp<Word>::most_sets) + " sets of one exponent";
  if (sets.empty() || sets.size() > mtgp<Word>::most_sets) {
    throw argument_error("sets", std::to_string(sets.size()), allowed);
  }
  for (const auto& s : sets) {
    check(s, "set " + std::to_string(s.number) + " ");
    if (s.mexp != sets[0].mexp) {
      throw argument_error("set " + std::to_string(s.number) + " mexp", std::to_string(s.mexp),
                           std::to_string(sets[0].mexp) + ", which the first set has");
    }
  }
  std::vector<const mtgp_parameters<Word>*> sorted;
  for (const auto& s : sets) sorted.push_back(&s);
  std::sort(sorted.begin(), sorted.end(), [](auto a, auto b) { return a->recursion < b->recursion; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const auto &a = *sorted[i - 1], &b = *sorted[i];
    if (a.recursion == b.recursion && a.middle == b.middle && a.shift1 == b.shift1 && a.shift2 == b.shift2) {
      throw argument_error("set " + std::to_string(b.number),
                           "the recursion of set " + std::to_string(a.number),
                           "every recursion once in a grid: its numbers would come twice");
    }
  }
  return std::make_shared<const detail::mtgp_bank<Word>>(
      std::vector<mtgp_parameters<Word>>(sets.begin(), sets.end()));
}

/// Steps are cheaper than a jump up to this many (measured for 11213 and 44497).
constexpr std::uint64_t most_steps(int mexp) {
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
  seed_states();
}

template <mtgp_word Word>
mtgp<Word>::mtgp(std::span<const parameters> sets, std::span<const Word> seeds)
    : grid_(bank_of(sets)), seeds_(seeds.begin(), seeds.end()), seeded_by_array_{true} {
  seed_states();
}

template <mtgp_word Word>
mtgp<Word>::mtgp(whole_state&& s)
    : grid_(bank_of<Word>(s.sets)),
      seeds_(std::move(s.seeds)),
      seeded_by_array_{s.by_array},
      position_{s.position},
      states_(std::move(s.states)) {
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    const auto state = std::span(states_).subspan(k * n, n);
    const bool zero = std::all_of(state.begin(), state.end(), [](Word x) { return x == 0; });
    if (zero || (state[0] & ~grid_->sets[k].mask) != 0) {
      throw argument_error("saved state of set " + std::to_string(grid_->sets[k].number),
                           zero ? "zero" : "one with bits below the mask", "a state of the recursion");
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
void mtgp<Word>::seed_states() {
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  states_.resize(grid_->sets.size() * n);
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    const std::span<Word> state = std::span(states_).subspan(k * n, n);
    if (seeded_by_array_) {
      mtgp_seed<Word>(grid_->sets[k], std::span<const Word>(seeds_), state);
    } else {
      mtgp_seed<Word>(grid_->sets[k], seeds_[0], state);
    }
  }
  position_ = 0;
  tile_number_ = ~std::uint64_t{0};
}

template <mtgp_word Word>
void mtgp<Word>::step_rows(std::uint64_t rows) {
  constexpr std::uint64_t at_a_time = 16;
  const auto n = static_cast<std::size_t>(grid_->sets[0].size()), c = static_cast<std::size_t>(steps());
  detail::for_each_set(rows < at_a_time ? 1 : grid_->sets.size(), [&](std::size_t k) {
    // Few rows are not worth other threads.
    const std::size_t end = rows < at_a_time ? grid_->sets.size() : k + 1;
    std::vector<Word> x(n + at_a_time * c);
    for (; k < end; ++k) {
      const auto& set = grid_->sets[k];
      Word* const state = states_.data() + k * n;
      for (std::uint64_t left = rows; left != 0;) {
        const auto now = static_cast<std::size_t>(std::min(left, at_a_time));
        std::copy(state, state + n, x.begin());
        for (std::size_t r = 0; r < now; ++r) {
          detail::mtgp_tile<Word, 16>(set, x.data() + r * c, set.size(), set.steps(),
                                      static_cast<Word*>(nullptr));
        }
        std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(now * c), n, state);
        left -= now;
      }
      state[0] &= set.mask;
    }
  });
}

template <mtgp_word Word>
void mtgp<Word>::jump_rows(std::uint64_t rows) {
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  const std::uint64_t distance = rows * static_cast<std::uint64_t>(steps());
  detail::for_each_set(grid_->sets.size(), [&](std::size_t k) {
    const gf2_power power(grid_->polynomial(k));
    mtgp_apply<Word>(grid_->sets[k], power(distance), std::span(states_).subspan(k * n, n));
  });
}

template <mtgp_word Word>
void mtgp<Word>::move_to(std::uint64_t position) {
  const std::uint64_t row = position / row_words();
  std::uint64_t here = position_ / row_words();
  if (row < here) {
    seed_states();
    here = 0;
  }
  if (const std::uint64_t rows = row - here; rows != 0) {
    if (rows > most_steps(grid_->sets[0].mexp) / static_cast<std::uint64_t>(steps())) {
      jump_rows(rows);
    } else {
      step_rows(rows);
    }
  }
  position_ = position;
}

template <mtgp_word Word>
void mtgp<Word>::moved_by_driver(std::uint64_t position) {
  position_ = position;
  if (position == 0) seed_states();  // behind the sequence's last word comes its first
}

template <mtgp_word Word>
void mtgp<Word>::make_tile(std::uint64_t number) {
  const auto n = static_cast<std::size_t>(grid_->sets[0].size()), c = static_cast<std::size_t>(steps());
  const std::size_t k = number % grid_->sets.size();
  std::vector<Word> x(n + c);
  std::copy_n(states_.begin() + static_cast<std::ptrdiff_t>(k * n), n, x.begin());
  tile_.resize(c);
  detail::mtgp_tile<Word, 16>(grid_->sets[k], x.data(), static_cast<int>(n), steps(), tile_.data());
  tile_number_ = number;
}

template <mtgp_word Word>
typename mtgp<Word>::result_type mtgp<Word>::operator()() {
  const auto tile_words = static_cast<std::uint64_t>(steps() * words_per_output);
  if (tile_number_ != position_ / tile_words) make_tile(position_ / tile_words);
  const std::uint64_t at = position_ % tile_words;
  const Word output = tile_[at / words_per_output];
  move_to(position_ + 1);
  return static_cast<result_type>(output >> (32 * (at % words_per_output)));
}

template <mtgp_word Word>
typename mtgp<Word>::result_type mtgp<Word>::word(std::uint64_t i) const {
  mtgp there = *this;
  there.discard(i);
  return there();
}

template <mtgp_word Word>
bool mtgp<Word>::equals(const mtgp& other) const {
  return grid_->sets == other.grid_->sets && position_ % row_words() == other.position_ % row_words() &&
         states_ == other.states_;
}

template class mtgp<std::uint32_t>;
template class mtgp<std::uint64_t>;

}  // namespace tali
