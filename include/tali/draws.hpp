// SPDX-License-Identifier: Apache-2.0
// draws: single values of a sequence, one per call, at nearly the speed of a fill.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <tali/detail/ahead.hpp>
#include <tali/detail/refill.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {

/// A pair of engine and distribution that draws supports: the distribution makes single values, and the
/// engine has access to any index.
template <class E, class D>
concept drawable = fillable<E, D> && indexed_engine<E> && makes_single_values<D>;

}  // namespace detail

/// Returns the elements of distribution D over a sequence, one per call, in order.
///
/// A call takes an element from a buffer that fill() refills on the calling thread, so a value costs a
/// nanosecond more than in a bulk fill. The element with index i is value(engine, distribution, i), bit for
/// bit, for any mix of calls, discards and seeks. Refills begin small and grow, and are small again after a
/// seek out of the buffer, so that few elements are computed in vain.
///
/// A copy has the engine, the distribution and the position, but not the buffered values. So it is cheap to
/// give each thread a copy that seeks to its part. Use an object from only one thread at a time. Needs the
/// compiled library.
template <class D, class E = philox4x32>
requires detail::drawable<E, D>
class draws {
 public:
  using result_type = typename D::result_type;

  /// @param engine  the sequence, at its index 0
  /// @param first   index of the first element to return
  /// @throws argument_error if `first` is past the end
  explicit draws(const E& engine, const D& distribution = D(), std::uint64_t first = 0)
      : engine_{engine}, distribution_{distribution} {
    seek(first);
  }

  draws(const draws& other) : engine_{other.engine_}, distribution_{other.distribution_} {
    range_.first = other.position();
  }
  draws& operator=(const draws& other) {
    if (this == &other) return *this;
    engine_ = other.engine_;
    distribution_ = other.distribution_;
    range_ = {.first = other.position()};
    next_ = 0;
    return *this;
  }
  ~draws() = default;

  /// Returns the next element.
  /// @throws argument_error past the last element; sampling_error if all attempts at this sample were
  /// rejected. The position is then unchanged.
  result_type operator()() {
    if (next_ == range_.made) [[unlikely]]
      refill();
    return buffer_[next_++];
  }

  /// Writes the next to.size() elements to `to`: the same values as from to.size() calls.
  /// @throws as above. The contents of `to` are then unspecified.
  void fill(std::span<result_type> to) {
    const std::uint64_t at = position();
    check_index(at, to.size());
    const std::size_t left = range_.made - next_, taken = left < to.size() ? left : to.size();
    for (std::size_t i = 0; i < taken; ++i) to[i] = buffer_[next_ + i];
    if (taken != to.size()) {
      tali::fill(one_thread(), engine_, distribution_, at + taken, to.subspan(taken));
    }
    discard(to.size());
  }

  /// Index of the next element.
  [[nodiscard]] std::uint64_t position() const { return range_.first + next_; }

  /// Makes element `index` the next.
  /// @throws argument_error if it is past the end. The position is then unchanged.
  void seek(std::uint64_t index) {
    check_index(index, 0);
    const std::uint64_t ahead = index - range_.first;
    if (ahead <= range_.made) {
      next_ = static_cast<std::size_t>(ahead);
    } else {
      range_ = {.first = index};
      next_ = 0;
    }
  }

  /// Skips the next n elements.
  /// @throws as seek
  void discard(std::uint64_t n) {
    check_index(position(), n);
    seek(position() + n);
  }

  [[nodiscard]] const E& engine() const { return engine_; }
  [[nodiscard]] const D& distribution() const { return distribution_; }

  /// Whether both return the same next elements.
  friend bool operator==(const draws& a, const draws& b) requires std::equality_comparable<D> {
    return a.engine_ == b.engine_ && a.distribution_ == b.distribution_ && a.position() == b.position();
  }

 private:
  static constexpr std::size_t batch = detail::batch_of<D>();
  static constexpr std::size_t capacity = detail::longest_refill<D>(sizeof(result_type));
  /// Number of values in the first refill: a few SIMD registers, at least a batch.
  static constexpr std::size_t min_length = std::max<std::size_t>(16, batch);
  // A refill is as long as the last one or four times as long, and ends at a multiple of its length.
  static_assert(std::has_single_bit(capacity) && std::has_single_bit(min_length) && capacity >= min_length);

  /// Number of elements. A distribution that takes one word per value has one more element, but the index
  /// after that element would not fit 64 bits.
  static constexpr int words = detail::words_of_element<E, D>;
  static constexpr std::uint64_t end = words == 1 ? std::numeric_limits<std::uint64_t>::max()
                                                  : std::numeric_limits<std::uint64_t>::max() / words + 1;

  static cpu one_thread() { return cpu{.threads = 1}; }

  /// Throws unless the elements index ... index + n - 1 exist.
  static void check_index(std::uint64_t index, std::uint64_t n) {
    if (index <= end && n <= end - index) return;
    throw argument_error("index + count", std::to_string(index) + " + " + std::to_string(n),
                         "at most " + std::to_string(end) + ", the number of elements");
  }

  /// Fills the buffer with the next elements, up to a multiple of the refill's length.
  void refill() {
    const std::uint64_t at = position();
    check_index(at, 1);
    next_ = 0;  // if the fill throws, the position is unchanged
    range_.refill(at, true, {batch, min_length, capacity, end - 1}, [&](std::uint64_t begin, std::size_t n) {
      return detail::fill_ahead(engine_, distribution_, begin, buffer_, n, at);
    });
    next_ = static_cast<std::size_t>(at - range_.first);
  }

  // Buffered values: buffer_[k] is element range_.first + k for k < range_.made.
  alignas(64) result_type buffer_[capacity];
  detail::ahead_range range_;
  std::size_t next_ = 0;  ///< the next element's index in the buffer
  E engine_;
  D distribution_;
};

template <class E, class D>
draws(const E&, const D&, std::uint64_t = 0) -> draws<D, E>;

}  // namespace tali
