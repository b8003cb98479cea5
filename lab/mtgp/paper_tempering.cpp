// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "equidistribution.hpp"
#include "recursion_search.hpp"
#include "source.hpp"
#include "tempering_search.hpp"

namespace tali::lab::mtgp {

namespace {

template <mtgp_word Word>
class procedure {
  static constexpr unsigned bits = 8 * sizeof(Word);
  static constexpr unsigned high = significant_bits<Word>, low = bits - high;
  static constexpr unsigned bits_per_step = 5;

 public:
  procedure(const mtgp_parameters<Word>& set, const gf2::polynomial& f, const std::atomic<bool>& stop)
      : f_(f), parts_(parts_of(set, f)), stop_(stop) {}

  /// Returns nothing if it was stopped.
  std::optional<tempering<Word>> run() {
    if (!decide(significant::most, high) || !decide(significant::least, low)) return {};
    return tempering<Word>{rows_, defect(significant::most, bits), defect(significant::least, low), 0};
  }

 private:
  /// Chooses the first n bits of all rows, counted from one end of the word.
  bool decide(significant end, unsigned n) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (unsigned j = 0; j < n; j += bits_per_step) {
        const unsigned e = std::min(j + bits_per_step, n);
        Word best = 0;
        int smallest = -1;
        for (unsigned pattern = 0; pattern < 1u << (e - j); ++pattern) {
          if (stop_.load(std::memory_order_relaxed)) return false;
          rows_[i] = with(rows_[i], end, j, e, pattern);
          const int d = defect(end, e);
          if (smallest < 0 || d < smallest) smallest = d, best = rows_[i];
        }
        rows_[i] = best;
      }
    }
    return true;
  }

  /// The place of bit number k, counted from an end of the word.
  static unsigned place(significant end, unsigned k) { return end == significant::most ? bits - 1 - k : k; }

  /// A row with its bits number j to e - 1 replaced by a pattern.
  static Word with(Word row, significant end, unsigned j, unsigned e, unsigned pattern) {
    for (unsigned k = j; k < e; ++k) {
      const Word one = Word{1} << place(end, k);
      row = (pattern >> (k - j) & 1) != 0 ? row | one : row & static_cast<Word>(~one);
    }
    return row;
  }

  /// d(1) + ... + d(n) of the outputs with the current rows, from one end of the word.
  [[nodiscard]] int defect(significant end, unsigned n) const {
    std::vector<gf2::polynomial> outputs;
    for (unsigned k = 0; k < n; ++k) {
      const unsigned at = place(end, k);
      outputs.push_back(parts_.words[at]);
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if ((rows_[i] >> at & 1) != 0) outputs.back() += parts_.inputs[i];
      }
    }
    return equidistribution(outputs, f_).delta();
  }

  const gf2::polynomial& f_;
  linear_parts parts_;
  const std::atomic<bool>& stop_;
  std::array<Word, 4> rows_{};
};

}  // namespace

template <mtgp_word Word>
std::optional<tempering<Word>> search_tempering_as_published(const mtgp_parameters<Word>& set,
                                                             const gf2::polynomial& f,
                                                             const std::atomic<bool>& stop) {
  const double begin = cpu_seconds();
  auto found = procedure<Word>(set, f, stop).run();
  if (found) found->seconds = cpu_seconds() - begin;
  return found;
}

template std::optional<tempering<std::uint32_t>> search_tempering_as_published(
    const mtgp_parameters<std::uint32_t>&, const gf2::polynomial&, const std::atomic<bool>&);
template std::optional<tempering<std::uint64_t>> search_tempering_as_published(
    const mtgp_parameters<std::uint64_t>&, const gf2::polynomial&, const std::atomic<bool>&);

}  // namespace tali::lab::mtgp
