// SPDX-License-Identifier: Apache-2.0
// Engines and distributions chosen at run time: for command lines, bindings and configuration files. Code
// whose types are known at compile time does not need them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tali/arguments.hpp>
#include <tali/catalogue.hpp>
#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/key.hpp>
#include <tali/registry.hpp>

namespace tali {

/// A name with its options, parsed: "mtgp32:mexp=11213,sets=256".
struct engine_text {
  /// @param kind  "engine" or another noun, for messages
  /// @throws argument_error unless options are separated by commas, each is key=value (for engines also a
  ///   single word), and no key is repeated
  explicit engine_text(std::string_view text, const char* kind = "engine");

  /// Returns the option's text, or `default_text` if it was not given.
  [[nodiscard]] std::string get(std::string_view key, std::string_view default_text) const;
  void set(std::string_view key, std::string text);
  /// The text that the constructor takes.
  [[nodiscard]] std::string text() const;

  struct option {
    std::string key, text;
  };
  std::string name;
  std::vector<option> options;
};

/// An engine of any kind, at the beginning of its sequence. Copies are cheap and share data.
class any_engine {
 public:
  /// @param text  a name of engine_list(), and after a colon options, separated by commas. Word engines:
  ///   seeding=  how a state is made from seed and stream: numpy (default) or plain for pcg64, plain
  ///             (default) or numpy for philox4x64
  ///   state=    the numbers of state(), separated by /; seed and stream must be 0
  ///   Banks:
  ///   mexp=P    the exponent (default: 11213 for mtgp32, 23209 for mtgp64)
  ///   sets=S    number of parameter sets (default: all of the catalogue, beginning with set K)
  ///   from=K    the number of the first set, counted from 1 (default: 1)
  ///   file=F    a catalogue of sets instead of the shipped one
  ///   curand    has no value, for mtgp32 only: cuRAND's sets and seeds, as in
  ///             tali/engine/mtgp_curand.hpp; `file` is then cuRAND's header
  ///   Points:
  ///   dims=D    dimensions (no default)
  ///   points=N  number of points (no default for layout=dim-major)
  ///   layout=   point-major (default) or dim-major
  ///   scramble= none (default), shift or owen; the seed selects it, and the stream is the replicate
  ///   first=K   the first point's number (default: 0)
  ///   Comparators:
  ///   threads=T generators, or 32 times as many for warp_standard (default: 4096)
  /// @throws argument_error for an unknown name or option, and as the engine's constructor; io_error for a
  ///   file that cannot be read
  explicit any_engine(std::string_view text, std::uint64_t seed = 0, std::uint64_t stream = 0);

  /// The sequence that a key names, for the engine in `text`. An engine with fewer than 2^64 streams ignores
  /// the key's upper bits.
  any_engine(std::string_view text, const key& k);

  /// @param numbers  the direction numbers; must outlive this object and all copies
  /// @throws argument_error if the engine is not a point set, and as sobol<Word>
  any_engine(std::string_view name, const point_set& set,
             const direction_numbers& numbers = direction_numbers::joe_kuo());

  /// The engine at its current position.
  template <catalogued_engine E>
  any_engine(E engine)  // NOLINT: a conversion
      : index_{catalogue::catalogue_engines::index_of<E>()},
        engine_(std::make_shared<const E>(std::move(engine))) {}

  /// Refers to an engine of the entry's type, which must outlive this object and all copies.
  any_engine(const engine_info& entry, const void* engine)
      : index_{entry.index}, engine_(std::shared_ptr<const void>(), engine) {}

  /// Index in the catalogue.
  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const engine_info& info() const { return engine_list()[static_cast<std::size_t>(index_)]; }
  [[nodiscard]] const void* get() const { return engine_.get(); }

  /// The engine, or null if it has another type.
  template <class E>
  [[nodiscard]] const E* get_if() const {
    return catalogue::catalogue_engines::index_of<E>() == index_ ? static_cast<const E*>(engine_.get())
                                                                 : nullptr;
  }
  /// The point set, or null for any other engine.
  [[nodiscard]] const point_set* points() const;
  /// Number of generators of a bank or a comparator; 0 for other engines.
  [[nodiscard]] std::size_t generators() const;
  /// The engine's position, as the numbers that the option state= takes; empty for engines without this
  /// option.
  [[nodiscard]] std::vector<std::uint64_t> state() const;
  /// Words per row of a bank, otherwise 1. Filling pieces that begin and end at rows of a bank wastes no
  /// work.
  [[nodiscard]] std::uint64_t row_words() const;

 private:
  int index_;
  std::shared_ptr<const void> engine_;
};

/// A distribution of any kind with its parameters. Copies are cheap and share its data.
class any_distribution {
 public:
  /// @param name   a name of distribution_list(), with or without parameters: "gamma:shape=2.5"
  /// @param type   a type of distribution_list()
  /// @param given  parameters that are not in `name`
  /// @throws argument_error for an unknown distribution or value type, for a parameter given twice, and as
  /// the distribution's constructor
  any_distribution(std::string_view name, std::string_view type, const arguments& given = {});

  template <catalogued_distribution D>
  any_distribution(D distribution)  // NOLINT: a conversion
      : index_{catalogue::catalogue_distributions::index_of<D>()},
        distribution_(std::make_shared<const D>(std::move(distribution))) {}

  /// Refers to a distribution of the entry's type, which must outlive this object and all copies.
  any_distribution(const distribution_info& entry, const void* distribution)
      : index_{entry.index}, distribution_(std::shared_ptr<const void>(), distribution) {}

  /// The entry's distribution with the parameters `numbers`, in the order of `names`.
  /// @throws argument_error as the distribution's constructor
  static any_distribution of_numbers(const distribution_info& entry, const double* numbers);

  /// Index in the catalogue.
  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const distribution_info& info() const {
    return distribution_list()[static_cast<std::size_t>(index_)];
  }
  [[nodiscard]] const void* get() const { return distribution_.get(); }
  /// The distribution, or null if it has another type.
  template <class D>
  [[nodiscard]] const D* get_if() const {
    return catalogue::catalogue_distributions::index_of<D>() == index_
               ? static_cast<const D*>(distribution_.get())
               : nullptr;
  }
  /// Values per element: the row's size for a vector distribution, otherwise 1.
  [[nodiscard]] std::size_t row_size() const;
  /// Bytes per element.
  [[nodiscard]] std::size_t element_bytes() const { return row_size() * info().value_bytes; }

 private:
  any_distribution(int index, std::shared_ptr<const void> distribution)
      : index_{index}, distribution_(std::move(distribution)) {}

  int index_;
  std::shared_ptr<const void> distribution_;
};

namespace detail {

/// The standard distribution for an entry with a form: with_parameters() makes the entry's values from its
/// values.
any_distribution standard_of(const distribution_info& entry);

/// Number of words of the engine's sequence per element. Engines with counters have separate words for
/// samples and rows: these count as one.
/// @param d  of the entry; needed for vectors only
std::int64_t words_per_element(const engine_info& engine, const distribution_info& entry, const void* d);

/// Whether CUDA makes a pair; false for pairs that are not supported. CPUs make samples and rows of engines
/// without counters.
bool on_cuda(const engine_info& engine, const distribution_info& distribution);

}  // namespace detail

/// Index of the last coordinate of points, or of the last word of any other engine.
std::uint64_t last_index(const any_engine& e);
/// Index of the last element of d over the engine's sequence.
std::uint64_t last_index(const any_engine& e, const any_distribution& d);

/// As check_pair in registry.hpp, but also checks parameters: `as` of another library's uniform numbers must
/// fit the engine.
void check_pair(const engine_info& engine, const any_distribution& d);

}  // namespace tali
