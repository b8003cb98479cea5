// SPDX-License-Identifier: Apache-2.0
// Values, fills, jumps and copies in any order show the same elements, for every distribution.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/generator.hpp>

#include "generator/each_distribution.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

TEST(Generator, NoMixOfDrawsShows) {
  std::mt19937_64 random(1);
  for_each_distribution([&](const auto& d) {
    using T = typename std::decay_t<decltype(d)>::result_type;
    generator g(random(), random());
    const std::uint64_t first = random() % 3 == 0 ? random() % (elements_in_all(d) - 20000) : random() % 300;
    constexpr std::size_t n = 10000;
    const std::vector<T> all = elements(g, d, first, n);
    g.seek(first);
    std::size_t at = 0;
    for (int step = 0; step < 150; ++step) {
      ASSERT_EQ(g.position(), first + at);
      std::size_t taken = random() % 3 == 0 ? random() % 600 : random() % 50;
      if (at + taken > n) {
        g.seek(first);
        at = 0;
      }
      switch (random() % 7) {
        case 0: {
          std::vector<T> some(taken);
          g.fill(d, some);
          ASSERT_TRUE(
              std::equal(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(at), same<T>))
              << name_of(d) << ' ' << first + at;
          break;
        }
        case 1: {
          std::vector<T> some(taken);
          g.fill(cpu{.threads = 2}, d, some);
          ASSERT_TRUE(
              std::equal(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(at), same<T>))
              << name_of(d) << ' ' << first + at;
          break;
        }
        case 2:
          g.discard(taken);
          break;
        case 3:
          at = random() % (n - 600);
          g.seek(first + at);
          taken = 0;
          break;
        case 4:
          g = random() % 2 == 0 ? generator(g) : generator(std::move(g));
          taken = 0;
          break;
        default:  // alternating with another distribution
          for (std::size_t i = 0; i < taken; ++i) {
            if (step % 2 == 0 && i % 3 == 1) {
              g.uniform();
            } else {
              ASSERT_TRUE(same(g(d), all[at + i])) << name_of(d) << ' ' << first + at + i;
            }
          }
      }
      at += taken;
    }
  });
}

}  // namespace
}  // namespace tali::test
