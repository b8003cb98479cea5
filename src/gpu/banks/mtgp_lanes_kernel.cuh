// SPDX-License-Identifier: Apache-2.0
// The kernel of distributions whose lanes make many values each, with mtgp32. Words go from the generators to
// the lanes through shared memory and never leave the multiprocessor.
// A batch takes the words of some neighbouring sets, and its lanes read only the first of these (for normal:
// half). So a block has exactly these sets, with one or two warps each. Further warps convert one row's batch
// each, while the generators make the next rows.
#pragma once

#include <cstdint>
#include <cstring>

#include <tali/detail/device.hpp>
#include <tali/sequence.hpp>

#include "gpu/banks/mtgp_worker.cuh"
#include "gpu/bulk/fill_lanes_kernel.cuh"
#include "gpu/bulk/lane_words.cuh"
#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

/// The values of a launch: `n` values, starting `skip` values after the beginning of the states' row.
struct mtgp_lanes_range {
  std::uint64_t skip, n;
  std::uint64_t rows;        ///< rows up to the range's last value
  std::uint64_t whole_rows;  ///< rows that end there or before: the states move that far
  unsigned batches;          ///< a row, and blocks
  bool aligned;              ///< runs of whole batches begin at multiples of their size
};

/// The layout of a block.
/// @tparam L  with the sets of a block
template <class L, lane_distribution D>
struct mtgp_lanes {
  static_assert(sizeof(typename L::word) == 4 && D::words == 1);
  static constexpr int tiles = D::batch_size / L::steps;  ///< number of sets that a batch's words come from
  static constexpr int sets =
      D::lanes * D::lane_words / L::steps;  ///< number of sets that lanes read, the first ones
  static constexpr int rows = L::rounds;    ///< number of rows made at a time
  static constexpr unsigned makers =
      static_cast<unsigned>(sets * L::threads);  ///< number of threads that make words
  static constexpr int threads = static_cast<int>(makers) + rows * detail::warp_size;
  static_assert(sets == L::sets || L::threads == detail::warp_size);
  /// Named barriers, two of each, used alternately. Barriers 1 ... `sets` belong to sets of several warps.
  static constexpr unsigned full = 12, empty = 14;
  static_assert(L::threads == detail::warp_size || sets < static_cast<int>(full));
  static_assert(tiles * L::steps == D::batch_size && sets * L::steps == D::lanes * D::lane_words);

  using room = lane_words_layout<D>;
  static_assert(4 % L::words_a_group == 0);

  struct shared {
    typename D::shared_table table;
    alignas(16) std::uint32_t words[2][rows][room::size];
    typename L::word buffers[sets][L::width * L::plane];
  };
};

/// The layout of an exponent: a block has the sets of a batch, 256 threads or one warp per set that make
/// words, and six warps that convert. `tali bench --filter mtgp-default` with 11213 on an H100, GB/s: 2,767
/// with four converting warps, 2,808 with six, 2,648 with eight; with one warp per set, 2,493 with six and
/// 2,112 with four.
template <int Mexp, lane_distribution D>
struct mtgp_lanes_tuning {
  static constexpr int steps = detail::mtgp_steps<std::uint32_t>(Mexp);
  static constexpr int sets = D::lanes * D::lane_words / steps;
  static constexpr int width = steps >= 4 * detail::warp_size ? 4 : steps / detail::warp_size;
  static constexpr int threads = sets * detail::warp_size >= 256 ? detail::warp_size : 256 / sets;
  using layout =
      mtgp_layout<std::uint32_t, Mexp, threads, width, 6, look_up::shuffled, look_up::shuffled, sets>;
};

/// @param states  of all sets
template <class L, lane_distribution D>
__device__ __forceinline__ void mtgp_lanes_piece(typename mtgp_lanes<L, D>::shared& s,
                                                 const mtgp_constants<std::uint32_t>* constants,
                                                 std::uint32_t* states, const D& distribution,
                                                 typename D::result_type* to, const mtgp_lanes_range& range) {
  using block = mtgp_lanes<L, D>;
  constexpr auto rows_at_a_time = static_cast<std::uint64_t>(block::rows);
  const std::uint64_t turns = (range.rows + rows_at_a_time - 1) / rows_at_a_time;
  s.table.start_load();
  s.table.finish_load();
  // A turn's words are passed at barrier `full` and released at barrier `empty`. So makers may be one turn
  // ahead, and converters do not wait for each other.
  const auto full = [](std::uint64_t turn) { return block::full + static_cast<unsigned>(turn % 2); };
  const auto empty = [](std::uint64_t turn) { return block::empty + static_cast<unsigned>(turn % 2); };
  if (threadIdx.x < block::makers) {
    const unsigned local = threadIdx.x / L::threads, set = blockIdx.x * block::tiles + local;
    const mtgp_worker<L> worker(constants[set], nullptr, nullptr, s.buffers[local], threadIdx.x % L::threads,
                                local);
    std::uint32_t* const state = states + static_cast<std::size_t>(set) * L::size;
    worker.load(state);
    worker.synchronise();
    for (std::uint64_t turn = 0; turn != turns; ++turn) {
      if (turn >= 2) detail::gpu::synchronise_part<block::threads>(empty(turn));
      const std::uint64_t left = range.rows - turn * rows_at_a_time;
      auto& words = s.words[turn % 2];
#pragma unroll
      for (int r = 0; r < block::rows; ++r) {
        if (static_cast<std::uint64_t>(r) < left) {
          worker.template make<true>(r * L::steps, [&](std::uint32_t(&w)[L::words_a_group], int first) {
            word_vector<L::words_a_group> v;
#pragma unroll
            for (int j = 0; j < L::words_a_group; ++j) v.w[j] = w[j];
            const int i = static_cast<int>(local) * L::steps + first;
            *reinterpret_cast<word_vector<L::words_a_group>*>(&words[r][block::room::slot_of(i)]) = v;
          });
          worker.synchronise();
        }
      }
      detail::gpu::arrive_at_part<block::threads>(full(turn));
    }
    // After all rows of a turn, the state is at the front of the buffer.
    const std::uint64_t moved = turns == 0 ? 0 : range.whole_rows - (turns - 1) * rows_at_a_time;
    worker.save(state, moved == rows_at_a_time ? 0 : static_cast<int>(moved) * L::steps);
    return;
  }
  const unsigned r = (threadIdx.x - block::makers) / detail::warp_size,
                 lane = threadIdx.x % detail::warp_size;
  for (std::uint64_t turn = 0; turn != turns; ++turn) {
    detail::gpu::synchronise_part<block::threads>(full(turn));
    std::uint32_t w[D::lane_words];
    block::room::take(s.words[turn % 2][r], lane, w);
    if (turn + 2 < turns) detail::gpu::arrive_at_part<block::threads>(empty(turn));
    const std::uint64_t row = turn * rows_at_a_time + r;
    if (row >= range.rows) continue;
    // Index in the range of the batch's beginning. If the batch begins before the range, the index wraps to a
    // large number, and -begin is the distance.
    const std::uint64_t begin = (row * range.batches + blockIdx.x) * D::batch_size - range.skip;
    if (begin >= range.n && -begin >= D::batch_size) continue;
    store_span(lane_stores<D>(distribution, w, s.table), to, range.n, range.aligned, begin);
  }
}

#if defined(TALI_GPU_COMPILER)
template <class L, lane_distribution D>
__global__ void __launch_bounds__(mtgp_lanes<L, D>::threads)
    mtgp_lanes_kernel(const mtgp_constants<std::uint32_t>* constants, std::uint32_t* states,
                      const D distribution, typename D::result_type* to, const mtgp_lanes_range range) {
  extern __shared__ double shared_doubles[];
  auto& s = *reinterpret_cast<typename mtgp_lanes<L, D>::shared*>(shared_doubles);
  mtgp_lanes_piece<L, D>(s, constants, states, distribution, to, range);
}
#endif

}  // namespace tali::cuda_driver
