// SPDX-License-Identifier: Apache-2.0
// Blocks of an array: random shapes, blocks and strides at every SIMD level; every block equals the slice of
// the whole, bit by bit, and what lies between its elements stays as it was.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <tali/tali.hpp>

#include "support/any_examples.hpp"
#include "support/places.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

using numbers = std::vector<std::uint64_t>;
using bytes = std::vector<unsigned char>;

struct random_block {
  numbers global, offset, local, strides;
  [[nodiscard]] std::uint64_t elements(const numbers& shape) const {
    std::uint64_t n = 1;
    for (const std::uint64_t s : shape) n *= s;
    return n;
  }
  [[nodiscard]] std::string text() const {
    std::string s;
    for (const auto* const part : {&global, &offset, &local, &strides}) {
      s += " (";
      for (const std::uint64_t x : *part) s += std::to_string(x) + " ";
      s += ")";
    }
    return s;
  }
};

/// An array of at most `most` elements, a block of it, and strides: none, or some with gaps, in any order of
/// the dimensions.
random_block draw(std::mt19937_64& random, std::uint64_t most) {
  random_block b;
  const std::size_t dimensions = random() % (random() % 4 == 0 ? 8 : 3) + 1;
  b.global.resize(dimensions, 1);
  std::uint64_t left = most;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::size_t d = (k * 5 + random()) % dimensions;
    if (b.global[d] != 1) continue;
    b.global[d] = random() % std::min<std::uint64_t>(left, random() % 3 == 0 ? 5 : 3000) + 1;
    left = std::max<std::uint64_t>(left / b.global[d], 1);
  }
  for (const std::uint64_t n : b.global) {
    const bool whole = random() % 2 == 0;
    b.offset.push_back(whole ? 0 : random() % n);
    b.local.push_back(whole ? n : random() % (n - b.offset.back()) + 1);
  }
  const auto kind = random() % 4;
  if (kind == 0) return b;
  b.strides.resize(dimensions);
  std::uint64_t next = kind == 2 ? random() % 3 + 1 : 1;
  std::vector<std::size_t> order;
  for (std::size_t d = dimensions; d-- != 0;) order.push_back(d);
  if (kind == 3) std::shuffle(order.begin(), order.end(), random);
  for (const std::size_t d : order) {
    b.strides[d] = next;
    next = next * b.local[d] + random() % 4;
  }
  return b;
}

/// The block by the definition, in memory of 0xa5: element by element out of the whole.
bytes sliced(const random_block& b, const bytes& whole, std::size_t size, std::uint64_t extent) {
  bytes out(static_cast<std::size_t>(extent) * size, 0xa5);
  numbers at(b.local.size(), 0), strides = b.strides;
  if (strides.empty()) {
    strides.resize(b.local.size());
    std::uint64_t next = 1;
    for (std::size_t d = b.local.size(); d-- != 0; next *= b.local[d]) strides[d] = next;
  }
  for (;;) {
    std::uint64_t from = 0, to = 0;
    for (std::size_t d = 0; d < at.size(); ++d) {
      from = from * b.global[d] + b.offset[d] + at[d];
      to += at[d] * strides[d];
    }
    std::copy_n(whole.begin() + static_cast<std::ptrdiff_t>(from * size), size,
                out.begin() + static_cast<std::ptrdiff_t>(to * size));
    std::size_t d = at.size();
    while (d-- != 0) {
      if (++at[d] != b.local[d]) break;
      at[d] = 0;
    }
    if (d == static_cast<std::size_t>(-1)) return out;
  }
}

/// The block by fill, in such memory, between guards that must survive.
bytes filled(const place& p, const any_engine& e, const any_distribution& d, const block& part,
             std::size_t misalign) {
  const std::size_t size = d.element_bytes(), n = static_cast<std::size_t>(part.extent()) * size;
  const std::size_t before = 64 * size + misalign * d.info().value_bytes;
  bytes memory(before + n + 64 * size, 0xa5);
  fill(p.host, e, d, part, memory.data() + before);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if ((i < before || i >= before + n) && memory[i] != 0xa5)
      throw error("wrote outside the block at " + p.name);
  }
  return {memory.begin() + static_cast<std::ptrdiff_t>(before),
          memory.begin() + static_cast<std::ptrdiff_t>(before + n)};
}

void check_blocks(std::mt19937_64& random, const any_engine& e, const any_distribution& d, std::uint64_t most,
                  int rounds) {
  static const std::vector<place> all = places();
  const std::size_t size = d.element_bytes();
  for (int round = 0; round < rounds; ++round) {
    const random_block b = draw(random, most);
    const block part(b.global, b.offset, b.local, b.strides);
    ASSERT_EQ(part.elements(), b.elements(b.local));
    bytes whole(static_cast<std::size_t>(b.elements(b.global)) * size);
    fill(cpu{1}, e, d, 0, whole.data(), whole.size() / size);
    const bytes expected = sliced(b, whole, size, part.extent());
    for (const place& p : all) {
      ASSERT_TRUE(filled(p, e, d, part, random() % 5) == expected)
          << e.info().name << ' ' << d.info().name << ' ' << d.info().type << b.text() << p.name;
    }
  }
}

TEST(Blocks, AreSlicesOfTheWholeForEveryPair) {
  std::mt19937_64 random(1);
  for (const engine_info& engine : engine_list()) {
    const any_engine e = example_engine(engine);
    for (const distribution_info& info : distribution_list()) {
      if (!detail::can_make(engine, info)) continue;
      const any_distribution d = example_distribution(info);
      const bool slow = engine.kind == engine_kind::bank || engine.kind == engine_kind::per_thread;
      // Blocks of many shapes, by a few pairs, are the next test's.
      const int rounds = slow || under_sanitizer ? 1 : 3;
      check_blocks(random, e, d, engine.kind == engine_kind::quasi ? 3 * 4000 : 5000, rounds);
    }
  }
}

TEST(Blocks, OfManyShapes) {
  std::mt19937_64 random(2);
  const any_engine engines[] = {any_engine("philox4x32", 3, 4), any_engine("pcg32", 3, 4)};
  const any_distribution distributions[] = {
      any_distribution("uniform", "f32"), any_distribution("normal", "f64"),
      any_distribution("bernoulli", "u8"), any_distribution("gamma", "f32")};
  for (int round = 0; round < 60; ++round) {
    for (const any_distribution& d : distributions) {
      check_blocks(random, engines[d.info().kind == distribution_kind::fixed ? round % 2 : 0], d, 60000, 1);
    }
  }
}

TEST(Blocks, AnEngineThatWasMoved) {
  std::mt19937_64 random(3);
  for (const std::uint64_t by : {1, 2, 3, 7}) {
    philox4x32 e(1, 2);
    e.discard(by);
    for (const char* name : {"uniform", "normal", "normal-warp", "gamma"})
      check_blocks(random, any_engine(e), any_distribution(name, "f64"), 8000, 3);
  }
}

TEST(Blocks, FarOutInTheSequence) {
  // Rows beyond 2^34 words, where Philox's second counter word moves on.
  const std::uint64_t width = (std::uint64_t{1} << 33) + 1;
  std::vector<float> got(3 * 100), row(100);
  fill(cpu{}, philox4x32(1), uniform<float>(), block({5, width}, {1, width - 150}, {3, 100}), got);
  for (std::uint64_t i = 0; i < 3; ++i) {
    fill(cpu{}, philox4x32(1), uniform<float>(), (i + 1) * width + width - 150, row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), got.begin() + static_cast<std::ptrdiff_t>(100 * i)));
  }
}

TEST(Blocks, JoinWhatGoesOnWithoutAGap) {
  const auto rows = [](const block& b) { return std::pair(b.rows().rows, b.rows().n); };
  EXPECT_EQ(rows(block({10, 20, 30}, {0, 0, 0}, {10, 20, 30})), std::pair(1ul, 6000ul));
  EXPECT_EQ(rows(block({10, 20, 30}, {2, 0, 0}, {3, 20, 30})), std::pair(1ul, 1800ul));
  EXPECT_EQ(rows(block({10, 20, 30}, {2, 5, 0}, {3, 4, 30})), std::pair(3ul, 120ul));
  EXPECT_EQ(rows(block({10, 20, 30}, {2, 5, 1}, {3, 4, 7})), std::pair(12ul, 7ul));
  EXPECT_EQ(rows(block({10, 20, 30}, {2, 5, 1}, {1, 1, 7})), std::pair(1ul, 7ul));
  EXPECT_EQ(rows(block({10, 20}, {2, 0}, {3, 20}, {21, 1})), std::pair(3ul, 20ul));
  EXPECT_EQ(rows(block({7}, {3}, {4})), std::pair(1ul, 4ul));
  EXPECT_EQ(rows(block({10, 20}, {0, 0}, {10, 20}, {40, 2})), std::pair(1ul, 200ul));
  // A row of the array whose numbers are joined takes one dimension.
  EXPECT_EQ(block({4, 5, 6}, {0, 0, 1}, {4, 5, 3}).rows().dimensions, 1);
}

TEST(Blocks, EmptyOnes) {
  const block none({10, 20}, {3, 20}, {5, 0});
  EXPECT_EQ(none.elements(), 0u);
  std::vector<float> nothing;
  fill(cpu{}, philox4x32(1), uniform<float>(), none, nothing);
  for (const engine_info& engine : engine_list())
    fill(cpu{}, example_engine(engine), any_distribution("bits", "u32"), none, nullptr);
}

TEST(Blocks, Vectors) {
  // An element is a vector: a block of two dimensions of vectors of three values.
  const direction<double> d(3);
  std::vector<double> got(4 * 5 * 3), one(3);
  fill(cpu{}, philox4x32(9), d, block({100, 50}, {20, 30}, {4, 5}), got);
  row(philox4x32(9), d, 23 * 50 + 34, one.data());
  EXPECT_TRUE(std::equal(one.begin(), one.end(), got.end() - 3));
  // Vectors that are larger than the memory through which others get their gaps.
  const direction<double> large(3000);
  std::vector<double> apart(3 * 3000), alone(3000);
  fill(cpu{}, philox4x32(9), large, block({5}, {2}, {2}, {2}), apart);
  for (const std::size_t k : {0, 1}) {
    row(philox4x32(9), large, 2 + k, alone.data());
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), apart.data() + 2 * 3000 * k)) << k;
  }
}

TEST(Blocks, Refusals) {
  const std::uint64_t half = std::uint64_t{1} << 32;
  const auto refused = [](const numbers& global, const numbers& offset, const numbers& local,
                          const numbers& strides = {}) {
    return refusal([&] { block(global, offset, local, strides); });
  };
  EXPECT_EQ(refused({10, 20}, {5, 11}, {5, 10}), "local_shape[1] is 10");
  EXPECT_EQ(refused({10, 20}, {11, 0}, {0, 10}), "offset[0] is 11");
  EXPECT_EQ(refused({10}, {5}, {~std::uint64_t{0}}), "local_shape[0] is 18446744073709551615");
  EXPECT_EQ(refused({half, half, 2}, {0, 0, 0}, {1, 1, 1}), "global_shape is (4294967296, 4294967296, 2)");
  EXPECT_EQ(refused({half, half}, {half - 1, half - 1}, {1, 1}), "accepted");
  EXPECT_EQ(refused({1, half, half}, {0, half - 1, half - 1}, {1, 1, 1}), "accepted");
  EXPECT_EQ(refused({half, half}, {0, 0}, {half, half}), "local_shape is (4294967296, 4294967296)");
  EXPECT_EQ(refused({}, {}, {}), "global_shape is ()");
  EXPECT_EQ(refused(numbers(9, 1), numbers(9, 0), numbers(9, 1)),
            "global_shape is (1, 1, 1, 1, 1, 1, 1, 1, 1)");
  EXPECT_EQ(refused({10, 20}, {0}, {1, 1}), "offset is (0)");
  EXPECT_EQ(refused({10, 20}, {0, 0}, {1}), "local_shape is (1)");
  EXPECT_EQ(refused({10, 20}, {0, 0}, {1, 1}, {1}), "strides is (1)");
  EXPECT_EQ(refused({10, 20}, {0, 0}, {5, 8}, {7, 1}), "strides[0] is 7");
  EXPECT_EQ(refused({10, 20}, {0, 0}, {5, 8}, {8, 0}), "strides[1] is 0");
  EXPECT_EQ(refused({10, 20}, {0, 0}, {5, 8}, {1, 5}), "accepted");  // transposed
  EXPECT_EQ(refused({10, 20}, {0, 0}, {1, 8}, {0, 1}), "accepted");  // of one element, no stride counts
  EXPECT_EQ(refused({10, 20}, {0, 0}, {5, 8}, {~std::uint64_t{0} / 2, 1}),
            "strides is (9223372036854775807, 1)");
  std::vector<float> to(99, 7);
  const auto untouched = to;
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, pcg32(1), uniform<float>(), block({10, 20}, {0, 0}, {10, 10}), to);
            }),
            "number of values is 99");
  // 2^64 values of two words each are more than a sequence has.
  std::vector<double> wide(10);
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, pcg32(1), uniform<double>(), block({half, half}, {half - 1, 0}, {1, 10}), wide);
            }),
            "first index + count is 18446744069414584320 + 10");
  // A set of points ends before the array does.
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, any_engine("sobol32:dims=3,points=1000"), any_distribution("uniform", "f32"),
                   block({2000, 3}, {900, 0}, {200, 2}), to.data());
            }),
            "first index + count is 3297 + 2");
  EXPECT_TRUE(same_bits(to, untouched));
}

}  // namespace
}  // namespace tali::test
