// SPDX-License-Identifier: Apache-2.0
// What must hold on every machine, at one SIMD level: pinned digests, random cuts, threads that end, and the
// refusal of levels that the machine lacks. It is small enough for an emulator and for a cross compiler; the
// tests beside this folder say more of the machine that builds.
//
//   machine_test [--level NAME] [--best NAME] [GoogleTest's flags]
//   machine_test --levels          prints the levels that this machine can run
//
// --level: the level that is tested; without it the machine's best.
// --best: what the machine's best level must be.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "digests.hpp"
#include "mtgp_digests.hpp"
#include "structure_digests.hpp"
#include "support/points.hpp"
#include "support/refusal.hpp"
#include "support/rejection.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

simd_level tested_level = best_simd_level();
std::string required_best;

place at_threads(int threads) {
  place p{};
  p.name = std::string("cpu ") + simd_level_name(tested_level) + " threads " + std::to_string(threads);
  p.host = {threads, tested_level};
  return p;
}

void expect_lines(const std::vector<std::string>& lines, const std::vector<std::string>& pinned) {
  ASSERT_EQ(lines.size(), pinned.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], pinned[i]);
}

TEST(Machine, DigestsOfSequencesPointsAndRejection) {
  expect_lines(digest_lines(at_threads(2)), pinned_lines("digests.txt"));
}

TEST(Machine, DigestsOfBanks) {
  expect_lines(mtgp_digest_lines(at_threads(2)), pinned_lines("mtgp_digests.txt"));
}

TEST(Machine, DigestsOfStructures) {
  const place p = at_threads(2);
  const auto by_fill = [&](const auto& e, const auto& d, std::uint64_t first, std::size_t n) {
    return rows_at(p, e, d, first, n);
  };
  expect_lines(structure_digest_lines(p, by_fill), pinned_lines("structure_digests.txt"));
}

/// The first of n elements whose indices end before `last`: near the beginning, near a carry between a
/// counter's words, or at the end.
std::uint64_t any_start(std::mt19937_64& random, std::size_t n, std::uint64_t last) {
  const std::uint64_t near = random() % (2 * n);
  const std::uint64_t starts[] = {near, (std::uint64_t{1} << 32) - near, (std::uint64_t{1} << 34) - near,
                                  last - n - random() % 40, random()};
  return starts[random() % std::size(starts)] % (last - n);
}

/// Law 1: n elements from `first` on are the same, and have the same digest, in pieces of any size on any
/// number of threads at any alignment.
/// @param fill  fill(place, first, n, misalignment) is a vector of these elements
template <class Fill>
void expect_cuts_do_not_show(std::mt19937_64& random, std::uint64_t first, std::size_t n, const Fill& fill,
                             const std::string& what) {
  const auto whole = fill(at_threads(2), first, n, 0);
  auto pieces = whole;
  pieces.clear();
  std::uint64_t sum = 0;
  for (std::size_t done = 0; done < n;) {
    constexpr int threads[] = {1, 2, 5};
    const std::size_t m = std::min<std::size_t>(n - done, random() % (n / 3) + 1);
    const auto piece = fill(at_threads(threads[random() % 3]), first + done, m, random() % 9);
    sum += digest(first + done, piece.data(), m);
    pieces.insert(pieces.end(), piece.begin(), piece.end());
    done += m;
  }
  ASSERT_TRUE(same_bits(pieces, whole)) << what << " first " << first << " n " << n;
  ASSERT_EQ(sum, digest(first, whole.data(), n)) << what;
}

template <class E, class D>
std::string name_of() {
  return std::string(E::name) + ' ' + D::name + ' ' + type_name<typename D::result_type>();
}

constexpr std::uint64_t end_of_words = ~std::uint64_t{0};

TEST(Machine, CutsOfSequencesDoNotShow) {
  std::mt19937_64 random(1);
  each_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const E e(random(), random() & E::max_stream);
    const std::size_t n = 2000 + random() % 3000;
    const auto fill = [&](const place& p, std::uint64_t first, std::size_t m, std::size_t misalign) {
      return fill_at(p, e, example<D>(), first, m, misalign);
    };
    expect_cuts_do_not_show(random, any_start(random, n, end_of_words / static_cast<std::uint64_t>(D::words)),
                            n, fill, name_of<E, D>());
  });
}

TEST(Machine, CutsOfRejectionDoNotShow) {
  std::mt19937_64 random(2);
  for_each_rejection_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const E e(random(), random());
    const std::vector<D> all = examples<D>();
    const D d = all[random() % all.size()];
    const std::size_t n = 500 + random() % 1000;
    const auto fill = [&](const place& p, std::uint64_t first, std::size_t m, std::size_t misalign) {
      return fill_at(p, e, d, first, m, misalign);
    };
    expect_cuts_do_not_show(random, any_start(random, n, std::uint64_t{1} << 40), n, fill, name_of<E, D>());
  });
}

TEST(Machine, CutsOfPointsDoNotShow) {
  std::mt19937_64 random(3);
  each_quasi_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const std::size_t n = 2000 + random() % 3000;
    const E e(random_set(random, 2 * n, static_cast<int>(8 * sizeof(typename E::word_type))));
    const auto fill = [&](const place& p, std::uint64_t first, std::size_t m, std::size_t misalign) {
      return fill_at(p, e, example<D>(), first, m, misalign);
    };
    expect_cuts_do_not_show(random, random() % n, n, fill, name_of<E, D>());
  });
}

TEST(Machine, CutsOfVectorsDoNotShow) {
  std::mt19937_64 random(4);
  catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    for (const D& d : structured_examples<D>::all()) {
      if (d.size() > 40) continue;
      const philox4x32 e(random(), random());
      const std::size_t rows = 400 / d.size() + 10;
      const std::uint64_t first = any_start(random, rows, end_of_words / d.size() - 1);
      const auto whole = rows_at(at_threads(2), e, d, first, rows);
      auto pieces = whole;
      pieces.clear();
      for (std::size_t done = 0; done < rows;) {
        const std::size_t m = std::min<std::size_t>(rows - done, random() % (rows / 3) + 1);
        const auto piece = rows_at(at_threads(1), e, d, first + done, m, random() % 9);
        pieces.insert(pieces.end(), piece.begin(), piece.end());
        done += m;
      }
      ASSERT_TRUE(same_bits(pieces, whole)) << D::name << ' ' << d.size() << " first " << first;
    }
  });
}

TEST(Machine, CutsOfBanksDoNotShow) {
  std::mt19937_64 random(5);
  catalogue::bank_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const E e(small_sets<typename E::word_type>(), 1, 2);
    const std::size_t n = 4000 + random() % 3000;
    const auto fill = [&](const place& p, std::uint64_t first, std::size_t m, std::size_t misalign) {
      return fill_at(p, e, uniform<double>{}, first, m, misalign);
    };
    expect_cuts_do_not_show(random, 12345, n, fill, E::name);
  });
}

TEST(Machine, SavedBanksAreTheSameBytesOnEveryMachine) {
  catalogue::bank_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    E e(small_sets<typename E::word_type>(), 3, 4);
    e.discard(1000003);
    const std::vector<std::byte> saved = e.save();
    ASSERT_TRUE(E::restore(saved) == e);
    const std::uint64_t sum = digest(0, reinterpret_cast<const std::uint8_t*>(saved.data()), saved.size());
    EXPECT_EQ(sum, sizeof(typename E::word_type) == 4 ? 0x654b4dbc983fa827u : 0xfd89230962d506feu)
        << E::name << std::hex << ' ' << sum;
  });
}

TEST(Machine, BestLevel) {
  const std::vector<simd_level> levels = simd_levels();
  EXPECT_NE(std::find(levels.begin(), levels.end(), tested_level), levels.end());
  if (!required_best.empty()) {
    EXPECT_EQ(simd_level_name(best_simd_level()), required_best);
  }
}

TEST(Machine, ALevelThatItLacksIsRefused) {
  const std::vector<simd_level> levels = simd_levels();
  for (const simd_level level : {simd_level::avx2, simd_level::avx512}) {
    if (std::find(levels.begin(), levels.end(), level) != levels.end()) continue;
    std::vector<double> out(10);
    const std::string said =
        refusal([&] { fill(cpu{.level = level}, philox4x32(1), uniform<double>{}, 0, std::span(out)); });
    EXPECT_NE(said.find(simd_level_name(level)), std::string::npos) << said;
    EXPECT_EQ(out, std::vector<double>(10));
  }
}

/// Each has helpers, which a thread that ends must not wait for on Windows.
TEST(Machine, ThreadsThatHaveFilledEnd) {
  for (int k = 0; k < 4; ++k) {
    std::vector<double> out(5000);
    const philox4x32 e(1);
    std::thread([&] { fill(cpu{5, tested_level}, e, uniform<double>{}, 0, std::span(out)); }).join();
    EXPECT_EQ(out.back(), value(e, uniform<double>{}, out.size() - 1));
  }
}

int run(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    if (flag == "--levels") {
      for (const simd_level level : simd_levels()) std::puts(simd_level_name(level));
      return 0;
    }
    if (i + 1 == argc || (flag != "--level" && flag != "--best")) {
      std::fprintf(stderr, "machine_test: '%s'; expected --levels, --level NAME, --best NAME\n", argv[i]);
      return 2;
    }
    const std::string name = argv[++i];
    if (flag == "--best") {
      required_best = name;
      continue;
    }
    const std::vector<simd_level> levels = simd_levels();
    const auto found = std::find_if(levels.begin(), levels.end(),
                                    [&](simd_level level) { return simd_level_name(level) == name; });
    if (found == levels.end()) {
      std::fprintf(stderr, "machine_test: --level is %s, which this machine lacks\n", name.c_str());
      return 2;
    }
    tested_level = *found;
  }
  return RUN_ALL_TESTS();
}

}  // namespace
}  // namespace tali::test

int main(int argc, char** argv) { return tali::test::run(argc, argv); }
