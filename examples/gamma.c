// SPDX-License-Identifier: Apache-2.0
// Five gamma numbers: docs/c.md.
#include <stdio.h>
#include <tali.h>

int main(void) {
  tali_generator* g = NULL;
  tali_distribution* gamma = NULL;
  double x[5];
  if (tali_generator_create(&g, (tali_key){.seed = 2024}) != TALI_OK ||
      tali_distribution_create(&gamma, "gamma:shape=2.5", TALI_F64, NULL, NULL, 0) != TALI_OK ||
      tali_generator_fill_cpu(g, gamma, 5, x, 0) != TALI_OK) {
    fprintf(stderr, "%s\n", tali_last_error());
    return 1;
  }
  for (int i = 0; i < 5; ++i) printf("%.17g\n", x[i]);
  tali_distribution_destroy(gamma);
  tali_generator_destroy(g);
}
