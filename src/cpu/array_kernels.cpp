// SPDX-License-Identifier: Apache-2.0
// Fills with a separate set of parameters per element, for the CPU's baseline and for AVX2. CMake compiles
// this file once for each, with TALI_REGISTER_BYTES and TALI_PART.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include <tali/detail/convert_range.hpp>
#include <tali/detail/value_form.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "cpu/kernels.hpp"
#include "cpu/rejection_range.hpp"
#include "registry/functions.hpp"

namespace tali::cpu_driver {

// Distributions whose parameters are doubles and can be SIMD lanes (the template parameter P in
// distribution/) make several elements at a time; the others make each element alone.

template <class D, class P>
struct in_lanes {
  using type = void;
};
template <template <class, class> class D, class T, class P>
struct in_lanes<D<T, double>, P> {
  using type = D<T, P>;
};

/// The parameters of elements from `from` on, as lanes.
/// @tparam R  the level's register bytes, so that each level has a different name (tests/isa_symbols.cmake)
/// @param n  number of elements, at least 1; further lanes have the parameters of the last one
template <int count, int N, int R>
TALI_FN void load_parameters(const void* const* arrays, std::size_t from, std::size_t n,
                             lanes<double, N, R> (&p)[count]) {
  for (int k = 0; k < count; ++k) {
    const double* const x = static_cast<const double*>(arrays[k]) + from;
    if (n >= N) {
      p[k] = lanes<double, N, R>::load(x);
    } else {
      double some[N];
      for (std::size_t l = 0; l < N; ++l) some[l] = x[std::min(l, n - 1)];
      p[k] = lanes<double, N, R>::load(some);
    }
  }
}

template <class D>
TALI_FN void read_parameters(const void* const* arrays, std::size_t i, detail::parameters_of<D>& p) {
  for (int k = 0; k < detail::parameter_count<D>; ++k)
    p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
}

/// Whether the parameters of element i are valid. If not, stores the value of a failed sample, and i in `bad`
/// if it is smaller.
template <class D>
TALI_FN bool check_element(const void* const* arrays, std::size_t i, typename D::result_type* to,
                           std::size_t* bad) {
  detail::parameters_of<D> p;
  read_parameters<D>(arrays, i, p);
  if (D::bad_parameter(p) < 0) return true;
  to[i] = detail::no_value<typename D::result_type>();
  *bad = std::min(*bad, i);
  return false;
}

/// Values of elements begin ... end - 1, from words. The parameters of each are in arrays.
/// @returns the first index with invalid parameters, or `end`
template <class D, int R>
std::size_t convert_each(const void* const* arrays, const std::uint32_t* words, void* to, std::size_t begin,
                         std::size_t end) {
  using T = typename D::result_type;
  constexpr int N = R / 2, count = detail::parameter_count<D>;  // four registers of doubles
  using F = lanes<double, N, R>;
  using L = typename in_lanes<D, F>::type;
  auto* const out = static_cast<T*>(to);
  std::size_t bad = end;
  if constexpr (!std::is_void_v<L>) {
    for (std::size_t i = begin; i < end; i += N, words += N * D::words) {
      const std::size_t n = std::min<std::size_t>(N, end - i);
      F p[count];
      load_parameters(arrays, i, n, p);
      const L d(detail::unchecked, p);
      if (n == N) {
        convert_lanes<N, R, D>(d, words, out + i);
      } else {
        std::uint32_t last_words[N * D::words] = {};
        T last[N];
        std::memcpy(last_words, words, n * D::words * sizeof(std::uint32_t));
        convert_lanes<N, R, D>(d, last_words, last);
        std::copy_n(last, n, out + i);
      }
      for (std::size_t l = 0; l < n; ++l) check_element<D>(arrays, i + l, out, &bad);
    }
  } else {
    for (std::size_t i = begin; i < end; ++i, words += D::words) {
      if (!check_element<D>(arrays, i, out, &bad)) continue;
      detail::parameters_of<D> p;
      read_parameters<D>(arrays, i, p);
      std::uint32_t w[D::words];
      for (int k = 0; k < D::words; ++k) w[k] = words[k];
      out[i] = static_cast<T>(D(detail::unchecked, p)(w));
    }
  }
  return bad;
}

/// As form_each_function.
template <class D, int R>
std::size_t form_each(const void* const* arrays, void* to, std::size_t begin, std::size_t end) {
  using T = typename D::result_type;
  static_assert(std::is_same_v<typename D::parameter, T>);
  constexpr int N = 4 * R / static_cast<int>(sizeof(T));
  using F = lanes<T, N, R>;
  const T *const a = static_cast<const T*>(arrays[0]), *const b = static_cast<const T*>(arrays[1]);
  T* const out = static_cast<T*>(to);
  std::size_t bad = end;
  for (std::size_t i = begin; i < end; i += N) {
    const std::size_t n = std::min<std::size_t>(N, end - i);
    T some[3][N] = {};
    const bool whole = n == N;
    if (!whole) {
      std::copy_n(a + i, n, some[0]);
      std::copy_n(b + i, n, some[1]);
      std::copy_n(out + i, n, some[2]);
    }
    T* const x = whole ? out + i : some[2];
    detail::with_parameters_as<T>(detail::value_form_of<D>, F::load(whole ? a + i : some[0]),
                                  F::load(whole ? b + i : some[1]), F::load(x))
        .store(x);
    if (!whole) std::copy_n(x, n, out + i);
    for (std::size_t l = 0; l < n; ++l) check_element<D>(arrays, i + l, out, &bad);
  }
  return bad;
}

namespace {

/// Sample first + i alone, by the parameters at index i. Lowers `failed` to its index if no attempt is
/// accepted.
template <class D, class Words>
void sample_element(const Words& words, const void* const* arrays, std::uint64_t first, std::size_t i,
                    typename D::result_type* to, std::size_t* bad, std::uint64_t& failed) {
  if (!check_element<D>(arrays, i, to, bad)) return;
  detail::parameters_of<D> p;
  read_parameters<D>(arrays, i, p);
  const auto s = sample(words, D(detail::unchecked, p), first + i);
  to[i] = s.value;
  if (!s.accepted) failed = std::min(failed, first + i);
}

}  // namespace

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
  void alone(std::size_t i) { sample_element<D>(words_, arrays_, first_, i, to_, bad_, failed_); }

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

namespace {

/// The words of samples, in memory.
template <class D>
struct stored_words {
  static constexpr int n = detail::sample_words(D::attempt_words);
  static constexpr std::uint32_t last_words = rejection_words<detail::rounds_at_run_time>::last_words;
  const std::uint32_t* words;
  std::uint64_t first;  ///< the sample whose words are first

  template <int m>
  TALI_FN void operator()(std::uint64_t j, std::uint32_t k, std::uint32_t (&w)[m]) const {
    of(j)(j, k, w);
  }
  template <int m>
  [[nodiscard]] TALI_FN detail::inversion_number inversion_of(std::uint64_t j) const {
    return of(j).template inversion_of<m>(j);
  }

 private:
  [[nodiscard]] TALI_FN detail::words_of_sample<n> of(std::uint64_t j) const {
    std::uint32_t w[n];
    for (int i = 0; i < n; ++i) w[i] = words[(j - first) * n + static_cast<std::uint64_t>(i)];
    return {w, D::tag};
  }
};

template <class D>
std::uint64_t sample_each(const words_of_samples& words, const void* const* arrays, std::uint64_t first,
                          void* to, std::size_t begin, std::size_t end, std::size_t* bad) {
  auto* const out = static_cast<typename D::result_type*>(to);
  if (words.in_memory == nullptr) {
    return samples_of_each<D, TALI_REGISTER_BYTES>(words.by_counter, arrays, first, out, bad)
        .range(begin, end);
  }
  const stored_words<D> stored{words.in_memory, first + begin};
  std::uint64_t failed = none_failed;
  for (std::size_t i = begin; i < end; ++i) sample_element<D>(stored, arrays, first, i, out, bad, failed);
  return failed;
}

template <class List, class D>
inline constexpr bool in_this_object = List::template index_of<D>() % array_parts == TALI_PART;

template <class D>
constexpr convert_each_function convert_of() {
  if constexpr (takes_arrays<D> && in_this_object<catalogue::distributions, D>) {
    return &convert_each<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr form_each_function form_of() {
  if constexpr (detail::value_form_of<D> != detail::value_form::none && !takes_arrays<D> &&
                in_this_object<catalogue::distributions, D>) {
    return &form_each<D, TALI_REGISTER_BYTES>;
  } else {
    return nullptr;
  }
}

template <class D>
constexpr rejection_each sample_of() {
  if constexpr (in_this_object<catalogue::rejection_distributions, D>) {
    return &sample_each<D>;
  } else {
    return nullptr;
  }
}

template <class... Fixed, class... Rejection>
constexpr array_kernels kernels_of(detail::type_list<Fixed...>, detail::type_list<Rejection...>) {
  return {{{convert_of<Fixed>()...}}, {{sample_of<Rejection>()...}}, {{form_of<Fixed>()...}}};
}

}  // namespace

template <>
constinit const array_kernels level_kernels<array_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(catalogue::distributions{}, catalogue::rejection_distributions{});

}  // namespace tali::cpu_driver
