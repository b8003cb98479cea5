// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of users' functors with their threads emulated: every value against the definition, for
// ranges that begin and end anywhere, and for vectors that begin within a group of the engine's words. The
// same kernels run on a GPU in cuda/fill_with_test.cu.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' headers, in which the words above now mean the emulation.
#include <random>

#include <gtest/gtest.h>

#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/sampling_kernel.cuh>
#include <tali/cuda/detail/tuning.hpp>
#include <tali/distribution/bernoulli_bits.hpp>
#include <tali/engine/pcg32.hpp>

#include "support/functors.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;

/// Memory between guards that must survive, `misalign` elements past an aligned address.
template <class T>
class guarded {
 public:
  guarded(std::size_t n, std::size_t misalign)
      : n_{n}, before_{guard + misalign}, memory_((n + misalign + 2 * guard) * sizeof(T) / 16 + 1) {
    std::memset(memory_.data(), 0xa5, memory_.size() * 16);
  }
  T* to() { return reinterpret_cast<T*>(memory_.data()) + before_; }
  bool holds(const std::vector<T>& expected) {
    for (std::size_t i = 0; i < guard * sizeof(T); ++i) {
      if (reinterpret_cast<const unsigned char*>(to() - guard)[i] != 0xa5) return false;
      if (reinterpret_cast<const unsigned char*>(to() + n_)[i] != 0xa5) return false;
    }
    return std::memcmp(to(), expected.data(), n_ * sizeof(T)) == 0;
  }

 private:
  static constexpr std::size_t guard = 16;
  struct alignas(16) piece {
    unsigned char bytes[16];
  };
  std::size_t n_, before_;
  std::vector<piece> memory_;
};

template <class E, class F>
auto by_element(const E& e, const F& f, std::uint64_t first, std::size_t n) {
  std::vector<typename detail::result_of_functor<F>::type> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = value_with(e, f, first + i);
  return out;
}

template <class E, class D>
void check_fill(const E& e, const D& d, const std::vector<typename D::result_type>& expected,
                std::uint64_t first, std::size_t misalign) {
  using T = typename D::result_type;
  const std::size_t n = expected.size();
  guarded<T> memory(n, misalign);
  T* const to = memory.to();
  plan p = plan_of(first, static_cast<const T*>(to), n, n % 2 == 0 ? 16 : line_bytes);
  cuda where;
  if (n % 3 == 0) where.shape.grid = 2;  // threads stride over the whole range
  const cut c = cut_range(where, p.vectors, launch_shape{32, 4, 0}, 1);
  set_cut(p, c);
  const typename E::stride stride(p.stride * vector_words<D>);
  run_blocks(c.grid, c.block,
             [&] { fill_anywhere_kernel<E, D>(static_cast<const E*>(nullptr), e, d, to, p, stride); });
  EXPECT_TRUE(memory.holds(expected)) << E::name << ", any word, from " << first << ", " << n;
  if constexpr (vector_words<D> % E::group == 0) {
    if (!vectors_begin_groups<D>(e, p)) return;
    guarded<T> again(n, misalign);
    T* const there = again.to();
    run_blocks(c.grid, c.block, [&] { fill_kernel<scalar::at_groups, E, D>(e, d, there, p, stride); });
    EXPECT_TRUE(again.holds(expected)) << E::name << ", whole groups, from " << first << ", " << n;
  }
}

template <class E, class F>
void check_values(const E& e, const F& f, std::uint64_t first, std::size_t n, std::size_t misalign) {
  check_fill(e, detail::user_distribution<F>{f}, by_element(e, f, first, n), first, misalign);
}

template <class F>
void check_ranges(const F& f, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  // Where Philox's counter carries into its second word.
  constexpr std::uint64_t carry = (std::uint64_t{1} << 34) / detail::user_distribution<F>::words;
  for (int round = 0; round < 12; ++round) {
    const std::uint64_t first = round % 3 == 0 ? carry - random() % 600 : random() % 50;
    const std::size_t n = 1 + random() % 1500;
    philox4x32 e(random());
    if (round % 2 != 0) e.discard(random() % 7);
    check_values(e, f, first, n, random() % 4);
    check_values(pcg32(random()), f, first, n, random() % 4);
  }
}

TEST(FillWithKernels, WriteTheElementsOfTheDefinition) {
  check_ranges(user_exponential_f32{1.5f}, 1);
  check_ranges(user_exponential_f64{}, 2);
  check_ranges(three_words{}, 3);
  check_ranges(five_words{}, 4);
  check_ranges(a_point{}, 5);
  check_ranges([](std::uint32_t w) { return static_cast<double>(w); },
               6);  // two words a vector: half a group
  check_ranges([](std::uint32_t a, std::uint64_t b) { return a ^ b; }, 7);
}

TEST(FillKernels, MakeValuesOfTheFirstWordsThatTellThem) {
  std::mt19937_64 random(8);
  const auto check = [&](const auto& e, double p, std::uint64_t first, std::size_t n) {
    const bernoulli_bits d(p);
    std::vector<std::uint32_t> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t w[d.words];
      for (std::uint64_t k = 0; k < d.words; ++k) w[k] = e.word((first + i) * d.words + k);
      expected[i] = d(w);
    }
    check_fill(e, d, expected, first, random() % 4);
  };
  for (const double p : {0.3, 0.0, 1.0, 0.5, 1e-3}) {
    for (int round = 0; round < 4; ++round) {
      philox4x32 e(random());
      if (round == 3) e.discard(3);
      const std::size_t n = 1 + random() % 1500;
      check(e, p, random() % 1000, n);
      check(e, p, (std::uint64_t{1} << 28) - 1 - random() % n, n);  // where the second counter word carries
      check(pcg32(random()), p, random() % 1000, n);
    }
  }
}

template <class F>
void check_samples(const F& f, std::uint64_t seed) {
  using D = detail::user_rejection<F>;
  using T = typename D::result_type;
  std::mt19937_64 random(seed);
  const D d{{}, f};
  for (int round = 0; round < 4; ++round) {
    philox4x32 e(random());
    e.discard(random() % 1001);
    const std::uint64_t first = random() % 5000;
    const std::size_t n = 1 + random() % 1500, misalign = random() % 5;
    const rejection_words words(e, D::tag);
    const auto expected = by_element(e, f, first, n);
    detail::cuda_failures record{~0ull, ~0ull};
    guarded<T> memory(n, misalign), grouped(n, misalign);
    const unsigned blocks = blocks_of_pieces(words.first() + first, n, 1024);
    run_blocks(blocks, 64, [&] { compacting_kernel(words, d, memory.to(), first, n, 1024, &record); });
    EXPECT_TRUE(memory.holds(expected)) << "compacting, from " << first << ", " << n;
    run_blocks(2, 64, [&] { grouped_kernel(words, d, grouped.to(), first, n, 4u, &record); });
    EXPECT_TRUE(grouped.holds(expected)) << "grouped, from " << first << ", " << n;
    EXPECT_EQ(record.exhausted, ~0ull);
  }
}

TEST(FillWithKernels, WriteTheFirstAcceptedAttempts) {
  check_samples(half_circle{}, 1);
  check_samples(own_von_mises<double>{von_mises<double>(1, 2)}, 2);
  check_samples(picky<1>{}, 3);
  check_samples(picky<8>{}, 4);
}

}  // namespace
}  // namespace tali::test
