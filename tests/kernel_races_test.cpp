// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads are emulated, under ThreadSanitizer: memory of a block that two of its threads use
// has a barrier in between. compute-sanitizer's racecheck, on a GPU, does not follow barriers at which some
// warps arrive without waiting (docs/reliability.md).
#include "support/emulated_block.hpp"

// The kernels' headers, in which the words above now mean the emulation.
#include <numeric>

#include <gtest/gtest.h>

#include <tali/detail/device.hpp>
#include <tali/fill.hpp>

#include "gpu/banks/mtgp_lanes_kernel.cuh"
#include "support/emulated_normal.hpp"
#include "support/mtgp_banks.hpp"

namespace {
volatile int reports = 0;
}

// Called for each race, in the middle of the runtime. The program's exit code is the tests', which count
// them.
extern "C" __attribute__((no_sanitize("thread"))) void __tsan_on_report(void*) { reports = reports + 1; }
extern "C" __attribute__((no_sanitize("thread"))) const char* __tsan_default_options() {
  return "exitcode=0";
}

namespace tali::test {
namespace {

/// Warps hand words to others, which give their room back two turns later: enough for two buffers, and not
/// for one. As many threads as MTGP's normals have.
std::uint32_t hand_words_over(unsigned buffers) {
  constexpr unsigned makers = 512, threads = makers + 192, turns = 7;
  static std::uint32_t words[2][makers];
  std::vector<std::uint32_t> sums(threads);
  run_blocks(1, threads, [&] {
    for (unsigned turn = 0; turn < turns; ++turn) {
      auto& here = words[turn % buffers];
      if (threadIdx.x < makers) {
        if (turn >= 2) detail::gpu::synchronise_part<threads>(3 + turn % 2);
        here[threadIdx.x] = 1000 * turn + threadIdx.x;
        detail::gpu::arrive_at_part<threads>(1 + turn % 2);
      } else {
        detail::gpu::synchronise_part<threads>(1 + turn % 2);
        for (unsigned i = threadIdx.x - makers; i < makers; i += threads - makers)
          sums[threadIdx.x] += here[i];
        if (turn + 2 < turns) detail::gpu::arrive_at_part<threads>(3 + turn % 2);
      }
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0u);
}

TEST(KernelRaces, WordsThatAreGivenBackInTimeAreNone) {
  reports = 0;
  EXPECT_EQ(hand_words_over(2), 512u * 1000 * 21 + 7 * (512 * 511 / 2));
  EXPECT_EQ(reports, 0);
}

TEST(KernelRaces, WordsThatAreWrittenTooEarlyAreReported) {
  reports = 0;
  hand_words_over(1);
  EXPECT_GT(reports, 0);
}

/// What stands between a lane's writing and its neighbour's.
enum class between { barrier, vote, nothing };

/// A function for each, as ThreadSanitizer reports a pair of places once.
template <between what>
int reports_of_a_warp() {
  static std::uint32_t words[64];
  reports = 0;
  run_blocks(1, 64, [] {
    words[threadIdx.x] = threadIdx.x;
    if (what == between::barrier) detail::gpu::synchronise_warp();
    if (what == between::vote) (void)detail::gpu::ballot(detail::gpu::all_lanes, true);
    words[threadIdx.x ^ 1u] += 5;
  });
  return reports;
}

TEST(KernelRaces, OnlyABarrierOrdersTheLanesOfAWarp) {
  EXPECT_EQ(reports_of_a_warp<between::barrier>(), 0);
  EXPECT_GT(reports_of_a_warp<between::vote>(), 0);
  EXPECT_GT(reports_of_a_warp<between::nothing>(), 0);
}

/// The kernel of MTGP's normals, with as many turns as use both barriers of both ways again.
template <int Mexp>
void normals_have_no_race() {
  SCOPED_TRACE(Mexp);
  using D = emulated_walsh<float>;
  using layout = typename cuda_driver::mtgp_lanes_tuning<Mexp, D>::layout;
  using block = cuda_driver::mtgp_lanes<layout, D>;
  const mtgp32 e(detail::shipped_mtgp_sets<std::uint32_t>(Mexp, 0, block::tiles), 5);
  mtgp32 there = e;
  const auto all = there.states_for_driver(0, e.sets().size(), 0);
  std::vector<std::uint32_t> states(all.begin(), all.end());
  std::vector<cuda_driver::mtgp_constants<std::uint32_t>> constants;
  for (const auto& s : e.sets()) constants.push_back(cuda_driver::constants_of(s));
  cuda_driver::mtgp_lanes_range r{};
  r.rows = r.whole_rows = 5 * block::rows;
  r.n = r.rows * e.row_words();
  r.batches = 1;
  r.aligned = true;
  std::vector<float> expected(r.n), got(r.n + D::run);
  fill(cpu{1}, e, normal<float>(2, 3), 0, std::span(expected));
  auto* const to = reinterpret_cast<float*>((reinterpret_cast<std::uintptr_t>(got.data()) + 15) / 16 * 16);
  static typename block::shared shared_memory;
  reports = 0;
  run_blocks(1, block::threads, [&] {
    cuda_driver::mtgp_lanes_piece<layout, D>(shared_memory, constants.data(), states.data(), D(2, 3), to, r);
  });
  EXPECT_EQ(std::memcmp(to, expected.data(), r.n * sizeof(float)), 0);
  EXPECT_EQ(reports, 0);
}

TEST(KernelRaces, MtgpNormalsHaveNone) {
  normals_have_no_race<3217>();
  normals_have_no_race<4423>();
  normals_have_no_race<11213>();
}

}  // namespace
}  // namespace tali::test
