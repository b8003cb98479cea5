// SPDX-License-Identifier: Apache-2.0
// Engines and distributions chosen at run time: every pair of the catalogue, their names, what they refuse.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/filler.hpp>

#include "support/any_examples.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

TEST(Any, EveryPairIsFilledHoweverItIsCutOrRefused) {
  std::mt19937 cuts(1);
  int filled = 0, refused = 0;
  for (const engine_info& ei : engine_list()) {
    const any_engine e = example_engine(ei);
    EXPECT_EQ(std::string(e.info().name), ei.name);
    for (const distribution_info& di : distribution_list()) {
      SCOPED_TRACE(std::string(ei.name) + " " + di.name + " " + di.type);
      const any_distribution d = example_distribution(di);
      constexpr std::size_t n = 5000;
      const std::size_t bytes = d.element_bytes();
      std::vector<char> whole(n * bytes), pieces(n * bytes);
      if (!detail::can_make(ei, di)) {
        ++refused;
        EXPECT_THROW(fill(cpu{}, e, d, 11, whole.data(), n), argument_error);
        EXPECT_THROW(filler(cpu{}, e, d), argument_error);
        continue;
      }
      ++filled;
      fill(cpu{}, e, d, 11, whole.data(), n);
      filler in_turn(cpu{.threads = 2}, e, d);
      for (std::size_t done = 0; done < n;) {
        const std::size_t here = std::min<std::size_t>(n - done, cuts() % 2500);
        in_turn.fill(11 + done, pieces.data() + done * bytes, here);
        done += here;
      }
      ASSERT_EQ(whole, pieces);
      in_turn.fill(11, pieces.data(), 100);  // back
      ASSERT_EQ(std::memcmp(whole.data(), pieces.data(), 100 * bytes), 0);
    }
  }
  EXPECT_GT(filled, 400);
  EXPECT_GT(refused, 100);
}

TEST(Any, TypedAndErasedFillsAreTheSame) {
  const auto compare = [](const auto& e, const auto& d) {
    using D = std::decay_t<decltype(d)>;
    std::vector<typename D::result_type> typed(300), erased(300);
    fill(cpu{}, e, d, 5, typed);
    fill(cpu{}, any_engine(e), any_distribution(d), 5, std::span(erased));
    EXPECT_EQ(typed, erased) << D::name;
  };
  compare(pcg32(1, 2), uniform<float>());
  compare(philox4x32(1, 2), gamma<double>(0.3, 2));
  compare(philox4x32_7(1, 2), direction<float>(3));
  compare(pcg32(1, 2), categorical(std::vector<double>{1, 2, 3}));
  compare(mtgp32(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 2), 3, 4), warp_normal<double>());
  point_set set;
  set.dimensions = 3;
  set.points = 1000;
  compare(sobol32(set), normal_icdf<float>());
  compare(xorwow(32, 3, 4), exponential<float>());
}

TEST(Any, TextsNameWhatConstructorsDo) {
  point_set set;
  set.dimensions = 4;
  set.points = 500;
  set.layout = point_layout::point_major;
  set.scramble = scrambling::shift;
  set.seed = 9;
  set.replicate = 2;
  set.first_point = 1;
  const any_engine text("sobol64:dims=4,points=500,layout=point-major,scramble=shift,first=1", 9, 2);
  EXPECT_EQ(*text.points(), set);
  EXPECT_EQ(any_engine("mtgp32:mexp=3217,sets=3").generators(), 3u);
  EXPECT_EQ(any_engine("mtgp32:mexp=3217,sets=3").get_if<mtgp64>(), nullptr);
  EXPECT_EQ(any_engine("philox4x32").points(), nullptr);

  const any_distribution inside("gamma:shape=2.5,scale=3", "f64");
  const any_distribution apart("gamma", "f64", {{"shape", 2.5}, {"scale", 3.0}});
  ASSERT_NE(inside.get_if<gamma<double>>(), nullptr);
  EXPECT_EQ(*inside.get_if<gamma<double>>(), *apart.get_if<gamma<double>>());
  EXPECT_EQ(any_distribution("direction:dimensions=7", "f32").row_size(), 7u);
  EXPECT_EQ(any_distribution("direction:dimensions=7", "f32").element_bytes(), 28u);
}

TEST(Any, EndsOfSequences) {
  const any_engine points("sobol32:dims=3,points=1000");
  EXPECT_EQ(last_index(points), 2999u);
  EXPECT_EQ(last_index(points, any_distribution("uniform", "f64")), 2999u);
  constexpr std::uint64_t words = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(last_index(any_engine("pcg32"), any_distribution("uniform", "f64")), words / 2);
  EXPECT_EQ(last_index(any_engine("philox4x32"), any_distribution("direction:dimensions=3", "f32")),
            words / 3);
}

TEST(Any, PointsAreOnTheirOwnLayoutUnlessToldOtherwise) {
  point_set set;
  set.dimensions = 3;
  EXPECT_EQ(*any_engine("sobol32:dims=3").points(), set);
}

TEST(Any, ArgumentsHaveEachNameOnce) {
  EXPECT_EQ(refusal([] {
              any_distribution("gamma", "f64", {{"shape", 2.0}, {"shape", 3.0}});
            }),
            "shape is '2' and '3'");
}

TEST(Any, RefusalsNameTheArgument) {
  EXPECT_EQ(refusal([] { any_engine("sobol32"); }), "dims is missing");
  EXPECT_EQ(refusal([] { any_engine("sobol32:dims=2,layout=dim-major"); }), "points is missing");
  EXPECT_EQ(refusal([] { any_engine("sobol32:dims=2,points=9,scramble=own"); }),
            "scramble is 'own': none, shift, owen");
  EXPECT_EQ(refusal([] { any_engine("pcg32:sets=2"); }), "engine option is 'sets'");
  EXPECT_EQ(refusal([] { any_engine("mtgp32:sets=2,sets=3"); }), "engine is 'mtgp32:sets=2,sets=3'");
  EXPECT_EQ(refusal([] { any_engine("pcg32:word"); }), "engine option is 'word'");
  EXPECT_EQ(refusal([] { any_engine("mtgp32:sets"); }), "sets is ''");
  EXPECT_EQ(refusal([] { any_engine("mtgp32:3217"); }), "engine is 'mtgp32:3217'");
  EXPECT_EQ(engine_text("mtgp32:curand,sets=3").text(), "mtgp32:curand,sets=3");
  EXPECT_EQ(refusal([] { any_engine("mtgp32:dims=2"); }),
            "engine option is 'dims': curand, mexp, sets, from, file");
  EXPECT_EQ(refusal([] {
              any_distribution("gamma:shape=2", "f32", {{"shape", 3.0}});
            }),
            "shape is '2' and '3'");
  EXPECT_EQ(refusal([] { any_distribution("categorical:weights=1:x", "u32"); }), "weights[1] is 'x'");
  EXPECT_EQ(refusal([] { any_distribution("gamma:shape=1e-400", "f64"); }), "shape is '1e-400'");
  EXPECT_EQ(refusal([] { any_distribution("gamma:shape=nan", "f32"); }), "shape is 'nan'");
  EXPECT_EQ(refusal([] { any_distribution("truncated-normal:low=-inf,high=inf", "f64"); }), "accepted");
  EXPECT_EQ(refusal([] { any_distribution("gamma:shape=inf", "f64"); }), "shape is inf");
  EXPECT_EQ(refusal([] { any_distribution("dirichlet", "f32"); }), "shapes is missing");
  EXPECT_EQ(refusal([] { any_engine("sobol32:dims=2,points=9", 4); }), "seed is 4");
  EXPECT_EQ(refusal([] { any_distribution("gamma:2.5", "f32"); }), "distribution is 'gamma:2.5'");
  std::vector<float> x(4);
  filler rows(cpu{}, any_engine("philox4x32"), any_distribution("direction:dimensions=3", "f64"));
  EXPECT_EQ(refusal([&] { rows.fill(0, std::span(x)); }), "type of destination is f32");
  std::vector<double> y(4);
  EXPECT_EQ(refusal([&] { rows.fill(0, std::span(y)); }), "number of values is 4");
  EXPECT_EQ(rows.element_bytes(), 24u);
  fill(cpu{}, any_engine("pcg32"), any_distribution("uniform", "f32"), 0, x);
  float one = 0;
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, any_engine("pcg32"), any_distribution("uniform", "f64"), 0,
                   std::span<float>(&one, 1));
            }),
            "type of destination is f32");
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, any_engine("philox4x32"), any_distribution("direction:dimensions=3", "f32"), 0,
                   std::span<float>(&one, 1));
            }),
            "number of values is 1");
}

}  // namespace
}  // namespace tali::test
