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

#include "gpu/mtgp_lanes_kernel.cuh"
#include "support/emulated_normal.hpp"
#include "support/mtgp_banks.hpp"

namespace {
int reports = 0;
}

// Called for each race. The program's exit code is the tests', which count them.
extern "C" void __tsan_on_report(void*) { ++reports; }
extern "C" const char* __tsan_default_options() { return "exitcode=0"; }

namespace tali::test {
namespace {

/// A warp hands words to two others, which give their room back two turns later: enough for two buffers, and
/// not for one.
std::uint32_t hand_words_over(unsigned buffers) {
  constexpr int threads = 96, turns = 7;
  static std::uint32_t words[2][32];
  std::vector<std::uint32_t> sums(threads);
  run_blocks(1, threads, [&] {
    for (unsigned turn = 0; turn < turns; ++turn) {
      auto& here = words[turn % buffers];
      if (threadIdx.x < 32) {
        if (turn >= 2) detail::gpu::synchronise_part<threads>(3 + turn % 2);
        here[threadIdx.x] = 100 * turn + threadIdx.x;
        detail::gpu::arrive_at_part<threads>(1 + turn % 2);
      } else {
        detail::gpu::synchronise_part<threads>(1 + turn % 2);
        sums[threadIdx.x] += here[threadIdx.x % 32];
        if (turn + 2 < turns) detail::gpu::arrive_at_part<threads>(3 + turn % 2);
      }
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0u);
}

TEST(KernelRaces, WordsThatAreGivenBackInTimeAreNone) {
  reports = 0;
  EXPECT_EQ(hand_words_over(2), 2 * (32u * 100 * 21 + 7 * 496));
  EXPECT_EQ(reports, 0);
}

TEST(KernelRaces, WordsThatAreWrittenTooEarlyAreReported) {
  reports = 0;
  hand_words_over(1);
  EXPECT_GT(reports, 0);
}

TEST(KernelRaces, AMissingWarpBarrierIsReported) {
  static std::uint32_t words[64];
  for (const bool waits : {true, false}) {
    reports = 0;
    run_blocks(1, 64, [&] {
      words[threadIdx.x] = threadIdx.x;
      if (waits) detail::gpu::synchronise_warp();
      words[threadIdx.x ^ 1u] += 5;
    });
    EXPECT_EQ(reports == 0, waits);
  }
}

/// The kernel of MTGP's normals, with as many turns as use both barriers of both ways again.
template <int Mexp>
void normals_have_no_race() {
  SCOPED_TRACE(Mexp);
  using D = emulated_walsh<float>;
  using layout = typename cuda_driver::mtgp_lanes_tuning<Mexp, D>::layout;
  using block = cuda_driver::mtgp_lanes<layout, D>;
  const mtgp32 e(shipped_mtgp_sets<std::uint32_t>(Mexp, 0, block::tiles), 5);
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
