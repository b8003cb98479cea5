// SPDX-License-Identifier: Apache-2.0
// The engines mtgp32 and mtgp64 as text and as bytes.
#include <algorithm>
#include <bit>
#include <cstring>
#include <istream>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tali/digest.hpp>
#include <tali/engine/mtgp.hpp>
#include <tali/error.hpp>

#include "core/string_stream.hpp"
#include "mtgp/bank.hpp"

namespace tali {

template <mtgp_word Word>
std::ostream& mtgp<Word>::write(std::ostream& out) const {
  string_stream text;
  text << name << " 1 " << grid_->sets.size() << ' ' << position_ << ' ' << seeded_by_array_ << ' '
       << seeds_.size();
  for (const Word s : seeds_) text << ' ' << s;
  text << '\n';
  const auto n = static_cast<std::size_t>(grid_->sets[0].size());
  const std::vector<Word> all = states();
  for (std::size_t k = 0; k < grid_->sets.size(); ++k) {
    detail::write_mtgp_line(text, grid_->sets[k]);
    text << std::hex;
    for (std::size_t i = 0; i < n; ++i) text << (i == 0 ? "" : " ") << all[k * n + i];
    text << std::dec << '\n';
  }
  out.width(0);  // with no width set, like numbers of other engines
  return out << text.str();
}

template <mtgp_word Word>
std::istream& mtgp<Word>::read(std::istream& in) {
  whole_state s;
  std::string line, saved_name, all;
  int version = 0;
  std::size_t sets = 0, seeds = 0;
  // A line ends in a line feed: without it, its last number may be truncated.
  const auto whole_line = [&] {
    const bool whole = std::getline(in, line) && !in.eof();
    all += line + '\n';
    return whole;
  };
  in >> std::ws;
  const bool first_is_whole = whole_line();
  std::istringstream facts(line);
  facts >> saved_name >> version >> sets >> s.position >> s.by_array >> seeds;
  bool good = first_is_whole && facts && saved_name == name && version == 1 && sets >= 1 &&
              sets <= max_sets && seeds <= 1u << 20;
  if (good) {
    s.seeds.resize(seeds);
    for (Word& x : s.seeds) facts >> x;
    good = !facts.fail() && (facts >> std::ws).eof() && (s.by_array || seeds == 1 || seeds == sets);
  }
  try {
    for (std::size_t k = 0; good && k < sets; ++k) {
      good = whole_line();
      if (!good) break;
      s.sets.push_back(detail::parse_mtgp_line<Word>(line, {}));
      good = whole_line();
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
    if (good) {
      mtgp found(std::move(s));
      // To detect forms that >> accepts, such as signs and leading zeros, it is written again.
      string_stream again;
      found.write(again);
      good = again.str() == all;
      if (good) *this = std::move(found);
    }
  } catch (const argument_error&) {
    good = false;
  }
  if (!good) in.setstate(std::ios::failbit);
  return in;
}

// The bytes are the text form's numbers in little-endian fields of fixed size, followed by their digest.

namespace {

/// Reverses the bytes of x, an integer or an array of integers at address `at`, between this machine's order
/// and little-endian.
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
    const std::size_t before = out.size();
    out.resize(before + sizeof x);
    std::memcpy(out.data() + before, &x, sizeof x);
    turn_bytes(x, out.data() + before);
  };
  put(std::uint64_t{0x31706774'6d696c61u + sizeof(Word)});  // "alimtgp1" or "alimtgp2", by the size of Word
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
  for (const Word x : states()) put(x);
  put(digest(0, reinterpret_cast<const std::uint8_t*>(out.data()), out.size()));
  return out;
}

template <mtgp_word Word>
mtgp<Word> mtgp<Word>::restore(std::span<const std::byte> saved) {
  const std::string allowed = std::string("the output of save() of ") + name;
  const auto reject = [&](const char* problem) -> void {
    throw argument_error("saved engine", problem, allowed);
  };
  std::span<const std::byte> rest = saved;
  const auto get = [&](auto& x) {
    if (rest.size() < sizeof x) reject("truncated");
    std::memcpy(&x, rest.data(), sizeof x);
    turn_bytes(x, reinterpret_cast<std::byte*>(&x));
    rest = rest.subspan(sizeof x);
  };
  std::uint64_t magic = 0, sets = 0, by_array = 0, seeds = 0, sum = 0;
  whole_state s;
  get(magic);
  if (magic != 0x31706774'6d696c61u + sizeof(Word)) reject("of another kind");
  get(sets);
  get(s.position);
  get(by_array);
  get(seeds);
  if (sets < 1 || sets > max_sets || by_array > 1 || (by_array == 0 && seeds != 1 && seeds != sets) ||
      seeds > rest.size() / sizeof(Word)) {
    reject("damaged");
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
  if (rest.size() != words * sizeof(Word) + sizeof sum) reject("of the wrong length");
  s.states.resize(words);
  for (Word& x : s.states) get(x);
  get(sum);
  if (sum != digest(0, reinterpret_cast<const std::uint8_t*>(saved.data()), saved.size() - sizeof sum)) {
    reject("damaged");
  }
  return mtgp(std::move(s));
}

template std::ostream& mtgp<std::uint32_t>::write(std::ostream&) const;
template std::ostream& mtgp<std::uint64_t>::write(std::ostream&) const;
template std::istream& mtgp<std::uint32_t>::read(std::istream&);
template std::istream& mtgp<std::uint64_t>::read(std::istream&);
template std::vector<std::byte> mtgp<std::uint32_t>::save() const;
template std::vector<std::byte> mtgp<std::uint64_t>::save() const;
template mtgp<std::uint32_t> mtgp<std::uint32_t>::restore(std::span<const std::byte>);
template mtgp<std::uint64_t> mtgp<std::uint64_t>::restore(std::span<const std::byte>);

}  // namespace tali
