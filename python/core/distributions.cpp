// SPDX-License-Identifier: Apache-2.0
#include "distributions.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <tali/catalogue.hpp>
#include <tali/detail/between.hpp>
#include <tali/detail/made_ahead.hpp>
#include <tali/detail/substream.hpp>
#include <tali/fill.hpp>
#include <tali/math/elementary.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "cpu/loops.hpp"
#include "cpu/threads.hpp"
#include "fills.hpp"
#include "transform.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TALI_PYTHON_CLONES [[gnu::target_clones("default", "arch=haswell")]]
#else
#define TALI_PYTHON_CLONES
#endif

namespace tali::python {

namespace {

template <class D>
struct parameter_type {
  using type = typename D::result_type;
};
template <class D>
requires requires { typename D::parameter; }
struct parameter_type<D> {
  using type = typename D::parameter;
};
template <class D>
requires(
    requires { typename D::lane_type; } && !requires { typename D::parameter; }) struct parameter_type<D> {
  using type = typename D::lane_type;
};
template <>
struct parameter_type<bernoulli> {
  using type = double;
};
template <>
struct parameter_type<bernoulli_bits> {
  using type = double;
};

template <class D>
inline constexpr bool is_integers = false;
template <class T>
inline constexpr bool is_integers<uniform_int<T>> = true;

template <class D>
constexpr bool find_list() {
  if constexpr (requires { D::parameter_list; }) {
    return std::is_constructible_v<D, unchecked_t, const parameters_of<D>&>;
  } else {
    return false;
  }
}
template <class D>
inline constexpr bool has_list = find_list<D>();

/// Numbers that make a D, or -1.
template <class D>
constexpr int count_parameters() {
  constexpr auto kind = kind_of<D>;
  if constexpr (kind == distribution_kind::vector || kind == distribution_kind::categorical ||
                requires { D::default_way; }) {
    return -1;
  } else if constexpr (has_list<D>) {
    return detail::parameter_count<D>;
  } else {
    return D::parameters.size();
  }
}

template <class D>
D make(const double* p) {
  using P = typename parameter_type<D>::type;
  constexpr int n = count_parameters<D>();
  if constexpr (has_list<D>) {
    parameters_of<D> q;
    for (int k = 0; k < n; ++k) q[k] = static_cast<P>(p[k]);
    check_parameters<D>(q);
    return D(unchecked, q);
  } else if constexpr (is_integers<D>) {
    return D(static_cast<P>(std::bit_cast<std::int64_t>(p[0])),
             static_cast<P>(std::bit_cast<std::int64_t>(p[1])));
  } else if constexpr (n == 0) {
    (void)p;
    return D();
  } else if constexpr (n == 1) {
    return D(static_cast<P>(p[0]));
  } else {
    static_assert(n == 2);
    return D(static_cast<P>(p[0]), static_cast<P>(p[1]));
  }
}

/// Words that have been made, as an engine of which value() asks them one by one.
struct made_words {
  std::vector<std::uint32_t> words;
  std::uint64_t first;

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    return words[static_cast<std::size_t>(i - first)];
  }
};

/// Those of elements first ... first + n - 1, and of their batches.
template <class D>
made_words words_of(int engine, const void* e, std::uint64_t first, std::size_t n) {
  std::uint64_t begin = first * D::words, words = n * D::words;
  if constexpr (batch_distribution<D>) {
    words += begin % D::batch_size;
    begin -= begin % D::batch_size;
    words += (D::batch_size - words % D::batch_size) % D::batch_size;
  }
  made_words made{std::vector<std::uint32_t>(static_cast<std::size_t>(words)), begin};
  const bits<std::uint32_t> plain;
  detail::run(cpu{.threads = 1},
              {&engine_list()[static_cast<std::size_t>(engine)], e, &info_of<bits<std::uint32_t>>(), &plain,
               begin, made.words.data(), made.words.size()});
  return made;
}

template <class D>
void each(int engine, const void* e, const double* const* p, std::uint64_t first, void* to, std::size_t n) {
  engines::for_each([&]<class E>(int, type_list<E>) {
    if (catalogue_engines::index_of<E>() != engine) return;
    auto* const x = static_cast<typename D::result_type*>(to);
    for (std::size_t i = 0; i < n; ++i) {
      double mine[most_parameters] = {};
      for (int k = 0; k < count_parameters<D>(); ++k) mine[k] = p[k][i];
      x[i] = value(*static_cast<const E*>(e), make<D>(mine), first + i);
    }
  });
  if (engine_list()[static_cast<std::size_t>(engine)].kind != engine_kind::words || n == 0) return;
  const made_words made = words_of<D>(engine, e, first, n);
  auto* const x = static_cast<typename D::result_type*>(to);
  for (std::size_t i = 0; i < n; ++i) {
    double mine[most_parameters] = {};
    for (int k = 0; k < count_parameters<D>(); ++k) mine[k] = p[k][i];
    x[i] = value(made, make<D>(mine), first + i);
  }
}

template <class D>
law law_of(int index) {
  constexpr int n = count_parameters<D>();
  static_assert(n <= most_parameters);
  law l{};
  l.info = &distribution_list()[static_cast<std::size_t>(index)];
  l.tag = detail::distribution_tag<D>;
  l.parameters = n;
  l.of_integers = is_integers<D>;
  l.batch = l.longest = 1;
  l.form = l.info->form;
  if constexpr (n >= 0) {
    l.takes_arrays = takes_arrays<D>;
    l.parameters_f32 = std::is_same_v<typename parameter_type<D>::type, float>;
    l.batch = detail::batch_of<D>();
    l.longest = detail::longest_refill<D>(sizeof(typename D::result_type));
    l.make = [](const double* p) { return any_distribution(make<D>(p)); };
    if constexpr (n > 0 && !takes_arrays<D> && !batch_distribution<D>) {
      if (l.form == standard_form::none) l.each = &each<D>;
    }
    if (l.form != standard_form::none) {
      const char* const name = l.form == standard_form::lognormal ? "normal" : l.info->name;
      // With mu = -0 a standard value keeps the sign of its zero.
      l.standard.emplace(name, l.info->type,
                         l.form == standard_form::exponential ? arguments{} : arguments{{"mu", -0.0}});
    }
  }
  return l;
}

/// Calls f(first, count) for pieces of 0 ... n - 1, on the package's threads where there are many. They are
/// the library's and not OpenMP's, which a forked process would wait for without end.
template <class F>
void in_pieces(std::size_t n, const F& f) {
  constexpr std::size_t piece = 1 << 16;
  const int asked = threads;
  const int wanted = n <= 2 * piece ? 1 : asked != 0 ? asked : cpu_driver::default_threads();
  detail::for_indices(wanted, (n + piece - 1) / piece,
                      [&](std::uint64_t k) { f(k * piece, std::min<std::size_t>(piece, n - k * piece)); });
}

template <class T>
void apply_typed(standard_form form, const double* const* p, T* x, std::size_t n) {
  const bool two = form != standard_form::exponential;
  in_pieces(n, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const T a = static_cast<T>(p[0][i]), b = two ? static_cast<T>(p[1][i]) : T(1);
      x[i] = with_parameters(form, a, b, x[i]);
    }
  });
}

// detail::between of bounds with many numbers between them, written with the compiler's own fma, of which
// these loops have the instruction or do without.
TALI_PYTHON_CLONES void bounds(const double* low, std::size_t low_step, const double* high,
                               std::size_t high_step, double* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double a = low[i * low_step], b = high[i * high_step];
    const double y = __builtin_fma(b - a, x[i], a);
    x[i] = y < b || a == b ? y : detail::before(b);
  }
}

TALI_PYTHON_CLONES void bounds(const double* low, std::size_t low_step, const double* high,
                               std::size_t high_step, float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<float>(low[i * low_step]), b = static_cast<float>(high[i * high_step]);
    const float y = __builtin_fmaf(b - a, x[i], a);
    x[i] = y < b || a == b ? y : detail::before(b);
  }
}

/// detail::between of any bounds.
template <class T>
void all_bounds(const double* low, std::size_t low_step, const double* high, std::size_t high_step, T* x,
                std::size_t n) {
  const std::size_t different = low_step == 0 && high_step == 0 ? std::min<std::size_t>(n, 1) : n;
  const auto a = [&](std::size_t i) { return static_cast<T>(low[i * low_step]); };
  const auto b = [&](std::size_t i) { return static_cast<T>(high[i * high_step]); };
  bool coarse = false;
  for (std::size_t i = 0; i < different; ++i) coarse = coarse || detail::is_coarse<T>(b(i) - a(i), b(i));
  if (!coarse) return bounds(low, low_step, high, high_step, x, n);
  for (std::size_t i = 0; i < n; ++i) x[i] = detail::between(a(i), b(i), x[i]);
}

}  // namespace

void check_each(const law& l, const double* const* p, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double mine[most_parameters] = {};
    for (int k = 0; k < l.parameters; ++k)
      mine[k] = l.parameters_f32 ? static_cast<double>(static_cast<float>(p[k][i])) : p[k][i];
    bool good = false;  // where it is not, the distribution says what is wrong, if anything is
    if (l.of_integers) {
      const auto low = std::bit_cast<std::int64_t>(mine[0]), high = std::bit_cast<std::int64_t>(mine[1]);
      good = l.info->type[0] == 'u' ? std::uint64_t(low) <= std::uint64_t(high) : low <= high;
    } else if (l.form == standard_form::exponential) {
      good = std::isfinite(mine[0]) && mine[0] > 0;
    } else if (l.form != standard_form::none) {
      good = std::isfinite(mine[0]) && std::isfinite(mine[1]) && mine[1] >= 0;
    }
    if (!good) (void)l.make(mine);
  }
}

int law_for(int law_index, std::string_view type) {
  const law& l = laws()[static_cast<std::size_t>(law_index)];
  if (type == l.info->type) return law_index;
  const std::string_view name = l.info->name;
  for (const law& other : laws()) {
    if (name == other.info->name && type == other.info->type) return static_cast<int>(&other - laws().data());
  }
  return -1;
}

const std::vector<law>& laws() {
  static const std::vector<law> all = [] {
    std::vector<law> made;
    catalogue_distributions::for_each(
        [&]<class D>(int index, type_list<D>) { made.push_back(law_of<D>(index)); });
    return made;
  }();
  return all;
}

void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n) {
  if (l.info->value_bytes == 4) {
    apply_typed(l.form, p, static_cast<float*>(to), n);
  } else {
    apply_typed(l.form, p, static_cast<double*>(to), n);
  }
}

void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n) {
  if (bytes == 1) {
    for (std::size_t i = 0; i < n; ++i)
      static_cast<std::uint8_t*>(to)[i] = static_cast<std::uint8_t>(from[i]);
  } else if (bytes == 2) {
    for (std::size_t i = 0; i < n; ++i)
      static_cast<std::uint16_t*>(to)[i] = static_cast<std::uint16_t>(from[i]);
  } else {
    std::copy_n(from, n, static_cast<std::uint64_t*>(to));
  }
}

void apply_bounds(const char* type, const double* low, std::size_t low_step, const double* high,
                  std::size_t high_step, void* to, std::size_t n) {
  in_pieces(n, [&](std::size_t at, std::size_t m) {
    if (type[1] == '3') {
      all_bounds(low + at * low_step, low_step, high + at * high_step, high_step,
                 static_cast<float*>(to) + at, m);
    } else {
      all_bounds(low + at * low_step, low_step, high + at * high_step, high_step,
                 static_cast<double*>(to) + at, m);
    }
  });
}

}  // namespace tali::python
