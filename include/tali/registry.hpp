// SPDX-License-Identifier: Apache-2.0
// The registry: what engines and distributions say of themselves, as values at run time. It is built from the
// catalogue once, in src/registry; code that works by names and tables reads it, and has no list of its
// own.
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
  const char* value;                   ///< what the value is called; empty: the key takes no value
  std::span<const char* const> words;  ///< the values, the default first; empty: any number or text
};

/// What the catalogue says of an engine.
struct engine_info {
  const char* name;
  const char* summary;
  engine_kind kind;
  const char* options;       ///< as they may follow the name: "mexp=P,sets=S"; empty if there are none
  std::uint64_t max_stream;  ///< the largest stream; for points, the largest replicate
  std::size_t generators;    ///< default number of generators of a bank or a comparator; else 0
  bool on_cuda;              ///< whether CUDA makes its sequence too
  std::span<const engine_option> option_list;
  int index;  ///< in the catalogue
  const detail::engine_functions* functions;

  /// The words that an option takes; empty for an unknown option, or one that takes something else.
  [[nodiscard]] std::span<const char* const> words_of(std::string_view key) const {
    for (const engine_option& o : option_list) {
      if (key == o.key) return o.words;
    }
    return {};
  }
};

/// How a value is made from a standard one, z, with parameters a and b.
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
  const char* parameters;  ///< their names for readers, separated by ", "
  parameter_names names;   ///< of its parameters
  distribution_kind kind;
  bool of_coordinate;  ///< makes one value from one coordinate of a point
  int words;           ///< 32-bit words per value; 1 if the kind has no fixed number
  std::size_t value_bytes;
  std::size_t batch;        ///< values that are made together: 1, or a batch distribution's batch
  std::size_t batch_words;  ///< words from a batch's first on that its values are made from
  std::uint32_t tag;        ///< names the words of samples and rows; 0 for other kinds
  std::span<const parameter_info> parameter_list;  ///< its numeric parameters; empty if it has others
  bool takes_arrays;                               ///< elements can have their own parameters
  value_form form;
  int numbers;        ///< that make one: any_distribution::of_numbers; -1 where it is made of lists or a word
  bool of_integers;   ///< these are integers, in the bits of doubles
  std::size_t ahead;  ///< values that are worth making before they are asked for
  std::uint32_t substream;            ///< the tag of the sequence that a generator takes them from
  const char* option_of;              ///< its name together with the argument `as`; else null
  std::span<const uniform_way> ways;  ///< the values of `as`; empty for others
  int index;                          ///< in the catalogue
  const detail::distribution_functions* functions;
};

/// Numbers that make a distribution, at most.
inline constexpr int most_numbers = 4;

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
/// The distributions of fixed budget and the rejection distributions: an element is one value, and parameters
/// are numbers.
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

/// The rule of pairs: points make one value from one coordinate, rejection distributions and vectors need a
/// counter-based engine, and categories an engine that reaches any index.
constexpr bool can_make(engine_kind engine, distribution_kind distribution, bool of_coordinate) {
  if (engine == engine_kind::quasi) return of_coordinate;
  if (engine == engine_kind::counter || distribution == distribution_kind::fixed) return true;
  return (engine == engine_kind::jumping || engine == engine_kind::words) &&
         distribution == distribution_kind::categorical;
}

}  // namespace detail

/// Whether the engine's sequence has elements of the distribution.
inline bool can_make(const engine_info& engine, const distribution_info& distribution) {
  return detail::can_make(engine.kind, distribution.kind, distribution.of_coordinate);
}

/// @throws argument_error unless the pair can be filled
void check_pair(const engine_info& engine, const distribution_info& distribution);

}  // namespace tali
