// SPDX-License-Identifier: Apache-2.0
// What the ranks have is what one process makes: ranges and blocks of random shapes, for every pair of the
// catalogue; and what is refused is refused on every rank, in one sentence.
#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/mpi/fill.hpp>
#include <tali/tali.hpp>

#include "support/any_examples.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

using bytes = std::vector<unsigned char>;
using numbers = std::vector<std::uint64_t>;

const MPI_Comm world = MPI_COMM_WORLD;

/// What f() throws: the fields of an argument_error, or the message.
template <class F>
std::string complaint(const F& f) {
  try {
    f();
  } catch (const argument_error& e) {
    return fields_of(e);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "accepted";
}

/// Every rank's bytes, one after the other, on every rank.
bytes gathered(const bytes& mine) {
  const int size = mpi::detail::size_of(world), n = static_cast<int>(mine.size());
  std::vector<int> counts(static_cast<std::size_t>(size)), begins(counts.size() + 1);
  MPI_Allgather(&n, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
  for (std::size_t r = 0; r < counts.size(); ++r) begins[r + 1] = begins[r] + counts[r];
  bytes all(static_cast<std::size_t>(begins.back()));
  MPI_Allgatherv(mine.data(), n, MPI_BYTE, all.data(), counts.data(), begins.data(), MPI_BYTE, world);
  return all;
}

template <class T>
bytes bytes_of(const std::vector<T>& x) {
  const auto* const p = reinterpret_cast<const unsigned char*>(x.data());
  return {p, p + x.size() * sizeof(T)};
}

/// Calls f(T{}) with the type of that name.
template <class F>
void with_type(const std::string& name, F&& f) {
  bool found = false;
  detail::type_list<std::uint8_t, std::uint32_t, std::uint64_t, std::int32_t, std::int64_t, float, double,
                    bfloat16, float16>::for_each([&]<class T>(int, detail::type_list<T>) {
    if (name != tali::type_name<T>()) return;
    found = true;
    f(T{});
  });
  ASSERT_TRUE(found) << name;
}

/// A Cartesian communicator over all ranks.
class grid {
 public:
  explicit grid(int dimensions) : ranks_(static_cast<std::size_t>(dimensions)) {
    const std::vector<int> periodic(ranks_.size(), 1);
    MPI_Dims_create(mpi::detail::size_of(world), dimensions, ranks_.data());
    MPI_Cart_create(world, dimensions, ranks_.data(), periodic.data(), 1, &comm_);
  }
  ~grid() { MPI_Comm_free(&comm_); }
  grid(const grid&) = delete;
  grid& operator=(const grid&) = delete;
  [[nodiscard]] MPI_Comm comm() const { return comm_; }

 private:
  std::vector<int> ranks_;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

TEST(Parts, CoverTheRangeOnceInOrder) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t n = random() >> random() % 64, grain = (random() >> random() % 63 >> 1) + 1;
    const int size = static_cast<int>(random() % 100) + 1;
    std::uint64_t next = 0;
    for (int r = 0; r < size; ++r) {
      const mpi::interval p = mpi::part_of(n, r, size, grain);
      ASSERT_EQ(p.first, next);
      next += p.n;
      if (r + 1 != size && next != n) {
        ASSERT_EQ(next % grain, 0u) << n << ' ' << r << ' ' << size;
      }
    }
    ASSERT_EQ(next, n);
  }
}

// With R ranks, every R-th pair: one rank takes all pairs, and more ranks than processors take long.
TEST(Range, IsTheWholeForEveryPair) {
  std::mt19937_64 random(2);
  int pairs = 0;
  for (const engine_info& engine : engine_list()) {
    const any_engine e = example_engine(engine);
    for (const distribution_info& info : distribution_list()) {
      if (!detail::can_make(engine, info) || pairs++ % mpi::detail::size_of(world) != 0) continue;
      const any_distribution d = example_distribution(info);
      const std::uint64_t first = random() % 1000, n = random() % 3 == 0 ? random() % 5 : random() % 4000;
      const mpi::local_range part(world, first, n, random() % 2 == 0 ? 1 : 64);
      with_type(info.type, [&]<class T>(T) {
        std::vector<T> mine(part.size() * d.row_size()), whole(n * d.row_size());
        mpi::fill(world, cpu{1}, e, d, part, mine);
        fill(cpu{1}, e, d, first, whole);
        ASSERT_TRUE(gathered(bytes_of(mine)) == bytes_of(whole)) << engine.name << ' ' << info.name;
        ASSERT_EQ(mpi::digest(world, part, mine), digest(first * d.row_size(), whole.data(), whole.size()))
            << engine.name << ' ' << info.name;
      });
    }
  }
}

TEST(Range, OfTypesThatAreKnown) {
  const mpi::local_range part(world, 2048, 50'000, 2048);
  std::vector<double> mine(part.size()), whole(50'000);
  mpi::fill(world, cpu{1}, philox4x32(3, 4), normal<double>(), part, mine);
  fill(cpu{1}, philox4x32(3, 4), normal<double>(), 2048, whole);
  EXPECT_TRUE(gathered(bytes_of(mine)) == bytes_of(whole));
  std::vector<float> vectors(part.size() * 3);
  mpi::fill(world, cpu{1}, philox4x32(3, 4), direction<float>(3), part, std::span(vectors));
  std::vector<float> all(50'000 * 3);
  fill(cpu{1}, philox4x32(3, 4), direction<float>(3), 2048, all);
  EXPECT_TRUE(gathered(bytes_of(vectors)) == bytes_of(all));
}

/// The rank's block by the definition, in memory of `background`: element by element out of the whole.
template <class T>
std::vector<T> sliced(const mpi::local_array& part, const std::vector<T>& whole, std::size_t row,
                      T background) {
  std::vector<T> memory(part.memory_size() * row, background);
  const numbers &shape = part.shape(), &global = part.global_shape();
  numbers at(shape.size(), 0);
  if (std::ranges::find(shape, 0u) != shape.end()) return memory;
  for (;;) {
    std::uint64_t from = 0, to = part.inner();
    for (std::size_t d = 0; d < at.size(); ++d) {
      from = from * global[d] + part.offset()[d] + at[d];
      to += at[d] * part.strides()[d];
    }
    for (std::size_t k = 0; k < row; ++k) memory[to * row + k] = whole[from * row + k];
    std::size_t d = at.size();
    while (d-- != 0) {
      if (++at[d] != shape[d]) break;
      at[d] = 0;
    }
    if (d == static_cast<std::size_t>(-1)) return memory;
  }
}

TEST(Array, BlocksAreSlicesOfTheWhole) {
  std::mt19937_64 random(3);
  const any_engine engines[] = {any_engine("philox4x32", 3, 4), any_engine("pcg32", 3, 4),
                                any_engine("mtgp32:sets=2", 3, 4)};
  for (int round = 0; round < 8 + 32 / mpi::detail::size_of(world); ++round) {
    const int dimensions = static_cast<int>(random() % 4) + 1;
    const grid g(dimensions);
    numbers shape;
    std::uint64_t n = 1;
    for (int d = 0; d < dimensions; ++d) {
      shape.push_back(random() % (round % 8 == 0 ? 4 : dimensions == 1 ? 9000 : dimensions == 2 ? 90 : 20));
      n *= shape.back();
    }
    const mpi::local_array part(g.comm(), shape, random() % 3);
    const any_engine& e = engines[random() % 3];
    const any_distribution d(random() % 2 == 0 ? "normal" : "uniform", "f32");
    std::vector<float> mine(part.memory_size(), -7.0f), whole(n);
    mpi::fill(g.comm(), cpu{1}, e, d, part, mine);
    fill(cpu{1}, e, d, 0, whole);
    ASSERT_TRUE(mine == sliced(part, whole, 1, -7.0f)) << round;
    ASSERT_EQ(mpi::digest(g.comm(), part, mine), digest(0, whole.data(), whole.size())) << round;
  }
}

TEST(Array, OfVectors) {
  const grid g(2);
  const mpi::local_array part(g.comm(), {31, 17}, 2);
  std::vector<double> mine(part.memory_size() * 3, 9.0), whole(31 * 17 * 3);
  mpi::fill(g.comm(), cpu{1}, philox4x32(9), direction<double>(3), part, mine);
  fill(cpu{1}, philox4x32(9), direction<double>(3), 0, whole);
  EXPECT_TRUE(mine == sliced(part, whole, 3, 9.0));
  EXPECT_EQ(mpi::digest(g.comm(), part, mine), digest(0, whole.data(), whole.size()));
}

TEST(Refusals, RanksThatDisagreeAreNamedOnEveryRank) {
  const int rank = mpi::detail::rank_of(world), size = mpi::detail::size_of(world);
  if (size < 2) GTEST_SKIP() << "one rank agrees with itself";
  const int odd = size - 1;
  const bool is_odd = rank == odd;
  const std::string who = " on rank " + std::to_string(odd);
  const auto said = [&](const any_engine& e, const any_distribution& d, std::uint64_t first, std::uint64_t n,
                        std::uint64_t grain = 1) {
    const mpi::local_range part(world, first, n, grain);
    std::vector<float> to(part.size() * d.row_size(), 5.0f);
    const std::string text = complaint([&] { mpi::fill(world, cpu{1}, e, d, part, to); });
    if (text != "accepted") {
      EXPECT_EQ(std::ranges::count(to, 5.0f), static_cast<std::ptrdiff_t>(to.size()));
    }
    return text;
  };
  const any_distribution normal("normal", "f32");
  const std::uint64_t one = is_odd ? 1 : 0;
  EXPECT_EQ(said(philox4x32(42 + one), normal, 0, 100),
            "engine" + who + " is philox4x32 of seed 43, stream 0, position 0");
  EXPECT_EQ(
      said(any_engine(is_odd ? "pcg32" : "philox4x32", 1), normal, 0, 100).find("engine" + who + " is pcg32"),
      0u);
  philox4x32 moved(42);
  moved.discard(one);
  EXPECT_NE(said(moved, normal, 0, 100).find("position 1"), std::string::npos);
  EXPECT_EQ(
      said(any_engine(is_odd ? "mtgp32:sets=3" : "mtgp32:sets=2", 1), normal, 0, 100).find("engine" + who),
      0u);
  EXPECT_EQ(said(any_engine("mtgp32:sets=2,from=" + std::to_string(1 + one)), normal, 0, 100)
                .find("digest of the engine's first words" + who),
            0u);
  EXPECT_EQ(said(philox4x32(1), any_distribution(is_odd ? "uniform" : "normal", "f32"), 0, 100),
            "distribution" + who + " is uniform f32 of 1 value");
  EXPECT_EQ(said(philox4x32(1), any_distribution("gamma", "f32", {{"shape", is_odd ? 2.5001 : 2.5}}), 0, 100)
                .find("digest of values of the distribution" + who),
            0u);
  EXPECT_EQ(said(philox4x32(1), normal, one, 100), "range" + who + " is 100 elements from 1 on");
  EXPECT_EQ(said(philox4x32(1), normal, 0, 100 + one), "range" + who + " is 101 elements from 0 on");
  EXPECT_EQ(said(philox4x32(1), normal, 0, 100, 1 + one), "grain" + who + " is 2");
  EXPECT_EQ(said(philox4x32(1), normal, 0, 100), "accepted");
  EXPECT_EQ(complaint([&] {
              mpi::check_agreement(world, any_engine("pcg32", one), normal, mpi::local_range(world, 0, 1));
            }).find("digest of the engine's first words" + who),
            0u);
}

TEST(Refusals, WhatOneRankCannotDoNoRankDoes) {
  const int rank = mpi::detail::rank_of(world), size = mpi::detail::size_of(world);
  const int odd = size - 1;
  const mpi::local_range part(world, 0, 1000);
  std::vector<float> to(part.size() + (rank == odd ? 1 : 0), 5.0f);
  const std::string own = "number of values is " + std::to_string(mpi::part_of(1000, odd, size).n + 1);
  EXPECT_TRUE(complaint([&] {
                mpi::fill(world, cpu{1}, pcg32(1), uniform<float>(), part, to);
              }).starts_with(rank == odd ? own : "rank " + std::to_string(odd) + ": " + own));
  EXPECT_EQ(std::ranges::count(to, 5.0f), static_cast<std::ptrdiff_t>(to.size()));
  // The end of the sequence lies in the last rank's part alone.
  const mpi::local_range beyond(world, (std::uint64_t{1} << 63) - 500, 1000);
  std::vector<double> values(beyond.size());
  const std::string said =
      complaint([&] { mpi::fill(world, cpu{1}, pcg32(1), uniform<double>(), beyond, values); });
  EXPECT_NE(said.find("first index + count is "), std::string::npos) << said;
  // As a user's program does it.
  const auto fails = [&] {
    mpi::detail::together(world, [&] {
      if (rank == odd) throw std::runtime_error("the disk is full");
    });
  };
  EXPECT_EQ(complaint(fails),
            rank == odd ? "the disk is full" : "rank " + std::to_string(odd) + ": the disk is full");
}

TEST(Refusals, PartsThatCannotBe) {
  EXPECT_EQ(complaint([] { mpi::local_range(world, 0, 10, 0); }), "grain is 0");
  EXPECT_EQ(complaint([] { mpi::local_range(world, 2, ~std::uint64_t{0}); }),
            "first index + count is 2 + 18446744073709551615");
  EXPECT_EQ(complaint([] { mpi::local_array(world, {10, 10}); }), "communicator is not Cartesian");
  const grid g(2);
  EXPECT_EQ(complaint([&] { mpi::local_array(g.comm(), {10, 10, 10}); }), "dimensions of the array is 3");
  const std::uint64_t half = std::uint64_t{1} << 33;
  EXPECT_EQ(complaint([&] {
              mpi::local_array(g.comm(), {half, half});
            }),
            "global_shape is (8589934592, 8589934592)");
  const mpi::local_range part(world, 0, 1000);
  const std::vector<float> values(part.size() * 2 + 1);
  EXPECT_NE(complaint([&] { mpi::digest(world, part, values); }).find("number of values is "),
            std::string::npos);
}

}  // namespace
}  // namespace tali::test
