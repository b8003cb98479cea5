// SPDX-License-Identifier: Apache-2.0
// mtgp32 and mtgp64 on every CUDA device against the CPU, for all exponents and distributions.
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <tali/cuda/digest.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/digest.hpp>

#include "support/mtgp_random_sets.hpp"
#include "support/mtgp_small_sets.hpp"
#include "support/places.hpp"

namespace tali::test {
namespace {

template <class Word>
class MtgpCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  }
};
using both_words = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(MtgpCuda, both_words);

TYPED_TEST(MtgpCuda, EveryDeviceGivesTheCpusValues) {
  using Word = TypeParam;
  std::mt19937_64 random(21);
  for (const cuda_info& device : cuda_devices()) {
    const on_device here(device.ordinal);
    for (const int mexp : detail::mtgp_exponents<Word>()) {
      const mtgp<Word> e(random_sets<Word>(mexp, 1 + random() % 9, random), random(), random());
      catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
        using T = typename D::result_type;
        const D d = example<D>();
        const std::uint64_t row = e.row_words() / D::words;
        for (const std::uint64_t first : {std::uint64_t{0}, 1 + random() % last_by_steps<D>}) {
          const std::size_t n = 1 + random() % (25 * row), misalign = first == 0 ? 0 : random() % 5;
          std::vector<T> expected(n);
          fill(cpu{}, e, d, first, std::span<T>(expected));
          device_buffer<T> memory(n + misalign);
          fill(cuda{device.ordinal}, e, d, first, memory.at() + misalign, n);
          std::vector<T> got = memory.read();
          ASSERT_EQ(std::memcmp(got.data() + misalign, expected.data(), n * sizeof(T)), 0)
              << device.name << " mexp " << mexp << ' ' << D::name << ' ' << type_name<T>() << " first "
              << first << " n " << n;
        }
      });
    }
  }
}

TYPED_TEST(MtgpCuda, PiecesJoin) {
  using Word = TypeParam;
  std::mt19937_64 random(22);
  for (const int mexp : detail::mtgp_exponents<Word>()) {
    const mtgp<Word> e(random_sets<Word>(mexp, 5, random), 3);
    catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      using T = typename D::result_type;
      const D d = example<D>();
      const std::size_t n = 20 * e.row_words() / D::words + 1234;
      std::vector<T> expected(n);
      fill(cpu{}, e, d, 0, std::span<T>(expected));
      device_buffer<T> memory(n);
      cuda_bank<mtgp<Word>> grid(cuda{}, e);
      std::uint64_t skipped = 0;  // a gap now and then, which is filled from another grid
      for (std::size_t at = 0; at < n;) {
        const std::size_t m = std::min<std::size_t>(n - at, 1 + random() % (random() % 2 == 0 ? 100 : n / 3));
        if (random() % 5 == 0) {
          fill(cuda{}, e, d, at, memory.at() + at, m);
          ++skipped;
        } else {
          grid.fill(d, at, memory.at() + at, m);
        }
        at += m;
      }
      const auto got = memory.read();
      ASSERT_EQ(std::memcmp(got.data(), expected.data(), n * sizeof(T)), 0) << mexp << ' ' << D::name;
    });
    cuda_bank<mtgp<Word>> grid(cuda{}, e);
    device_buffer<float> memory(3000);
    grid.fill(warp_normal<float>{}, 100, memory.at(), 2500);
    mtgp<Word> there = e;
    there.discard(2600);
    EXPECT_TRUE(grid.engine() == there);
  }
}

TYPED_TEST(MtgpCuda, FarPlaces) {
  using Word = TypeParam;
  const mtgp<Word> e(small_sets<Word>(), 4);
  const bits<std::uint32_t> d;
  for (const std::uint64_t first :
       {std::uint64_t{1} << 40, (std::uint64_t{1} << 63) + 12345, std::uint64_t{7}}) {
    std::vector<std::uint32_t> expected(5000);
    fill(cpu{}, e, d, first, std::span<std::uint32_t>(expected));
    device_buffer<std::uint32_t> memory(5000);
    fill(cuda{}, e, d, first, memory.at(), 5000);
    EXPECT_EQ(memory.read(), expected) << first;
  }
}

TYPED_TEST(MtgpCuda, LongRange) {
  using Word = TypeParam;
  std::mt19937_64 random(23);
  const mtgp<Word> e(random_sets<Word>(11213, 300, random), 8);
  const std::size_t n = (std::size_t{1} << 27) + 77;
  std::vector<std::uint32_t> expected(n);
  fill(cpu{}, e, bits<std::uint32_t>{}, 0, std::span<std::uint32_t>(expected));
  device_buffer<std::uint32_t> memory(n);
  fill(cuda{}, e, bits<std::uint32_t>{}, 0, memory.at(), n);
  EXPECT_EQ(digest(cuda{}, 0, memory.at(), n, 4), digest(0, expected.data(), n));
}

/// Normal floats are made from words in shared memory where a row's words are a multiple of a batch.
class MtgpCudaNormals : public MtgpCuda<std::uint32_t> {
 protected:
  static mtgp32 bank(std::size_t sets, int mexp = 11213) {
    return mtgp32(detail::shipped_mtgp_sets<std::uint32_t>(mexp, 0, sets), 6);
  }
};

TEST_F(MtgpCudaNormals, AreTheCpus) {
  const normal<float> d(1, 2);
  std::vector<mtgp32> banks{bank(8), bank(24)};
  for (const int mexp : detail::mtgp_exponents<std::uint32_t>()) {
    if (const std::size_t sets = detail::shipped_mtgp_sets<std::uint32_t>(mexp); sets != 0)
      banks.push_back(bank(sets, mexp));
  }
  for (const mtgp32& e : banks) {
    const std::size_t sets = e.sets().size();
    const std::uint64_t row = e.row_words();
    for (const auto& [first, n] :
         std::vector<std::pair<std::uint64_t, std::size_t>>{{0, 1},
                                                            {0, 8 * row},
                                                            {0, 33 * row + 5},
                                                            {2047, 2},
                                                            {row - 3, 9 * row},
                                                            {777, 16 * row},
                                                            {std::uint64_t{1} << 41, 5 * row + 77}}) {
      std::vector<float> expected(n);
      fill(cpu{}, e, d, first, std::span(expected));
      for (const std::size_t misalign : {0u, 1u, 4u}) {
        device_buffer<float> memory(n + misalign);
        fill(cuda{}, e, d, first, memory.at() + misalign, n);
        const auto got = memory.read();
        ASSERT_EQ(std::memcmp(got.data() + misalign, expected.data(), n * sizeof(float)), 0)
            << e.sets()[0].mexp << ", " << sets << " sets, first " << first << " n " << n;
      }
    }
  }
}

/// Fills of several distributions one after the other, forwards and backwards.
void compare_turns(const mtgp32& e, std::mt19937_64& random) {
  const std::uint64_t row = e.row_words();
  cuda_bank<mtgp32> grid(cuda{}, e);
  std::uint64_t at = 0;
  for (int round = 0; round < 60; ++round) {
    at = round % 7 == 6 ? random() % (at + 1) : at + random() % (round % 5 == 4 ? 3000 * row : 3 * row);
    const std::size_t n = 1 + random() % (round % 2 == 0 ? 20 * row : row / 4);
    const auto compare = [&]<class D>(const D& d) {
      using T = typename D::result_type;
      std::vector<T> expected(n);
      fill(cpu{}, e, d, at / D::words, std::span<T>(expected));
      device_buffer<T> memory(n);
      grid.fill(d, at / D::words, memory.at(), n);
      ASSERT_EQ(std::memcmp(memory.read().data(), expected.data(), n * sizeof(T)), 0) << "round " << round;
      at = (at / D::words + n) * D::words;
    };
    switch (random() % 4) {
      case 0:
        compare(bits<std::uint32_t>{});
        break;
      case 1:
        compare(uniform<double>{});
        break;
      default:
        compare(normal<float>{});
    }
    if (round % 10 == 9) {
      mtgp32 there = e;
      there.discard(at);
      EXPECT_TRUE(grid.engine() == there) << "round " << round;
    }
  }
}

TEST_F(MtgpCudaNormals, LeaveOtherSetsWhereTheyAre) {
  std::mt19937_64 random(24);
  for (const mtgp32& e : {bank(16), bank(8, 23209), bank(4, 44497)}) compare_turns(e, random);
}

TYPED_TEST(MtgpCuda, RefusesWhatItCannotUse) {
  using Word = TypeParam;
  const mtgp<Word> e(small_sets<Word>(), 4);
  const bits<std::uint32_t> d;
  device_buffer<std::uint32_t> good(100);
  std::vector<std::uint32_t> host(100);
  EXPECT_THROW(fill(cuda{}, e, d, 0, static_cast<std::uint32_t*>(nullptr), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, d, 0, host.data(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, d, ~std::uint64_t{0}, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{1000}, e, d, 0, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, uniform<double>{}, 0, reinterpret_cast<double*>(good.at() + 1), 10),
               argument_error);
}

}  // namespace
}  // namespace tali::test
