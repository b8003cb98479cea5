// The training: gradients against differences, determinism, checkpoints.
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
  o.iterations = 5;
  o.radius = 1;
  o.moves = 1;
  o.swaps = 2000;
  return o;
}

TEST(NormalTraining, GradientIsTheSlope) {
  const real_table y = begin_training().y;
  real_table g;
  loss(y, &g);
  for (const std::size_t i : {0u, 255u, 1000u, 4095u}) {
    const double h = 1e-5;
    real_table up = y, down = y;
    up[i] += h, down[i] -= h;
    EXPECT_NEAR(g[i], (loss(up) - loss(down)) / (2 * h), 1e-6 * std::max(1.0, std::abs(g[i]))) << i;
  }
}

TEST(NormalTraining, LocalSearchMovesDownhillWithinTheCube) {
  training_state s = begin_training();
  const training_options o = tiny();
  advance(s, o), advance(s, o);
  ASSERT_EQ(s.next, training_step::search);
  const double before = table_loss(s.integers);
  ASSERT_TRUE(improve(s.integers, s.y, 1) || improve(s.integers, s.y, 2));
  EXPECT_LE(table_loss(s.integers), before - worthwhile);
  for (std::size_t i = 0; i < s.y.size(); ++i) {
    EXPECT_LE(std::abs(s.integers.rows[i / row_size][i % row_size] - s.y[i] * table_unit), 1);
  }
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
  o.radius = 6;
  EXPECT_THROW(train(o, begin_training(), nullptr), argument_error);
}

}  // namespace
}  // namespace tali::lab::normal
