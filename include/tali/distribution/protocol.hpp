// SPDX-License-Identifier: Apache-2.0
// The protocol of distributions: all members that a distribution may have, and the only place that checks for
// them. base.hpp has base classes with most of them.
//
// Every distribution D of the catalogue has
//   D::name, D::summary       for the command line and the documentation
//   D::result_type            the type of its values: type_name() lists the types
//   D::make(arguments)        makes the object from arguments given by name
//   ==                        whether parameters are equal; not needed if it has a table
//   one row of the next table
//
// Making a value:
//   operator()(w)             the value from an array of D::words words, or SIMD lanes of them (fixed budget)
//   attempt(w)                attempted{value, accepted} from D::attempt_words words. D::rejection is true;
//                             D::tag selects the words; result(x) makes a value from an accepted x; failed()
//                             is the value if all attempts fail; acceptance() is the probability that an
//                             attempt is accepted; D::words is 1, the number of positions per element
//   operator()(w, table(), x) D::lane_values values from D::lane_words words: see batch_of_lanes
//   of_warp<W>(words, table())  the values of 32 lanes that exchange data
//   view().row(team, words, i, to)  a row of size() values, from words that D::tag selects
//                             view().words_per_row() and words_per_sample: words of a row, and of a sample in
//                             it, for engines without counters
//   view()(w)                 a value from D::words words and a table
//
// Parameters, in one of two forms:
//   D::parameter_list         a table of numeric parameters of type D::parameter: name, allowed values
//                             as text, range, default. D(numbers...) checks them. If D(unchecked, numbers)
//                             exists, each element of a fill can have separate parameters
//   D::parameters             only the names of the arguments that make() reads
//
// Optional members (drivers are the loops over a range, for CPUs and for GPUs):
//   member                    default  who reads it, and why
//   bad_parameter(p)          ranges   check_parameters: index of the first invalid parameter, for conditions
//                                      other than ranges
//   heavy                     false    drivers: a value costs more than caching its words
//   of_coordinate             false    quasi-random points: a value takes one fraction
//   of_number(k)              none     CPU: the same value, from two words joined in a 64-bit number
//   of_numbers(k, l)          none     CPU: the same, from four words joined in two numbers
//   step_words, begin, step   none     drivers: the first few words usually decide the value
//   quick_attempt(w)          none     drivers: cheaper than attempt, accepts less often
//   last_step_words, needs_last_step, last_step
//                             none     drivers: a function of an accepted value
//   by_inversion, law, invert, of_counted
//                             none     drivers: some parameters use inversion instead of attempts
//   quick_outcome(p, half, x) none     GPU, parameters per element: inversion of the number's first 16 bits;
//                                      false if these do not decide it
//   with_attempt(f)           attempt  GPU: takes the attempt's branch once, then calls f, the loop
//   read_rows_from(rows)      none     GPU: reads the normal quantile's table from a copy in faster memory
//   row_by_row (of the view)  false    drivers: one lane makes a row
//   convention(), option_of, conventions
//                             none     registry: makes values by one of several conventions; `as` selects it
//   distribution_function(x)  none     tali certify
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/simd/half.hpp>

namespace tali {

namespace math {

class quantile_rows;

}  // namespace math

namespace detail {

/// The layout of a batch distribution. A batch is the outputs that 32 lanes make together; it counts as
/// batch_size words. Batch b has the outputs and the words batch_size * b ... batch_size * (b + 1) - 1.
/// @tparam Values,Words  outputs and words per lane; lane l takes the batch's words from l * Words on
/// @tparam Run           neighbouring outputs that one lane makes
template <int Values, int Words, int Run>
struct batch_of_lanes {
  static constexpr int words = 1;
  static constexpr int lanes = 32;
  static constexpr int batch_size = lanes * Values;
  static constexpr int lane_values = Values, lane_words = Words, run = Run;
  static_assert(Words <= Values && Values % Run == 0);

  /// Index in the batch of value k of a lane: the lanes' runs number k / Run are adjacent, in lane order.
  TALI_FN static constexpr int index_of(int lane, int k) { return (k / Run * lanes + lane) * Run + k % Run; }
  /// The lane that makes the value at an index of the batch, and that value's number in its lane.
  TALI_FN static constexpr int lane_of(int index) { return index / Run % lanes; }
  TALI_FN static constexpr int value_of(int index) { return index / (Run * lanes) * Run + index % Run; }
};

}  // namespace detail

/// A distribution that makes its outputs in batches, by 32 lanes; others make each value separately.
template <class D>
concept batch_distribution = requires {
  D::batch_size;
};

/// A batch distribution whose lanes are independent.
template <class D>
concept lane_distribution = batch_distribution<D> &&
    requires(const D d, const std::uint32_t (&w)[D::lane_words], typename D::lane_type (&x)[D::lane_values]) {
  d(w, D::table(), x);
};

/// A batch distribution whose lanes exchange values.
template <class D>
concept warp_distribution = batch_distribution<D> && !lane_distribution<D>;

/// A distribution that makes each value separately.
template <class D>
concept single_distribution = !batch_distribution<D>;

/// A distribution with a variable budget: an attempt takes `attempt_words` words and may fail.
template <class D>
concept rejection_distribution = requires {
  requires D::rejection;
};

/// A distribution whose arithmetic costs more than storing its words in the first-level cache and loading
/// them. Unless each lane makes many values, the CPU makes the words first and then the values, so that the
/// distribution is not compiled once per engine. On a GPU each thread makes more values than usual.
template <class D>
concept heavy_distribution = requires {
  requires D::heavy;
};

/// A distribution whose value is usually decided by a prefix of its words. It takes step_words of them at a
/// time: begin() is the initial state; step(state, words) takes the next words and returns whether further
/// words can change the value; state.value() is the value; of_words(pointer) does all this with words in
/// memory. Engines with direct access to any index make only the words that are needed.
template <class D>
concept stepwise_distribution = requires(const D d, const std::uint32_t (&w)[D::step_words],
                                         const std::uint32_t* all) {
  requires D::words % D::step_words == 0;
  { d.of_words(all) } -> std::same_as<typename D::result_type>;
  { d.template begin<std::uint32_t>().value() } -> std::same_as<typename D::result_type>;
};

/// A distribution that makes a value from one fraction, and so can use one coordinate of a point.
template <class D>
concept fraction_distribution = requires {
  requires D::of_coordinate;
};

/// How a distribution makes values from words.
enum class distribution_kind {
  fixed,        ///< every value takes the same number of words
  rejection,    ///< attempts until one is accepted; counter-based words
  vector,       ///< an element is a row of values; counter-based words
  categorical,  ///< two words per value, and a table
};

namespace detail {

// Concepts for the optional members above.

template <class D>
concept takes_numbers = requires(const D d, std::uint64_t x) {
  d.of_number(x);
};
template <class D>
concept takes_two_numbers = requires(const D d, std::uint64_t x) {
  d.of_numbers(x, x);
};

template <class D>
concept has_quick_attempt = requires(const D& d, const std::uint32_t (&w)[D::attempt_words]) {
  d.quick_attempt(w);
};

/// Whether accepted samples may need a last step, which may take further words.
template <class D>
concept has_last_step = requires {
  D::last_step_words;
};

/// Whether some parameters use inversion instead of attempts: by_inversion() is true for these parameters,
/// and invert(high, low) makes a value from two words.
template <class D>
concept has_inversion = requires(const D& d) {
  d.by_inversion();
  d.invert(0u, 0u);
};

/// Whether 16 bits of a uniform number usually decide a value by inversion with these parameters.
template <class D>
concept has_quick_outcome = requires(const parameters_of<D>& p, typename D::result_type& x) {
  D::quick_outcome(p, 0u, x);
};

template <class D>
concept reads_quantile_rows = requires(D& d, const quantile_rows& rows) {
  d.read_rows_from(rows);
};

/// Whether an object selects one of several conventions for making a value.
template <class D>
concept has_conventions = requires(const D d) {
  d.convention();
};
template <class D>
concept takes_convention = has_conventions<D> && D::convention_count != 1;

/// Whether a kernel takes a view of the distribution.
template <class D>
concept has_view = requires(const D d) {
  d.view();
};
template <class D>
concept has_tag = requires {
  D::tag;
};
template <class D>
concept made_row_by_row = requires {
  requires D::view_type::row_by_row;
};

template <class D>
concept lists_parameters = requires {
  D::parameter_list;
};
template <class D>
using parameters_reference = const parameters_of<D>&;
template <class D>
concept trusts_parameters = std::is_constructible_v<D, unchecked_t, parameters_reference<D>>;

/// Number of words that an element takes in a sequence; 1 if this number is not fixed.
template <class D>
inline constexpr int words_of = 1;
template <class D>
requires(requires { D::words; }) inline constexpr int words_of<D> = D::words;

/// Number of values that are made together: the batch size, or 1.
template <class D>
TALI_HOST_FN constexpr std::size_t batch_of() {
  if constexpr (batch_distribution<D>) {
    return D::batch_size;
  } else {
    return 1;
  }
}

/// Number of words, from the first of a batch, that its values depend on.
template <class D>
inline constexpr int batch_words_of = words_of<D>;
template <batch_distribution D>
inline constexpr int batch_words_of<D> = D::lanes* D::lane_words;

template <class D>
TALI_HOST_FN constexpr distribution_kind find_distribution_kind() {
  if constexpr (has_view<D>) return has_tag<D> ? distribution_kind::vector : distribution_kind::categorical;
  return has_tag<D> ? distribution_kind::rejection : distribution_kind::fixed;
}

/// The kind of distribution D: with a tag, its words are counter-based; with a view, it has a table or makes
/// rows.
template <class D>
inline constexpr distribution_kind kind_of = detail::find_distribution_kind<D>();

}  // namespace detail

/// The name of a value type, as the command line spells it: u8 u32 u64 i32 i64 f32 f64 bf16 f16.
template <class T>
TALI_HOST_FN constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return "u8";
  if constexpr (std::is_same_v<T, std::uint32_t>) return "u32";
  if constexpr (std::is_same_v<T, std::uint64_t>) return "u64";
  if constexpr (std::is_same_v<T, std::int32_t>) return "i32";
  if constexpr (std::is_same_v<T, std::int64_t>) return "i64";
  if constexpr (std::is_same_v<T, float>) return "f32";
  if constexpr (std::is_same_v<T, double>) return "f64";
  if constexpr (std::is_same_v<T, bfloat16>) return "bf16";
  if constexpr (std::is_same_v<T, float16>) return "f16";
}

#if !defined(__CUDACC_RTC__)
namespace detail {

/// Fails to compile if D does not follow the protocol; the error is a sentence that says what is missing. The
/// registry checks every distribution of the catalogue.
template <class D>
constexpr bool explain_distribution() {
  constexpr bool is_named = requires {
    { D::name } -> std::convertible_to<const char*>;
    { D::summary } -> std::convertible_to<const char*>;
  };
  static_assert(is_named, "tali: a distribution has `name` and `summary`, static constexpr const char*");
  constexpr bool has_type = requires { typename D::result_type; };
  static_assert(has_type, "tali: a distribution has `result_type`, the type of its values");
  constexpr bool is_made = requires(const arguments& given) {
    { D::make(given) } -> std::same_as<D>;
  };
  static_assert(is_made, "tali: a distribution has `static D make(const arguments&)`, as base.hpp gives it");
  constexpr bool has_names = requires {
    { D::parameters } -> std::convertible_to<parameter_names>;
  };
  static_assert(has_names,
                "tali: a distribution has `parameter_list`, or `parameters` if they are not numbers");
  constexpr bool compares = has_view<D> || std::equality_comparable<D>;
  static_assert(compares, "tali: a distribution has ==, as base.hpp gives it");
  if constexpr (has_view<D>) {
    constexpr bool has_view_type = requires { typename D::view_type; };
    static_assert(has_view_type, "tali: a distribution with `view()` has `view_type`");
  } else if constexpr (rejection_distribution<D>) {
    constexpr bool attempts = requires(const D d, const std::uint32_t(&w)[D::attempt_words]) {
      { d.attempt(w).accepted } -> std::convertible_to<bool>;
      D::result(d.attempt(w).value);
      D::failed();
    };
    static_assert(attempts,
                  "tali: a rejection distribution has `attempt_words` and `attempt(w)`, which returns "
                  "attempted{value, accepted}; result(x) and failed() are those of attempts_of");
    constexpr bool is_planned = requires(const D d) {
      { d.acceptance() } -> std::convertible_to<double>;
    };
    static_assert(is_planned,
                  "tali: a rejection distribution has `acceptance()`, the share of accepted attempts");
  } else if constexpr (batch_distribution<D>) {
    constexpr bool has_lanes = requires {
      D::table();
      typename D::shared_table;
    };
    static_assert(has_lanes, "tali: a batch distribution has `table()` and `shared_table`");
  } else if constexpr (has_type) {
    constexpr bool makes_values = requires(const D d, const std::uint32_t(&w)[D::words]) {
      { d(w) } -> std::convertible_to<typename D::result_type>;
    };
    static_assert(
        makes_values,
        "tali: a distribution of fixed budget has `words` and `value(w)`, of an array of as many words");
  }
  return true;
}

}  // namespace detail
#endif

}  // namespace tali
