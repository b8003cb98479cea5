// SPDX-License-Identifier: Apache-2.0
// Values that a generator computes in advance: one buffer per distribution in use.
//
// All buffers share one position, which every value of any distribution advances. So if calls of several
// distributions alternate, values are skipped, and a buffer saves time only if few are skipped.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <tali/detail/ahead.hpp>
#include <tali/detail/generator_state.hpp>
#include <tali/detail/refill.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// Computes a value of distribution D from a standard value, for distributions with a specialisation. The
/// buffer then has values of `standard()`, and parameters may change from call to call at no cost.
template <class D>
struct standard_form {
  static constexpr bool exists = false;
};

template <warp_grain grain>
struct standard_form<warp_normal<double, grain>> {
  static constexpr bool exists = true;
  static warp_normal<double, grain> standard() { return warp_normal<double, grain>(); }
  static double with_parameters_of(const warp_normal<double, grain>& d, double z) {
    return fma(d.sigma(), z, d.mu());
  }
  static double of_the_default(double z) { return z; }
};

// Only the sign of a zero depends on the order: mu = -0 keeps the sign of a standard value's zero, and adding
// mu = 0 afterwards removes it, as in the distribution.
template <class T>
requires std::is_floating_point_v<T>
struct standard_form<normal<T>> {
  static constexpr bool exists = true;
  static normal<T> standard() { return normal<T>(-T(0), T(1)); }
  static T with_parameters_of(const normal<T>& d, T z) { return fma(d.sigma(), z, d.mu()); }
  static T of_the_default(T z) { return z + T(0); }
};

template <class T>
struct standard_form<exponential<T>> {
  static constexpr bool exists = true;
  static exponential<T> standard() { return exponential<T>(); }
  static T with_parameters_of(const exponential<T>& d, T z) { return multiply(z, d.scale()); }
  static T of_the_default(T z) { return z; }
};

/// Whether values of D cost hardly more than their words. The buffer then has words, and each call makes
/// values from them.
template <class D>
concept keeps_words = !heavy_distribution<D> && !batch_distribution<D> && !rejection_distribution<D>;

/// A buffer of any distribution, in a list of buffers.
class any_made_ahead {
 public:
  any_made_ahead() = default;
  any_made_ahead(const any_made_ahead&) = delete;
  any_made_ahead& operator=(const any_made_ahead&) = delete;
  virtual ~any_made_ahead() = default;

  const void* type = nullptr;  ///< identifies the distribution's type
  any_made_ahead* next = nullptr;
};

/// The buffer of distribution D.
template <class D>
class made_ahead final : public any_made_ahead {
  static constexpr bool words = keeps_words<D>;
  static constexpr bool standard = standard_form<D>::exists;

 public:
  using result_type = typename D::result_type;

  /// Its address identifies the type D. Not constant, because equal constants could share an address.
  static inline char type_address = 0;

  /// @param e  the substream, at index 0
  made_ahead(const philox4x32& e, const D& d) : engine_{e}, distribution_{d} { type = &type_address; }

  /// Whether the buffer contains element `at` of distribution d.
  [[nodiscard]] bool has(std::uint64_t at, const D& d) const { return range_.has(at) && serves(d); }

  /// Element `at` of distribution d, which the buffer contains.
  [[nodiscard]] result_type element(std::uint64_t at, const D& d) const {
    const auto i = static_cast<std::size_t>(at - range_.first);
    if constexpr (words) {
      std::uint32_t w[D::words];
      for (std::size_t k = 0; k < D::words; ++k) w[k] = items_[i * D::words + k];
      return static_cast<result_type>(d(w));
    } else if constexpr (standard) {
      return standard_form<D>::with_parameters_of(d, items_[i]);
    } else {
      return items_[i];
    }
  }

  /// The same for D with default parameters.
  [[nodiscard]] result_type standard_element(std::uint64_t at) const requires standard {
    return standard_form<D>::of_the_default(items_[at - range_.first]);
  }

  /// Makes element `at` and some following elements. If this throws, the buffer is empty.
  void refill(std::uint64_t at, const D& d) {
    const bool same = serves(d);
    if (!same) distribution_ = d;
    range_.refill(at, same, {batch, batch, capacity, generator_state::last_position - 1, max_gap},
                  [&](std::uint64_t begin, std::size_t n) { return make(begin, n, at); });
  }

 private:
  static constexpr std::size_t batch = batch_of<D>();
  static constexpr std::size_t words_per_item = words ? D::words : 1;
  using item = std::conditional_t<words, std::uint32_t, result_type>;

  static constexpr std::size_t capacity = longest_refill<D>(sizeof(item) * words_per_item);
  // Refills end at multiples of their length.
  static_assert(std::has_single_bit(capacity) && std::has_single_bit(batch) && capacity >= batch);
  /// Maximum number of skipped elements between two refills for the second to be longer: filling this many
  /// elements costs no more than filling one.
  static constexpr std::uint64_t max_gap = rejection_distribution<D> ? 16 : 32;

  /// Whether the buffered values can be used for distribution d.
  [[nodiscard]] bool serves(const D& d) const {
    if constexpr (words || standard) {
      return true;
    } else {
      return distribution_ == d;
    }
  }

  /// Makes elements begin ... begin + n - 1, as fill_ahead.
  [[nodiscard]] std::size_t make(std::uint64_t begin, std::size_t n, std::uint64_t at) {
    if constexpr (words) {
      constexpr std::size_t k = words_per_item;
      return fill_ahead(engine_, bits<std::uint32_t>(), begin * k, items_, n * k, at * k) / k;
    } else if constexpr (standard) {
      return fill_ahead(engine_, standard_form<D>::standard(), begin, items_, n, at);
    } else {
      return fill_ahead(engine_, distribution_, begin, items_, n, at);
    }
  }

  // The buffered values or words: those of element range_.first + k for k < range_.made.
  alignas(64) item items_[capacity * words_per_item];
  ahead_range range_;
  philox4x32 engine_;
  D distribution_;
};

/// The most used distributions have a slot each, so that their buffers are found without a search. All other
/// distributions share the slot `shared_slot`.
inline constexpr int shared_slot = 6;
template <class D>
inline constexpr int slot_of = std::is_same_v<D, bits<std::uint64_t>>         ? 0
                               : std::is_same_v<D, uniform<double>>           ? 1
                               : std::is_same_v<D, normal<double>>            ? 2
                               : std::is_same_v<D, exponential<double>>       ? 3
                               : std::is_same_v<D, uniform_int<std::int64_t>> ? 4
                               : std::is_same_v<D, bernoulli>                 ? 5
                                                                              : shared_slot;

/// The buffers of a generator, each created on first use. A copy is empty: buffered values are useful only to
/// a caller that draws single values.
class all_made_ahead {
 public:
  all_made_ahead() = default;
  all_made_ahead(const all_made_ahead&) {}
  all_made_ahead(all_made_ahead&& other) noexcept { take(other); }
  all_made_ahead& operator=(const all_made_ahead& other) {
    if (this != &other) clear();
    return *this;
  }
  all_made_ahead& operator=(all_made_ahead&& other) noexcept {
    if (this != &other) {
      clear();
      take(other);
    }
    return *this;
  }
  ~all_made_ahead() { clear(); }

  /// The buffer of D, or null.
  template <class D>
  [[nodiscard]] made_ahead<D>* find() const {
    any_made_ahead* at = slots_[slot_of<D>];
    if constexpr (slot_of<D> != shared_slot) {
      return static_cast<made_ahead<D>*>(at);
    } else {
      while (at != nullptr && at->type != &made_ahead<D>::type_address) at = at->next;
      return static_cast<made_ahead<D>*>(at);
    }
  }

  /// Adds a buffer for D, which must not have one.
  template <class D>
  made_ahead<D>* add(const philox4x32& substream, const D& d) {
    auto* const made = new made_ahead<D>(substream, d);
    made->next = std::exchange(slots_[slot_of<D>], made);
    return made;
  }

 private:
  void clear() noexcept {
    for (any_made_ahead*& list : slots_) {
      while (list != nullptr) delete std::exchange(list, list->next);
    }
  }
  void take(all_made_ahead& other) noexcept {
    for (int i = 0; i <= shared_slot; ++i) slots_[i] = std::exchange(other.slots_[i], nullptr);
  }

  any_made_ahead* slots_[shared_slot + 1] = {};  ///< one buffer per slot; the last slot has a list
};

}  // namespace tali::detail
