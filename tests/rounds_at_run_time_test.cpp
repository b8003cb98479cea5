// SPDX-License-Identifier: Apache-2.0
// The words of samples and rows are the same whether the number of Philox rounds is known when the code is
// compiled or when it runs.
#include <cstdint>

#include <gtest/gtest.h>

#include <tali/distribution/rows.hpp>
#include <tali/fill.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {
namespace {

constexpr std::uint32_t tag = tag_of("a use");

template <int n, int Rounds>
void expect_same_attempts(const philox4x32_engine<Rounds>& e) {
  const rejection_words<Rounds> known(e, tag);
  const rejection_words<detail::rounds_at_run_time> told(known);
  for (const std::uint64_t j : {std::uint64_t{0}, std::uint64_t{5}, (std::uint64_t{1} << 32) + 7}) {
    for (const std::uint32_t k : {0u, 1u, 77u, rejection_words<Rounds>::last_words}) {
      std::uint32_t a[n], b[n];
      known(j, k, a);
      told(j, k, b);
      for (int i = 0; i < n; ++i) ASSERT_EQ(a[i], b[i]) << j << ' ' << k << ' ' << i;
    }
    ASSERT_EQ(known.template inversion_half<4>(j), told.template inversion_half<4>(j));
    ASSERT_EQ(
        value(e, gamma<float>(2.5f), j),
        (sample(rejection_words<detail::rounds_at_run_time>(rejection_words<Rounds>(e, gamma<float>::tag)),
                gamma<float>(2.5f), j)
             .value));
  }
}

template <int Rounds>
void expect_same_words() {
  philox4x32_engine<Rounds> e(3, 4);
  e.discard(11);
  expect_same_attempts<1>(e);
  expect_same_attempts<2>(e);
  expect_same_attempts<8>(e);
  const row_words<Rounds> known(e, tag);
  const row_words<detail::rounds_at_run_time> told(known);
  ASSERT_EQ(known.row(9), told.row(9));
  for (std::uint32_t b = 0; b < 3; ++b) {
    std::uint32_t x[4], y[4];
    known.block(known.row(9), b, x);
    told.block(told.row(9), b, y);
    for (int i = 0; i < 4; ++i) ASSERT_EQ(x[i], y[i]);
  }
}

TEST(RoundsAtRunTime, MakeTheSameWords) {
  expect_same_words<7>();
  expect_same_words<10>();
}

TEST(RoundsAtRunTime, OfKnownNumberTakeNoRoom) {
  EXPECT_EQ(sizeof(rejection_words<10>), 2 * sizeof(std::uint64_t));
  EXPECT_EQ(sizeof(philox4x32_block<10>), 6 * sizeof(std::uint32_t));
}

}  // namespace
}  // namespace tali
