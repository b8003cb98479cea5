// SPDX-License-Identifier: Apache-2.0
/* The functions of tali.h for CUDA devices make what those for the CPU make. Exits with 77 where there is no
 * device. */
#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>
#include <tali.h>

#include "checks.h"

enum { n = 100000 };

static char on_host[8 * n], copied[8 * n];
static void* device_memory;

/* Whether the device's memory has the first `bytes` bytes that the host's has. */
static int is_same(size_t bytes) {
  memset(copied, 0xee, bytes);
  return cudaMemcpy(copied, device_memory, bytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
         memcmp(copied, on_host, bytes) == 0;
}

static void sequences(void) {
  static const char* const engines[] = {"philox4x32", "pcg32", "mtgp32", "sobol32:dims=3,scramble=owen"};
  static const struct {
    const char* name;
    tali_type type;
    int engines; /* that take it, the first so many */
  } distributions[] = {{"bits", TALI_U64, 4},    {"uniform", TALI_F32, 4}, {"normal-icdf", TALI_F64, 4},
                       {"normal", TALI_BF16, 3}, {"gamma", TALI_F64, 1},   {"poisson:mean=40", TALI_U32, 1}};
  for (int k = 0; k < 6; ++k) {
    tali_distribution* d = NULL;
    CHECK_OK(tali_distribution_create(&d, distributions[k].name, distributions[k].type, NULL, NULL, 0));
    for (int i = 0; i < distributions[k].engines; ++i) {
      tali_engine* e = NULL;
      tali_filler* f = NULL;
      const size_t size = tali_type_size(distributions[k].type);
      CHECK_OK(tali_engine_create(&e, engines[i], 17, 0));
      CHECK_OK(tali_fill_cpu(e, d, 5000, n, on_host, 0));
      CHECK_OK(tali_fill_cuda(e, d, 5000, n, device_memory, 0, NULL));
      CHECK(is_same(n * size));
      CHECK(cudaMemset(device_memory, 0, n * size) == cudaSuccess);
      CHECK_OK(tali_filler_create_cuda(&f, e, d, 0, NULL));
      CHECK_OK(tali_filler_fill(f, 5000, 1234, device_memory));
      CHECK_OK(tali_filler_fill(f, 6234, n - 1234, (char*)device_memory + 1234 * size));
      CHECK(is_same(n * size));
      tali_filler_destroy(f);
      tali_engine_destroy(e);
    }
    tali_distribution_destroy(d);
  }
}

/* Rows with a key each, whose keys are in the host's memory and in the device's, and a part of an array. */
static void rows_and_blocks(void) {
  enum { count = 7, per_row = 1000 };
  const uint64_t shape[] = {300, 300}, offset[] = {17, 100}, local[] = {50, 180}, strides[] = {200, 1};
  tali_key keys[count];
  tali_key* there = NULL;
  tali_engine* e = NULL;
  tali_distribution* d = NULL;
  for (uint64_t i = 0; i < count; ++i) keys[i] = tali_key_split(tali_key_of_seed(42), i);
  CHECK_OK(tali_distribution_create(&d, "gamma:shape=2.5", TALI_F32, NULL, NULL, 0));
  CHECK_OK(tali_fill_rows_cpu(keys, count, d, 5, per_row, on_host, 0));
  CHECK_OK(tali_fill_rows_cuda(keys, count, d, 5, per_row, device_memory, 0, NULL));
  CHECK(is_same((size_t)count * per_row * sizeof(float)));
  CHECK(cudaMemset(device_memory, 0, (size_t)count * per_row * sizeof(float)) == cudaSuccess);
  CHECK(cudaMalloc((void**)&there, sizeof keys) == cudaSuccess);
  CHECK(cudaMemcpy(there, keys, sizeof keys, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK_OK(tali_fill_rows_cuda(there, count, d, 5, per_row, device_memory, 0, NULL));
  CHECK(is_same((size_t)count * per_row * sizeof(float)));
  CHECK(cudaFree(there) == cudaSuccess);
  CHECK_OK(tali_key_engine(&e, "philox4x32", keys[0]));
  memset(on_host, 0, n * sizeof(float));
  CHECK(cudaMemset(device_memory, 0, n * sizeof(float)) == cudaSuccess);
  CHECK_OK(tali_fill_block_cpu(e, d, shape, offset, local, strides, 2, on_host, 0));
  CHECK_OK(tali_fill_block_cuda(e, d, shape, offset, local, strides, 2, device_memory, 0, NULL));
  CHECK(is_same(n * sizeof(float)));
  CHECK_REFUSED(tali_fill_block_cuda(e, d, shape, offset, shape, NULL, 2, device_memory, 0, NULL),
                TALI_INVALID_ARGUMENT, "local_shape[0]", "300");
  CHECK(tali_fill_rows_cuda(keys, count, d, 5, per_row, device_memory, 99, NULL) == TALI_INVALID_ARGUMENT);
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
}

static void generators(void) {
  const tali_key key = {3, 4};
  tali_generator *here = NULL, *there = NULL;
  tali_distribution* d = NULL;
  uint64_t position = 0;
  CHECK_OK(tali_distribution_create(&d, "normal", TALI_F32, NULL, NULL, 0));
  CHECK_OK(tali_generator_create(&here, key));
  CHECK_OK(tali_generator_copy(&there, here));
  for (int i = 0; i < 2; ++i) {
    CHECK_OK(tali_generator_fill_cpu(here, d, n, on_host, 0));
    CHECK_OK(tali_generator_fill_cuda(there, d, n, device_memory, 0, NULL));
    CHECK(is_same(4 * n));
  }
  CHECK_OK(tali_generator_position(there, &position));
  CHECK(position == 2 * n);
  CHECK(tali_generator_fill_cuda(there, d, n, NULL, 0, NULL) == TALI_INVALID_ARGUMENT);
  CHECK(tali_generator_fill_cuda(there, d, n, device_memory, 1000, NULL) != TALI_OK);
  CHECK_OK(tali_generator_position(there, &position));
  CHECK(position == 2 * n);
  tali_distribution_destroy(d);
  tali_generator_destroy(there);
  tali_generator_destroy(here);
}

static void arrays(void) {
  static float parameters[2][n];
  void* shapes = NULL;
  void* scales = NULL;
  const void* host_arrays[2] = {parameters[0], parameters[1]};
  tali_engine* e = NULL;
  for (int i = 0; i < n; ++i) {
    parameters[0][i] = 0.5f + 0.001f * (float)i;
    parameters[1][i] = 2;
  }
  CHECK_OK(tali_engine_create(&e, "philox4x32", 5, 6));
  CHECK(cudaMalloc(&shapes, sizeof parameters[0]) == cudaSuccess);
  CHECK(cudaMalloc(&scales, sizeof parameters[1]) == cudaSuccess);
  CHECK(cudaMemcpy(shapes, parameters[0], sizeof parameters[0], cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(scales, parameters[1], sizeof parameters[1], cudaMemcpyHostToDevice) == cudaSuccess);
  const void* device_arrays[2] = {shapes, scales};
  CHECK_OK(tali_fill_cpu_arrays(e, "gamma", TALI_F32, 9, n, host_arrays, 2, on_host, 0));
  CHECK_OK(tali_fill_cuda_arrays(e, "gamma", TALI_F32, 9, n, device_arrays, 2, device_memory, 0, NULL));
  CHECK(is_same(4 * n));
  cudaFree(scales);
  cudaFree(shapes);
  tali_engine_destroy(e);
}

static void permutations(void) {
  tali_engine* e = NULL;
  tali_permutation* p = NULL;
  CHECK_OK(tali_engine_create(&e, "philox4x32", 5, 6));
  CHECK_OK(tali_permutation_create(&p, e, 123456789, 2));
  CHECK_OK(tali_permutation_fill_cpu(p, 1000, n, (uint64_t*)(void*)on_host, 0));
  CHECK_OK(tali_permutation_fill_cuda(p, 1000, n, device_memory, 0, NULL));
  CHECK(is_same(8 * n));
  tali_permutation_destroy(p);
  tali_engine_destroy(e);
}

int main(void) {
  if (tali_cuda_device_count() == 0) {
    printf("there is no CUDA device\n");
    return 77;
  }
  CHECK(cudaMalloc(&device_memory, sizeof on_host) == cudaSuccess);
  sequences();
  rows_and_blocks();
  generators();
  arrays();
  permutations();
  cudaFree(device_memory);
  return failures != 0;
}
