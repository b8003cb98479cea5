// SPDX-License-Identifier: Apache-2.0
// The training: gradients against differences, determinism, checkpoints.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <normal/search.hpp>
#include <normal/train.hpp>

#include <tali/error.hpp>

namespace tali::lab::normal {
namespace {

training_options tiny() {
  training_options o;
  o.seed = 3;
  o.rounds = 1;
  o.iterations = 3;
  o.variants = 32;
  o.passes = 1;
  o.swaps = 2000;
  return o;
}

TEST(NormalTraining, JacobianIsTheSlope) {
  const real_table y = begin_training().y;
  const residuals at(y);
  for (const std::size_t i : {0u, 255u, 1000u, 4095u}) {
    const double h = 1e-5;
    real_table up = y, down = y;
    up[i] += h, down[i] -= h;
    const residuals above(up), below(down);
    for (std::size_t m = 0; m < residuals::count; ++m) {
      EXPECT_NEAR(at.jacobian[m][i], (above.x[m] - below.x[m]) / (2 * h), 1e-9) << i << ' ' << m;
    }
  }
}

TEST(NormalTraining, ContinuationEqualizesTheRowsAndLevellingTheirKurtosis) {
  training_state s = begin_training();
  const training_options o = tiny();
  advance(s, o);
  ASSERT_EQ(s.next, training_step::levelling);
  EXPECT_LT(residuals(s.y).off(), 1e-12);
  const double before = residuals(s.y).kurtosis();
  advance(s, o);
  EXPECT_LT(residuals(s.y).kurtosis(), before);
  EXPECT_LT(residuals(s.y).off(), 1e-9);
}

TEST(NormalTraining, SearchChoosesAmongRowsOfOneVariance) {
  const table start = rounded(begin_training().y);
  table near = start;  // the quantiles' variances are too far apart
  for (row& r : near.rows) {
    const double scale = std::sqrt(static_cast<double>(row_energy) / static_cast<double>(energy(r)));
    for (std::int32_t& v : r) v = static_cast<std::int32_t>(std::lround(v * scale));
  }
  table t;
  for (std::size_t r = 0; r < row_count; ++r) {
    const auto all = equal_variants(near.rows[r], 50);
    EXPECT_EQ(all.size(), 50u);
    for (const row& v : all) {
      EXPECT_EQ(energy(v), row_energy);
      for (std::size_t i = 0; i < row_size; ++i) EXPECT_LE(std::abs(v[i] - near.rows[r][i]), 2);
    }
    t.rows[r] = all[0];
  }
  near.rows[3][0] += 1 << 20;
  EXPECT_THROW(equal_variants(near.rows[3], 50), error);
}

TEST(NormalTraining, PassesOfTheSearchGoDownhill) {
  training_state s = begin_training();
  const training_options o = tiny();
  while (s.next != training_step::search) advance(s, o);
  const double before = table_loss(s.integers);
  ASSERT_TRUE(improve(s.integers, 200, 0));
  EXPECT_LT(table_loss(s.integers), before);
  for (const row& r : s.integers.rows) EXPECT_EQ(energy(r), row_energy);
}

TEST(NormalTraining, SameSeedSameTableResumedOrNot) {
  const auto file = std::filesystem::path(testing::TempDir()) / "normal_train_test.checkpoint";
  const training_options o = tiny();
  int steps = 0;
  const table straight = train(o, begin_training(), [&](const std::string&, const training_state& s) {
    if (++steps == 2) write_checkpoint(file, s, o);
  });
  const table resumed = train(o, read_checkpoint(file, o), nullptr);
  EXPECT_EQ(resumed.rows, straight.rows);
  EXPECT_EQ(resumed.comments, straight.comments);
  EXPECT_EQ(defect(straight), "");

  training_options other = o;
  other.seed = 4;
  EXPECT_THROW(read_checkpoint(file, other), io_error);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 100);
  EXPECT_THROW(read_checkpoint(file, o), io_error);
  std::filesystem::remove(file);
}

TEST(NormalTraining, RefusesBadOptions) {
  training_options o = tiny();
  o.variants = 0;
  EXPECT_THROW(train(o, begin_training(), nullptr), argument_error);
}

}  // namespace
}  // namespace tali::lab::normal
