// SPDX-License-Identifier: Apache-2.0
// Consecutive fills that keep engine state which every call would otherwise rebuild.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali {

/// Fills with one distribution over one sequence. A filler keeps the states of a bank between calls, on the
/// CPU or on a GPU, so that a fill needs no jump if its elements follow those of the last one or are a little
/// ahead. For a comparator engine it stores the position. It writes the same elements as fill.
///
/// An object is for one thread at a time.
class filler {
 public:
  /// @throws argument_error for a pair that is not supported
  filler(const cpu& where, const any_engine& e, const any_distribution& d);

  /// Writes elements (or rows) first, first + 1, ... to `to`, as many as fit. A filler on a GPU (open_filler
  /// in tali/cuda/fill.hpp) enqueues the work; `to` is then memory of the device.
  /// @throws as fill; argument_error if the type of `to` is not the distribution's
  template <class T>
  void fill(std::uint64_t first, std::span<T> to) {
    detail::check_type(distribution_, type_name<T>());
    driver_->fill(first, to.data(), detail::elements_of(distribution_, to.size()));
  }

  /// The same for values whose type only the caller knows.
  /// @param n  elements, of element_bytes() bytes each
  void fill(std::uint64_t first, void* to, std::size_t n) { driver_->fill(first, to, n); }

  /// Bytes per element, which is a row for a vector distribution.
  [[nodiscard]] std::size_t element_bytes() const { return distribution_.element_bytes(); }

  /// The interface that drivers implement.
  class implementation {
   public:
    virtual ~implementation() = default;
    virtual void fill(std::uint64_t first, void* to, std::size_t n) = 0;
  };
  /// @param driver  may refer to d's memory, which exists as long as this filler
  filler(any_distribution d, std::unique_ptr<implementation> driver)
      : distribution_(std::move(d)), driver_(std::move(driver)) {}

 private:
  any_distribution distribution_;
  std::unique_ptr<implementation> driver_;
};

namespace detail {

/// Elements first ... first + n - 1 of a distribution of fixed budget, counted from word `base` of a bank.
struct bank_job {
  std::uint64_t base;
  const distribution_info* distribution_entry;
  const void* distribution;
  std::uint64_t first;
  void* to;
  std::size_t n;
};

/// Moves `e` to the job's first word, from any position, and then past the job's last word. (For a batch
/// distribution: to the beginning of the batch that contains the next element.)
void cpu_fill_bank(const cpu& where, mtgp32& e, const bank_job& job);
void cpu_fill_bank(const cpu& where, mtgp64& e, const bank_job& job);

/// @throws argument_error unless the sequence contains the job's words
void check_bank_job(const bank_job& job);

}  // namespace detail

/// Writes the next to.size() elements from bank e's position; e advances by the words used.
/// @throws argument_error if D is a batch distribution and to.size() is not a multiple of D::batch_size:
/// batches of the next call would begin at another word
template <bank_engine E, registered_distribution D>
void fill_next(const cpu& where, E& e, const D& d, std::span<typename D::result_type> to) {
  if constexpr (batch_distribution<D>) {
    if (to.size() % D::batch_size != 0) {
      throw argument_error(
          "n", std::to_string(to.size()),
          "a multiple of " + std::to_string(D::batch_size) + ", the batch size of the distribution");
    }
  }
  detail::cpu_fill_bank(where, e, {e.position(), &info_of<D>(), &d, 0, to.data(), to.size()});
}

}  // namespace tali
