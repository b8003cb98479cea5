// SPDX-License-Identifier: Apache-2.0
// Rows of counts on one thread: row by row, or several rows in SIMD lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tali/catalogue.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>

#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

/// Rows of one lane each, made as their definition says.
template <class D>
struct rows_one_by_one {
  static void fill(const row_words<detail::rounds_at_run_time>& words, const typename D::view_type& d,
                   std::uint64_t first, typename D::result_type* to, std::size_t rows, double*) {
    for (std::size_t i = 0; i < rows; ++i) d.row(one_lane{}, words, first + i, to + i * d.size());
  }
};

/// Rows in which each component depends on the previous ones. Making a component's distribution costs many
/// times its value, so each possible remainder has one, if these are fewer than the rows.
template <class D>
struct rows_by_components {
  static void fill(const row_words<detail::rounds_at_run_time>& words, const typename D::view_type& d,
                   std::uint64_t first, typename D::result_type* to, std::size_t rows, double* scratch) {
    using component = typename D::view_type::component_type;
    constexpr double max_kept = 4096;
    const double each = d.row_sum() + 1, all = each * d.size();
    if (!(all < max_kept && all < static_cast<double>(rows)))
      return rows_one_by_one<D>::fill(words, d, first, to, rows, scratch);
    const auto stride = static_cast<std::size_t>(each);
    std::vector<std::optional<component>> components(static_cast<std::size_t>(all));
    const auto component_of = [&](std::uint32_t c, double left, const auto& p) -> const component& {
      std::optional<component>& entry = components[c * stride + static_cast<std::size_t>(left)];
      if (!entry) entry.emplace(detail::unchecked, p);
      return *entry;
    };
    for (std::size_t i = 0; i < rows; ++i) d.row(words, first + i, to + i * d.size(), component_of);
  }
};

/// Rows of a multinomial distribution, one per lane: a component's distribution is made in lanes too, because
/// the trials that are left differ.
/// @tparam D  multinomial
template <class D, int R>
class multinomial_rows {
  static constexpr int N = R / 2 < static_cast<int>(max_lanes) ? R / 2 : static_cast<int>(max_lanes);
  using F = lanes<double, N, R>;
  using law = detail::binomial_law<F>;

 public:
  static void fill(const row_words<detail::rounds_at_run_time>& words, const detail::multinomial_view& d,
                   std::uint64_t first, std::int64_t* to, std::size_t rows, double* scratch) {
    constexpr std::size_t worth_lanes = 3;
    const std::uint32_t size = d.size();
    const F trials(d.row_sum());
    const F given[2] = {trials, F(size > 1 ? d.share(0) : 0.0)};
    if (rows < worth_lanes || !inverts(given))
      return rows_by_components<multinomial>::fill(words, d, first, to, rows, scratch);
    const law of_first(given);
    for (std::size_t i = 0; i < rows; i += N) {
      const std::size_t n = rows - i < N ? rows - i : N;
      F left = trials;
      for (std::uint32_t c = 0; c + 1 < size; ++c) {
        std::uint64_t j[N];
        for (std::size_t l = 0; l < N; ++l) j[l] = (words.row(first + i) + l) * size + c;
        const F u = uniform_numbers(words.samples(), j);
        const F p[2] = {left, F(d.share(c))};
        if (c != 0 && !inverts(p))
          return rows_by_components<multinomial>::fill(words, d, first + i, to + i * size, rows - i, scratch);
        const F count = c == 0 ? counted(of_first, u) : counted(law(p), u);
        left = add(left, -count);
        store(count, to + i * size + c, size, n);
      }
      store(left, to + i * size + size - 1, size, n);
    }
  }

 private:
  static bool inverts(const F (&p)[2]) { return !any(detail::unset(law::by_inversion(p))); }
  static F counted(const law& l, const F& u) { return l.of_counted(detail::invert_lanes(l, u)); }
  static void store(const F& x, std::int64_t* to, std::size_t stride, std::size_t n) {
    double values[N];
    x.store(values);
    for (std::size_t l = 0; l < n; ++l) to[l * stride] = static_cast<std::int64_t>(values[l]);
  }

  /// The uniform numbers of samples j, for inversion.
  static F uniform_numbers(const rejection_words<detail::rounds_at_run_time>& samples,
                           const std::uint64_t (&j)[N]) {
    using words_type = rejection_words<detail::rounds_at_run_time>;
    std::uint64_t group[N];
    std::uint32_t slot[N], half[4][N], rest[2][N];
    for (int l = 0; l < N; ++l) {
      const auto in = words_type::inversion_slot_of<16 / sizeof(std::int64_t)>(
          static_cast<unsigned>(j[l] % words_type::inversion_tile));
      group[l] = j[l] / words_type::inversion_tile * 32 + in.block;
      slot[l] = in.slot;
    }
    lanes<std::uint32_t, N, R> w[4], last[2];
    samples.template operator()<4, N, R>(group, words_type::inversion_words, w);
    for (int i = 0; i < 4; ++i) w[i].store(half[i]);
    samples.template operator()<2, N, R>(j, words_type::last_words, last);
    for (int i = 0; i < 2; ++i) last[i].store(rest[i]);
    double u[N];
    for (int l = 0; l < N; ++l) {
      const std::uint32_t first = half[slot[l] % 4][l] >> slot[l] / 4 * 16 & 0xffffu;
      u[l] = to_unit_double(rest[1][l], first << 16 | rest[0][l] >> 16);
    }
    return F::load(u);
  }
};

}  // namespace tali::cpu_driver
