// SPDX-License-Identifier: Apache-2.0
// Every control is caught, by the stage that is there for it, and the stages that should not see it say
// nothing.
#include "certify_controls.hpp"

#include <memory>
#include <string>
#include <vector>

#include <certify/stages.hpp>
#include <gtest/gtest.h>

namespace tali::lab::certify {
namespace {

using namespace controls;

constexpr std::uint64_t numbers = std::uint64_t{1} << 20;

/// The smallest distance of a p-value of a stage from its nearer end.
/// @param part  what the names of the p-values begin with
template <class Element>
double most_extreme(const stage_list<Element>& stages, const std::string& name, source<Element>& from,
                    std::uint64_t chunks, const std::string& part = "", int threads = 1) {
  for (const auto& s : stages) {
    if (s->name() != name) continue;
    double least = 1;
    bool is_there = false;
    for (const p_value& p : s->judge(s->run(from, chunks, threads, {})).p) {
      if (!p.name.starts_with(part)) continue;
      is_there = true;
      least = std::min(least, extremeness(p.p));
    }
    EXPECT_TRUE(is_there) << name << ", " << part;
    return least;
  }
  ADD_FAILURE() << "no stage " << name;
  return 1;
}

template <class Next>
double words(const std::string& stage, Next next, std::uint64_t chunks = numbers / 4096) {
  in_order<std::uint32_t, Next> from(next);
  return most_extreme(word_stages(), stage, from, chunks);
}
template <class Next>
double normals(const std::string& stage, Next next, std::uint64_t chunks = numbers / 4096) {
  in_order<double, Next> from(next);
  return most_extreme(normal_stages(false), stage, from, chunks);
}

/// Controls of numbers in mixing blocks, whose run is the distribution's.
template <class Block>
double mixing(const std::string& stage, mixing_spans<Block> next, const std::string& part = "") {
  in_order<double, mixing_spans<Block>> from(next);
  return most_extreme(normal_stages(next.run == 4, next.run), stage, from, numbers / 4096, part);
}

const std::string energy = "energy of mixing blocks", products = "products in mixing blocks";

TEST(Controls, RanduFailsSerialTriplesByItsPlanes) {
  EXPECT_LT(words("serial triples", randu()), failing);
  EXPECT_LT(words("birthday spacings", randu()), 1e-6);
}

TEST(Controls, LowBitsOfACongruentialGeneratorHaveShortPeriods) {
  EXPECT_LT(words("Walsh spectrum", congruential()), failing);
  EXPECT_LT(words("Fourier spectrum", congruential()), failing);
  EXPECT_LT(words("serial pairs", congruential()), failing);
  EXPECT_LT(words("bit pairs", congruential()), failing);
  EXPECT_LT(words("matrix rank, 64 x 64", congruential()), failing);
  EXPECT_GT(words("bit frequency", congruential(), 16), 1e-9);  // which is blind to it
}

TEST(Controls, XorwowsDifferencesAreLinearInTheLowestBit) {
  EXPECT_LT(words("linear complexity, 4096 bits", xorwow_differences(), 16), failing);
}

TEST(Controls, XorwowsDifferencesFailTheGapTestOfTheirLowBits) {
  EXPECT_LT(words("gaps", xorwow_differences(), 4096), failing);  // 2^24 numbers
}

TEST(Controls, ALinearEngineFailsRanksBeyondItsState) {
  EXPECT_LT(words("matrix rank, 256 x 256", taus88(), 64), failing);
  EXPECT_LT(words("matrix rank, 1024 x 1024", taus88(), 8), failing);
  EXPECT_LT(words("linear complexity, 32768 bits", taus88(), 2), failing);
  EXPECT_GT(words("matrix rank, 64 x 64", taus88(), 64), suspect);  // 64 bits are fewer than its 88
}

TEST(Controls, ABiasOfOnePercentFailsTheFrequencyOfItsBit) {
  EXPECT_LT(words("bit frequency", biased_bit{5, 6}), failing);
  EXPECT_GT(words("serial pairs", biased_bit{16, 6}), suspect);  // neither a top nor a lowest bit
}

TEST(Controls, APeriodThatIsNoPowerOfTwoShowsInFouriersSpectrumAlone) {
  EXPECT_LT(words("Fourier spectrum", period_of_five{4}), failing);
  EXPECT_GT(words("Walsh spectrum", period_of_five{4}), suspect);
  EXPECT_GT(words("bit frequency", period_of_five{4}), suspect);
}

TEST(Controls, TablesOfQuantilesFailTheCharacteristicFunctionAndTheTails) {
  EXPECT_LT(normals("characteristic function", quantile_table(4096)), failing);
  EXPECT_LT(normals("tails", quantile_table(4096)), failing);
  EXPECT_LT(normals("equal-probability cells", quantile_table(700)), failing);
}

TEST(Controls, ALatticeFailsAtItsFrequencyAlone) {
  in_order<double, on_lattice> from(on_lattice{1000});
  const auto at = [&](const std::vector<double>& frequencies) {
    return most_extreme(normal_stages(false, 0, frequencies), "characteristic function", from,
                        numbers / 4096);
  };
  EXPECT_LT(at({1000}), failing);
  EXPECT_GT(at({}), suspect);
  EXPECT_GT(at({999, 1001}), suspect);
}

TEST(Controls, AnAutoregressionFailsAtLagOne) {
  // rho = 1e-2 of 2^20 numbers is ten standard deviations.
  EXPECT_LT(normals("correlations at lags 1 to 64", autoregressive{0.01}), failing);
  EXPECT_LT(normals("pairs and lags of cells", autoregressive{0.01}), failing);
  EXPECT_GT(normals("moments and hermites", autoregressive{0.01}), suspect);  // each number is normal
}

// Nine standard deviations take 2^33 numbers, and these 16 minutes of a core.
TEST(Controls, DISABLED_AnAutoregressionOfATenThousandthFailsAtLagOne) {
  constexpr std::uint64_t many = std::uint64_t{1} << 33;
  autoregressive_runs from(1e-4);
  EXPECT_LT(most_extreme(normal_stages(false), "correlations at lags 1 to 64", from,
                         many / autoregressive_runs::run, "", /*threads=*/0),
            failing);
}

TEST(Controls, RunsOfAnAutoregressionFailAtLagOne) {
  autoregressive_runs correlated(0.01), independent(0);
  const auto at_lags = [](autoregressive_runs& from) {
    return most_extreme(normal_stages(false), "correlations at lags 1 to 64", from,
                        numbers / autoregressive_runs::run);
  };
  EXPECT_LT(at_lags(correlated), failing);
  EXPECT_GT(at_lags(independent), suspect);
}

TEST(Controls, ASharedScaleFailsTheBlockEnergy) {
  EXPECT_LT(normals("block energy", shared_scale{0.2}), failing);
  EXPECT_LT(normals("pairs of places in a block of 32", shared_scale{0.1}), failing);
  EXPECT_GT(normals("characteristic function", shared_scale{0.0}), suspect);
}

TEST(Controls, NormalsInMixingBlocksPass) {
  for (const int run : {2, 4}) {
    EXPECT_GT(mixing<scaled_block>(energy, {run, {0.0}}), suspect) << run;
    EXPECT_GT(mixing<scaled_block>(products, {run, {0.0}}), suspect) << run;
  }
}

TEST(Controls, ASharedScaleOfMixingBlocksFailsTheirEnergy) {
  for (const int run : {2, 4}) {
    EXPECT_LT(mixing<scaled_block>(energy, {run, {0.1}}), failing) << run;
    EXPECT_LT(mixing<scaled_block>(products, {run, {0.1}}, "squares"), failing) << run;
    EXPECT_GT(mixing<scaled_block>(products, {run, {0.1}}, "values"), suspect) << run;
    EXPECT_GT(mixing<scaled_block>("block energy", {run, {0.1}}), suspect)
        << run;  // of elements side by side
  }
}

TEST(Controls, AFixedMapFailsTheProductsOfFour) {
  for (const int run : {2, 4}) {
    EXPECT_LT(mixing<fixed_walsh_block>(products, {run}, "products of four"), failing) << run;
    EXPECT_LT(mixing<fixed_walsh_block>(products, {run}, "squares"), failing) << run;
    EXPECT_LT(mixing<fixed_walsh_block>(energy, {run}), failing) << run;
  }
}

TEST(Controls, SignsOfFourFailTheirProductsAlone) {
  for (const int run : {2, 4}) {
    EXPECT_LT(mixing<signed_block>(products, {run, {16}}, "products of four"), failing) << run;
    EXPECT_GT(mixing<signed_block>(products, {run, {16}}, "squares"), suspect) << run;
    EXPECT_GT(mixing<signed_block>(products, {run, {16}}, "values"), suspect) << run;
    EXPECT_GT(mixing<signed_block>(energy, {run, {16}}), suspect) << run;
  }
}

}  // namespace
}  // namespace tali::lab::certify
