// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include <tali.h>
#ifdef WITH_CUDA
#include <tali/curand.h>
#endif

int main(void) {
  const tali_key key = {1, 2};
  tali_generator* g = NULL;
  double x = -1;
  if (tali_generator_create(&g, key) != TALI_OK || tali_generator_uniform(g, &x) != TALI_OK) {
    fprintf(stderr, "%s\n", tali_last_error());
    return 1;
  }
  tali_generator_destroy(g);
#ifdef WITH_CUDA
  curandGenerator_t c = NULL;
  float u = -1;
  if (curandCreateGeneratorHost(&c, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) return 2;
  if (curandGenerateUniform(c, &u, 1) != CURAND_STATUS_SUCCESS || !(u > 0 && u <= 1)) return 3;
  if (curandDestroyGenerator(c) != CURAND_STATUS_SUCCESS) return 4;
  printf("%d CUDA devices\n", tali_cuda_device_count());
#endif
  return x >= 0 && x < 1 ? 0 : 1;
}
