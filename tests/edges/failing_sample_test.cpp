// SPDX-License-Identifier: Apache-2.0
// A sample whose attempts are used up ends its thread's work: otherwise the call would use up those of
// millions of others.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <tali/engine/philox4x32.hpp>

#include "cpu/rejection_range.hpp"

namespace tali::test {
namespace {

/// Accepts all attempts, or none, by the attempt's first word.
struct choosy {
  using result_type = float;
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of("choosy");
  static constexpr int words = 1, attempt_words = 4;
  bool accepts;

  template <class U32>
  auto attempt(const U32 (&w)[attempt_words]) const {
    const auto x = unit_f32(w[0]);
    using F = std::remove_const_t<decltype(x)>;
    made += 1;
    return attempted{x, is_less(x, F(accepts ? 2.0f : -1.0f))};
  }
  static float result(float x) { return x; }
  static float failed() { return -1; }

  static inline std::uint64_t made = 0;  ///< attempts, a register of them at a time
};

/// Attempts at a sample. The default is 2^24, which takes minutes.
constexpr std::uint32_t few = 1 << 12;

cpu_driver::words_of_samples words(std::uint32_t tag = choosy::tag) {
  return {rejection_words<detail::rounds_at_run_time>(rejection_words(philox4x32(1), tag))};
}

TEST(FailingSample, EndsTheThreadsWorkAfterItsChunk) {
  cpu_driver::samples<choosy, 16> s(words(), choosy{false}, few);
  std::vector<float> out(4, 7.0f);
  // The chunk of sample 511 has no other one of the range.
  choosy::made = 0;
  EXPECT_EQ(s.compacting(511, out.data(), out.size()), 511u);
  EXPECT_EQ(out[0], -1);
  EXPECT_EQ(out[1], 7);
  EXPECT_LE(choosy::made, std::uint64_t{few} + 1);
}

/// Here the first word decides, and accepted values have a last step.
struct stepping {
  using result_type = float;
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of("stepping");
  static constexpr int words = 1, attempt_words = 4, last_step_words = 1;

  template <class U32>
  auto attempt(const U32 (&w)[attempt_words]) const {
    const auto x = unit_f32(w[0]);
    using F = std::remove_const_t<decltype(x)>;
    return attempted{x, is_less(x, F(-1.0f))};
  }
  bool needs_last_step() const { return true; }
  template <class F, class U32>
  F last_step(const F& x, const U32 (&w)[last_step_words]) const {
    return add(x, unit_f32(w[0]));
  }
  static float result(float x) { return x; }
  static float failed() { return -1; }
};

TEST(FailingSample, HasNoLastStep) {
  cpu_driver::samples<stepping, 16> s(words(stepping::tag), stepping{}, few);
  std::vector<float> out(3, 7.0f);
  EXPECT_EQ(s.compacting(510, out.data(), out.size()), 510u);  // two samples of a chunk, then one of the next
  EXPECT_EQ(out, (std::vector<float>{-1, -1, 7}));
}

TEST(FailingSample, OthersGoOn) {
  cpu_driver::samples<choosy, 16> s(words(), choosy{true});
  std::vector<float> out(3000, 7.0f);
  EXPECT_EQ(s.compacting(3, out.data(), out.size()), cpu_driver::none_failed);
  EXPECT_LT(out.back(), 1);
}

// From words in memory, the work ends in the same way.
TEST(FailingSample, OfWordsInMemoryEndsTheChunk) {
  const std::vector<std::uint32_t> in_memory(4 * 600);
  cpu_driver::words_of_samples all = words();
  all.in_memory = in_memory.data();
  cpu_driver::samples<choosy, 16> s(all, choosy{false}, few);
  std::vector<float> out(600, 7.0f);
  EXPECT_EQ(s.compacting(0, out.data(), out.size()), 0u);
  EXPECT_EQ(out[511], -1);
  EXPECT_EQ(out[512], 7);
}

}  // namespace
}  // namespace tali::test
