// SPDX-License-Identifier: Apache-2.0
// The CPU driver of generator banks: each thread works on some of the sets, row by row.
#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <tali/filler.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/checks.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"
#include "mtgp/bank.hpp"

namespace tali::cpu_driver {

namespace {

mtgp_tile_function<std::uint32_t> tile_of(const word_kernels& k, std::uint32_t) { return k.tile32; }
mtgp_tile_function<std::uint64_t> tile_of(const word_kernels& k, std::uint64_t) { return k.tile64; }

/// Number of tiles that a thread makes before it moves the state back to the beginning of its memory.
constexpr std::size_t rows_at_a_time = 8;

/// A thread's memory for tiles. It is allocated before the threads start, so that no failure leaves an engine
/// with only some sets moved.
template <class Word>
struct tile_memory {
  tile_memory(std::size_t n, std::size_t c, std::uint64_t tile_values)
      : x(n + rows_at_a_time * c), outputs(c), words(c * sizeof(Word) / 4), part(tile_values) {}

  std::vector<Word> x;               ///< a state, then the words after it
  std::vector<Word> outputs;         ///< of one tile
  std::vector<std::uint32_t> words;  ///< of one tile
  std::vector<std::uint64_t> part;   ///< one tile's values, of any type
};

/// The words of outputs; a 64-bit output gives its lower half first.
template <class Word>
void words_of(std::span<const Word> outputs, std::uint32_t* words) {
  if constexpr (sizeof(Word) == 4 || std::endian::native == std::endian::little) {
    std::memcpy(words, outputs.data(), outputs.size_bytes());
  } else {
    for (const Word x : outputs) {
      *words++ = static_cast<std::uint32_t>(x);
      *words++ = static_cast<std::uint32_t>(x >> 32);
    }
  }
}

/// One thread's work on a part of a range: the tiles of the part's sets begin ... end - 1. It moves their
/// states to the row in which the part ends.
template <class Word>
void fill_sets(simd_level level, std::span<const mtgp_parameters<Word>> sets, std::span<Word> states,
               std::size_t begin, std::size_t end, const detail::bank_part& part, std::uint64_t tile_values,
               const distribution_info& d, const void* distribution, void* to, tile_memory<Word>& memory) {
  const auto n = static_cast<std::size_t>(sets[0].size()), c = static_cast<std::size_t>(sets[0].steps());
  const auto tile = tile_of(kernels_of_level<word_kernels>(level), Word{});
  const std::size_t value_bytes = d.value_bytes;
  // On a little-endian machine the outputs in memory equal `bits` of the other size too.
  const bool is_bits = (&d == &info_of<bits<std::uint32_t>>() || &d == &info_of<bits<std::uint64_t>>()) &&
                       (value_bytes == sizeof(Word) || std::endian::native == std::endian::little);
  const std::uint64_t row_values = sets.size() * tile_values;
  const std::uint64_t whole_rows = part.whole_rows(tile_values);
  auto& [x, outputs, words, values_of_tile] = memory;
  for (std::size_t s = begin; s < end; ++s) {
    Word* const state = states.data() + s * n;
    std::copy_n(state, n, x.begin());
    std::size_t at = 0;
    for (std::uint64_t row = 0; row <= whole_rows; ++row) {
      // The tile's values, counted from the beginning of the row of the states.
      const std::uint64_t tile_first = row * row_values + s * tile_values;
      const std::uint64_t from = std::max(tile_first, part.skip);
      const std::uint64_t until = std::min(tile_first + tile_values, part.skip + part.n);
      if (row == whole_rows && from >= until) break;
      if (from >= until) {
        tile(sets[s], x.data() + at, static_cast<int>(n), static_cast<int>(c), nullptr);
      } else {
        char* const destination = static_cast<char*>(to) + (from - part.skip) * value_bytes;
        const bool whole = until - from == tile_values;
        if (whole && is_bits && reinterpret_cast<std::uintptr_t>(destination) % sizeof(Word) == 0) {
          tile(sets[s], x.data() + at, static_cast<int>(n), static_cast<int>(c),
               reinterpret_cast<Word*>(destination));
        } else {
          tile(sets[s], x.data() + at, static_cast<int>(n), static_cast<int>(c), outputs.data());
          words_of<Word>(outputs, words.data());
          void* const values = whole ? static_cast<void*>(destination) : values_of_tile.data();
          conversion(level, d)(distribution, words.data(), values, tile_values);
          if (!whole) {
            std::memcpy(
                destination,
                reinterpret_cast<const char*>(values_of_tile.data()) + (from - tile_first) * value_bytes,
                (until - from) * value_bytes);
          }
        }
      }
      if (row == whole_rows) break;  // the states stay at this row
      at += c;
      if (at == rows_at_a_time * c) {
        std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(at), n, x.begin());
        at = 0;
      }
    }
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(at), n, state);
    state[0] &= sets[s].mask;
  }
}

/// The states of an engine, which advance with the numbers.
template <class Word>
struct moving_states {
  mtgp<Word>& e;

  std::span<Word> at(const detail::bank_part& p) { return e.states_for_driver(p.first, p.sets, p.row); }
  void moved(const detail::bank_part& p, std::uint64_t rows) {
    e.moved_by_driver(p.first, p.sets, p.row + rows);
  }
};

/// Copies of the states that a part needs, for a short range of an engine that is not moved.
template <class Word>
struct copied_states {
  const mtgp<Word>& e;
  std::vector<Word> copies = {};

  std::span<Word> at(const detail::bank_part& p) { return copies = e.states_at(p.first, p.sets, p.row); }
  void moved(const detail::bank_part&, std::uint64_t) {}
};

/// n values of a distribution whose words do not cross tiles, starting at word `position`.
template <class States>
void fill_tiles(const cpu& where, States& s, std::uint64_t position, const distribution_info& d,
                const void* distribution, void* to, std::size_t n) {
  const auto& e = s.e;
  using Word = typename std::remove_cvref_t<decltype(e)>::word_type;
  const auto k = static_cast<std::uint64_t>(d.words);
  const std::size_t all_sets = e.sets().size();
  const std::uint64_t tile_values = e.row_words() / all_sets / k;
  const auto size = static_cast<std::size_t>(e.sets()[0].size()), steps = static_cast<std::size_t>(e.steps());
  char* at = static_cast<char*>(to);
  detail::for_each_part(
      position / k, n, tile_values, all_sets, [&, bytes = d.value_bytes](const detail::bank_part& part) {
        const int threads = static_cast<int>(
            std::min<std::size_t>(part.sets, static_cast<std::size_t>(threads_for(where, part.n * bytes))));
        std::vector<tile_memory<Word>> memory(static_cast<std::size_t>(threads),
                                              tile_memory<Word>(size, steps, tile_values));
        const auto parameters = e.sets().subspan(part.first, part.sets);
        const std::span<Word> states = s.at(part);
        in_parallel(threads, [&](std::size_t index, std::size_t count) {
          fill_sets<Word>(where.level, parameters, states, part.sets * index / count,
                          part.sets * (index + 1) / count, part, tile_values, d, distribution, at,
                          memory[index]);
        });
        s.moved(part, part.whole_rows(tile_values));
        at += part.n * bytes;
      });
}

/// Number of words in memory at a time, for values that cross tiles and for batches.
constexpr std::size_t words_at_once = std::size_t{1} << 20;

/// Makes the words first, then the values.
template <class States>
void fill_by_words(const cpu& where, States& s, const detail::bank_job& job) {
  const distribution_info& d = *job.distribution_entry;
  const std::size_t batch = d.batch;
  const auto k = static_cast<std::size_t>(d.words);
  const bits<std::uint32_t> as_words;
  const auto before = static_cast<std::size_t>(job.first % batch);
  const converted_range range(where.level, d, job.distribution, job.first, job.n, job.to);
  // Values 0 ... before - 1 are made only to complete their batch.
  const std::uint64_t begin = job.first - before;
  const std::size_t values_at_a_time = std::max(words_at_once / k / batch, std::size_t{1}) * batch;
  std::vector<std::uint32_t> source(std::min(values_at_a_time, detail::whole_batches(before + job.n, batch)) *
                                    k);
  for (std::size_t done = 0; done < before + job.n;) {
    const std::size_t count = std::min(values_at_a_time, before + job.n - done);
    const std::size_t whole = detail::whole_batches(count, batch);
    fill_tiles(where, s, job.base + (begin + done) * k, info_of<bits<std::uint32_t>>(), &as_words,
               source.data(), whole * k);
    range.write(begin + done, source.data(), whole);
    done += count;
  }
}

template <class States>
void fill_from(const cpu& where, States& s, const detail::bank_job& job) {
  const auto k = static_cast<std::uint64_t>(job.distribution_entry->words);
  const bool whole_in_tiles = job.base % k == 0 && s.e.row_words() / s.e.sets().size() % k == 0;
  if (job.distribution_entry->batch > 1 || !whole_in_tiles) {
    fill_by_words(where, s, job);
  } else {
    fill_tiles(where, s, job.base + job.first * k, *job.distribution_entry, job.distribution, job.to, job.n);
  }
}

template <class Word>
void fill_bank(const cpu& where, mtgp<Word>& e, const detail::bank_job& job) {
  const detail::standard_float_modes modes;
  detail::check_bank_job(job);
  if (job.n == 0) return;
  check_level(where.level);
  moving_states<Word> s{e};
  fill_from(where, s, job);
  const auto k = static_cast<std::uint64_t>(job.distribution_entry->words);
  const std::size_t batch = job.distribution_entry->batch;
  e.move_to(job.base + (job.first + job.n) / batch * batch * k);
}

template <class E>
class bank_filler : public filler::implementation {
 public:
  bank_filler(const cpu& where, const E& e, const request& r)
      : where_(where),
        engine_(e),
        base_{e.position()},
        entry_{r.distribution_entry},
        distribution_{r.distribution} {}

  void fill(std::uint64_t first, void* to, std::size_t n) override {
    fill_bank(where_, engine_, {base_, entry_, distribution_, first, to, n});
  }

 private:
  cpu where_;
  E engine_;
  std::uint64_t base_;
  const distribution_info* entry_;
  const void* distribution_;
};

}  // namespace

bool fill_short_of_bank(const cpu& where, const request& r) {
  return detail::with_engine<catalogue::bank_engines>(r, [&]<class E>(const E& e) {
    const auto k = static_cast<std::uint64_t>(r.distribution_entry->words);
    const std::size_t batch = r.distribution_entry->batch;
    if (r.n > words_at_once / 2 / k || (r.n + 2 * batch) * k > e.row_words()) return false;
    const detail::bank_job job{e.position(), r.distribution_entry, r.distribution, r.first, r.to, r.n};
    detail::check_bank_job(job);
    if (r.n == 0) return true;
    check_level(where.level);
    copied_states<typename E::word_type> s{e};
    fill_from(where, s, job);
    return true;
  });
}

std::unique_ptr<filler::implementation> open_bank(const cpu& where, const request& r) {
  return detail::with_engine<catalogue::bank_engines>(
      r, [&]<class E>(const E& e) -> std::unique_ptr<filler::implementation> {
        return std::make_unique<bank_filler<E>>(where, e, r);
      });
}

}  // namespace tali::cpu_driver

namespace tali::detail {

void check_bank_job(const bank_job& job) {
  check_end(job.base, job.first, job.n, job.distribution_entry->words);
  if (job.n == 0) return;
  if (job.to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(job.n) + " elements");
}

void cpu_fill_bank(const cpu& where, mtgp32& e, const bank_job& job) { cpu_driver::fill_bank(where, e, job); }
void cpu_fill_bank(const cpu& where, mtgp64& e, const bank_job& job) { cpu_driver::fill_bank(where, e, job); }

}  // namespace tali::detail
