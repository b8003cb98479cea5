// SPDX-License-Identifier: Apache-2.0
// The registry: what engines and distributions say of themselves, as values that exist when a program runs.
// It is made from the catalogue once, in src/registry; whoever goes by names and tables reads it, and has no
// list of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include <tali/arguments.hpp>
#include <tali/catalogue.hpp>

namespace tali {

namespace detail {
struct engine_functions;        // src/registry/functions.hpp
struct distribution_functions;  // likewise
}  // namespace detail

/// An option of an engine, which follows its name.
struct engine_option {
  const char* key;
  const char* value;                   ///< what the value is called; empty: there is none, the key says all
  std::span<const char* const> words;  ///< the values, the default first; empty: any number or text
};

/// What the catalogue says of an engine.
struct engine_info {
  const char* name;
  const char* summary;
  engine_kind kind;
  const char* options;       ///< as they may follow the name: "mexp=P,sets=S"; empty where there are none
  std::uint64_t max_stream;  ///< the largest stream; of points, the largest replicate
  std::size_t generators;    ///< of a bank or a comparator whose name alone is given; else 0
  bool on_cuda;              ///< whether CUDA makes its sequence too
  std::span<const engine_option> option_list;
  int index;  ///< in the catalogue
  const detail::engine_functions* functions;

  /// The words that an option takes; empty if there is no such option, or it takes something else.
  [[nodiscard]] std::span<const char* const> words_of(std::string_view key) const {
    for (const engine_option& o : option_list) {
      if (key == o.key) return o.words;
    }
    return {};
  }
};

/// How a value is made of a standard one, z, by parameters a and b.
enum class value_form {
  none,         ///< it is not
  normal,       ///< a + b z
  lognormal,    ///< exp(a + b z) of a normal z
  exponential,  ///< a z
};

/// What the catalogue says of a distribution for one type of its values.
struct distribution_info {
  const char* name;
  const char* type;  ///< u8 u32 u64 i32 i64 f32 f64 bf16 f16
  const char* summary;
  const char* parameters;  ///< names for people, separated by ", "
  parameter_names names;   ///< of its parameters
  distribution_kind kind;
  bool of_coordinate;  ///< makes one value of one coordinate of a point
  int words;           ///< 32-bit words per value; 1 where the kind has no fixed number
  std::size_t value_bytes;
  std::size_t batch;        ///< values that are made together: 1, or a batch distribution's batch
  std::size_t batch_words;  ///< words of a batch, from its first, that its values are made of
  std::uint32_t tag;        ///< names the words of samples and rows; 0 for other kinds
  std::span<const parameter_info> parameter_list;  ///< numbers that make one; empty where others do
  bool takes_arrays;                               ///< elements can have parameters of their own
  value_form form;
  const char* option_of;              ///< the name that it goes by with the argument `as`; else null
  std::span<const uniform_way> ways;  ///< the values of `as`; empty for others
  int index;                          ///< in the catalogue
  const detail::distribution_functions* functions;
};

/// All engines, in the catalogue's order.
std::span<const engine_info> engine_list();
/// The engines of some kinds, in the catalogue's order.
std::vector<engine_info> engine_list(std::initializer_list<engine_kind> kinds);
/// The engines that reach any index at once.
inline std::vector<engine_info> indexed_engine_list() {
  return engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words});
}

/// All distributions, one entry for each type of values, in the catalogue's order.
std::span<const distribution_info> distribution_list();
/// Those of fixed budget and the rejection distributions: an element is one value, and parameters are
/// numbers.
std::vector<distribution_info> scalar_distribution_list();

/// The entry of an engine or a distribution whose type is known.
template <catalogued_engine E>
const engine_info& info_of() {
  return engine_list()[static_cast<std::size_t>(catalogue_engines::index_of<E>())];
}
template <catalogued_distribution D>
const distribution_info& info_of() {
  return distribution_list()[static_cast<std::size_t>(catalogue_distributions::index_of<D>())];
}

namespace detail {

/// The rule of pairs: points make one value of one coordinate, rejection distributions and vectors name their
/// words by a counter, and categories take an engine that reaches any index.
constexpr bool can_make(engine_kind engine, distribution_kind distribution, bool of_coordinate) {
  if (engine == engine_kind::quasi) return of_coordinate;
  if (engine == engine_kind::counter || distribution == distribution_kind::fixed) return true;
  return (engine == engine_kind::jumping || engine == engine_kind::words) &&
         distribution == distribution_kind::categorical;
}

}  // namespace detail

/// Whether elements of the distribution can be made of the engine's sequence.
inline bool can_make(const engine_info& engine, const distribution_info& distribution) {
  return detail::can_make(engine.kind, distribution.kind, distribution.of_coordinate);
}

/// @throws argument_error unless the pair can be filled
void check_pair(const engine_info& engine, const distribution_info& distribution);

}  // namespace tali
