// SPDX-License-Identifier: Apache-2.0
// direction: uniform directions, points on the unit sphere in d dimensions.
//
// Sources: M. E. Muller, "A note on a method for generating points uniformly on n-dimensional spheres", CACM
// 2(4), 1959, divides normal numbers by their length. By Archimedes, a coordinate of the sphere in three
// dimensions is uniform.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/circle.hpp>

namespace tali {

/// Rows of d values, uniform on the sphere of radius 1; in one dimension, -1 or 1.
///
/// Up to three dimensions, a row takes a fixed number of words: for a sign; for a uniform angle; for a
/// uniform height and an angle. From four dimensions on, it takes d normal numbers by inversion and
/// multiplies them by the reciprocal of their length. Block b of the row's words makes numbers 4 b ... 4 b +
/// 3 (f32), or 2 b and 2 b + 1 (f64); their squares are added in the order of rows.hpp. The length of a row
/// is 1 to within (d / 64 + 3) units in the last place.
template <class T>
class direction {
 public:
  using result_type = T;
  using view_type = direction;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::direction: its numbers are float or double");
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr const char* name = "direction";
  static constexpr const char* summary = "uniform directions: points of the unit sphere";
  static constexpr parameter_names parameters{"dimensions"};
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr std::uint32_t max_dimensions = std::uint32_t{1} << 30;

  /// Words per row in d = 1, 2, 3 dimensions.
  template <int d>
  static constexpr int words_of = d == 1 ? 1 : (is_float ? 1 : 2) * (d - 1);

  /// @param dimensions  1 ... 2^30
  /// @throws argument_error
  TALI_FN explicit direction(std::uint32_t dimensions) : size_{dimensions} {
    detail::require(dimensions >= 1 && dimensions <= max_dimensions, "dimensions", dimensions, "1 to ",
                    max_dimensions);
  }

  /// From the parameter "dimensions".
  TALI_HOST_FN static direction make(const arguments& given) {
    given.expect({"dimensions"});
    return direction(given.get<std::uint32_t>("dimensions", 0));
  }

  /// Number of values per row.
  [[nodiscard]] TALI_FN std::uint32_t size() const { return size_; }
  /// What a kernel takes: this distribution itself, because it has no table.
  [[nodiscard]] TALI_FN const direction& view() const { return *this; }

  /// The point in d = 1, 2, 3 dimensions from words, or from SIMD lanes of words.
  template <class U32, class F>
  TALI_FN static void of_words(const U32 (&w)[1], F (&x)[1]) {
    if constexpr (is_float) {
      x[0] = with_sign(F(1), w[0]);
    } else {
      x[0] = with_sign(F(1), join(U32(0u), w[0]));
    }
  }
  template <class U32, class F>
  TALI_FN static void of_words(const U32 (&w)[words_of<2>], F (&x)[2]) {
    const auto p = turn(w);
    x[0] = p.cosine;
    x[1] = p.sine;
  }
  template <class U32, class F>
  TALI_FN static void of_words(const U32 (&w)[words_of<3>], F (&x)[3]) {
    // The height's magnitude h and 1 - h, both without loss of digits, so that the poles are resolved as
    // finely as the equator.
    F h, rest;
    U32 angle[words_of<2>];
    if constexpr (is_float) {
      const U32 k = w[0] & U32(0x7fffffffu);
      h = fma(round_to_float(k), F(0x1p-31f), F(0x1p-32f));
      rest = fma(round_to_float(k ^ U32(0x7fffffffu)), F(0x1p-31f), F(0x1p-32f));
      x[2] = with_sign(h, w[0]);
      angle[0] = w[1];
    } else {
      const auto k = join(w[0], w[1]);
      h = upper_to_unit_double(k << 1, 1);
      rest = add(multiply(h, F(-1)), F(1));  // exact
      x[2] = with_sign(h, k);
      angle[0] = w[2];
      angle[1] = w[3];
    }
    const F radius = square_root(multiply(rest, add(multiply(rest, F(-1)), F(2))));
    const auto p = turn(angle);
    x[0] = multiply(p.cosine, radius);
    x[1] = multiply(p.sine, radius);
  }

  /// Writes row i to out[0] ... out[d - 1]; each lane of the team writes a part.
  template <class Team, class Words>
  TALI_FN void row(const Team& team, const Words& words, std::uint64_t i, T* out) const {
    const std::uint64_t j = words.row(i);
    if (size_ == 1) return small_row<1>(team, words, j, out);
    if (size_ == 2) return small_row<2>(team, words, j, out);
    if (size_ == 3) return small_row<3>(team, words, j, out);
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    const std::uint32_t blocks = parts();
    T sums[Team::partials] = {};
    T z[n];
    if (Team::partials == 1 && blocks <= Team::lanes) {  // a lane's block stays in its registers
      const std::uint32_t b = team.rank();
      if (b < blocks) add_block(words, j, b, z, sums[0]);
      const T scale = scale_of(team.sum(sums));
      if (b < blocks) {
        for (std::uint32_t k = 0; k < n; ++k) {
          if (b * n + k < size_) out[b * n + k] = multiply(z[k], scale);
        }
      }
      return;
    }
    for (std::uint32_t base = 0; base < blocks; base += detail::partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < blocks; ++s) {
        const std::uint32_t b = base + s + team.rank();
        add_block(words, j, b, z, sums[s]);
        for (std::uint32_t k = 0; k < n && b * n + k < size_; ++k) out[b * n + k] = z[k];
      }
    }
    const T scale = scale_of(team.sum(sums));
    for (std::uint32_t base = 0; base < blocks; base += detail::partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < blocks; ++s) {
        const std::uint32_t b = base + s + team.rank();
        for (std::uint32_t k = 0; k < n && b * n + k < size_; ++k)
          out[b * n + k] = multiply(out[b * n + k], scale);
      }
    }
  }

  /// Number of parts into which a row can be cut.
  [[nodiscard]] TALI_FN std::uint32_t parts() const {
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    return size_ < 4 ? 1 : (size_ + n - 1) / n;
  }

  /// Words of the sequence per row and per sample of a row, for engines without counters.
  static constexpr int words_per_sample = 4;
  [[nodiscard]] TALI_FN std::uint64_t words_per_row() const { return std::uint64_t{4} * parts(); }

  /// The factor of a row's numbers, from the sum of their squares; values or lanes. The sum is never 0,
  /// because no normal number by inversion is 0.
  template <class F>
  TALI_FN static F scale_of(const F& sum) {
    return divide(F(1), square_root(sum));
  }

 private:
  template <class U32>
  TALI_FN static auto turn(const U32 (&w)[words_of<2>]) {
    if constexpr (is_float) {
      return math::circle_f32(w[0]);
    } else {
      return math::circle_f64(join(w[0], w[1]));
    }
  }

  template <int d, class Team, class Words>
  TALI_FN static void small_row(const Team& team, const Words& words, std::uint64_t j, T* out) {
    if (team.rank() != 0) return;
    std::uint32_t w[words_of<d>];
    words.samples()(j, 0, w);
    T x[d];
    of_words(w, x);
    for (int k = 0; k < d; ++k) out[k] = x[k];
  }

  /// Makes block b and adds its squares to `sum`.
  template <class Words>
  TALI_FN void add_block(const Words& words, std::uint64_t j, std::uint32_t b,
                         T (&z)[detail::normals_per_block<T>], T& sum) const {
    constexpr std::uint32_t n = detail::normals_per_block<T>;
    detail::normal_block(words, j, b, z);
    for (std::uint32_t k = 0; k < n; ++k) {
      if (b * n + k < size_) sum = fma(z[k], z[k], sum);
    }
  }

  std::uint32_t size_;
};

}  // namespace tali
