// SPDX-License-Identifier: Apache-2.0
// "Did you mean": distances between words, and which name is near enough.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <suggestion.hpp>

namespace tali::tool {
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

TEST(Suggestion, OfAComplaint) {
  EXPECT_EQ(with_suggestion("--format is 'nyp'; allowed: raw, npy, text"),
            "--format is 'nyp'; allowed: raw, npy, text; did you mean 'npy'?");
  EXPECT_EQ(with_suggestion("--dtype is 'f63'; allowed: f32, f64 for normal"),
            "--dtype is 'f63'; allowed: f32, f64 for normal; did you mean 'f64'?");
  EXPECT_EQ(with_suggestion("--engine is 'mtpg32:sets=1'; allowed: pcg32, mtgp32"),
            "--engine is 'mtpg32:sets=1'; allowed: pcg32, mtgp32; did you mean 'mtgp32'?");
  EXPECT_EQ(with_suggestion("--simd is 'avx3'; allowed on this machine: baseline, avx2"),
            "--simd is 'avx3'; allowed on this machine: baseline, avx2; did you mean 'avx2'?");
  EXPECT_EQ(with_suggestion("--device is 'cpus'; allowed: auto, cpu (this build is without CUDA)"),
            "--device is 'cpus'; allowed: auto, cpu (this build is without CUDA); did you mean 'cpu'?");
  EXPECT_EQ(with_suggestion("--device is 'gpu'; allowed: auto, cpu, cuda"),
            "--device is 'gpu'; allowed: auto, cpu, cuda; did you mean 'cuda'?");
  EXPECT_EQ(with_suggestion("--engine is 'mtgp32:mexp=11213,stes=3'; allowed: mtgp32:mexp=P,sets=S"),
            "--engine is 'mtgp32:mexp=11213,stes=3'; allowed: mtgp32:mexp=P,sets=S; did you mean 'sets'?");
  EXPECT_EQ(with_suggestion("--param is 'shap=2'; allowed: shape, scale"),
            "--param is 'shap=2'; allowed: shape, scale; did you mean 'shape'?");
  EXPECT_EQ(with_suggestion("option of tali gen is '--sed=1'; allowed: --help, --seed, -n"),
            "option of tali gen is '--sed=1'; allowed: --help, --seed, -n; did you mean '--seed'?");
}

TEST(Suggestion, OtherTextsStay) {
  for (const std::string text : {"out of memory", "--format is 'csv'; allowed: raw, npy, text",
                                 "-n is '1e'; allowed: a whole number from 0 to 18446744073709551615, such "
                                 "as 12345, 1e9, 2^30 or 0xff",
                                 "--threads is 5000; allowed: 0 (as many as pay) ... 4096", "x is 'y"}) {
    EXPECT_EQ(with_suggestion(text), text);
  }
}

}  // namespace
}  // namespace tali::tool
