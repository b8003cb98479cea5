// SPDX-License-Identifier: Apache-2.0
// Rejection samples with a separate set of parameters per element, on one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include <tali/sequence.hpp>

#include "cpu/array_parameters.hpp"
#include "cpu/rejection_words.hpp"

namespace tali::cpu_driver {

/// Sample first + i alone, by the parameters at index i, at the level with R bytes a register. Lowers
/// `failed` to its index if no attempt is accepted.
template <class D, class Words, int R>
void sample_element(const Words& words, const void* const* arrays, std::uint64_t first, std::size_t i,
                    typename D::result_type* to, std::size_t* bad, std::uint64_t& failed) {
  if (!check_element<D>(arrays, i, to, bad)) return;
  detail::parameters_of<D> p;
  read_parameters<D>(arrays, i, p);
  const auto s = sample(words, D(detail::unchecked, p), first + i);
  to[i] = s.value;
  if (!s.accepted) failed = std::min(failed, first + i);
}

/// Rejection samples with separate parameters.
template <class D, int R>
class samples_of_each {
  using T = typename D::result_type;
  using words_type = rejection_words<detail::rounds_at_run_time>;
  static constexpr int count = detail::parameter_count<D>;
  static constexpr int N = R / 2;  // four registers of doubles: steps of a polynomial wait for one another
  using F = lanes<double, N, R>;
  using L = typename in_lanes<D, F>::type;

 public:
  /// As rejection_each.
  samples_of_each(const words_type& words, const void* const* arrays, std::uint64_t first, T* to,
                  std::size_t* bad)
      : words_{words}, arrays_{arrays}, first_{first}, to_{to}, bad_{bad} {}

  std::uint64_t range(std::size_t begin, std::size_t end) {
    if constexpr (!std::is_void_v<L>) {
      attempts(begin, end);
    } else if constexpr (detail::has_inversion<D>) {
      inversion(begin, end);
    } else {
      for (std::size_t i = begin; i < end; ++i) alone(i);
    }
    return failed_;
  }

 private:
  void alone(std::size_t i) {
    sample_element<D, words_type, R>(words_, arrays_, first_, i, to_, bad_, failed_);
  }

  // Attempts in lanes. Elements whose attempt failed go to a list, and make their next attempts together.

  static constexpr std::size_t chunk = 512;
  /// Attempts that are made in lanes; elements that need more are made alone.
  static constexpr std::uint32_t attempts_in_lanes = 6;

  void attempts(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += chunk) one_chunk(i, std::min(end, i + chunk));
  }

  void one_chunk(std::size_t begin, std::size_t end) {
    std::size_t waiting[chunk + N];
    std::size_t open = 0;
    for (std::size_t i = begin; i < end; i += N) {
      const std::size_t n = std::min<std::size_t>(N, end - i);
      F p[count];
      load_parameters(arrays_, i, n, p);
      std::uint64_t usual = std::uint64_t(-1);
      constexpr bool some_are_usual = requires { L::is_usual(p); };
      if constexpr (some_are_usual) usual = detail::mask_bits(L::is_usual(p));
      if (usual == 0) {
        for (std::size_t l = 0; l < n; ++l) alone(i + l);
        continue;
      }
      double values[N];
      attempt_lanes w[D::attempt_words];
      words_.template first_attempts<D::attempt_words, N, R>(first_ + i, 1, w);
      const std::uint64_t accepted = attempt<true>(p, w, values);
      for (std::size_t l = 0; l < n; ++l) {
        if ((usual >> l & 1) == 0) {
          alone(i + l);
          continue;
        }
        if constexpr (!some_are_usual) {  // usual parameters are valid
          if (!check_element<D>(arrays_, i + l, to_, bad_)) continue;
        }
        to_[i + l] = D::result(values[l]);
        waiting[open] = i + l;
        open += (accepted >> l & 1) == 0 ? 1 : 0;
      }
    }
    // An element that a quick test rejects makes attempt 0 again, with the full test.
    for (std::uint32_t k = detail::has_quick_attempt<D> ? 0 : 1; k < attempts_in_lanes && open != 0; ++k) {
      std::size_t still = 0;
      for (std::size_t i = 0; i < open; i += N) {
        const std::size_t n = std::min<std::size_t>(N, open - i);
        double given[count][N], values[N];
        std::uint64_t j[N];
        for (std::size_t l = 0; l < N; ++l) {
          const std::size_t at = waiting[i + std::min(l, n - 1)];
          j[l] = first_ + at;
          for (int q = 0; q < count; ++q) given[q][l] = static_cast<const double*>(arrays_[q])[at];
        }
        F p[count];
        for (int q = 0; q < count; ++q) p[q] = F::load(given[q]);
        attempt_lanes w[D::attempt_words];
        words_.template operator()<D::attempt_words, N, R>(j, k, w);
        const std::uint64_t accepted = attempt<false>(p, w, values);
        for (std::size_t l = 0; l < n; ++l) {
          const std::size_t at = waiting[i + l];
          to_[at] = D::result(values[l]);
          waiting[still] = at;
          still += (accepted >> l & 1) == 0 ? 1 : 0;
        }
      }
      open = still;
    }
    if constexpr (detail::has_last_step<D>) last_steps(begin, end);
    for (std::size_t i = 0; i < open; ++i) alone(waiting[i]);
  }

  /// The last steps of usual samples.
  void last_steps(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += N) {
      const std::size_t n = std::min<std::size_t>(N, end - i);
      F p[count];
      load_parameters(arrays_, i, n, p);
      const L d(detail::unchecked, p);
      if (!d.needs_last_step()) continue;
      const std::uint64_t usual = detail::mask_bits(L::is_usual(p));
      double values[N] = {};
      std::copy_n(to_ + i, n, values);
      std::uint64_t j[N];
      for (std::size_t l = 0; l < N; ++l) j[l] = first_ + i + l;
      lanes<std::uint32_t, N, R> w[D::last_step_words];
      words_.template operator()<D::last_step_words, N, R>(j, words_type::last_words, w);
      d.last_step(F::load(values), w).store(values);
      for (std::size_t l = 0; l < n; ++l) {
        if (usual >> l & 1) to_[i + l] = values[l];
      }
    }
  }

  using attempt_lanes = lanes<std::uint32_t, N, R>;

  /// One attempt per lane; returns one bit per lane, set if accepted.
  /// @tparam quick  by the quick test, if there is one
  template <bool quick>
  std::uint64_t attempt(const F (&p)[count], const attempt_lanes (&w)[D::attempt_words],
                        double (&values)[N]) const {
    const L d(detail::unchecked, p);
    const auto made = [&]() TALI_LAMBDA {
      if constexpr (quick && detail::has_quick_attempt<D>) {
        return d.quick_attempt(w);
      } else {
        return d.attempt(w);
      }
    };
    const auto a = made();
    a.value.store(values);
    return detail::mask_bits(a.accepted);
  }

  // Inversion.

  void inversion(std::size_t begin, std::size_t end) {
    using tile_type = tile_words<T, R>;
    std::uint32_t high[tile_type::size], low[tile_type::size];
    for (std::size_t i = begin; i < end;) {
      const tile_type tile(words_, first_ + i, end - i);
      tile.numbers(words_, high, low);
      if constexpr (requires { typename D::template law_of<F>; }) {
        by_lanes(i, tile.count, high, low);
      } else {
        for (std::size_t l = 0; l < tile.count; ++l) invert_one(i + l, high[l], low[l]);
      }
      i += tile.count;
    }
  }

  void invert_one(std::size_t i, std::uint32_t high, std::uint32_t low) {
    if (!check_element<D>(arrays_, i, to_, bad_)) return;
    detail::parameters_of<D> p;
    read_parameters<D>(arrays_, i, p);
    const D d(detail::unchecked, p);
    if (!d.by_inversion()) return alone(i);
    to_[i] = D::result(d.invert(high, low));
  }

  void by_lanes(std::size_t begin, std::size_t n, const std::uint32_t* high, const std::uint32_t* low) {
    using law = typename D::template law_of<F>;
    std::optional<law> made;  // of parameters `of`, which broadcast arrays repeat
    F of[count];
    for (std::size_t i = 0; i < n; i += N) {
      const std::size_t some = std::min<std::size_t>(N, n - i);
      F p[count];
      load_parameters(arrays_, begin + i, some, p);
      std::uint64_t inverted = detail::mask_bits(law::by_inversion(p)), valid = 0;
      for (std::size_t l = 0; l < some; ++l)
        valid |= std::uint64_t{check_element<D>(arrays_, begin + i + l, to_, bad_)} << l;
      for (std::size_t l = 0; l < some; ++l) {
        if ((valid & ~inverted) >> l & 1) alone(begin + i + l);
      }
      inverted &= valid;
      if (inverted == 0) continue;
      if (inverted != (std::uint64_t{1} << some) - 1)
        repeat(p, static_cast<int>(std::countr_zero(inverted)), inverted);
      double u[N], values[N];
      for (std::size_t l = 0; l < N; ++l) u[l] = l < some ? to_unit_double(low[i + l], high[i + l]) : 0.0;
      if (!made || std::memcmp(of, p, sizeof p) != 0) {
        std::memcpy(of, p, sizeof p);
        made.emplace(p);
      }
      made->of_counted(detail::invert_lanes(*made, F::load(u))).store(values);
      for (std::size_t l = 0; l < some; ++l) {
        if (inverted >> l & 1) to_[begin + i + l] = D::result(values[l]);
      }
    }
  }

  /// Gives the lanes that are not `kept` the parameters of lane `from`: the sums of a law that is not
  /// inverted may not end.
  static void repeat(F (&p)[count], int from, std::uint64_t kept) {
    for (F& x : p) {
      double all[N];
      x.store(all);
      for (int l = 0; l < N; ++l) {
        if ((kept >> l & 1) == 0) all[l] = all[from];
      }
      x = F::load(all);
    }
  }

  words_type words_;
  const void* const* arrays_;
  std::uint64_t first_;
  T* to_;
  std::size_t* bad_;
  std::uint64_t failed_ = none_failed;
};

}  // namespace tali::cpu_driver
