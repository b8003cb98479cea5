// SPDX-License-Identifier: Apache-2.0
// Rows with a key each and blocks of arrays on a GPU: every byte is the one that the CPU writes, what lies
// between the elements included. rows_kernel_test.cpp has the kernels on emulated threads.
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>
#include <tali/fill.hpp>

#include "support/any_examples.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

using bytes = std::vector<unsigned char>;
using numbers = std::vector<std::uint64_t>;

/// Device memory of 0xa5 whose bytes from `before` on are handed to f.
template <class F>
bytes on_device(std::size_t n, std::size_t before, const F& f) {
  void* p = nullptr;
  EXPECT_EQ(cudaMalloc(&p, n), cudaSuccess);
  EXPECT_EQ(cudaMemset(p, 0xa5, n), cudaSuccess);
  f(static_cast<unsigned char*>(p) + before);
  bytes out(n);
  EXPECT_EQ(cudaMemcpy(out.data(), p, n, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cudaFree(p), cudaSuccess);
  return out;
}

struct drawn_block {
  numbers global, offset, local, strides;
  [[nodiscard]] block part() const { return {global, offset, local, strides}; }
};

drawn_block draw(std::mt19937_64& random, std::uint64_t most, bool apart) {
  drawn_block b;
  const std::size_t dimensions = random() % 4 + 1;
  std::uint64_t left = most;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::uint64_t n = random() % std::min<std::uint64_t>(left, d + 1 == dimensions ? 20000 : 60) + 1;
    left = std::max<std::uint64_t>(left / n, 1);
    b.global.push_back(n);
    b.offset.push_back(random() % 2 == 0 ? 0 : random() % n);
    b.local.push_back(random() % 2 == 0 ? n - b.offset.back() : random() % (n - b.offset.back()) + 1);
  }
  b.strides.resize(dimensions);
  std::uint64_t next = apart ? 3 : 1;
  for (std::size_t d = dimensions; d-- != 0;) {
    b.strides[d] = next;
    next = next * b.local[d] + random() % 3 * (random() % 2 == 0 ? 4 : 1);
  }
  return b;
}

bool no_gpu() { return cuda_devices().empty(); }

TEST(CudaRows, BlocksAreTheCpusForEveryPair) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  std::mt19937_64 random(1);
  int pairs = 0;
  for (const engine_info& engine : engine_list()) {
    if (!engine.on_cuda) continue;
    const bool points = engine.kind == engine_kind::quasi, bank = engine.kind == engine_kind::bank;
    const std::string options = points ? ":dims=3,points=65536" : bank ? ":sets=2" : "";
    const any_engine e(engine.name + options, points ? 0 : 5, 0);
    for (const distribution_info& info : distribution_list()) {
      const any_distribution d = example_distribution(info);
      try {
        check_pair(e.info(), d.info());
      } catch (const argument_error&) {
        continue;
      }
      if (!detail::on_cuda(e.info(), d.info())) continue;
      ++pairs;
      for (int c = 0; c < (bank ? 2 : 6); ++c) {
        const drawn_block b = draw(random, bank ? 20000 : 150000, c == 1);
        const block part = b.part();
        const std::size_t size = d.element_bytes(), before = (64 + random() % 5) * d.info().value_bytes;
        bytes expected(before + part.extent() * size + 64, 0xa5);
        fill(cpu{}, e, d, part, expected.data() + before);
        const bytes got = on_device(expected.size(), before, [&](void* to) { fill(cuda{}, e, d, part, to); });
        ASSERT_TRUE(got == expected) << engine.name << ' ' << info.name << ' ' << info.type << ", case " << c;
      }
    }
  }
  EXPECT_GT(pairs, 150);
}

TEST(CudaRows, KeysAreTheCpusForEveryDistribution) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  std::mt19937_64 random(2);
  for (const distribution_info& info : distribution_list()) {
    const any_distribution d = example_distribution(info);
    for (const auto& [count, longest] :
         {std::pair<std::size_t, std::size_t>{1, 3000}, {70000, 3}, {40, 5000}, {3, 300000}}) {
      if (count > 1000 && d.row_size() > 8) continue;
      const std::vector<key> keys = key(random()).split(count);
      const std::size_t per_row = random() % longest + 1, size = d.element_bytes();
      const std::uint64_t first = random() % 2 == 0 ? 0 : random() % 5000;
      bytes expected(count * per_row * size);
      fill(cpu{}, keys, d, index_range{first, per_row}, expected.data());
      void* there = nullptr;
      ASSERT_EQ(cudaMalloc(&there, count * sizeof(key)), cudaSuccess);
      ASSERT_EQ(cudaMemcpy(there, keys.data(), count * sizeof(key), cudaMemcpyHostToDevice), cudaSuccess);
      const std::span<const key> on_gpu(static_cast<const key*>(there), count);
      for (const auto& from : {std::span<const key>(keys), on_gpu}) {
        const bytes got = on_device(expected.size(), 0, [&](void* to) {
          fill(cuda{}, from, d, index_range{first, per_row}, to);
        });
        ASSERT_TRUE(got == expected) << info.name << ' ' << info.type << ", " << count << " rows of "
                                     << per_row << " from " << first;
      }
      ASSERT_EQ(cudaFree(there), cudaSuccess);
    }
  }
}

TEST(CudaRows, LongRowsAndTypedCalls) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<key> keys = key(7).split(3);
  const std::size_t n = (std::size_t{1} << 22) + 5;  // more bytes than short rows have
  std::vector<float> expected(keys.size() * n);
  fill(cpu{}, keys, normal<float>(), index_range{3, n}, expected);
  const bytes got = on_device(expected.size() * 4, 0, [&](void* to) {
    fill(cuda{}, keys, normal<float>(), index_range{3, n}, static_cast<float*>(to));
  });
  EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size()), 0);
  std::vector<double> field(100 * 64);
  const block part({1000, 64}, {500, 0}, {100, 64});
  fill(cpu{}, pcg32(3), uniform<double>(), part, field);
  const bytes there = on_device(field.size() * 8, 0, [&](void* to) {
    fill(cuda{}, pcg32(3), uniform<double>(), part, static_cast<double*>(to));
  });
  EXPECT_EQ(std::memcmp(there.data(), field.data(), there.size()), 0);
}

/// Rows with a key each and separate parameters per element, all in device memory.
template <class D>
void check_rows_with_parameters(std::size_t rows, std::size_t n) {
  using P = typename D::parameter;
  const std::vector<key> keys = key(11).split(rows);
  std::vector<std::vector<P>> parameters(static_cast<std::size_t>(detail::parameter_count<D>));
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    for (std::size_t i = 0; i < rows * n; ++i)
      parameters[k].push_back(static_cast<P>(0.5 + static_cast<double>(k + i % 97) / 64));
  }
  std::vector<typename D::result_type> expected;
  for (std::size_t i = 0; i < rows * n; ++i) {
    detail::parameters_of<D> p{};
    for (std::size_t k = 0; k < parameters.size(); ++k) p[k] = parameters[k][i];
    expected.push_back(value(philox4x32(keys[i / n]), D(detail::unchecked, p), 5 + i % n));
  }
  std::vector<void*> there(parameters.size() + 1);
  const auto copy = [](void*& to, const auto& from) {
    const std::size_t size = from.size() * sizeof from[0];
    ASSERT_EQ(cudaMalloc(&to, size), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(to, from.data(), size, cudaMemcpyHostToDevice), cudaSuccess);
  };
  for (std::size_t k = 0; k < parameters.size(); ++k) copy(there[k], parameters[k]);
  copy(there.back(), keys);
  const philox4x32 e;
  const detail::row_list list =
      detail::rows_of_keys({static_cast<const key*>(there.back()), keys.size()}, 5, n);
  const bytes got = on_device(expected.size() * sizeof expected[0], 0, [&](void* to) {
    detail::run(cuda{}, {&info_of<philox4x32>(), &e, &info_of<D>(), nullptr, 5, to, n, there.data(), &list});
  });
  EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size()), 0) << D::name << ", " << rows << " rows";
  for (void* p : there) EXPECT_EQ(cudaFree(p), cudaSuccess);
}

TEST(CudaRows, SeparateParameters) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  for (const auto& [rows, n] : {std::pair<std::size_t, std::size_t>{1, 5000}, {7, 300}, {66000, 3}}) {
    check_rows_with_parameters<gamma<double>>(rows, n);
    check_rows_with_parameters<gamma<float>>(rows, n);
    check_rows_with_parameters<poisson<std::int64_t>>(rows, n);
    check_rows_with_parameters<weibull<double>>(rows, n);
    check_rows_with_parameters<cauchy<float>>(rows, n);
  }
}

TEST(CudaRows, GoIntoGraphsWithKeysOfTheDevice) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<key> keys = key(7).split(50);
  void* there = nullptr;
  ASSERT_EQ(cudaMalloc(&there, keys.size() * sizeof(key)), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(there, keys.data(), keys.size() * sizeof(key), cudaMemcpyHostToDevice), cudaSuccess);
  const std::span<const key> on_gpu(static_cast<const key*>(there), keys.size());
  cuda where;
  ASSERT_EQ(cudaStreamCreate(&where.stream), cudaSuccess);
  for (const char* name : {"uniform", "normal", "gamma:shape=2.5", "direction:dimensions=2"}) {
    const any_distribution d(name, "f64");
    bytes expected(keys.size() * 300 * d.element_bytes());
    fill(cpu{}, keys, d, index_range{7, 300}, expected.data());
    const bytes got = on_device(expected.size(), 0, [&](void* to) {
      cudaGraph_t graph = nullptr;
      cudaGraphExec_t ready = nullptr;
      EXPECT_EQ(cudaStreamBeginCapture(where.stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
      fill(where, on_gpu, d, index_range{7, 300}, to);
      EXPECT_EQ(refusal([&] { fill(where, keys, d, index_range{7, 300}, to); }), "keys is in host memory");
      EXPECT_EQ(cudaStreamEndCapture(where.stream, &graph), cudaSuccess);
      EXPECT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
      EXPECT_EQ(cudaGraphLaunch(ready, where.stream), cudaSuccess);
      EXPECT_EQ(cudaStreamSynchronize(where.stream), cudaSuccess);
      EXPECT_EQ(cudaGraphExecDestroy(ready), cudaSuccess);
      EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
    });
    EXPECT_TRUE(got == expected) << name;
  }
  EXPECT_EQ(cudaStreamDestroy(where.stream), cudaSuccess);
  EXPECT_EQ(cudaFree(there), cudaSuccess);
}

TEST(CudaRows, Refusals) {
  if (no_gpu()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<key> keys = key(7).split(2);
  EXPECT_EQ(refusal([&] {
              fill(cuda{}, keys, uniform<float>(), index_range{~std::uint64_t{0} - 98, 100}, nullptr);
            }),
            "first index + count is 18446744073709551517 + 100");
  EXPECT_EQ(refusal([&] {
              fill(cuda{}, keys, uniform<float>(), index_range{0, 100}, nullptr);
            }),
            "destination is null");
  std::vector<float> host(200);
  EXPECT_EQ(refusal([&] {
              fill(cuda{}, keys, uniform<float>(), index_range{0, 100}, host.data());
            }),
            "destination is host memory that no CUDA device can use");
}

}  // namespace
}  // namespace tali::test
