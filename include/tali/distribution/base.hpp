// SPDX-License-Identifier: Apache-2.0
// Base classes of distributions that make values in the same way. protocol.hpp lists the members.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/rejection/words.hpp>
#if !defined(__CUDACC_RTC__)
#include <tali/detail/table.hpp>
#endif

namespace tali::detail {

/// The names in a parameter_list.
template <int n>
TALI_HOST_FN constexpr parameter_names names_in(const parameter_info (&list)[n]) {
  parameter_names names{};
  for (int k = 0; k < n; ++k) names.name[k] = list[k].name;
  return names;
}

/// The base of a distribution D with n parameters of type P, listed in D::parameter_list. Distributions with
/// equal parameters compare equal.
template <class D, class P, int n>
class numbers {
 public:
  using parameter = P;
#if !defined(__CUDACC_RTC__)  // NVRTC would need D to be complete
  static constexpr parameter_names parameters = names_in(D::parameter_list);
#endif

  /// Makes the distribution from arguments given by name.
  /// @throws argument_error for an unknown name, and for a number out of range
  TALI_HOST_FN static D make(const arguments& given) { return made_by_name<D>(given); }
  /// The index of the first parameter that is out of range, or -1.
  TALI_FN static constexpr int bad_parameter(const P (&p)[n]) { return out_of_range<D>(p); }

  TALI_FN friend constexpr bool operator==(const D& a, const D& b) {
    for (int k = 0; k < n; ++k) {
      if (!(a.numbers::p_[k] == b.numbers::p_[k])) return false;
    }
    return true;
  }

 protected:
  TALI_FN constexpr explicit numbers(const P (&p)[n]) {
    for (int k = 0; k < n; ++k) p_[k] = p[k];
  }

  /// Parameter k.
  [[nodiscard]] TALI_FN constexpr P given(int k) const { return p_[k]; }

 private:
  P p_[n] = {};
};

/// The base of a distribution D without parameters.
template <class D>
class no_parameters {
 public:
  static constexpr parameter_names parameters{};

  TALI_HOST_FN static D make(const arguments& given) {
    given.expect({});
    return {};
  }
  TALI_FN friend constexpr bool operator==(const D&, const D&) { return true; }
};

/// The base of a distribution D of fixed budget: D::value(w) makes a value from D::words words.
template <class D, class Result>
class values_of_words {
 public:
  using result_type = Result;

  /// @tparam Self  D, which is still incomplete where this class is instantiated
  template <class U32, int n, class Self = D>
  requires(n == Self::words) TALI_FN constexpr auto operator()(const U32 (&w)[n]) const {
    return static_cast<const Self&>(*this).value(w);
  }
  /// The value of the next words of a generator.
  template <bit_generator G>
  TALI_FN constexpr Result operator()(G& g) const {
    return draw(static_cast<const D&>(*this), g);
  }
  TALI_FN friend constexpr bool operator==(const values_of_words&, const values_of_words&) = default;
};

/// The same with n parameters of type P.
template <class D, class Result, class P, int n>
class fixed_budget : public values_of_words<D, Result>, public numbers<D, P, n> {
 protected:
  using numbers<D, P, n>::numbers;
};

// P, the type of parameters, is T by default. It may be SIMD lanes of doubles: then each lane's value has
// parameters of its own. Only the CPU's fills from arrays of parameters use that.

/// The base of a distribution D that inverts one uniform number: a value is its quantile. T is float (one
/// word) or double (two words).
template <class D, class T, int n, class P = T>
class inverse_transform : public fixed_budget<D, T, P, n> {
 public:
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali: numbers of this distribution are float or double");
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

 protected:
  using fixed_budget<D, T, P, n>::fixed_budget;
};

/// The same for a quantile that D::of_logarithm() computes from log u, or from log(1 - u) if `of_rest`.
template <class D, class T, int n, bool of_rest, class P = T>
class logarithm_transform : public inverse_transform<D, T, n, P> {
 public:
  template <class U32, int m>
  TALI_FN auto value(const U32 (&w)[m]) const {
    const D& d = static_cast<const D&>(*this);
    if constexpr (of_rest) {
      return d.of_logarithm(log_of_rest(w));
    } else {
      return d.of_logarithm(log_of_words(w));
    }
  }
  /// The value from two words given as one number, low + 2^32 high.
  template <class U64>
  requires(sizeof(T) == 8) TALI_FN auto of_number(const U64& k) const {
    const D& d = static_cast<const D&>(*this);
    if constexpr (of_rest) {
      return d.of_logarithm(log_of_number_rest(k));
    } else {
      return d.of_logarithm(log_of_number(k));
    }
  }

 protected:
  using inverse_transform<D, T, n, P>::inverse_transform;
};

/// The base of a rejection distribution D: D::attempt(w) takes D::attempt_words words, and D::tag names them.
template <class D, class Result>
class attempts_of {
 public:
  using result_type = Result;
  static constexpr bool rejection = true;
  static constexpr int words =
      1;  ///< positions that a sample counts in a sequence; attempts take other words

  /// The sample from an accepted value.
  template <class X>
  TALI_FN static constexpr Result result(X x) {
    return static_cast<Result>(x);
  }
  /// The sample if no attempt was accepted.
  TALI_FN static constexpr Result failed() { return no_value<Result>(); }
  TALI_FN friend constexpr bool operator==(const attempts_of&, const attempts_of&) = default;
};

/// The same with n parameters of type P.
template <class D, class Result, class P, int n>
class by_rejection : public attempts_of<D, Result>, public numbers<D, P, n> {
 protected:
  using numbers<D, P, n>::numbers;
};

#if !defined(__CUDACC_RTC__)
/// The base of a distribution D with a table. Kernels take a View of it, which D::view(table) makes.
template <class D, class View>
class has_table {
 public:
  using result_type = typename View::result_type;
  using view_type = View;

  /// Number of values per row, or of categories.
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] View view() const { return static_cast<const D&>(*this).view(table_.data()); }
  [[nodiscard]] const detail::table& table() const { return table_; }

 protected:
  detail::table table_;
  std::uint32_t size_ = 0;
};

/// The same for a distribution of rows.
template <class D, class View>
class rows_of_table : public has_table<D, View> {
 public:
  static constexpr std::uint32_t tag = View::tag;
};
#endif

}  // namespace tali::detail
