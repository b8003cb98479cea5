// SPDX-License-Identifier: Apache-2.0
// The elementary functions give the host's bits on every CUDA device.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "elementary/functions.hpp"

namespace tali::test {
namespace {

template <class Function, class T>
__global__ void evaluate(const T* x, const T* y, T* out, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{blockDim.x} * gridDim.x) {
    out[i] = Function::template of<T>(x[i], y[i]);
  }
}

/// An array on the current device.
template <class T>
class device_array {
 public:
  explicit device_array(std::size_t n) : size_{n} {
    EXPECT_EQ(cudaMalloc(&data_, n * sizeof(T)), cudaSuccess);
  }
  explicit device_array(const std::vector<T>& from) : device_array(from.size()) {
    EXPECT_EQ(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
  }
  device_array(const device_array&) = delete;
  device_array& operator=(const device_array&) = delete;
  ~device_array() { cudaFree(data_); }
  T* data() { return data_; }
  std::vector<T> host() const {
    std::vector<T> out(size_);
    EXPECT_EQ(cudaMemcpy(out.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return out;
  }

 private:
  std::size_t size_;
  T* data_ = nullptr;
};

/// Whether the host's bits are promised: not for an angle of which something is subnormal or below 0, since
/// kernels may flush.
template <class Function, class T>
bool promised(T x, T y) {
  if constexpr (std::is_same_v<Function, lab::arctangent_function>) {
    const auto allowed = [](T a) { return !(a < 0) && std::fpclassify(a) != FP_SUBNORMAL; };
    return allowed(x) && allowed(y) && allowed(x / y) && allowed(y / x);
  }
  return true;
}

/// Random arguments of the function, any bits, and the edges of the format.
template <class Function, class T>
void check(std::size_t n) {
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random(13);
  const T edges[] = {T(0),
                     limits::denorm_min(),
                     limits::min(),
                     limits::epsilon(),
                     T(0.5),
                     T(1),
                     T(2),
                     T(88.8),
                     T(710),
                     limits::max(),
                     T(1e30),
                     limits::infinity(),
                     limits::quiet_NaN()};
  std::vector<T> x, y;
  for (const T a : edges) {
    for (const T b : edges) {
      for (const T s : {T(1), T(-1)}) {
        x.push_back(s * a), y.push_back(b);
        x.push_back(s * a), y.push_back(-b);
      }
    }
  }
  while (x.size() < n) {
    if (x.size() % 8 == 0) {
      x.push_back(lab::number_in<T>({-limits::max(), limits::max()}, random()));
      y.push_back(lab::number_in<T>({-limits::max(), limits::max()}, random()));
    } else {
      const auto pair = lab::arguments_for<T>(Function(), x.size(), random);
      x.push_back(pair.x), y.push_back(pair.y);
    }
  }
  device_array<T> device_x(x), device_y(y), device_out(x.size());
  evaluate<Function, T><<<1024, 256>>>(device_x.data(), device_y.data(), device_out.data(), x.size());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const std::vector<T> out = device_out.host();
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!promised<Function>(x[i], y[i])) continue;
    const T expected = Function::template of<T>(x[i], y[i]);
    // IEEE 754 leaves open which number that is none.
    if (bits_of(out[i]) == bits_of(expected) || (std::isnan(out[i]) && std::isnan(expected))) continue;
    if (++different < 4) {
      ADD_FAILURE() << Function::name << "(" << x[i] << ", " << y[i] << ") is " << out[i] << ", on the host "
                    << expected;
    }
  }
  EXPECT_EQ(different, 0) << Function::name << " of " << x.size() << " arguments";
}

__global__ void invert(const float* x, float* out, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{blockDim.x} * gridDim.x) {
    out[i] = math::reciprocal_of_normal(x[i]);
  }
}

TEST(CudaElementary, ReciprocalsOfEveryFractionAreRoundedToNearest) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    GTEST_SKIP() << "no CUDA device on this machine";
  }
  for (const int exponent : {-125, -33, -1, 0, 1, 124}) {
    std::vector<float> x(std::size_t{1} << 24);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const float fraction = 1 + static_cast<float>(i / 2) * 0x1p-23f;
      x[i] = std::ldexp(i % 2 == 0 ? fraction : -fraction, exponent);
    }
    device_array<float> device_x(x), device_out(x.size());
    invert<<<1024, 256>>>(device_x.data(), device_out.data(), x.size());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    const std::vector<float> out = device_out.host();
    std::size_t different = 0;
    for (std::size_t i = 0; i < x.size(); ++i) different += bits_of(out[i]) != bits_of(1 / x[i]) ? 1 : 0;
    EXPECT_EQ(different, 0u) << "of fractions times 2^" << exponent;
  }
}

TEST(CudaElementary, GivesTheBitsOfTheHost) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    GTEST_SKIP() << "no CUDA device on this machine";
  }
  for (int device = 0; device < devices; ++device) {
    ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
    lab::for_each_function([]<class Function>(Function) {
      check<Function, float>(2'000'000);
      check<Function, double>(2'000'000);
    });
  }
}

}  // namespace
}  // namespace tali::test
