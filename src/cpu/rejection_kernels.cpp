// SPDX-License-Identifier: Apache-2.0
// One SIMD level's fills of rejection distributions. CMake compiles this file once for every level and part,
// with TALI_REGISTER_BYTES and TALI_PART.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/lanes.hpp>

#include "cpu/kernels.hpp"
#include "cpu/rejection_range.hpp"

namespace tali::cpu_driver {

// A range of values by inversion on one thread: from a table if the call has one, otherwise outcome by
// outcome.

/// R is the number of register bytes, part of every name in this folder.
template <class D, int R>
class inverted_samples {
  using T = typename D::result_type;
  using words_type = rejection_words<detail::rounds_at_run_time>;

 public:
  /// @param table  of the distribution's law, or null
  inverted_samples(const words_of_samples& words, const D& d, const detail::inversion_table* table)
      : words_{words.by_counter}, in_memory_{words.in_memory}, d_{d}, table_{table} {}

  void fill(std::uint64_t first, T* to, std::size_t count) {
    if (in_memory_ != nullptr) return fill_from_memory(first, to, count);
    while (count != 0) {
      const tile_words<T, R> tile(words_, first, count);
      const std::size_t in_tile = tile.count;
      if (table_ != nullptr) {
        by_table(first, in_tile, tile.half + tile.skip, to);
      } else {
        std::uint32_t high[tile_words<T, R>::size], low[tile_words<T, R>::size];
        tile.numbers(words_, high, low);
        for (std::size_t i = 0; i < in_tile; ++i) to[i] = D::result(d_.invert(high[i], low[i]));
      }
      first += in_tile;
      to += in_tile;
      count -= in_tile;
    }
  }

 private:
  void fill_from_memory(std::uint64_t first, T* to, std::size_t count) {
    constexpr std::size_t tile = words_type::inversion_tile;
    while (count != 0) {
      const std::size_t in_tile = std::min(count, tile);
      if (table_ != nullptr) {
        alignas(R) std::uint32_t half[tile];
        for (std::size_t i = 0; i < in_tile; ++i) half[i] = number(first + i).high >> 16;
        by_table(first, in_tile, half, to);
      } else {
        for (std::size_t i = 0; i < in_tile; ++i) {
          const detail::inversion_number u = number(first + i);
          to[i] = D::result(d_.invert(u.high, u.low));
        }
      }
      first += in_tile;
      to += in_tile;
      count -= in_tile;
    }
  }

  /// Sample i's number, from memory.
  [[nodiscard]] detail::inversion_number number(std::uint64_t i) const {
    const std::uint32_t* const w = in_memory_ + i * detail::sample_words(D::attempt_words);
    return {w[1], w[0]};
  }

  /// Looks up all samples first, in loops without branches; then finishes the few whose cell has several
  /// outcomes.
  void by_table(std::uint64_t first, std::size_t in_tile, const std::uint32_t* half, T* to) const {
    const detail::inversion_table& table = *table_;
    alignas(R) std::uint16_t cells[words_type::inversion_tile];
    for (std::size_t i = 0; i < in_tile; ++i) cells[i] = static_cast<std::uint16_t>(table.cell_of(half[i]));
    const T mode = D::result(d_.of_counted(table.mode));
    const T sign = d_.of_counted(1.0) < d_.of_counted(0.0) ? static_cast<T>(-1) : T{0};
    // With sign = -1, (k ^ sign) - sign is -k.
    const auto value_of = [&](int from_mode) { return mode + ((static_cast<T>(from_mode) ^ sign) - sign); };
    std::uint16_t open[words_type::inversion_tile];
    std::size_t left = 0;
    for (std::size_t part = 0; part < in_tile; part += 64) {
      const std::size_t end = std::min(in_tile, part + 64);
      std::uint32_t all = 0;
      for (std::size_t i = part; i < end; ++i) {
        all |= cells[i];
        to[i] = value_of(cells[i] - detail::inversion_table::at_mode);
      }
      // Only cells with several outcomes have this bit set.
      if (detail::inversion_table::is_outcome(static_cast<int>(all))) continue;
      for (std::size_t i = part; i < end; ++i) {
        open[left] = static_cast<std::uint16_t>(i);
        left += detail::inversion_table::is_outcome(cells[i]) ? 0 : 1;
      }
    }
    for (std::size_t k = 0; k < left; ++k) {
      const std::size_t i = open[k];
      std::int32_t from_mode = 0;
      bool known = table.find_by_half(half[i], from_mode);
      if (!known) {
        const detail::inversion_number u =
            in_memory_ != nullptr ? number(first + i) : words_.inversion_rest(first + i, half[i]);
        known = table.find(u.high, from_mode);
        if (!known) to[i] = D::result(d_.invert(u.high, u.low));
      }
      if (known) to[i] = value_of(from_mode);
    }
  }

  words_type words_;
  const std::uint32_t* in_memory_;
  D d_;
  const detail::inversion_table* table_;
};

namespace {

template <class D>
std::uint64_t erased(const words_of_samples& words, const void* distribution,
                     [[maybe_unused]] const detail::inversion_table* table, std::uint64_t first, void* to,
                     std::size_t n) {
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      inverted_samples<D, TALI_REGISTER_BYTES>(words, d, table).fill(first, out, n);
      return none_failed;
    }
  }
  return samples<D, TALI_REGISTER_BYTES>(words, d).compacting(first, out, n);
}

template <class D>
bool make_table_of(const void* distribution, detail::inversion_table& table) {
  const D& d = *static_cast<const D*>(distribution);
  if (!d.by_inversion()) return false;
  detail::make_table(d.law(), table);
  return table.outcomes != 0;
}

template <class D>
inline constexpr bool in_this_object = catalogue::rejection_distributions::index_of<D>() % rejection_parts
                                       == TALI_PART;

template <class D>
constexpr rejection_fill fill_of() {
  if constexpr (in_this_object<D>) {
    return &erased<D>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr make_inversion_table maker_of() {
  if constexpr (in_this_object<D> && detail::has_inversion<D>) {
    return &make_table_of<D>;
  } else {
    return nullptr;
  }
}

template <class... D>
constexpr rejection_kernels kernels_of(detail::type_list<D...>) {
  return {{{fill_of<D>()...}}, {{maker_of<D>()...}}};
}

}  // namespace

template <>
constinit const rejection_kernels level_kernels<rejection_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(catalogue::rejection_distributions{});

}  // namespace tali::cpu_driver
