// SPDX-License-Identifier: Apache-2.0
// The fills of bounds.md, 2^28 numbers each, for ncu.
#include <cstddef>
#include <cstdio>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#include <tali/tali.hpp>

struct row {
  const char *engine, *distribution, *type;
  tali::arguments parameters = {};
};

int main() {
  void* to = nullptr;
  if (cudaMalloc(&to, std::size_t{4} << 30) != cudaSuccess) return 1;
  const tali::arguments million{{"low", 0.0}, {"high", 999999.0}};
  const row rows[] = {
      {"philox4x32", "bits", "u32"},
      {"philox4x32", "exponential", "f32"},
      {"philox4x32", "exponential", "f64"},
      {"philox4x32", "cauchy", "f32"},
      {"philox4x32", "lognormal", "f32"},
      {"philox4x32", "lognormal", "f64"},
      {"philox4x32", "normal-icdf", "f32"},
      {"philox4x32", "normal-icdf", "f64"},
      {"philox4x32", "normal", "f32"},
      {"philox4x32", "normal", "f64"},
      {"philox4x32", "normal", "f16"},
      {"philox4x32", "weibull", "f32"},
      {"philox4x32", "gamma", "f32", {{"shape", 0.3}}},
      {"philox4x32", "gamma", "f64", {{"shape", 2.5}}},
      {"philox4x32", "beta", "f64", {{"a", 2.5}, {"b", 4.0}}},
      {"philox4x32", "student-t", "f64", {{"df", 3.0}}},
      {"philox4x32", "poisson", "u32", {{"mean", 10.0}}},
      {"philox4x32", "poisson", "u32", {{"mean", 1e5}}},
      {"philox4x32", "unbiased-int", "i32", million},
      {"philox4x32", "unbiased-int", "i64", million},
      {"philox4x32", "uniform-int", "i32", million},
      {"philox4x32", "bernoulli", "u8", {{"p", 0.3}}},
      {"mt19937", "bits", "u32"},
      {"mt19937", "uniform", "f32"},
      {"mt19937-64", "bits", "u32"},
      {"mrg32k3a", "bits", "u32"},
      {"philox4x64", "bits", "u32"},
      {"threefry2x32", "bits", "u32"},
      {"threefry4x64", "bits", "u32"},
      {"pcg64", "bits", "u32"},
      {"xorwow-curand", "bits", "u32"},
      {"xoshiro256++", "bits", "u32"},
      {"mtgp32", "bits", "u32"},
      {"mtgp32", "normal", "f32"},
      {"mtgp64", "bits", "u32"},
      {"mtgp64", "normal", "f32"},
      {"mtgp32:mexp=4423", "bits", "u32"},
      {"mtgp32:mexp=4423", "normal", "f32"},
  };
  for (const row& r : rows) {
    std::fprintf(stderr, "row %s %s %s\n", r.engine, r.distribution, r.type);
    tali::fill(tali::cuda{}, tali::any_engine(r.engine, 1),
               tali::any_distribution(r.distribution, r.type, r.parameters), 0, to, std::size_t{1} << 28);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
