// SPDX-License-Identifier: Apache-2.0
// The CUDA kernels of samples of variable cost with their threads emulated: every value against the
// definition, for ranges that begin and end anywhere. The same kernels run on a GPU in rejection_test.cpp.
#undef TALI_HAS_CUDA  // the runtime's headers have the emulated words too
#include "support/emulated_block.hpp"

// The kernels' header, in which the words above now mean the emulation.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "gpu/attempts/arrays_kernel.cuh"
#include "gpu/attempts/rejection_kernel.cuh"
#include "support/ranges.hpp"
#include "support/rejection.hpp"

namespace tali::test {
namespace {

using namespace cuda_driver;

template <class T>
std::vector<T> output(std::size_t n) {
  std::vector<T> out(n + 128);
  std::memset(out.data(), 0xa5, out.size() * sizeof(T));
  return out;
}

/// The values between the guards, which must be whole.
template <class T>
std::vector<T> inner(const std::vector<T>& out, std::size_t n, std::size_t misalign) {
  const std::vector<T> guard = output<T>(0);
  EXPECT_EQ(std::memcmp(out.data(), guard.data(), (32 + misalign) * sizeof(T)), 0);
  EXPECT_EQ(std::memcmp(out.data() + 32 + misalign + n, guard.data(), (96 - misalign) * sizeof(T)), 0);
  return {out.begin() + 32 + static_cast<std::ptrdiff_t>(misalign),
          out.begin() + 32 + static_cast<std::ptrdiff_t>(misalign + n)};
}

template <class D>
void check(const D& d, std::uint64_t first, std::size_t n, std::size_t misalign) {
  using T = typename D::result_type;
  philox4x32 e(3, 4);
  e.discard(first % 1001);
  const rejection_words words(e, D::tag);
  // The library launches all but the bulk kernels with these.
  const rejection_words<detail::rounds_at_run_time> any_rounds(words);
  const std::vector<T> expected = by_element(e, d, first, n);
  const auto same = [&](const std::vector<T>& out, const char* what) {
    ASSERT_EQ(std::memcmp(inner(out, n, misalign).data(), expected.data(), n * sizeof(T)), 0)
        << what << ' ' << D::name << ' ' << type_name<T>() << " first " << first << " n " << n;
  };
  detail::cuda_failures record{~0ull, ~0ull};
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      const int piece = 1024;
      const auto blocks = static_cast<unsigned>(((words.first() + first) % piece + n - 1) / piece + 1);
      detail::inversion_table table;
      detail::make_table(d.law(), table);
      EXPECT_GT(table.outcomes, 0);
      const auto* const table_at = static_cast<const detail::inversion_table*>(&table);
      for (const bool tabled : {false, true}) {
        auto out = output<T>(n);
        T* const to = out.data() + 32 + misalign;
        run_blocks(blocks, 64, [&] {
          if (tabled) {
            inversion_kernel(words, d, to, first, n, table_at, piece);
          } else {
            counting_kernel(any_rounds, d, to, first, n);
          }
        });
        same(out, "inversion");
      }
      return;
    }
  }
  for (const int piece : {1024}) {
    const auto size = static_cast<std::uint64_t>(piece);
    const auto blocks = static_cast<unsigned>(((words.first() + first) % size + n - 1) / size + 1);
    auto out = output<T>(n);
    run_blocks(blocks, 64,
               [&] { compacting_kernel(words, d, out.data() + 32 + misalign, first, n, piece, &record); });
    same(out, "compacting");
  }
  for (const unsigned group : {1u, 4u, 32u}) {
    auto out = output<T>(n);
    run_blocks(2, 64,
               [&] { grouped_kernel(any_rounds, d, out.data() + 32 + misalign, first, n, group, &record); });
    same(out, "grouped");
  }
  EXPECT_EQ(record.exhausted, ~0ull);
}

TEST(VariableKernels, GiveTheSamplesOfTheDefinition) {
  std::mt19937_64 random(1);
  catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    const auto all = examples<D>();
    check(all[random() % all.size()], random() % 5000, 1 + random() % 1500, random() % 5);
    check(all.back(), (std::uint64_t{1} << 34) - random() % 500, 300, random() % 5);
  });
}

/// Accepts one attempt in a hundred, so that lists are long and rounds are many.
struct picky {
  using result_type = std::uint32_t;
  using parameter = double;
  static constexpr const char* name = "picky";
  static constexpr std::uint32_t tag = tag_of("picky");
  static constexpr bool rejection = true;
  static constexpr int attempt_words = 2;
  template <class U32>
  auto attempt(const U32 (&w)[2]) const {
    return attempted{w[0], w[1] < 0x028f5c28u};
  }
  static std::uint32_t result(std::uint32_t x) { return x; }
  static std::uint32_t failed() { return 0; }
};

/// Whole pieces, to aligned addresses, have a loop of their own.
TEST(VariableKernels, ShortAttemptsOfWholePieces) {
  const auto of_type = [&]<class T>(T) {
    using limits = std::numeric_limits<T>;
    using U = std::make_unsigned_t<T>;
    const auto top = static_cast<T>(U{1} << (8 * sizeof(T) - 2));
    // Common bounds; half of the attempts refused; all values of the type; of 64 bits a span of 33.
    for (const auto& d : {unbiased_int<T>(1, 1000000),
                          unbiased_int<T>(static_cast<T>(limits::min() / 2), static_cast<T>(top + 1)),
                          unbiased_int<T>(limits::min(), limits::max()),
                          unbiased_int<T>(0, static_cast<T>(limits::max() / 3))}) {
      check(d, 1001 * 1024, 3 * 1024 + 100, 0);
      check(d, 1001 * 5 + 300, 3 * 1024, 0);
      check(d, 1001 * 1024, 3 * 1024, 1);                              // not aligned
      check(d, (std::uint64_t{1} << 34) - 2 * 1024, 3 * 1024 + 5, 0);  // pieces end where the counter carries
    }
  };
  of_type(std::int32_t{});
  of_type(std::uint32_t{});
  of_type(std::int64_t{});
  of_type(std::uint64_t{});
}

/// A piece of a row begins anywhere, so that the counter's upper word may change within it.
TEST(VariableKernels, ShortAttemptsOfPiecesWhereTheCounterCarries) {
  const philox4x32 e(3, 4);
  const unbiased_int<std::int32_t> d(1, 1000000);
  const rejection_words words(e, unbiased_int<std::int32_t>::tag);
  for (const std::uint64_t before : {256u, 1280u}) {  // in the first block's piece, in the second's
    const std::uint64_t first = (std::uint64_t{1} << 34) - before;
    const std::size_t n = 3 * 1024;
    auto out = output<std::int32_t>(n);
    run_blocks(3, 64, [&] {
      compact_piece(words, d, out.data() + 32, first, n, first + std::uint64_t{blockIdx.x} * 1024, 1024,
                    static_cast<detail::cuda_failures*>(nullptr));
    });
    EXPECT_EQ(inner(out, n, 0), by_element(e, d, first, n)) << before;
  }
}

TEST(VariableKernels, ManyRounds) { check(picky{}, 77, 600, 1); }

TEST(VariableKernels, ABadElementIsNoted) {
  std::vector<float> shapes(200, 2.0f), scales(200, 1.0f), out(200);
  shapes[150] = -1;
  scales[120] = 0;
  detail::cuda_failures record{~0ull, ~0ull};
  const void* const both[] = {shapes.data(), scales.data()};
  const device_arrays<gamma<float>> arrays(both);
  const philox4x32 e(9);
  run_blocks(2, 64, [&] {
    each_kernel(rejection_words<detail::rounds_at_run_time>(rejection_words(e, gamma<float>::tag)), arrays,
                out.data(), 5, out.size(), &record, row_batch());
  });
  EXPECT_EQ(record.bad, 120u);
  EXPECT_EQ(record.exhausted, ~0ull);
  for (std::uint64_t i = 0; i < out.size(); ++i) {
    if (i == 120 || i == 150) {
      EXPECT_TRUE(out[i] != out[i]);
    } else {
      EXPECT_EQ(out[i], value(e, gamma<float>(2.0f, 1.0f), 5 + i));
    }
  }
}

TEST(VariableKernels, AParameterOfZeroGivesZeroIfAskedFor) {
  std::vector<float> shapes(200, 2.0f), scales(200, 1.0f), out(200);
  shapes[150] = 0;
  scales[120] = -0.0f;
  scales[121] = -1;
  detail::cuda_failures record{~0ull, ~0ull};
  const void* const both[] = {shapes.data(), scales.data()};
  run_blocks(2, 64, [&] {
    each_kernel(
        rejection_words<detail::rounds_at_run_time>(rejection_words(philox4x32(9), gamma<float>::tag)),
        device_arrays<gamma<float>>(both, {.zero = 3}), out.data(), 5, out.size(), &record, row_batch());
  });
  EXPECT_EQ(record.bad, 121u);
  EXPECT_EQ(out[150], 0.0f);
  EXPECT_EQ(out[120], 0.0f);
  EXPECT_TRUE(out[121] != out[121]);
  EXPECT_EQ(out[122], value(philox4x32(9), gamma<float>(2.0f, 1.0f), 127));
}

TEST(VariableKernels, RowsWithKeysAndSeparateParameters) {
  constexpr std::uint64_t n = 300;
  const std::vector<key> keys = key(5).split(4);
  std::vector<double> shapes(keys.size() * n), scales(shapes.size()), out(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes[i] = 0.5 + 0.01 * static_cast<double>(i);
    scales[i] = 1 + static_cast<double>(i % 7);
  }
  shapes[2 * n + 5] = -1;
  const void* const both[] = {shapes.data(), scales.data()};
  const device_arrays<gamma<double>> arrays(both);
  for_each_batch(
      detail::rows_of_keys(keys, 11, n), gamma<double>::tag, [&](const row_batch& batch, unsigned rows) {
        run_blocks(
            2, 64,
            [&] {
              each_kernel(rejection_words<detail::rounds_at_run_time>(
                              rejection_words(philox4x32(), gamma<double>::tag)),
                          arrays, out.data(), 0, n, static_cast<detail::cuda_failures*>(nullptr), batch);
            },
            rows);
      });
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i == 2 * n + 5) {
      EXPECT_TRUE(out[i] != out[i]);
    } else {
      EXPECT_EQ(out[i], value(philox4x32(keys[i / n]), gamma<double>(shapes[i], scales[i]), 11 + i % n)) << i;
    }
  }
}

template <class D>
void check_each(const std::vector<std::vector<double>>& parameters, std::uint64_t first,
                detail::array_forms forms = {}) {
  const std::size_t n = parameters[0].size();
  std::vector<std::vector<typename D::parameter>> given(parameters.size());
  std::vector<std::vector<float>> narrow(parameters.size());
  const void* arrays[detail::parameter_count<D>];
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    given[k].assign(parameters[k].begin(), parameters[k].end());
    narrow[k].assign(parameters[k].begin(), parameters[k].end());
    arrays[k] = (forms.narrow >> k & 1u) != 0 ? static_cast<const void*>(narrow[k].data()) : given[k].data();
  }
  auto out = output<typename D::result_type>(n);
  philox4x32 e(3, 4);
  e.discard(77);
  run_blocks(3, 64, [&] {
    each_kernel(rejection_words<detail::rounds_at_run_time>(rejection_words(e, D::tag)),
                device_arrays<D>(arrays, forms), out.data() + 32, first, n,
                static_cast<detail::cuda_failures*>(nullptr), row_batch());
  });
  const auto made = inner(out, n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    detail::parameters_of<D> p = {};
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      const std::size_t from = (forms.single >> k & 1u) != 0 ? 0 : i;
      p[k] = (forms.narrow >> k & 1u) != 0 ? static_cast<typename D::parameter>(narrow[k][from])
                                           : given[k][from];
    }
    ASSERT_EQ(made[i], value(e, D(detail::unchecked, p), first + i)) << D::name << ' ' << i << ' ' << p[0];
  }
}

/// Means on both sides of every way to make a Poisson number, each many times.
TEST(VariableKernels, SeparateMeans) {
  std::vector<double> means;
  for (const double mean : {0.0, 1e-300, 1e-40, 1e-6, 0.3, 1.0, std::nextafter(3.0, 0.0), 3.0, 7.25,
                            std::nextafter(16.0, 0.0), 16.0, 33.9, 100.0, 999.5, 4096.0, 4096.5, 1e6}) {
    means.insert(means.end(), mean < 50 ? 1500 : 300, mean);
  }
  std::mt19937_64 random(5);
  std::shuffle(means.begin(), means.end(), random);
  for (int i = 0; i < 3000; ++i) means.push_back(std::exp(std::uniform_real_distribution<>(-3, 7)(random)));
  check_each<poisson<std::int64_t>>({means}, 1003);
  check_each<poisson<std::uint32_t>>({means}, 0);
  check_each<poisson<std::int64_t>>({means}, 5, {.narrow = 1});
}

TEST(VariableKernels, SeparateShapes) {
  std::vector<double> shapes, others;
  std::mt19937_64 random(6);
  for (int i = 0; i < 3000; ++i) {
    shapes.push_back(std::exp(std::uniform_real_distribution<>(-6, 9)(random)));
    others.push_back(std::exp(std::uniform_real_distribution<>(-3, 3)(random)));
  }
  check_each<gamma<float>>({shapes, others}, 1003);
  check_each<gamma<float>>({shapes, others}, 2, {.single = 2});
  check_each<gamma<double>>({shapes, others}, 3, {.single = 1, .narrow = 2});
  check_each<beta<float>>({shapes, others}, 1);
  std::vector<double> trials(shapes.size(), 20), p(shapes.size());
  for (double& x : p) x = std::uniform_real_distribution<>(0, 1)(random);
  check_each<binomial<std::int64_t>>({trials, p}, 9, {.single = 1});
}

}  // namespace
}  // namespace tali::test
