// SPDX-License-Identifier: Apache-2.0
// The engines mtgp32 and mtgp64 as positions in a sequence: seeding, steps, jumps, save and restore.
#include <algorithm>
#include <bit>
#include <cstring>
#include <istream>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>

#include <tali/digest.hpp>
#include <tali/engine/mtgp.hpp>
#include <tali/error.hpp>

#include "mtgp/bank.hpp"
#include "mtgp/tile.hpp"

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

/// What a saved engine is made of.
template <mtgp_word Word>
struct mtgp<Word>::whole_state {
  std::vector<parameters> sets;
  std::vector<Word> seeds;
  bool by_array = false;
  std::uint64_t position = 0;
  std::vector<Word> states;
};

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
      states_(std::move(s.states)) {}

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

template <mtgp_word Word>
std::ostream& mtgp<Word>::write(std::ostream& out) const {
  std::ostringstream text;
  text << name << " 1 " << grid_->sets.size() << ' ' << position_ << ' ' << seeded_by_array_ << ' '
       << seeds_.size();
  for (const Word s : seeds_) text << ' ' << s;
  text << '\n';
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    write_mtgp_line(text, grid_->sets[k]);
    text << std::hex;
    for (std::size_t i = 0; i < n; ++i) text << (i == 0 ? "" : " ") << states_[k * n + i];
    text << std::dec << '\n';
  }
  return out << text.str();
}

template <mtgp_word Word>
std::istream& mtgp<Word>::read(std::istream& in) {
  whole_state s;
  std::string line, its_name;
  int version = 0;
  std::size_t sets = 0, seeds = 0;
  std::getline(in >> std::ws, line);
  std::istringstream facts(line);
  facts >> its_name >> version >> sets >> s.position >> s.by_array >> seeds;
  bool good =
      in && facts && its_name == name && version == 1 && sets >= 1 && sets <= most_sets && seeds <= 1u << 20;
  if (good) {
    s.seeds.resize(seeds);
    for (Word& x : s.seeds) facts >> x;
    good = !facts.fail() && (facts >> std::ws).eof() && (s.by_array || seeds == 1);
  }
  try {
    for (std::size_t k = 0; good && k < sets; ++k) {
      good = static_cast<bool>(std::getline(in, line));
      if (!good) break;
      s.sets.push_back(parse_mtgp_line<Word>(line, {}));
      good = static_cast<bool>(std::getline(in, line));
      std::istringstream words(line);
      words >> std::hex;
      const auto n = static_cast<std::size_t>(s.sets.back().size());
      for (std::size_t i = 0; i < n && words; ++i) {
        Word x{};
        words >> x;
        s.states.push_back(x);
      }
      good = good && !words.fail() && (words >> std::ws).eof();
    }
    if (good) *this = mtgp(std::move(s));
  } catch (const argument_error&) {
    good = false;
  }
  if (!good) in.setstate(std::ios::failbit);
  return in;
}

// The bytes are the text form's facts in little-endian fields of fixed size, and their digest behind them.

namespace {

/// Turns the bytes of x, an integer or an array of integers that lies at `at`, from this machine's order to
/// little-endian, or back.
template <class T>
void turn_bytes(const T& x, [[maybe_unused]] std::byte* at) {
  if constexpr (std::endian::native == std::endian::big) {
    if constexpr (std::is_integral_v<T>) {
      std::reverse(at, at + sizeof x);
    } else {
      for (const auto& element : x) {
        turn_bytes(element, at);
        at += sizeof element;
      }
    }
  }
}

}  // namespace

template <mtgp_word Word>
std::vector<std::byte> mtgp<Word>::save() const {
  std::vector<std::byte> out;
  const auto put = [&](const auto& x) {
    const auto* const at = reinterpret_cast<const std::byte*>(&x);
    out.insert(out.end(), at, at + sizeof x);
    turn_bytes(x, out.data() + (out.size() - sizeof x));
  };
  put(std::uint64_t{0x31706774'6d696c61u + sizeof(Word)});  // "alimtgp1", and which
  put(std::uint64_t{grid_->sets.size()});
  put(position_);
  put(std::uint64_t{seeded_by_array_});
  put(std::uint64_t{seeds_.size()});
  for (const Word s : seeds_) put(s);
  for (const auto& s : grid_->sets) {
    for (const int x : {s.mexp, s.middle, s.shift1, s.shift2, s.delta, s.weight}) put(x);
    put(s.number);
    put(s.recursion);
    put(s.tempering);
    put(s.mask);
    put(s.sha1);
  }
  for (const Word x : states_) put(x);
  put(digest(0, reinterpret_cast<const std::uint8_t*>(out.data()), out.size()));
  return out;
}

template <mtgp_word Word>
mtgp<Word> mtgp<Word>::restore(std::span<const std::byte> saved) {
  const std::string allowed = std::string("what save() of ") + name + " made";
  const auto refuse = [&](const char* what) -> void { throw argument_error("saved engine", what, allowed); };
  std::span<const std::byte> rest = saved;
  const auto get = [&](auto& x) {
    if (rest.size() < sizeof x) refuse("cut off");
    std::memcpy(&x, rest.data(), sizeof x);
    turn_bytes(x, reinterpret_cast<std::byte*>(&x));
    rest = rest.subspan(sizeof x);
  };
  std::uint64_t magic = 0, sets = 0, by_array = 0, seeds = 0, sum = 0;
  whole_state s;
  get(magic);
  if (magic != 0x31706774'6d696c61u + sizeof(Word)) refuse("something else");
  get(sets);
  get(s.position);
  get(by_array);
  get(seeds);
  if (sets < 1 || sets > most_sets || by_array > 1 || (by_array == 0 && seeds != 1) ||
      seeds > rest.size() / sizeof(Word)) {
    refuse("damaged");
  }
  s.by_array = by_array != 0;
  s.seeds.resize(seeds);
  for (Word& x : s.seeds) get(x);
  for (std::uint64_t k = 0; k < sets; ++k) {
    parameters p;
    for (int* const x : {&p.mexp, &p.middle, &p.shift1, &p.shift2, &p.delta, &p.weight}) get(*x);
    get(p.number);
    get(p.recursion);
    get(p.tempering);
    get(p.mask);
    get(p.sha1);
    check(p, "saved set " + std::to_string(p.number) + " ");
    s.sets.push_back(p);
  }
  const std::size_t words = sets * static_cast<std::size_t>(s.sets[0].size());
  if (rest.size() != words * sizeof(Word) + sizeof sum) refuse("of another length");
  s.states.resize(words);
  for (Word& x : s.states) get(x);
  get(sum);
  if (sum != digest(0, reinterpret_cast<const std::uint8_t*>(saved.data()), saved.size() - sizeof sum)) {
    refuse("damaged");
  }
  return mtgp(std::move(s));
}

template class mtgp<std::uint32_t>;
template class mtgp<std::uint64_t>;

}  // namespace tali
