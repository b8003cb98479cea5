// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of normal with their threads emulated, by the launches that the driver would make:
// every value against the definition, for ranges that begin and end anywhere. The same kernels run on a GPU
// in normal_test.cpp.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' header, in which the words above now mean the emulation.
#include <algorithm>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include <tali/catalogue.hpp>

#include "gpu/bulk/fill_lanes_kernel.cuh"
#include "support/emulated_normal.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;

/// Elements first ... first + n - 1 by the launches for a GPU of one multiprocessor, `misalign` elements past
/// an aligned address, between guards that must survive.
template <class E, class D>
std::vector<typename D::result_type> filled(const launch_shape& shape, const E& e, const D& d,
                                            std::uint64_t first, std::size_t n, std::size_t misalign,
                                            bool expect_whole) {
  using T = typename D::result_type;
  constexpr std::size_t guard = 64;
  struct alignas(16) piece {
    unsigned char bytes[16];
  };
  std::vector<piece> memory(((n + misalign + 2 * guard) * sizeof(T) + 15) / 16);
  std::memset(memory.data(), 0xa5, memory.size() * sizeof(piece));
  auto* const to = reinterpret_cast<T*>(memory.data()) + guard + misalign;
  const detail::request job{nullptr, &e, nullptr, &d, first, to, n};
  const lanes_launches<E, D> launches(shape, job, 1);
  EXPECT_EQ(launches.whole.has_value(), expect_whole) << n << " from " << first;
  if (const auto& w = launches.whole) {
    run_blocks(w->cut.grid, w->cut.block, [&] {
      fill_whole_spans_kernel<E, D>(w->engine, d, to + w->head, w->cut.plan,
                                    typename E::stride(w->cut.step * D::batch_size));
    });
  }
  if (const auto& l = launches.rest) {
    run_blocks(l->grid, l->block,
               [&] { fill_lanes_kernel<E, D>(e, d, to, l->plan, typename E::stride(l->stride)); });
  }
  const auto* const bytes = reinterpret_cast<const unsigned char*>(memory.data());
  const auto untouched = [](unsigned char b) { return b == 0xa5; };
  EXPECT_TRUE(std::all_of(bytes, reinterpret_cast<const unsigned char*>(to), untouched));
  EXPECT_TRUE(std::all_of(reinterpret_cast<const unsigned char*>(to + n),
                          bytes + memory.size() * sizeof(piece), untouched));
  return {to, to + n};
}

template <class E, class D>
void expect_the_definition(const E& e, const D& d, std::uint64_t first,
                           const std::vector<typename D::result_type>& got) {
  std::uint64_t span = 0;
  std::vector<typename D::result_type> right;  // of that span
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::uint64_t at = first + i;
    if (right.empty() || at / D::batch_size != span) {
      span = at / D::batch_size;
      right.resize(D::batch_size);
      for (int lane = 0; lane < D::lanes; ++lane) {
        std::uint32_t w[D::lane_words];
        for (std::size_t j = 0; j < D::lane_words; ++j) {
          w[j] = e.word(span * D::batch_size + static_cast<std::uint64_t>(lane * D::lane_words) + j);
        }
        typename D::lane_type x[D::lane_values];
        d(w, D::table(), x);
        for (int k = 0; k < D::lane_values; ++k)
          right[static_cast<std::size_t>(D::index_of(lane, k))] = D::stored(x[k]);
      }
    }
    ASSERT_EQ(std::memcmp(&got[i], &right[at % D::batch_size], sizeof got[i]), 0)
        << E::name << ", " << got.size() << " from " << first << ", at " << i;
  }
}

template <class T>
class LanesKernels : public testing::Test {};
using types = testing::Types<float, double, bfloat16, float16>;
TYPED_TEST_SUITE(LanesKernels, types);

TYPED_TEST(LanesKernels, MakeEveryRange) {
  using D = emulated_walsh<TypeParam>;
  constexpr std::uint64_t span = D::batch_size;
  struct range {
    std::uint64_t first, n;
    bool has_whole;  // spans that are worth a launch of their own: some, or sixteen beside the ends
  };
  const range ranges[] = {{3 * span, span, true},
                          {3 * span, 2 * span, true},
                          {3 * span, 20 * span, true},
                          {3 * span, 20 * span + 1, true},
                          {3 * span - 1, 20 * span + 1, true},
                          {3 * span - 77, 17 * span + 99, true},
                          {5 * span + 9, span - 10, false},
                          {5 * span + 9, 1, false},
                          {span - 3, 6 * span, false},
                          {0, 29 * span, true}};
  philox4x32 philox(47, 48);
  philox.discard(4 * span + 8);
  // Within the range Philox's second counter word advances, or the sequence ends and wraps to its
  // beginning.
  philox4x32 carries(49, 50), ends(51, 52);
  carries.discard((std::uint64_t{1} << 34) - 9 * span);
  ends.discard(0 - 9 * span);
  const pcg32 pcg(3, 4);
  for (const launch_shape shape : {launch_shape{}, launch_shape{32, 1, 0}, launch_shape{96, 3, 0},
                                   launch_shape{64, 0, 2}, launch_shape{32, 0, 1}}) {
    for (const range& r : ranges) {
      expect_the_definition(philox, D{}, r.first,
                            filled(shape, philox, D{}, r.first, r.n, r.first % 8, r.has_whole));
    }
    for (const philox4x32& e : {carries, ends}) {
      expect_the_definition(e, D{}, 3 * span, filled(shape, e, D{}, 3 * span, 20 * span, 0, false));
    }
    const D wide(0.5f, 3);
    for (std::size_t misalign = 0; misalign < 8; ++misalign) {
      expect_the_definition(pcg, wide, 2 * span - 5,
                            filled(shape, pcg, wide, 2 * span - 5, 3 * span, misalign, false));
    }
  }
}

TEST(LanesLaunch, BlocksAreLongWhereArithmeticSetsThePace) {
  const auto steps = []<class D>(std::type_identity<D>) {
    return cut_spans<D>({}, std::uint64_t{1} << 20, 132).plan.steps;
  };
  EXPECT_EQ(steps(std::type_identity<normal<float>>{}), 4u);
  EXPECT_EQ(steps(std::type_identity<normal<double>>{}), 8u);
  EXPECT_EQ(steps(std::type_identity<normal<float16>>{}), 64u);
  EXPECT_EQ(steps(std::type_identity<lognormal<float>>{}), 64u);
  EXPECT_EQ(steps(std::type_identity<lognormal<double>>{}), 64u);
}

}  // namespace
}  // namespace tali::test
