// SPDX-License-Identifier: Apache-2.0
// The catalogues that are part of the library, and engines of many sets that are asked for few words.
#include <cstdint>
#include <fstream>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/digest.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/filler.hpp>

#include "mtgp/bank.hpp"

namespace tali::test {
namespace {

/// How many sets of each exponent the library shall have at least.
template <mtgp_word Word>
constexpr std::size_t least(int mexp) {
  if (sizeof(Word) == 8) return mexp == 23209 ? 256 : 0;
  return mexp == 3217 || mexp == 4423 ? 1024 : mexp == 11213 ? 1056 : mexp == 23209 ? 528 : 264;
}

template <mtgp_word Word>
void expect_those_of_the_files() {
  for (const int mexp : detail::mtgp_exponents<Word>()) {
    const std::size_t there = detail::shipped_mtgp_sets<Word>(mexp);
    EXPECT_GE(there, least<Word>(mexp)) << mexp;
    if (there == 0) continue;
    const std::string file =
        std::string(TALI_MTGP_DATA) + "/" + mtgp<Word>::name + "-" + std::to_string(mexp) + ".csv";
    const auto all = detail::read_mtgp_catalogue<Word>(file);
    EXPECT_EQ(detail::sets_of<Word>(all, mexp), detail::shipped_mtgp_sets<Word>(mexp, 0, there)) << file;
    EXPECT_EQ(all.size(), there) << file;
    // Sorted by their defect; some recursions, spread over the file, are those of the polynomials that it
    // names.
    for (std::size_t k = 1; k < there; ++k) ASSERT_LE(all[k - 1].set.delta, all[k].set.delta) << file;
    for (std::size_t k = 0; k < there && mexp < 20000; k += 97)
      detail::check_polynomial(all[k].set, file + " ");
    detail::check_polynomial(all.back().set, file + " ");
  }
}

TEST(MtgpShipped, SetsAreThoseOfTheFiles) {
  expect_those_of_the_files<std::uint32_t>();
  expect_those_of_the_files<std::uint64_t>();
}

TEST(MtgpShipped, ABankHasAllSetsByDefault) {
  const std::size_t all = detail::shipped_mtgp_sets<std::uint32_t>(11213);
  EXPECT_EQ(any_engine("mtgp32").generators(), all);
  EXPECT_EQ(any_engine("mtgp32:from=3").generators(), all - 2);
  EXPECT_EQ(any_engine("mtgp32:sets=5,from=3").generators(), 5u);
  EXPECT_EQ(any_engine("mtgp64").generators(), detail::shipped_mtgp_sets<std::uint64_t>(23209));
  EXPECT_EQ(any_engine("mtgp32:mexp=3217").generators(), detail::shipped_mtgp_sets<std::uint32_t>(3217));
  const std::string file = std::string(TALI_MTGP_DATA) + "/mtgp32-3217.csv";
  EXPECT_EQ(any_engine("mtgp32:mexp=3217,from=1020,file=" + file).generators(),
            detail::shipped_mtgp_sets<std::uint32_t>(3217) - 1019);
  const std::string last = std::to_string(detail::shipped_mtgp_sets<std::uint32_t>(3217));
  EXPECT_EQ(any_engine("mtgp32:mexp=3217,from=" + last + ",file=" + file).generators(), 1u);
  for (const char* const wrong :
       {"mtgp32:from=99999", "mtgp32:sets=99999", "mtgp32:mexp=7", "mtgp64:mexp=3217"}) {
    EXPECT_THROW(any_engine{wrong}, argument_error) << wrong;
  }
  EXPECT_THROW(any_engine("mtgp32:mexp=3217,from=99999,file=" + file), argument_error);
}

/// Texts whose end and length share a block, fill one block, and take two blocks.
TEST(MtgpShipped, PolynomialsAreNamedBySha1) {
  const auto digest_of = [](const std::string& text) { return detail::to_hex(detail::sha1_of(text)); };
  EXPECT_EQ(digest_of("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(digest_of(std::string(55, 'a')), "c1c8bbdc22796e28c0e15163d20899b65621d65a");
  EXPECT_EQ(digest_of(std::string(56, 'a')), "c2db330f6083854c99d4b5bfb6e8f29f201be699");
}

/// More seeds than a state has words: the array initialiser goes around.
TEST(MtgpShipped, ManySeedsArePinned) {
  const auto sets = detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 1);
  std::vector<std::uint32_t> seeds(200), state(static_cast<std::size_t>(sets[0].size()));
  for (std::uint32_t k = 0; k < 200; ++k) seeds[k] = k * k;
  detail::mtgp_seed(sets[0], std::span<const std::uint32_t>(seeds), std::span(state));
  EXPECT_EQ(digest(0, state.data(), state.size()), 0x25852c2d0d148f11u);
}

TEST(MtgpParts, CoverARangeOnce) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t tile = 1 + random() % 5, sets = 1 + random() % 6, row = tile * sets;
    const std::uint64_t first = random() % (4 * row), n = random() % (4 * row);
    std::uint64_t at = first;
    int parts = 0;
    detail::for_each_part(first, n, tile, sets, [&](const detail::bank_part& p) {
      EXPECT_EQ(p.row * row + p.first * tile + p.skip, at);
      EXPECT_LE(p.first + p.sets, sets);
      if (p.sets < sets) {
        EXPECT_LE(p.skip + p.n, p.sets * tile);  // within a row,
        EXPECT_LT(p.skip, tile);                 // and without a set that is not needed
        EXPECT_GT(p.skip + p.n, (p.sets - 1) * tile);
      }
      at += p.n;
      ++parts;
    });
    EXPECT_EQ(at, first + n);
    EXPECT_LE(parts, 2);
  }
}

/// Sets of which one has no full period, which shows when it jumps.
std::vector<mtgp_parameters<std::uint32_t>> sets_with_a_bad_one(std::size_t bad) {
  auto sets = detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 9);
  for (const std::uint32_t row = sets[bad].recursion[1];; ++sets[bad].shift2) {
    for (std::uint32_t change = 1; change < 64; ++change) {
      sets[bad].recursion[1] = row ^ change;
      try {
        (void)detail::mtgp_characteristic_polynomial(sets[bad]);
      } catch (const argument_error&) {
        return sets;
      }
    }
  }
}

TEST(MtgpParts, AFillMovesTheSetsThatItNeeds) {
  const auto good = detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 9);
  const mtgp32 right(good, 3), wrong(sets_with_a_bad_one(4), 3);
  const std::uint64_t row = right.row_words(), tile = row / 9, far = row * (std::uint64_t{1} << 40);
  std::vector<std::uint32_t> a(4 * tile), b(4 * tile);
  fill(cpu{}, right, bits<std::uint32_t>{}, far, std::span(a));
  fill(cpu{}, wrong, bits<std::uint32_t>{}, far, std::span(b));
  EXPECT_EQ(a, b);
  // From the last sets of a row to the first ones of the next.
  fill(cpu{}, right, bits<std::uint32_t>{}, far + 7 * tile + 1, std::span(a));
  fill(cpu{}, wrong, bits<std::uint32_t>{}, far + 7 * tile + 1, std::span(b));
  EXPECT_EQ(a, b);
  EXPECT_EQ(right.word(far + 8 * tile), wrong.word(far + 8 * tile));
  EXPECT_THROW(fill(cpu{}, wrong, bits<std::uint32_t>{}, far + tile, std::span(b)), argument_error);
  mtgp32 walks = wrong;
  walks.discard(far + 5 * tile);
  EXPECT_EQ(walks(), right.word(far + 5 * tile));
  walks.discard(std::uint64_t{0} - tile);
  EXPECT_THROW((void)walks(), argument_error);
}

TEST(MtgpParts, AFillerGoesBackAndForth) {
  const mtgp32 e(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 9), 3);
  const any_engine any(e);
  filler f(cpu{}, any, any_distribution("bits", "u32"));
  std::mt19937_64 random(2);
  const std::uint64_t row = e.row_words();
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t first = random() % (round % 3 == 0 ? 40 * row : 3 * row);
    std::vector<std::uint32_t> made(1 + random() % (round % 2 == 0 ? 3 * row : 100)), right(made.size());
    f.fill(first, std::span(made));
    fill(cpu{1}, e, bits<std::uint32_t>{}, first, std::span(right));
    ASSERT_EQ(made, right) << first << ' ' << made.size();
    ASSERT_EQ(made.front(), e.word(first));
    ASSERT_EQ(made.back(), e.word(first + made.size() - 1));
  }
}

TEST(MtgpParts, SetsThatStandApartAreOneEngine) {
  const mtgp32 start(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 9), 3, 4);
  mtgp32 walked = start, jumped = start;
  for (std::uint64_t i = 0; i < 5 * start.row_words() + 100; ++i) (void)walked();
  jumped.discard(5 * start.row_words() + 100);
  EXPECT_TRUE(walked == jumped);
  EXPECT_EQ(walked.states(), jumped.states());
  EXPECT_EQ(walked.save(), jumped.save());
  EXPECT_TRUE(mtgp32::restore(walked.save()) == jumped);
  EXPECT_FALSE(mtgp32(start.sets(), 3) == mtgp32(start.sets(), 4));
  (void)jumped();
  EXPECT_FALSE(walked == jumped);
}

}  // namespace
}  // namespace tali::test
