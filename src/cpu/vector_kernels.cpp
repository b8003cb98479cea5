// SPDX-License-Identifier: Apache-2.0
// One SIMD level's fills of vectors. CMake compiles this file once per level, with TALI_REGISTER_BYTES.
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <tali/catalogue.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>

#include "cpu/count_rows.hpp"
#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

// A range of rows on one thread, for any SIMD shape.
// Lanes are rows: lane l of a tile makes row t + l. t is a multiple of the tile's size in the sequence, so
// the lanes' counters differ only in their lowest word. A row's sums are added in the order of rows.hpp, one
// lane per row. Tiles that cross an end of the range are made whole; only the part within the range is
// stored.

/// The requested rows of a tile, and their destination.
template <class T>
struct tile_rows {
  std::uint64_t at;  ///< number of the tile's first row in the sequence
  int begin, end;    ///< rows of the tile
  T* to;             ///< destination of row `begin`
  std::uint32_t size;

  TALI_FN T* row(int r) const { return to + static_cast<std::size_t>(r - begin) * size; }
};

/// Calls f(tile_rows) for each tile of `size_of_tile` rows in a range.
template <int size_of_tile, class T, class F>
TALI_FN void each_tile(std::uint64_t first, T* to, std::size_t rows, std::uint32_t size, const F& f) {
  while (rows != 0) {
    const auto skip = static_cast<int>(first % size_of_tile);
    const std::size_t room = static_cast<std::size_t>(size_of_tile - skip);
    const std::size_t count = rows < room ? rows : room;
    f(tile_rows<T>{first - static_cast<std::uint64_t>(skip), skip, skip + static_cast<int>(count), to, size});
    first += count;
    to += count * size;
    rows -= count;
  }
}

/// The words of attempt k, block b, of consecutive samples or groups of samples, one per lane, starting at
/// `group`. The lowest word must not carry.
template <int N, int R>
TALI_FN void load_block(const rejection_words<detail::rounds_at_run_time>& samples, std::uint64_t group,
                        std::uint32_t k, std::uint32_t b, lanes<std::uint32_t, N, R> (&w)[4]) {
  low_halves<N, R> c[4];
  samples.block(group, k, b)(low_halves<N, R>(lanes<std::uint64_t, N, R>::iota(group, 1)), c);
  for (int i = 0; i < 4; ++i) w[i] = narrow(c[i]);
}

/// Lane l's sum of 32 partial sums, in the order of rows.hpp.
template <class F>
TALI_FN F sum_of(F (&partial)[detail::partial_sums]) {
  return one_lane::sum(partial);
}

template <class T, int R>
class direction_rows {
  static constexpr int N = R / 4;
  using u32 = lanes<std::uint32_t, N, R>;
  using F = lanes<T, N, R>;

 public:
  static void fill(const row_words<detail::rounds_at_run_time>& words, const direction<T>& d,
                   std::uint64_t first, T* to, std::size_t rows, double*) {
    if (d.size() == 1) return small<1>(words, first, to, rows);
    if (d.size() == 2) return small<2>(words, first, to, rows);
    if (d.size() == 3) return small<3>(words, first, to, rows);
    each_tile<N>(words.row(first), to, rows, d.size(),
                 [&](const tile_rows<T>& t) { tile(words.samples(), d, t); });
  }

 private:
  template <int d>
  static void small(const row_words<detail::rounds_at_run_time>& words, std::uint64_t first, T* to,
                    std::size_t rows) {
    constexpr int n = direction<T>::template words_of<d>, sharing = 4 / n;
    each_tile<N * sharing>(words.row(first), to, rows, d, [&](const tile_rows<T>& t) {
      u32 w[4];
      load_block(words.samples(), t.at / sharing, 0, 0, w);
      for (int s = 0; s < sharing; ++s) {
        u32 sample_words[n];
        for (int i = 0; i < n; ++i) sample_words[i] = w[s * n + i];
        F x[d];
        direction<T>::of_words(sample_words, x);
        for (int l = 0; l < N; ++l) {
          const int r = l * sharing + s;
          if (r < t.begin || r >= t.end) continue;
          for (int k = 0; k < d; ++k) t.row(r)[k] = x[k].get(l);
        }
      }
    });
  }

  static void tile(const rejection_words<detail::rounds_at_run_time>& samples, const direction<T>& d,
                   const tile_rows<T>& t) {
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    F sums[detail::partial_sums];
    for (F& s : sums) s = F(0);
    for (std::uint32_t b = 0; b < d.parts(); ++b) {
      u32 w[4];
      load_block(samples, t.at, 0, b, w);
      F z[n];
      detail::normals_of(w, z);
      F& sum = sums[b % detail::partial_sums];
      for (std::uint32_t k = 0; k < n && b * n + k < d.size(); ++k) {
        sum = fma(z[k], z[k], sum);
        for (int r = t.begin; r < t.end; ++r) t.row(r)[b * n + k] = z[k].get(r);
      }
    }
    const F scale = direction<T>::scale_of(sum_of(sums));
    for (int r = t.begin; r < t.end; ++r) {
      T* const out = t.row(r);
      const T by = scale.get(r);
      for (std::uint32_t c = 0; c < d.size(); ++c) out[c] = multiply(out[c], by);
    }
  }
};

template <class T, int R>
class dirichlet_rows {
  /// Rows side by side: four registers of doubles, because the steps of a polynomial wait for one another.
  static constexpr int N = R / 2 < static_cast<int>(max_lanes) ? R / 2 : static_cast<int>(max_lanes);
  using u32 = lanes<std::uint32_t, N, R>;
  using F = lanes<T, N, R>;
  using F64 = lanes<double, N, R>;

 public:
  static void fill(const row_words<detail::rounds_at_run_time>& words, const detail::dirichlet_view<T>& d,
                   std::uint64_t first, T* to, std::size_t rows, double* scratch) {
    if (d.by_logarithms() && d.size() > max_scratch) {
      for (std::size_t i = 0; i < rows; ++i) d.row(one_lane{}, words, first + i, to + i * d.size());
      return;
    }
    each_tile<N>(words.row(first), to, rows, d.size(), [&](const tile_rows<T>& t) {
      if (d.by_logarithms()) {
        tile_of_logarithms(words.samples(), d, t, scratch);
      } else {
        tile_of_numbers(words.samples(), d, t);
      }
    });
  }

 private:
  /// The gamma numbers of component c, one row per lane: first attempts in all lanes, later ones lane by
  /// lane.
  static F numbers(const rejection_words<detail::rounds_at_run_time>& samples,
                   const detail::dirichlet_view<T>& d, std::uint64_t at, std::uint32_t c,
                   std::uint64_t (&j)[N]) {
    const detail::gamma_attempts<T>& g = d.component(c).numbers;
    for (int l = 0; l < N; ++l) j[l] = (at + static_cast<std::uint64_t>(l)) * d.size() + c;
    u32 w[detail::gamma_attempts<T>::attempt_words];
    samples.template first_attempts<detail::gamma_attempts<T>::attempt_words, N, R>(j[0], d.size(), w);
    auto a = g.attempt(w);
    std::uint64_t refused = ~detail::mask_bits(a.accepted) & ((std::uint64_t{1} << N) - 1);
    for (; refused != 0; refused &= refused - 1) {
      const int l = __builtin_ctzll(refused);
      a.value.set(l, sample_alone(samples, j[l], detail::attempt_of<detail::gamma_attempts<T>>{g}).value);
    }
    return a.value;
  }

  static void tile_of_numbers(const rejection_words<detail::rounds_at_run_time>& samples,
                              const detail::dirichlet_view<T>& d, const tile_rows<T>& t) {
    constexpr std::uint32_t few = 16;  // components that stay in lanes
    F sums[detail::partial_sums], x[few];
    const std::uint32_t used = d.size() < detail::partial_sums ? d.size() : detail::partial_sums;
    for (std::uint32_t k = 0; k < used; ++k) sums[k] = F(0);
    for (std::uint32_t c = 0; c < d.size(); ++c) {
      std::uint64_t j[N];
      const F number = numbers(samples, d, t.at, c, j);
      F& sum = sums[c % detail::partial_sums];
      sum = add(sum, number);
      if (d.size() <= few) {
        x[c] = number;
      } else {
        store(number, t, c);
      }
    }
    // In the order of rows.hpp, without the partial sums that are 0.
    for (std::uint32_t step = detail::partial_sums / 2; step != 0; step /= 2) {
      for (std::uint32_t k = 0; k < step && k + step < used; ++k) sums[k] = add(sums[k], sums[k + step]);
    }
    for (std::uint32_t c = 0; d.size() <= few && c < d.size(); ++c) store(divide(x[c], sums[0]), t, c);
    for (int r = t.begin; d.size() > few && r < t.end; ++r) {
      T* const out = t.row(r);
      const T all = sums[0].get(r);
      for (std::uint32_t c = 0; c < d.size(); ++c) out[c] = divide(out[c], all);
    }
  }

  /// Component c of the tile's rows.
  TALI_FN static void store(const F& x, const tile_rows<T>& t, std::uint32_t c) {
    T of_row[N];
    x.store(of_row);
    for (int r = t.begin; r < t.end; ++r) t.row(r)[c] = of_row[r];
  }

  static void tile_of_logarithms(const rejection_words<detail::rounds_at_run_time>& samples,
                                 const detail::dirichlet_view<T>& d, const tile_rows<T>& t, double* scratch) {
    F64 largest(as_double(0xfff0000000000000u));
    for (std::uint32_t c = 0; c < d.size(); ++c) {
      std::uint64_t j[N];
      const F x = numbers(samples, d, t.at, c, j);
      u32 w[detail::gamma_attempts<T>::last_step_words];
      for (u32& v : w) v = u32(0u);
      if (d.component(c).numbers.has_power()) {
        constexpr std::uint32_t last = rejection_words<detail::rounds_at_run_time>::last_words;
        samples.template operator()<detail::gamma_attempts<T>::last_step_words, N, R>(j, last, w);
      }
      const F64 l = detail::dirichlet_view<T>::logarithm_of(d.component(c), x, w);
      largest = select(is_less(largest, l), l, largest);
      l.store(scratch + std::size_t{c} * N);
    }
    F64 sums[detail::partial_sums];
    for (F64& s : sums) s = F64(0.0);
    for (std::uint32_t c = 0; c < d.size(); ++c) {
      const F64 l = F64::load(scratch + std::size_t{c} * N);
      const F64 share = detail::dirichlet_view<T>::share_of(l, largest);
      F64& sum = sums[c % detail::partial_sums];
      sum = add(sum, share);
      share.store(scratch + std::size_t{c} * N);
    }
    const F64 sum = sum_of(sums);
    for (std::uint32_t c = 0; c < d.size(); ++c) {
      const F64 x = divide(F64::load(scratch + std::size_t{c} * N), sum);
      for (int r = t.begin; r < t.end; ++r) t.row(r)[c] = static_cast<T>(x.get(r));
    }
  }
};

template <class T, int R>
class multivariate_normal_rows {
  static constexpr int N = R / 4;
  using u32 = lanes<std::uint32_t, N, R>;
  using F = lanes<T, N, R>;

 public:
  static void fill(const row_words<detail::rounds_at_run_time>& words,
                   const detail::multivariate_normal_view<T>& d, std::uint64_t first, T* to, std::size_t rows,
                   double* scratch) {
    T* const z = reinterpret_cast<T*>(scratch);
    each_tile<N>(words.row(first), to, rows, d.size(), [&](const tile_rows<T>& t) {
      constexpr std::uint32_t n = detail::normals_per_block<T>;
      for (std::uint32_t b = 0; b * n < d.size(); ++b) {
        u32 w[4];
        load_block(words.samples(), t.at, 0, b, w);
        F of_block[n];
        detail::normals_of(w, of_block);
        for (std::uint32_t k = 0; k < n && b * n + k < d.size(); ++k)
          of_block[k].store(z + std::size_t{b * n + k} * N);
      }
      std::uint32_t r = 0;
      for (; r + 8 <= d.size(); r += 8) products<8>(d, z, r, t);
      for (; r + 2 <= d.size(); r += 2) products<2>(d, z, r, t);
      for (; r < d.size(); ++r) products<1>(d, z, r, t);
    });
  }

 private:
  TALI_FN static F load(const T* z, std::uint32_t c) { return F::load(z + std::size_t{c} * N); }

  /// Components r ... r + m - 1 of x, which are independent.
  template <int m>
  TALI_FN static void products(const detail::multivariate_normal_view<T>& d, const T* z, std::uint32_t r,
                               const tile_rows<T>& t) {
    F x[m];
    const T* factor[m];
    for (int k = 0; k < m; ++k) {
      x[k] = F(d.mean(r + static_cast<std::uint32_t>(k)));
      factor[k] = d.factor_row(r + static_cast<std::uint32_t>(k));
    }
    for (std::uint32_t c = 0; c <= r; ++c) {
      const F zc = load(z, c);
      for (int k = 0; k < m; ++k) x[k] = fma(F(factor[k][c]), zc, x[k]);
    }
    for (int k = 1; k < m; ++k) {
      for (std::uint32_t c = r + 1; c <= r + static_cast<std::uint32_t>(k); ++c)
        x[k] = fma(F(factor[k][c]), load(z, c), x[k]);
    }
    T of_row[m][N];
    for (int k = 0; k < m; ++k) x[k].store(of_row[k]);
    for (int row = t.begin; row < t.end; ++row) {
      for (int k = 0; k < m; ++k) t.row(row)[r + static_cast<std::uint32_t>(k)] = of_row[k][row];
    }
  }
};

namespace {

template <class D>
struct rows_of : rows_one_by_one<D> {};
template <>
struct rows_of<multinomial> : multinomial_rows<multinomial, TALI_REGISTER_BYTES> {};
template <>
struct rows_of<multivariate_hypergeometric> : rows_by_components<multivariate_hypergeometric> {};
template <class T>
struct rows_of<direction<T>> : direction_rows<T, TALI_REGISTER_BYTES> {};
template <class T>
struct rows_of<dirichlet<T>> : dirichlet_rows<T, TALI_REGISTER_BYTES> {};
template <class T>
struct rows_of<multivariate_normal<T>> : multivariate_normal_rows<T, TALI_REGISTER_BYTES> {};

template <class D>
void erased(const row_words<detail::rounds_at_run_time>& words, const void* view, std::uint64_t first,
            void* to, std::size_t rows, double* scratch) {
  rows_of<D>::fill(words, *static_cast<const typename D::view_type*>(view), first,
                   static_cast<typename D::result_type*>(to), rows, scratch);
}

/// One row at a time, as its definition says.
template <class D>
void from_words(const void* view, const std::uint32_t* words, void* to, std::size_t rows) {
  using view_type = typename D::view_type;
  const view_type& d = *static_cast<const view_type*>(view);
  auto* out = static_cast<typename D::result_type*>(to);
  for (; rows != 0; --rows, words += d.words_per_row(), out += d.size())
    d.row(one_lane{}, detail::words_of_row<view_type::words_per_sample>(words, D::tag), 0, out);
}

template <class... D>
constexpr vector_kernels kernels_of(detail::type_list<D...>) {
  return {{{&erased<D>...}}, {{&from_words<D>...}}};
}

}  // namespace

template <>
constinit const vector_kernels level_kernels<vector_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(catalogue::vector_distributions{});

}  // namespace tali::cpu_driver
