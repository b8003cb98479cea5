// SPDX-License-Identifier: Apache-2.0
// dirichlet: proportions that add up to 1, gamma numbers divided by their sum.
//
// Source: L. Devroye, "Non-Uniform Random Variate Generation", 1986, chapter XI.4. If a shape is below 1,
// gamma numbers are handled as logarithms: half of the gamma numbers of shape 1e-3 are below 1e-300, and 0 /
// 0 is not a proportion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

namespace detail {

/// A component of a Dirichlet distribution: gamma numbers of shape alpha, or of alpha + 1 if alpha is below
/// 1.
template <class T>
struct dirichlet_component {
  detail::gamma_attempts<T> numbers;
  double inverse_shape;  ///< 1 / alpha
};

/// A dirichlet distribution with its table: in host memory, or in the memory of the device that uses
/// it.
///
/// Component c of row j is gamma sample j d + c in T, from words named by this distribution's tag. If all
/// shapes are at least 1, the row is these numbers x divided by their sum. Otherwise it is e^(l - m) divided
/// by the sum of these, in double. Here l = log x + log(u) / alpha, with u as in gamma's last step (l = log x
/// for a shape of at least 1), and m is the largest l. Sums are added in the order of rows.hpp; part c is
/// component c.
template <class T>
class dirichlet_view {
 public:
  using result_type = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::dirichlet_view: its numbers are float or double");
  static constexpr std::uint32_t tag = tag_of("dirichlet", type_name<T>());
  static constexpr bool is_float = std::is_same_v<T, float>;

  TALI_FN dirichlet_view(const dirichlet_component<T>* components, std::uint32_t size, bool by_logarithms)
      : components_{components}, size_{size}, by_logarithms_{by_logarithms} {}

  /// Number of values per row.
  [[nodiscard]] TALI_FN std::uint32_t size() const { return size_; }
  /// Number of parts into which a row can be cut.
  [[nodiscard]] TALI_FN std::uint32_t parts() const { return size_; }
  [[nodiscard]] TALI_FN bool by_logarithms() const { return by_logarithms_; }
  [[nodiscard]] TALI_FN const dirichlet_component<T>& component(std::uint32_t c) const {
    return components_[c];
  }

  /// Writes row i to out[0] ... out[d - 1]; each lane of the team writes a part.
  template <class Team, class Words>
  TALI_FN void row(const Team& team, const Words& words, std::uint64_t i, T* out) const {
    const std::uint64_t first = words.row(i) * size_;
    if (by_logarithms_) {
      row_of_logarithms(team, words.samples(), first, out);
    } else {
      row_of_numbers(team, words.samples(), first, out);
    }
  }

  /// Words of the sequence per row and per component, for engines without counters.
  static constexpr int words_per_sample = sample_words(detail::gamma_attempts<T>::attempt_words);
  [[nodiscard]] TALI_FN std::uint64_t words_per_row() const {
    return std::uint64_t{size_} * static_cast<unsigned>(words_per_sample);
  }

  /// The logarithm of a component's gamma number, from an accepted x of components_[c].numbers and the words
  /// of the last step, which only shapes below 1 use. Values or lanes.
  template <class F, class U32>
  TALI_FN static auto logarithm_of(const dirichlet_component<T>& component, const F& x,
                                   const U32 (&w)[detail::gamma_attempts<T>::last_step_words]) {
    if constexpr (is_float) {
      const auto wide = to_double(x);
      return plus_last_step(component, logarithm_f64(wide), unit_f64(w[0]));
    } else {
      return plus_last_step(component, logarithm_f64(x), unit_f64(w[0], w[1]));
    }
  }

 private:
  template <class F>
  TALI_FN static F plus_last_step(const dirichlet_component<T>& component, const F& l, const F& u) {
    if (!component.numbers.has_power()) return l;
    return fma(logarithm_f64(u), F(component.inverse_shape), l);
  }

  template <class Words>
  TALI_FN T number(const Words& samples, std::uint64_t first, std::uint32_t c) const {
    const detail::gamma_attempts<T>& numbers = components_[c].numbers;
    return sample_alone(samples, first + c, detail::attempt_of<detail::gamma_attempts<T>>{numbers}).value;
  }

  template <class Words>
  TALI_FN double logarithm(const Words& samples, std::uint64_t first, std::uint32_t c) const {
    std::uint32_t w[detail::gamma_attempts<T>::last_step_words] = {};
    if (components_[c].numbers.has_power()) samples(first + c, Words::last_words, w);
    return logarithm_of(components_[c], number(samples, first, c), w);
  }

  template <class Team, class Words>
  TALI_FN void row_of_numbers(const Team& team, const Words& samples, std::uint64_t first, T* out) const {
    T sums[Team::partials] = {};
    for (std::uint32_t base = 0; base < size_; base += partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < size_; ++s) {
        const std::uint32_t c = base + s + team.rank();
        const T x = number(samples, first, c);
        sums[s] = add(sums[s], x);
        out[c] = x;
      }
    }
    const T sum = team.sum(sums);
    for (std::uint32_t base = 0; base < size_; base += partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < size_; ++s) {
        const std::uint32_t c = base + s + team.rank();
        out[c] = divide(out[c], sum);
      }
    }
  }

  /// Logarithms are doubles. Between the passes they stay in `out` if it holds doubles, in a register if a
  /// lane has one component, and are otherwise computed again.
  template <class Team, class Words>
  TALI_FN void row_of_logarithms(const Team& team, const Words& samples, std::uint64_t first, T* out) const {
    const bool one_each = size_ <= Team::lanes;
    double current = 0, max_log = as_double(0xfff0000000000000u);
    for (std::uint32_t base = 0; base < size_; base += partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < size_; ++s) {
        const std::uint32_t c = base + s + team.rank();
        current = logarithm(samples, first, c);
        max_log = max_log < current ? current : max_log;
        if constexpr (!is_float) out[c] = current;
      }
    }
    max_log = team.largest(max_log);
    double sums[Team::partials] = {};
    for (std::uint32_t base = 0; base < size_; base += partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < size_; ++s) {
        const std::uint32_t c = base + s + team.rank();
        double l = current;
        if (!one_each) {
          if constexpr (is_float) {
            l = logarithm(samples, first, c);
          } else {
            l = out[c];
          }
        }
        current = share_of(l, max_log);
        sums[s] = add(sums[s], current);
        if constexpr (!is_float) out[c] = current;
      }
    }
    const double sum = team.sum(sums);
    for (std::uint32_t base = 0; base < size_; base += partial_sums) {
      for (std::uint32_t s = 0; s < Team::partials && base + s + team.rank() < size_; ++s) {
        const std::uint32_t c = base + s + team.rank();
        if constexpr (is_float) {
          if (!one_each) current = share_of(logarithm(samples, first, c), max_log);
          out[c] = round_to_float(divide(current, sum));
        } else {
          out[c] = divide(out[c], sum);
        }
      }
    }
  }

 public:
  /// e^(l - max_log)
  template <class F>
  TALI_FN static F share_of(const F& l, const F& max_log) {
    return exponential_f64(fma(max_log, F(-1.0), l));
  }

 private:
  const dirichlet_component<T>* components_;
  std::uint32_t size_;
  bool by_logarithms_;
};

}  // namespace detail

#if !defined(__CUDACC_RTC__)  // in kernels: a view
/// Rows of d proportions, with density proportional to the product of x_c^(alpha_c - 1). The mean of
/// component c is alpha_c divided by the sum of all alphas. A proportion below the type's range is 0.
template <class T>
class dirichlet : public detail::rows_of_table<dirichlet<T>, detail::dirichlet_view<T>> {
 public:
  static constexpr const char* name = "dirichlet";
  static constexpr const char* summary = "proportions that add up to 1, of given shapes";
  static constexpr parameter_names parameters{"shapes"};
  static constexpr std::uint32_t max_components = std::uint32_t{1} << 24;
  /// Allowed shapes: no sum and no logarithm overflows.
  static constexpr T min_shape = static_cast<T>(detail::dirichlet_view<T>::is_float ? 1e-30 : 1e-300);
  static constexpr T largest_shape = static_cast<T>(detail::dirichlet_view<T>::is_float ? 1e30 : 1e300);

  /// @param shapes  1 ... 2^24 numbers, from 1e-30 to 1e30 (f32) or from 1e-300 to 1e300 (f64)
  /// @throws argument_error with the first index whose value is invalid
  explicit dirichlet(std::span<const T> shapes);

  /// From the parameter "shapes", numbers separated by colons.
  static dirichlet make(const arguments& given) {
    given.expect({"shapes"});
    const std::vector<double> shapes = given.list("shapes");
    return dirichlet(std::vector<T>(shapes.begin(), shapes.end()));
  }

  using detail::has_table<dirichlet<T>, detail::dirichlet_view<T>>::view;
  /// A view of a copy of the table, for drivers.
  [[nodiscard]] detail::dirichlet_view<T> view(const void* table) const {
    return {static_cast<const detail::dirichlet_component<T>*>(table), this->size_, by_logarithms_};
  }

 private:
  bool by_logarithms_;
};

extern template class dirichlet<float>;
extern template class dirichlet<double>;
#endif

}  // namespace tali
