// SPDX-License-Identifier: Apache-2.0
// Numbers whose origin is known are found where they are from, and numbers from nowhere are not found.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>

#include "identify/search.hpp"
#include "support/refusal.hpp"

namespace tali::lab::identify {
namespace {

/// A short search, of all engines.
search_request small() {
  search_request r;
  r.last_seed = 40;
  r.max_index = 20;
  r.threads = 2;
  return r;
}

template <class T>
std::vector<reading> readings_of_values(const std::vector<T>& x) {
  return readings_of(type_name<T>(), std::as_bytes(std::span(x)));
}

template <class T>
std::vector<T> made_by(const std::string& engine, std::uint64_t seed, const std::string& distribution,
                       std::uint64_t first, std::size_t n) {
  std::vector<T> x(n);
  fill(cpu{.threads = 1}, any_engine(engine, seed), any_distribution(distribution, type_name<T>()), first,
       x.data(), n);
  return x;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::ranges::find(all, one) != all.end();
}

/// The one match that a search has.
void expect_found(const search_result& r, const std::string& engine, std::uint64_t seed, std::uint64_t index,
                  const std::string& distribution, const std::string& type) {
  const auto found = std::ranges::find_if(r.matches, [&](const match& m) {
    return m.engine == engine && m.seed == seed && m.index == index && m.type == type;
  });
  ASSERT_NE(found, r.matches.end()) << engine << ' ' << distribution << ' ' << type;
  EXPECT_TRUE(has(found->distributions, distribution)) << engine << ' ' << distribution << ' ' << type;
  EXPECT_LT(r.log2_candidates - found->bits, -bits_beyond);
}

TEST(Identify, EveryEngineInEverySeeding) {
  std::uint64_t seed = 0;
  for (const engine_candidate& e : engine_candidates()) {
    seed = seed % 40 + 1;
    const std::uint64_t index = seed % 21;
    const auto words = made_by<std::uint32_t>(e.text, seed, "bits", index, 50);
    expect_found(search(readings_of_values(words), small()), e.text, seed, index, "bits", "u32");
    const auto x = made_by<double>(e.text, seed, "uniform", index, 30);
    expect_found(search(readings_of_values(x), small()), e.text, seed, index, "uniform", "f64");
  }
}

TEST(Identify, EnginesComeFromTheCatalogue) {
  std::vector<std::string> texts;
  for (const engine_candidate& e : engine_candidates()) texts.push_back(e.text);
  for (const engine_info& e : detail::indexed_engine_list()) EXPECT_TRUE(has(texts, e.name));
  for (const char* text : {"pcg64:seeding=plain", "philox4x64:seeding=numpy", "mt19937:seeding=python"})
    EXPECT_TRUE(has(texts, text)) << text;
  EXPECT_EQ(engine_candidates({"mt19937"}).size(), 3u);
  EXPECT_EQ(engine_candidates({"mt19937:seeding=numpy"}).size(), 1u);
}

/// An engine that takes the distribution.
std::string engine_for(const distribution_candidate& d) {
  for (const engine_candidate& e : engine_candidates()) {
    try {
      check_pair(e.info, d.distribution);
      return e.text;
    } catch (const argument_error&) {
    }
  }
  return {};
}

/// Checks every distribution that is tried for numbers of the kind that `like` makes.
template <class T>
void check_distributions(const std::string& like) {
  const std::vector<reading> kind = readings_of_values(made_by<T>("philox4x32", 1, like, 0, 40));
  const std::vector<distribution_candidate> all = distribution_candidates(kind[0]);
  ASSERT_FALSE(all.empty()) << like;
  for (const distribution_candidate& d : all) {
    const std::string engine = engine_for(d);
    search_request r = small();
    r.engines = {engine};
    const auto x = made_by<T>(engine, 7, d.text, 11, 64);
    expect_found(search(readings_of_values(x), r), engine, 7, 11, d.text, type_name<T>());
  }
}

TEST(Identify, EveryDistribution) {
  check_distributions<std::uint32_t>("bits");
  check_distributions<std::uint64_t>("bits");
  check_distributions<float>("uniform");
  check_distributions<double>("uniform");
  check_distributions<float>("uniform-close1-open2");
  check_distributions<double>("normal");
  check_distributions<float>("normal-icdf");
}

TEST(Identify, UniformNumbersAreNotLookedForAmongNormalOnes) {
  const auto uniform =
      distribution_candidates(readings_of_values(made_by<double>("pcg32", 1, "uniform", 0, 40))[0]);
  EXPECT_TRUE(std::ranges::any_of(uniform, [](const auto& d) { return d.text == "uniform:as=jax"; }));
  EXPECT_FALSE(std::ranges::any_of(uniform, [](const auto& d) { return d.text == "normal"; }));
  const auto normal =
      distribution_candidates(readings_of_values(made_by<double>("pcg32", 1, "normal", 0, 40))[0]);
  EXPECT_FALSE(std::ranges::any_of(normal, [](const auto& d) { return d.text.starts_with("uniform"); }));
  EXPECT_TRUE(std::ranges::any_of(normal, [](const auto& d) { return d.text == "normal"; }));
}

TEST(Identify, ADistributionWithParameters) {
  search_request r = small();
  r.distributions = {"weibull:shape=1.5,scale=2"};
  const auto x = made_by<double>("pcg64", 3, r.distributions[0], 5, 20);
  expect_found(search(readings_of_values(x), r), "pcg64", 3, 5, r.distributions[0], "f64");
}

TEST(Identify, TheStandardLibrary) {
  std::mt19937 g(23);
  std::uniform_real_distribution<double> f64;
  std::vector<double> x(50);
  g.discard(8);  // four numbers
  for (double& y : x) y = f64(g);
  expect_found(search(readings_of_values(x), small()), "mt19937", 23, 4, "uniform:as=std", "f64");

  std::mt19937_64 g64(31);
  std::uniform_real_distribution<float> f32;
  std::vector<float> y(50);
  for (float& z : y) z = f32(g64);
  expect_found(search(readings_of_values(y), small()), "mt19937-64", 31, 0, "uniform:as=std-u64", "f32");
}

TEST(Identify, DoublesThatWereRoundedToFloats) {
  const auto x = made_by<double>("pcg64", 12, "uniform", 6, 100);
  const std::vector<float> rounded(x.begin(), x.end());
  const search_result r = search(readings_of_values(rounded), small());
  expect_found(r, "pcg64", 12, 6, "uniform:as=numpy", "f64");
  for (const match& m : r.matches) EXPECT_EQ(m.note, m.type == "f64" ? "rounded to f32" : "");
}

TEST(Identify, DecimalsOfANote) {
  std::string text;
  for (const double x : made_by<double>("mt19937", 5, "uniform:as=numpy-mt19937", 2, 40)) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6f", x);
    text += std::string(text.empty() ? "[" : ", ") + digits;
  }
  const search_result r = search(readings_of_text(text + "]\n"), small());
  expect_found(r, "mt19937", 5, 2, "uniform:as=numpy-mt19937", "f64");
  // Twenty bits each, less than a double's.
  EXPECT_LT(r.matches[0].bits, 40 * 20.0);
}

TEST(Identify, TextOfEveryKind) {
  std::string words, floats;
  for (const std::uint32_t w : made_by<std::uint32_t>("xorwow-curand", 9, "bits", 0, 20))
    words += std::to_string(w) + '\n';
  expect_found(search(readings_of_text(words), small()), "xorwow-curand", 9, 0, "bits", "u32");
  for (const float x : made_by<float>("mrg32k3a", 9, "uniform:as=curand-mrg32k3a", 0, 40)) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g ", static_cast<double>(x));
    floats += digits;
  }
  expect_found(search(readings_of_text(floats), small()), "mrg32k3a", 9, 0, "uniform:as=curand-mrg32k3a",
               "f32");
  EXPECT_EQ(readings_of_text("4294967296 1")[0].type, "u64");
  EXPECT_EQ(readings_of_text("0.5 1")[0].low.size(), 2u);
}

TEST(Identify, NumbersFromElsewhereAreNotFound) {
  std::mt19937_64 random(99);
  std::vector<double> x(100);
  for (double& y : x) y = static_cast<double>(random() * 0x9e3779b97f4a7c15u >> 11) * 0x1p-53;
  EXPECT_TRUE(search(readings_of_values(x), small()).matches.empty());
  // One number that is wrong.
  auto y = made_by<double>("pcg64", 12, "uniform", 6, 100);
  y[99] = std::nextafter(y[99], 1.0);
  EXPECT_TRUE(search(readings_of_values(y), small()).matches.empty());
  // A seed, or an index, out of range.
  EXPECT_TRUE(
      search(readings_of_values(made_by<double>("pcg64", 41, "uniform", 6, 100)), small()).matches.empty());
  EXPECT_TRUE(
      search(readings_of_values(made_by<double>("pcg64", 12, "uniform", 21, 100)), small()).matches.empty());
}

TEST(Identify, TheSearchGoesOnWhereItIsAskedTo) {
  search_request r = small();
  r.all = true;
  const search_result found =
      search(readings_of_values(made_by<std::uint32_t>("pcg32", 2, "bits", 0, 50)), r);
  EXPECT_EQ(found.sequences, 41 * found.engines.size());
  EXPECT_EQ(found.matches.size(), 1u);
}

TEST(Identify, LargerSeedsAreLookedForAtTheBeginningAndThenEverywhere) {
  search_request r = small();
  r.engines = {"pcg32"};
  r.last_seed = 2000;
  r.max_index = 40;
  for (const std::uint64_t index :
       {std::uint64_t{0}, std::uint64_t{15}, std::uint64_t{16}, std::uint64_t{40}}) {
    const auto x = made_by<double>("pcg32", 1500, "uniform:as=jax", index, 30);
    const search_result found = search(readings_of_values(x), r);
    expect_found(found, "pcg32", 1500, index, "uniform:as=jax", "f64");
    EXPECT_EQ(found.matches.size(), 1u);
    EXPECT_EQ(found.sequences, 2001u);
  }
}

TEST(Identify, Refusals) {
  const auto refused = [](const auto& f, const std::string& words) {
    EXPECT_NE(test::refusal(f).find(words), std::string::npos) << test::refusal(f);
  };
  const std::vector<float> few{0.25f, 0.5f};
  refused([&] { (void)search(readings_of_values(few), small()); }, "size is 2 numbers of 46 bits together");
  search_request r = small();
  r.engines = {"mtgp32"};
  const auto x = made_by<double>("pcg64", 1, "uniform", 0, 20);
  refused([&] { (void)search(readings_of_values(x), r); }, "engine is 'mtgp32'");
  r = small();
  r.distributions = {"gamma"};
  refused([&] { (void)search(readings_of_values(x), r); }, "distribution is 'gamma'");
  r = small();
  r.first_seed = 41;
  refused([&] { (void)search(readings_of_values(x), r); }, "seeds is 41:40");
  refused([&] { (void)readings_of("f16", {}); }, "type is 'f16'");
  refused([&] { (void)readings_of_text("0.5 half"); }, "number is 'half'");
  refused([&] { (void)readings_of_text("0.5 nan"); }, "number is 'nan'");
  const std::vector<double> infinite{0.5, INFINITY};
  refused([&] { (void)readings_of_values(infinite); }, "number 1 is infinite");
}

}  // namespace
}  // namespace tali::lab::identify
