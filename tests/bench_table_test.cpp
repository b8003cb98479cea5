// SPDX-License-Identifier: Apache-2.0
// The benchmark's table: no ratio above its bound without a word of explanation, no verdict without its
// source.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "table.hpp"
#include "verdicts.hpp"

namespace tali::bench {
namespace {

row of_ratio(double ratio) {
  row r;
  r.engine = "philox4x32";
  r.type = "f32";
  r.n = 1e9;
  r.seconds = 1;
  r.ceiling_gb_per_s = 4 / ratio;
  return r;
}

TEST(BenchTable, RatiosAboveTheCeilingAreMarkedAndExplained) {
  const row below = of_ratio(0.75), above = of_ratio(1.25);
  EXPECT_NE(table_line(below).find("75.0 %  "), std::string::npos);
  EXPECT_EQ(ceiling_note({below}), "");
  EXPECT_NE(table_line(above).find("125.0 %*"), std::string::npos);
  EXPECT_NE(ceiling_note({below, above}).find("* above 100 % of the plain store: "), std::string::npos);
}

TEST(BenchTable, WhatStoresNothingHasNoRatio) {
  row r = of_ratio(1);
  r.ceiling_gb_per_s = 0;
  EXPECT_FALSE(is_above_ceiling(r));
  EXPECT_EQ(ceiling_note({r}), "");
}

TEST(BenchTable, VerdictsOfPublicationsAreMarked) {
  const auto verdict = [](const std::string& engine) {
    std::istringstream csv(
        "engine,verdict,source,published,published source\n"
        "own-7,reject,Crush: 96 tests; evidence/somewhere,pass,\"BigCrush; a paper\"\n"
        "own,pass in 14 of 106 tests of BigCrush,BigCrush: 14 tests; evidence/somewhere,,\n"
        "theirs,pass,\"BigCrush; a paper\",pass,\"BigCrush; a paper\"\n");
    return recorded_verdict(csv, engine);
  };
  EXPECT_EQ(verdict("own"), "pass in 14 of 106 tests of BigCrush");
  EXPECT_EQ(verdict("own-7"), "reject");
  EXPECT_EQ(verdict("theirs"), "pass (published; not run here)");
  EXPECT_EQ(verdict("nobody's"), "no verdict recorded");
}

}  // namespace
}  // namespace tali::bench
