// SPDX-License-Identifier: Apache-2.0
// The table file: what is refused, and why; what is written is read back. The header that is made of a table.
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <normal/law.hpp>
#include <normal/series.hpp>
#include <normal/shipped.hpp>
#include <normal/table.hpp>

#include <tali/error.hpp>

namespace tali::lab::normal {
namespace {

std::string text_of(const table& t) {
  std::ostringstream s;
  write_table(s, t);
  return s.str();
}

/// The reason why a text is refused.
std::string refusal(const std::string& text) {
  std::istringstream in(text);
  try {
    read_table(in, "x");
  } catch (const io_error& e) {
    return e.reason();
  }
  return "accepted";
}

TEST(NormalTable, SurvivesTheFile) {
  table t = shipped_table();
  t.comments = {"made by hand"};
  std::istringstream in(text_of(t));
  const table back = read_table(in, "x");
  EXPECT_EQ(back.rows, t.rows);
  EXPECT_EQ(back.comments, t.comments);
}

TEST(NormalTable, MakesTheShippedHeader) {
  table t = shipped_table();
  t.comments = {
      "tali normal train --seed 1 --perturbation 0.001 --rounds 8 --iterations 50 --variants 512 --passes 41 "
      "--swaps 3000000"};
  std::ifstream file(TALI_WARP_NORMAL_HEADER);
  ASSERT_TRUE(file) << TALI_WARP_NORMAL_HEADER;
  const std::string shipped(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(header_text(t, solve_coefficients<real50>(t)), shipped);
}

TEST(NormalTable, RefusesTheWrongShape) {
  const std::string good = text_of(shipped_table());
  EXPECT_NE(refusal("nonsense\n" + good).find("line 1: not a table of this version"), std::string::npos);
  const std::string without_last = good.substr(0, good.rfind('\n', good.size() - 2) + 1);
  EXPECT_NE(refusal(without_last).find("ends after 15 rows"), std::string::npos);
  EXPECT_NE(refusal(good + good.substr(good.find('\n') + 1)).find("more than 16 rows"), std::string::npos);
  std::string short_row = good;
  short_row.erase(short_row.rfind(' '), short_row.size() - 1 - short_row.rfind(' '));
  EXPECT_NE(refusal(short_row).find("line 17: 255 values"), std::string::npos);
  std::string long_row = good;
  long_row.insert(long_row.size() - 1, " 7");
  EXPECT_NE(refusal(long_row).find("more than 256 values"), std::string::npos);
}

TEST(NormalTable, RefusesWhatIsNoInt32) {
  std::string text = text_of(shipped_table());
  const std::size_t last = text.rfind(' ') + 1;
  const auto with = [&](const std::string& value) { return refusal(text.substr(0, last) + value + "\n"); };
  EXPECT_NE(with("2147483648").find("line 17: value 256 is 2147483648; expected a signed integer"),
            std::string::npos);
  EXPECT_NE(with("99999999999999999999").find("expected a signed integer"), std::string::npos);
  EXPECT_NE(with("1.5").find("\"1.5\" is not an integer"), std::string::npos);
}

TEST(NormalTable, RefusesWhatNoGeneratorCanUse) {
  EXPECT_NE(refusal(text_of(inverse_cdf_table())).find("not leptokurtic"), std::string::npos);
  table wide = shipped_table();
  wide.rows[3][0] = 0x7fffffff;
  EXPECT_NE(refusal(text_of(wide)).find("a sum of 32 values can reach"), std::string::npos);
}

TEST(NormalTable, StartsFromNormalQuantiles) {
  const table t = inverse_cdf_table();
  // Phi(x) = 1/2 + (i + 1/2) / 8192 for i = 0 and 4095: x = 0.0001529911... and 3.8419...
  EXPECT_EQ(t.rows[0][0], 2567);
  EXPECT_NEAR(t.rows[15][255] / table_unit, 3.8419306855, 1e-7);
}

}  // namespace
}  // namespace tali::lab::normal
