// SPDX-License-Identifier: Apache-2.0
// "Did you mean": distances between words, and which name is near enough.
#include "core/suggestion.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/error.hpp>

namespace tali::detail {
namespace {

TEST(Suggestion, DistancesOfWords) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("gen", "gen"), 0u);
  EXPECT_EQ(edit_distance("gn", "gen"), 1u);    // left out
  EXPECT_EQ(edit_distance("geen", "gen"), 1u);  // put in
  EXPECT_EQ(edit_distance("gon", "gen"), 1u);   // replaced
  EXPECT_EQ(edit_distance("gne", "gen"), 1u);   // swapped
  EXPECT_EQ(edit_distance("ca", "abc"), 3u);    // a swapped pair is not touched again
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("abcdef", "badcfe"), 3u);
}

TEST(Suggestion, DistanceIsSymmetric) {
  const std::vector<std::string> words{"", "a", "ab", "ba", "pcg32", "philox4x32", "philox4x32-7", "gamma"};
  for (const std::string& a : words) {
    for (const std::string& b : words) EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ' ' << b;
  }
}

TEST(Suggestion, NearestOfSeveral) {
  const std::vector<std::string> names{"normal", "normal-icdf", "lognormal", "gamma", "exponential", "t"};
  EXPECT_EQ(nearest("nromal", names), "normal");
  EXPECT_EQ(nearest("norml", names), "normal");
  EXPECT_EQ(nearest("log-normal", names), "lognormal");
  EXPECT_EQ(nearest("normal-idcf", names), "normal-icdf");
  EXPECT_EQ(nearest("exponentail", names), "exponential");
  EXPECT_EQ(nearest("exp", names), "exponential");  // cut short
  EXPECT_EQ(nearest("zeta", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest("x", names), "");  // every letter would be another
  EXPECT_EQ(nearest("anything", {}), "");
}

TEST(Suggestion, LongWordsMayHaveMoreMistakes) {
  EXPECT_EQ(nearest("interlaevedrwn", {"interleave-drawn"}), "interleave-drawn");
  EXPECT_EQ(nearest("abcde", {"vwxyz"}), "");
}

TEST(Suggestion, OfAnError) {
  const auto suggested = [](const std::string& value, const std::vector<std::string>& choices) {
    return argument_error("x", quoted(value), "", choices).suggestion();
  };
  EXPECT_EQ(suggested("nyp", {"raw", "npy", "text"}), "npy");
  EXPECT_EQ(suggested("f63", {"f32", "f64"}), "f64");
  EXPECT_EQ(suggested("avx3", {"baseline", "avx2"}), "avx2");
  EXPECT_EQ(suggested("gpu", {"auto", "cpu", "cuda"}), "cuda");
  EXPECT_EQ(suggested("--sed", {"--help", "--seed", "-n"}), "--seed");
  EXPECT_EQ(suggested("csv", {"raw", "npy", "text"}), "");
  // A name that is known, but not expected here, is no misspelt one.
  EXPECT_EQ(argument_error("x", quoted("npi"), "with y", {"npy"}).suggestion(), "");
}

}  // namespace
}  // namespace tali::detail
