// A range of values by inversion on one thread: a table where it pays to make one, else outcome by outcome.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/discrete_inversion.hpp>
#include <tali/lanes.hpp>
#include <tali/rejection.hpp>

namespace tali::cpu_driver {

/// R: bytes of a register, which is part of the name as everywhere in this folder.
template <class D, int Rounds, int R>
class inverted_samples {
  using T = typename D::result_type;
  static constexpr int N = R / 4;
  using words_type = rejection_words<Rounds>;

 public:
  /// Below this many values the sums of a table are not worth their time.
  static constexpr std::size_t worth_table = 4096;

  inverted_samples(const philox4x32_engine<Rounds>& e, const D& d) : words_{e, D::tag}, d_{d} {}

  void fill(std::uint64_t first, T* to, std::size_t count) {
    if (count >= worth_table) {
      table_ = std::make_unique<inversion_table>();
      make_table(d_.law(), *table_);
      if (table_->outcomes == 0) table_.reset();
    }
    constexpr int chunk = 512;
    while (count != 0) {
      const std::uint64_t at = words_.first() + first;
      const auto skip = static_cast<std::size_t>(at % chunk);
      const std::size_t here = std::min(count, chunk - skip);
      std::uint32_t high[chunk];
      load(at - skip, skip / (4 * N) * (4 * N), skip + here, words_type::inversion_words, high);
      if (table_) {
        by_table(first, skip, here, high, to);
      } else {
        std::uint32_t low[chunk];
        load(at - skip, skip / (4 * N) * (4 * N), skip + here, words_type::last_words, low);
        for (std::size_t i = 0; i < here; ++i) to[i] = D::result(d_.invert(high[skip + i], low[skip + i]));
      }
      first += here;
      to += here;
      count -= here;
    }
  }

 private:
  /// Words begin ... end - 1 of the chunk whose first word is word `at`, a multiple of the chunk.
  void load(std::uint64_t at, std::size_t begin, std::size_t end, std::uint32_t kind,
            std::uint32_t* words) const {
    const auto block = words_.block(at / 4, kind, 0);
    for (std::size_t t = begin; t < end; t += 4 * N) {
      low_halves<N, R> c[4];
      block(low_halves<N, R>(lanes<std::uint64_t, N, R>::iota((at + t) / 4, 1)), c);
      zip(zip(narrow(c[0]), narrow(c[2])), zip(narrow(c[1]), narrow(c[3]))).store(words + t);
    }
  }

  void by_table(std::uint64_t first, std::size_t skip, std::size_t here, const std::uint32_t* high,
                T* to) const {
    const inversion_table& table = *table_;
    const T mode = D::result(d_.of_counted(table.mode));
    const bool downwards = d_.of_counted(1.0) < d_.of_counted(0.0);
    for (std::size_t i = 0; i < here; ++i) {
      std::int32_t from_mode = 0;
      if (table.find(high[skip + i], from_mode)) {
        to[i] = mode + static_cast<T>(downwards ? -from_mode : from_mode);
      } else {
        std::uint32_t low[1];
        words_(first + i, words_type::last_words, low);
        to[i] = D::result(d_.invert(high[skip + i], low[0]));
      }
    }
  }

  words_type words_;
  D d_;
  std::unique_ptr<inversion_table> table_;
};

}  // namespace tali::cpu_driver
