// SPDX-License-Identifier: Apache-2.0
// NVIDIA's cuRAND, in a file of its own: its names and those of tali/curand.h are the same.
#include "cuda/curand_theirs.hpp"

#include <stdexcept>
#include <string>

#include <cuda_runtime_api.h>
#include <curand.h>

namespace tali::test {

namespace {

void check(curandStatus_t status, const char* what) {
  if (status != CURAND_STATUS_SUCCESS) throw std::runtime_error(what + std::to_string(status));
}

}  // namespace

template <class Word>
std::vector<Word> curand_words(int type, int order, unsigned dimensions, unsigned long long seed,
                               unsigned long long offset, std::size_t n) {
  curandGenerator_t g = nullptr;
  check(curandCreateGenerator(&g, static_cast<curandRngType_t>(type)), "create ");
  if (dimensions > 0) {
    check(curandSetQuasiRandomGeneratorDimensions(g, dimensions), "dimensions ");
  } else {
    check(curandSetPseudoRandomGeneratorSeed(g, seed), "seed ");
  }
  check(curandSetGeneratorOrdering(g, static_cast<curandOrdering_t>(order)), "order ");
  check(curandSetGeneratorOffset(g, offset), "offset ");
  void* memory = nullptr;
  if (cudaMalloc(&memory, n * sizeof(Word)) != cudaSuccess) throw std::runtime_error("no memory");
  if constexpr (sizeof(Word) == 4) {
    check(curandGenerate(g, static_cast<unsigned*>(memory), n), "generate ");
  } else {
    check(curandGenerateLongLong(g, static_cast<unsigned long long*>(memory), n), "generate ");
  }
  std::vector<Word> words(n);
  cudaMemcpy(words.data(), memory, n * sizeof(Word), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  check(curandDestroyGenerator(g), "destroy ");
  return words;
}

template std::vector<unsigned> curand_words(int, int, unsigned, unsigned long long, unsigned long long,
                                            std::size_t);
template std::vector<unsigned long long> curand_words(int, int, unsigned, unsigned long long,
                                                      unsigned long long, std::size_t);

}  // namespace tali::test
