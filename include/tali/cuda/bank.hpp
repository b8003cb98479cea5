// SPDX-License-Identifier: Apache-2.0
// Fills from grid engines (mtgp32, mtgp64) into device memory. Link tali::cuda. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <tali/bank.hpp>
#include <tali/cuda/device.hpp>

namespace tali {

namespace detail {

/// The states of a grid on a device.
template <mtgp_word Word>
class cuda_bank_states {
 public:
  cuda_bank_states(const cuda& where, const mtgp<Word>& e);
  cuda_bank_states(cuda_bank_states&&) noexcept;
  cuda_bank_states& operator=(cuda_bank_states&&) noexcept;
  ~cuda_bank_states();

  /// As cpu_fill_bank, enqueued.
  void fill(const bank_job& job);

  [[nodiscard]] mtgp<Word> engine() const;

 private:
  struct implementation;
  std::unique_ptr<implementation> it_;
};

extern template class cuda_bank_states<std::uint32_t>;
extern template class cuda_bank_states<std::uint64_t>;

}  // namespace detail

/// A grid engine on a device: the states of its sets stay there between fills, which only enqueue work on the
/// stream as long as ranges follow each other or go ahead a little. A far or backward move is made on the
/// host.
template <bank_engine E>
class cuda_bank {
 public:
  /// @throws device_error if there is no such device or no memory for the states
  cuda_bank(const cuda& where, const E& e) : states_(where, e), base_{e.position()} {}

  /// Elements first ... first + n - 1 of distribution d, counted from where the engine stood that this was
  /// made from. The rules for `to` are those of fill in cuda/fill.hpp. Fastest if 4 n bytes of words follow
  /// an address at a multiple of 16.
  /// @throws argument_error, device_error as fill in cuda/fill.hpp
  template <registered_distribution D>
  void fill(const D& d, std::uint64_t first, typename D::result_type* to, std::size_t n) {
    states_.fill({base_, distributions::index_of<D>(), &d, first, to, n});
  }

  /// The engine behind the last fill. Waits for the stream.
  [[nodiscard]] E engine() const { return states_.engine(); }

  /// For code that chose the distribution at run time: by its place in `distributions`.
  /// @throws argument_error also if there is no such place
  void fill(int distribution_index, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
    states_.fill({base_, distribution_index, distribution, first, to, n});
  }

 private:
  detail::cuda_bank_states<typename E::word_type> states_;
  std::uint64_t base_;
};

/// As fill in cuda/fill.hpp. Copies the states to the device, and jumps on the host if `first` lies far
/// ahead: to go through a sequence piece by piece, keep a cuda_bank.
template <bank_engine E, registered_distribution D>
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first, typename D::result_type* to,
          std::size_t n) {
  if (n != 0) {
    cuda_bank<E>(where, e).fill(d, first, to, n);
  } else {
    detail::check_bank_job({e.position(), distributions::index_of<D>(), &d, first, to, n});
  }
}

}  // namespace tali
