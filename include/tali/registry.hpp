// SPDX-License-Identifier: Apache-2.0
// The registry: names and properties of engines and distributions, as run-time values. It is built once from
// the catalogue, in src/registry. All code that works with names and tables reads it; there is no other list.
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

/// An option that may follow an engine's name.
struct engine_option {
  const char* key;
  const char* value;                   ///< the value's name in help texts; empty: the key takes no value
  std::span<const char* const> words;  ///< the values, the default first; empty: any number or text
};

}  // namespace detail

/// The catalogue's entry for an engine.
struct engine_info {
  const char* name;
  const char* summary;
  engine_kind kind;
  const char* options;  ///< the options that may follow the name: "mexp=P,sets=S"; empty if there are none
  std::uint64_t max_stream;  ///< the largest stream; for points, the largest replicate
  std::size_t generators;    ///< default number of generators of a bank or a per_thread engine; otherwise 0
  bool on_cuda;              ///< whether CUDA supports it
  std::span<const detail::engine_option> option_list;
  int index;  ///< in the catalogue
  const detail::engine_functions* functions;

  /// The valid words of an option; empty for an unknown option, or one that takes numbers or text.
  [[nodiscard]] std::span<const char* const> words_of(std::string_view key) const {
    for (const detail::engine_option& o : option_list) {
      if (key == o.key) return o.words;
    }
    return {};
  }
};

namespace detail {

/// How a value is computed from a standard value z and parameters a and b.
enum class value_form {
  none,         ///< not from a standard value
  normal,       ///< a + b z
  lognormal,    ///< exp(a + b z) for a normal z
  exponential,  ///< a z
};

}  // namespace detail

/// The catalogue's entry for a distribution with one value type.
struct distribution_info {
  const char* name;
  const char* type;  ///< u8 u32 u64 i32 i64 f32 f64 bf16 f16
  const char* summary;
  const char* parameters;  ///< names of the parameters, separated by ", "
  parameter_names names;   ///< the same names, one by one
  distribution_kind kind;
  bool of_coordinate;  ///< whether one coordinate of a point gives one value
  int words;           ///< 32-bit words per value; 1 if there is no fixed number
  std::size_t value_bytes;
  std::size_t batch;        ///< values made together: 1, or the batch size of a batch distribution
  std::size_t batch_words;  ///< number of words that a batch uses, beginning with its first
  std::uint32_t tag;        ///< part of the key that selects a sample's or a row's words; otherwise 0
  std::span<const parameter_info> parameter_list;  ///< the numeric parameters; empty if there are others
  bool takes_arrays;                               ///< whether parameter arrays are supported
  detail::value_form form;
  int numbers;              ///< how many numbers of_numbers() takes; -1 if made from lists or from text
  bool of_integers;         ///< whether these are integers, stored in the bits of doubles
  std::size_t ahead;        ///< number of values worth computing in advance
  std::uint32_t substream;  ///< the tag of the sequence from which a generator draws
  const char* option_of;    ///< the name ("uniform") that selects this with an argument `as`; otherwise null
  std::span<const uniform_convention> conventions;  ///< the values of `as`; empty for other distributions
  int index;                                        ///< in the catalogue
  const detail::distribution_functions* functions;
};

namespace detail {

/// Maximum number of numeric parameters of a distribution.
inline constexpr int max_numbers = 4;

}  // namespace detail

/// All engines, in the catalogue's order.
std::span<const engine_info> engine_list();
/// The engines of the given kinds, in the catalogue's order.
std::vector<engine_info> engine_list(std::initializer_list<engine_kind> kinds);

namespace detail {

/// The engines with direct access to any index.
inline std::vector<engine_info> indexed_engine_list() {
  return engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words});
}

}  // namespace detail

/// All distributions, one entry for each type of values, in the catalogue's order.
std::span<const distribution_info> distribution_list();

namespace detail {

/// The distributions with a fixed budget and the rejection distributions: an element is one value, and all
/// parameters are numbers.
std::vector<distribution_info> scalar_distribution_list();

}  // namespace detail

/// The entry for an engine or a distribution whose C++ type is known.
template <catalogued_engine E>
const engine_info& info_of() {
  return engine_list()[static_cast<std::size_t>(catalogue::catalogue_engines::index_of<E>())];
}
template <catalogued_distribution D>
const distribution_info& info_of() {
  return distribution_list()[static_cast<std::size_t>(catalogue::catalogue_distributions::index_of<D>())];
}

namespace detail {

/// Which pairs are supported. With points, a distribution must make one value from one coordinate. Rejection
/// distributions, vectors and categorical need an engine with direct access to any index.
constexpr bool can_make(engine_kind engine, distribution_kind distribution, bool of_coordinate) {
  if (engine == engine_kind::quasi) return of_coordinate;
  return distribution == distribution_kind::fixed || engine == engine_kind::counter ||
         engine == engine_kind::jumping || engine == engine_kind::words;
}

/// Whether the engine supports the distribution.
inline bool can_make(const engine_info& engine, const distribution_info& distribution) {
  return detail::can_make(engine.kind, distribution.kind, distribution.of_coordinate);
}

}  // namespace detail

/// @throws argument_error unless the pair is supported
void check_pair(const engine_info& engine, const distribution_info& distribution);

}  // namespace tali
