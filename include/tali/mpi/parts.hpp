// SPDX-License-Identifier: Apache-2.0
// How the ranks of an MPI communicator share a range of a sequence, or an array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include <tali/block.hpp>
#include <tali/error.hpp>
#include <tali/mpi/detail/agreement.hpp>

namespace tali::mpi {

/// Elements first ... first + n - 1; none if n is 0.
struct interval {
  std::uint64_t first = 0, n = 0;
  friend bool operator==(const interval&, const interval&) = default;
};

/// Part number `rank` of `size` consecutive parts of [0, n). Their sizes differ by at most one grain; all
/// parts except the last begin and end at multiples of the grain.
inline interval part_of(std::uint64_t n, int rank, int size, std::uint64_t grain = 1) {
  __extension__ using wide = unsigned __int128;
  const std::uint64_t grains = n / grain + (n % grain != 0 ? 1 : 0);
  const auto begin_of = [&](int r) {
    const wide g = static_cast<wide>(grains) * static_cast<unsigned>(r) / static_cast<unsigned>(size);
    return static_cast<std::uint64_t>(std::min<wide>(g * grain, n));
  };
  const std::uint64_t begin = begin_of(rank);
  return {begin, begin_of(rank + 1) - begin};
}

/// A range of a sequence, divided among the ranks of a communicator in their order.
class local_range {
 public:
  /// Not collective: any rank can make one.
  /// @param n      number of elements of all ranks together
  /// @param grain  parts begin at multiples of the grain, counted from `first`. `normal` makes 2,048 values
  /// at a
  ///               time: with this grain, and `first` a multiple of it, no batch is computed twice
  /// @throws argument_error if the range passes 2^64, or the grain is 0
  local_range(MPI_Comm comm, std::uint64_t first, std::uint64_t n, std::uint64_t grain = 1)
      : whole_{first, n}, grain_{grain} {
    if (grain == 0) throw argument_error("grain", "0", "1 or more");
    if (n != 0 && n - 1 > ~first) {
      throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                           "at most 2^64");
    }
    part_ = part_of(n, detail::rank_of(comm), detail::size_of(comm), grain);
    part_.first += first;
  }

  /// The first index of this rank's part.
  [[nodiscard]] std::uint64_t first() const { return part_.first; }
  /// Number of elements of this rank's part.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(part_.n); }
  /// The whole range.
  [[nodiscard]] interval whole() const { return whole_; }
  [[nodiscard]] std::uint64_t grain() const { return grain_; }

 private:
  interval whole_, part_;
  std::uint64_t grain_;
};

/// A row-major array, divided into one block per rank of a Cartesian communicator (MPI_Cart_create). Along a
/// dimension the sizes of blocks differ by at most one. A rank's memory can have a halo around its block, for
/// elements of neighbours that the program exchanges.
class local_array {
 public:
  using numbers = std::span<const std::uint64_t>;

  /// Not collective: any rank can make one.
  /// @param cart   has as many dimensions as the array, 1 to 8
  /// @param halo   number of elements on each side along every dimension
  /// @throws argument_error if `cart` is not a Cartesian communicator, or has another number of dimensions;
  ///   and as block
  local_array(MPI_Comm cart, numbers global_shape, std::uint64_t halo = 0)
      : local_array(boxes(cart, global_shape, halo), global_shape, halo) {}
  local_array(MPI_Comm cart, std::initializer_list<std::uint64_t> global_shape, std::uint64_t halo = 0)
      : local_array(cart, numbers{global_shape.begin(), global_shape.size()}, halo) {}

  [[nodiscard]] const std::vector<std::uint64_t>& global_shape() const { return global_shape_; }
  /// Index of the block's first element in the array.
  [[nodiscard]] const std::vector<std::uint64_t>& offset() const { return box_.offset; }
  /// Number of elements of the block along each dimension, without the halo.
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const { return box_.shape; }
  [[nodiscard]] std::uint64_t halo() const { return halo_; }
  /// Number of elements of this rank's memory, including the halo.
  [[nodiscard]] std::size_t memory_size() const { return memory_size_; }
  /// Distance in memory between neighbouring elements along each dimension.
  [[nodiscard]] const std::vector<std::uint64_t>& strides() const { return box_.strides; }
  /// Index in the memory of the block's first element.
  [[nodiscard]] std::size_t inner() const { return inner_; }
  /// The block for fill; its destination begins at inner().
  [[nodiscard]] const block& part() const { return part_; }

 private:
  struct box {
    std::vector<std::uint64_t> offset, shape, strides;
  };

  local_array(box b, numbers global_shape, std::uint64_t halo)
      : global_shape_(global_shape.begin(), global_shape.end()),
        box_{std::move(b)},
        halo_{halo},
        part_{global_shape_, box_.offset, box_.shape, box_.strides} {
    memory_size_ = static_cast<std::size_t>(box_.strides.front() * (box_.shape.front() + 2 * halo));
    for (const std::uint64_t s : box_.strides) inner_ += static_cast<std::size_t>(s * halo);
  }

  static box boxes(MPI_Comm cart, numbers global_shape, std::uint64_t halo) {
    int topology = MPI_UNDEFINED, dimensions = 0;
    detail::check(MPI_Topo_test(cart, &topology), "MPI_Topo_test");
    if (topology != MPI_CART) {
      throw argument_error("communicator", "not Cartesian", "a communicator made by MPI_Cart_create");
    }
    detail::check(MPI_Cartdim_get(cart, &dimensions), "MPI_Cartdim_get");
    const std::size_t all = global_shape.size();
    if (all != static_cast<std::size_t>(dimensions)) {
      throw argument_error("dimensions of the array", std::to_string(all),
                           std::to_string(dimensions) + ", the dimensions of the communicator");
    }
    std::vector<int> ranks(all), periodic(all), position(all);
    detail::check(MPI_Cart_get(cart, dimensions, ranks.data(), periodic.data(), position.data()),
                  "MPI_Cart_get");
    box b;
    b.strides.resize(all);
    for (std::size_t d = 0; d < all; ++d) {
      const interval i = part_of(global_shape[d], position[d], ranks[d]);
      b.offset.push_back(i.first);
      b.shape.push_back(i.n);
    }
    (void)block(global_shape, b.offset, b.shape);  // throws for impossible arrays
    std::uint64_t stride = 1;
    for (std::size_t d = all; d-- != 0;) {
      b.strides[d] = stride;
      std::uint64_t width = 0;
      if (__builtin_mul_overflow(halo, std::uint64_t{2}, &width) ||
          __builtin_add_overflow(width, b.shape[d], &width) ||
          __builtin_mul_overflow(stride, width, &stride)) {
        throw argument_error("halo", std::to_string(halo),
                             "a halo that keeps a rank's memory below 2^64 elements");
      }
    }
    return b;
  }

  std::vector<std::uint64_t> global_shape_;
  box box_;
  std::uint64_t halo_;
  block part_;
  std::size_t memory_size_ = 0, inner_ = 0;
};

}  // namespace tali::mpi
