// SPDX-License-Identifier: Apache-2.0
// The wording of the library's errors.
#include "support/messages.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/rejection/attempts.hpp>
#include <tali/tali.hpp>

namespace tali::test {
namespace {

constexpr std::uint64_t most = ~std::uint64_t{0};

using list64 = std::vector<double>;

/// The calls of the section, in its order.
const std::vector<std::pair<std::string, std::function<void()>>>& calls() {
  static std::uint32_t words[5];
  static double reals[5];
  static const std::vector<std::pair<std::string, std::function<void()>>> all = {
      {"gamma<float>(-1, 1)", [] { gamma<float>(-1, 1); }},
      {"normal<double>(0, -2)", [] { normal<double>(0, -2); }},
      {"bernoulli(1.5)", [] { (void)bernoulli(1.5); }},
      {"uniform_int<int>(5, 4)", [] { uniform_int<int>(5, 4); }},
      {"triangular<float>(0, 2, 1)", [] { triangular<float>(0, 2, 1); }},
      {"truncated_normal<double>(0, 1, 3, 2)", [] { truncated_normal<double>(0, 1, 3, 2); }},
      {"hypergeometric<std::int64_t>(3, 2, 6)", [] { hypergeometric<std::int64_t>(3, 2, 6); }},
      {"categorical({1, -0.5})",
       [] {
         categorical(std::span<const double>(list64{1, -0.5}));
       }},
      {"categorical({0, 0})",
       [] {
         categorical(std::span<const double>(list64{0, 0}));
       }},
      {"multivariate_normal<double>({0, 0}, {1, 0.25, 0.5, 1})",
       [] {
         multivariate_normal<double>(std::span<const double>(list64{0, 0}), list64{1, 0.25, 0.5, 1});
       }},
      {"multinomial(1.5, {1})", [] { multinomial(1.5, std::span<const double>(list64{1})); }},
      {"pcg32(0, 2^63)", [] { pcg32(0, std::uint64_t{1} << 63); }},
      {"any_engine(\"philo\")", [] { any_engine("philo"); }},
      {"any_engine(\"pcg64:seeding=jax\")", [] { any_engine("pcg64:seeding=jax"); }},
      {"any_engine(\"mtgp32:stes=3\")", [] { any_engine("mtgp32:stes=3"); }},
      {"any_engine(\"mtgp32:sets=0\")", [] { any_engine("mtgp32:sets=0"); }},
      {"any_engine(\"sobol32\")", [] { any_engine("sobol32"); }},
      {"any_engine(\"sobol32:dims=2,points=9\", 4)", [] { any_engine("sobol32:dims=2,points=9", 4); }},
      {"any_distribution(\"normal\", \"f46\")", [] { any_distribution("normal", "f46"); }},
      {"any_distribution(\"gamma:shap=2\", \"f32\")", [] { any_distribution("gamma:shap=2", "f32"); }},
      {"any_distribution(\"gamma:shape=x\", \"f32\")", [] { any_distribution("gamma:shape=x", "f32"); }},
      {"any_distribution(\"uniform-int:low=1.5\", \"i32\")",
       [] { any_distribution("uniform-int:low=1.5", "i32"); }},
      {"any_distribution(\"dirichlet\", \"f32\")", [] { any_distribution("dirichlet", "f32"); }},
      {"fill(cpu{}, any mtgp32, any gamma f32)",
       [] {
         float x = 0;
         fill(cpu{}, any_engine("mtgp32"), any_distribution("gamma", "f32"), 0, std::span(&x, 1));
       }},
      {"fill(cpu{}, pcg32(1), bits u32, 0, null, 5)",
       [] {
         fill(cpu{}, pcg32(1), bits<std::uint32_t>{}, 0, std::span(static_cast<std::uint32_t*>(nullptr), 5));
       }},
      {"fill(cpu{5000}, pcg32(1), bits u32, 0, x, 5)",
       [] { fill(cpu{5000}, pcg32(1), bits<std::uint32_t>{}, 0, std::span(words)); }},
      {"fill(cpu{}, pcg32(1), uniform f64, 2^63, x, 5)",
       [] { fill(cpu{}, pcg32(1), uniform<double>{}, std::uint64_t{1} << 63, std::span(reals)); }},
      {"block({4, 4}, {1, 0}, {4, 4})",
       [] {
         block({4, 4}, {1, 0}, {4, 4});
       }},
      {"generator().seek(2^64 - 1)", [] { generator().seek(most); }},
      {"sampling_error(7)", [] { throw sampling_error(7); }},
      {"io_error(\"read\", \"sets.csv\", \"No such file or directory\")",
       [] { throw io_error("read", "sets.csv", "No such file or directory"); }},
      {"device_error(\"cudaMalloc\", \"cudaErrorMemoryAllocation (out of memory)\")",
       [] { throw device_error("cudaMalloc", "cudaErrorMemoryAllocation (out of memory)"); }}};
  return all;
}

TEST(Messages, OfTheLibrary) {
  const auto listed = messages_of("library");
  ASSERT_EQ(listed.size(), calls().size());
  for (std::size_t k = 0; k < listed.size(); ++k) {
    EXPECT_EQ(calls()[k].first, listed[k].first);
    std::string said = "accepted";
    try {
      calls()[k].second();
    } catch (const std::exception& e) {
      said = e.what();
    }
    EXPECT_TRUE(is_message(said, listed[k].second)) << said << "\nand not\n" << listed[k].second;
  }
}

}  // namespace
}  // namespace tali::test
