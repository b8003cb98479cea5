// SPDX-License-Identifier: Apache-2.0
// The training: gradients against differences, determinism, checkpoints.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <normal/published.hpp>
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
  EXPECT_THROW(read_checkpoint(file, other), argument_error);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 100);
  EXPECT_THROW(read_checkpoint(file, o), argument_error);
  std::filesystem::remove(file);
}

TEST(NormalTraining, RefusesBadOptions) {
  training_options o = tiny();
  o.variants = 0;
  EXPECT_THROW(train(o, begin_training(), nullptr), argument_error);
}

/// The post's training of a table of 16 rows of 24, whose integers are coarse, so that rounding them costs
/// something.
constexpr int small_rows = 16, small_size = 24;
published_options small_and_published() {
  published_options o;
  o.rounds = 2;
  o.iterations = 100;
  o.depth = 3;
  o.unit = 256;
  return o;
}

TEST(PublishedTraining, TheSlopeIsThatOfTheLoss) {
  values_of_rows v = quantiles(small_rows, small_size);
  std::vector<double> slope;
  published_loss(v, &slope);
  for (const std::size_t i : {0u, 23u, 24u, 50u, 383u}) {
    const double h = 1e-6, at = v.y[i];
    v.y[i] = at + h;
    const double above = published_loss(v);
    v.y[i] = at - h;
    const double below = published_loss(v);
    v.y[i] = at;
    EXPECT_NEAR(slope[i], (above - below) / (2 * h), 1e-5 * (1 + std::abs(slope[i]))) << i;
  }
}

TEST(PublishedTraining, TheQuantilesAreThoseOfTheShippedTablesBeginning) {
  const values_of_rows v = quantiles(row_count, row_size);
  const table t = inverse_cdf_table();
  for (std::size_t k = 0; k < v.y.size(); ++k) {
    EXPECT_NEAR(v.y[k] * table_unit, t.rows[k / row_size][k % row_size], 0.6) << k;
  }
}

TEST(PublishedTraining, DescendsRoundsAndSearches) {
  const published_options o = small_and_published();
  const values_of_rows begin = quantiles(small_rows, small_size);
  std::vector<std::string> lines;
  const auto say = [&](const std::string& line) { lines.push_back(line); };
  const values_of_rows real = descend(begin, o, say);
  EXPECT_EQ(lines.size(), 3u);  // the quantiles and two rounds
  EXPECT_LT(published_loss(real), published_loss(begin) - 5);

  published_options none = o;
  none.depth = 0;
  const auto nearest = search_corners(real, none, nullptr), found = search_corners(real, o, nullptr);
  const auto loss = [&](const std::vector<std::int32_t>& t) {
    return published_loss(t, small_rows, small_size, o.unit);
  };
  const double after = loss(found);
  EXPECT_LT(after, loss(nearest) - 1);
  EXPECT_LT(after, published_loss(begin));
  // A leptokurtic table has the loss of its values, which is quick to compute; the others have the barrier's
  // part too.
  const auto without_barrier = [&](const std::vector<std::int32_t>& t) {
    values_of_rows at{small_rows, small_size, {}, importance_in_an_output()};
    for (const std::int32_t i : t) at.y.push_back(i / o.unit);
    return published_loss(at);
  };
  EXPECT_NEAR(after, without_barrier(found), 1e-3);
  const auto flipped = [&](std::vector<std::int32_t> t, std::size_t i) {
    t[i] = 2 * static_cast<std::int32_t>(std::floor(real.y[i] * o.unit)) + 1 - t[i];
    return t;
  };
  const double enough = after - 1.01 * o.gain;
  const auto gains = [&](const std::vector<std::int32_t>& t) {
    return without_barrier(t) < enough && loss(t) < enough;
  };
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_LT(std::abs(found[k] - real.y[k] * o.unit), 1) << k;  // a corner of the unit cube around the reals
    // No change of one value gains enough any more, nor one of two of the first row.
    const auto one = flipped(found, k);
    EXPECT_FALSE(gains(one)) << k;
    for (std::size_t j = k + 1; j < small_size; ++j) EXPECT_FALSE(gains(flipped(one, j))) << k << ' ' << j;
  }
  EXPECT_EQ(search_corners(descend(begin, o, nullptr), o, nullptr), found);  // the same seed, the same table
}

TEST(PublishedTraining, RefusesBadOptions) {
  published_options o = small_and_published();
  o.depth = 6;
  EXPECT_THROW(train_as_published(o, nullptr), argument_error);
}

}  // namespace
}  // namespace tali::lab::normal
