// SPDX-License-Identifier: Apache-2.0
// The engines inside kernels, chained fills, agreement with cuRAND, and what the CUDA driver refuses.
#include <random>

#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <tali/cuda/digest.hpp>
#include <tali/digest.hpp>

#include "support/known_answers.hpp"
#include "support/places.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

class Cuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  }
};

/// Words by index, by call, and by call after a skip and a step back.
template <class E>
__global__ void words_kernel(const E start, std::uint64_t index, std::uint32_t* out, int n) {
  E moving = start;
  moving.discard(index);
  E back = moving;
  back.discard(static_cast<std::uint64_t>(n));
  for (int i = 0; i < n; ++i) {
    out[i] = start.word(index + static_cast<std::uint64_t>(i));
    out[n + i] = moving();
  }
  back.discard(0 - static_cast<std::uint64_t>(n));
  for (int i = 0; i < n; ++i) out[2 * n + i] = back();
}

TEST_F(Cuda, KnownAnswersInKernels) {
  for (const known_sequence& k : known_sequences()) {
    catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
      if (k.engine != E::name) return;
      const int n = static_cast<int>(k.words.size());
      device_buffer<std::uint32_t> out(3 * k.words.size());
      words_kernel<<<1, 1>>>(E(k.seed, k.stream), k.index, out.at(), n);
      require(cudaGetLastError());
      const auto got = out.read();
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i], k.words[i % k.words.size()]) << k.engine << " index " << k.index << " place " << i;
      }
    });
  }
}

/// An engine made inside the kernel, and distributions drawn from it.
__global__ void draw_kernel(double* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  philox4x32 e(77, static_cast<std::uint64_t>(i));
  const uniform<double> u;
  out[2 * i] = u(e);
  out[2 * i + 1] = u(e);
}

TEST_F(Cuda, DrawsInKernels) {
  constexpr int n = 1000;
  device_buffer<double> out(2 * n);
  draw_kernel<<<(n + 127) / 128, 128>>>(out.at(), n);
  require(cudaGetLastError());
  const auto got = out.read();
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = 0; k < 2; ++k) {
      ASSERT_EQ(got[2 * i + k], value(philox4x32(77, i), uniform<double>{}, k));
    }
  }
}

__global__ void curand_kernel(std::uint64_t seed, std::uint64_t stream, std::uint64_t offset,
                              std::uint32_t* out, int n) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, stream, offset, &state);
  for (int i = 0; i < n; ++i) out[i] = curand(&state);
}

TEST_F(Cuda, PhiloxIsCurandsWordForWord) {
  std::mt19937_64 random(12);
  constexpr int n = 1003;
  device_buffer<std::uint32_t> theirs(n);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t seed = round == 0 ? 0 : random(), stream = round == 0 ? 0 : random() >> random() % 64;
    const std::uint64_t offset =
        round < 3 ? static_cast<std::uint64_t>(round) : random() >> (1 + random() % 60);
    curand_kernel<<<1, 1>>>(seed, stream, offset, theirs.at(), n);
    require(cudaGetLastError());
    for (const place& p : places()) {
      if (!p.is_cuda) continue;
      ASSERT_EQ(fill_at(p, philox4x32(seed, stream), bits<std::uint32_t>{}, offset, n), theirs.read())
          << seed << ' ' << stream << ' ' << offset;
      break;
    }
  }
}

template <class E, class D>
void check_chain(const E& start, const D& d, const std::vector<std::size_t>& pieces) {
  using T = typename D::result_type;
  std::size_t total = 0;
  for (const std::size_t n : pieces) total += n;
  device_buffer<E> state(1), other(1);
  state.write({start});
  device_buffer<T> out(total);
  std::size_t at = 0;
  bool there = false;
  for (std::size_t k = 0; k < pieces.size(); ++k) {  // alternately in place and from one object to another
    E* const before = there ? other.at() : state.at();
    E* const after = k % 2 != 0 ? before : (there ? state.at() : other.at());
    if (after != before) there = !there;
    detail::fill_chained(cuda{}, before, after, d, out.at() + at, pieces[k]);
    at += pieces[k];
  }
  const auto got = out.read();
  EXPECT_TRUE(same_bits(got, fill_at(places().front(), start, d, 0, total))) << E::name << ' ' << D::name;
  E end = start;
  end.discard(D::words * total);
  EXPECT_EQ((there ? other : state).read().at(0), end) << E::name << ' ' << D::name;
}

TEST_F(Cuda, ChainedFillsGoOnWhereTheLastOneEnded) {
  catalogue::engines::for_each([]<class E>(int, detail::type_list<E>) {
    E start(5, 6);
    check_chain(start, uniform<double>{}, {1000, 1, 4099, 0, 64, 100000});
    check_chain(start, bernoulli_bits(0.3), {1000, 1, 4099, 0, 64});
    start.discard(3);
    check_chain(start, bernoulli_bits(0.3), {1000, 1, 4099});
    constexpr std::size_t span = normal<float>::batch_size;
    check_chain(start, normal<float>{}, {0, span, 3 * span, 0, 70 * span});
  });
}

TEST_F(Cuda, AGraphGoesOnAtEveryReplay) {
  constexpr std::size_t n = 5000;
  constexpr int replays = 4;
  const pcg32 start(8, 9);
  device_buffer<pcg32> state(1);
  state.write({start});
  device_buffer<std::uint32_t> out(n);
  cudaStream_t stream = nullptr;
  require(cudaStreamCreate(&stream));
  cudaGraph_t graph = nullptr;
  require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  detail::fill_chained(cuda{0, stream, {}}, state.at(), state.at(), bits<std::uint32_t>{}, out.at(), n);
  require(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t run = nullptr;
  require(cudaGraphInstantiate(&run, graph, 0));
  const auto whole = fill_at(places().front(), start, bits<std::uint32_t>{}, 0, n * replays);
  for (std::size_t k = 0; k < replays; ++k) {
    require(cudaGraphLaunch(run, stream));
    require(cudaStreamSynchronize(stream));
    const auto got = out.read();
    EXPECT_TRUE(std::equal(got.begin(), got.end(), whole.begin() + static_cast<std::ptrdiff_t>(k * n))) << k;
  }
  require(cudaGraphExecDestroy(run));
  require(cudaGraphDestroy(graph));
  require(cudaStreamDestroy(stream));
}

TEST_F(Cuda, DigestsOnTheDeviceAreThoseOfTheHost) {
  std::mt19937_64 random(13);
  std::vector<std::uint64_t> v(100003);
  for (auto& x : v) x = random();
  device_buffer<std::uint64_t> on_device(v.size());
  on_device.write(v);
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4}, std::size_t{8}}) {
    EXPECT_EQ(digest(cuda{}, 99, on_device.at(), v.size(), bytes), digest(99, v.data(), v.size(), bytes))
        << bytes;
  }
}

TEST_F(Cuda, RefusesWhatItCannotUse) {
  device_buffer<std::uint32_t> good(100);
  std::vector<std::uint32_t> host(100);
  const pcg32 e(1);
  const bits<std::uint32_t> d;
  EXPECT_THROW(fill(cuda{}, e, d, 0, static_cast<std::uint32_t*>(nullptr), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, d, 0, host.data(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, d, ~std::uint64_t{0}, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{1000}, e, d, 0, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{-1}, e, d, 0, good.at(), 10), argument_error);
  EXPECT_THROW(fill(cuda{}, e, uniform<double>{}, 0, reinterpret_cast<double*>(good.at() + 1), 10),
               argument_error);
  for (const launch_shape bad : {launch_shape{31, 0, 0}, launch_shape{2048, 0, 0}, launch_shape{-32, 0, 0},
                                 launch_shape{0, -1, 0}, launch_shape{0, 0, -1}}) {
    EXPECT_THROW(fill(cuda{0, nullptr, bad}, e, d, 0, good.at(), 10), argument_error);
  }
  device_buffer<pcg32> state(1);
  EXPECT_THROW(detail::fill_chained(cuda{}, static_cast<const pcg32*>(nullptr), state.at(), d, good.at(), 10),
               argument_error);
  EXPECT_THROW(detail::fill_chained(cuda{}, &e, state.at(), d, good.at(), 10), argument_error);
  if (cuda_devices().size() > 1) {
    require(cudaSetDevice(1));
    device_buffer<std::uint32_t> elsewhere(100);
    require(cudaSetDevice(0));
    EXPECT_THROW(fill(cuda{0}, e, d, 0, elsewhere.at(), 10), argument_error);
  }
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(Cuda, ManagedAndPinnedMemoryAreFilledInPlace) {
  std::uint32_t* pinned = nullptr;
  require(cudaMallocHost(&pinned, 1000 * sizeof *pinned));
  fill(cuda{}, pcg32(3), bits<std::uint32_t>{}, 0, pinned, 1000);
  require(cudaDeviceSynchronize());
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(pinned[i], pcg32(3).word(i));
  require(cudaFreeHost(pinned));
}

TEST_F(Cuda, RunsOnTheCallersStreamWithoutWaiting) {
  cudaStream_t stream = nullptr;
  require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  device_buffer<std::uint32_t> out(1 << 20);
  fill(cuda{0, stream, {}}, philox4x32(4), bits<std::uint32_t>{}, 3, out.at(), 1 << 20);
  require(cudaStreamSynchronize(stream));
  EXPECT_EQ(
      digest(cuda{0, stream, {}}, 3, out.at(), 1 << 20, 4),
      digest(3, fill_at(places().front(), philox4x32(4), bits<std::uint32_t>{}, 3, 1 << 20).data(), 1 << 20));
  require(cudaStreamDestroy(stream));
}

}  // namespace
}  // namespace tali::test
