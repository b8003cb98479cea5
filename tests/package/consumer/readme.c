// SPDX-License-Identifier: Apache-2.0
/* The same three numbers in C, as the shortest text that is these numbers'. */
#include <stdio.h>
#include <stdlib.h>
#include <tali.h>

int main(void) {
  tali_engine* engine = NULL;
  tali_distribution* uniform = NULL;
  double x[3];
  if (tali_engine_create(&engine, "philox4x32", 2024, 7) != TALI_OK ||
      tali_distribution_create(&uniform, "uniform", TALI_F64, NULL, NULL, 0) != TALI_OK ||
      tali_fill_cpu(engine, uniform, 0, 3, x, 1) != TALI_OK) {
    fprintf(stderr, "%s\n", tali_last_error());
    return 1;
  }
  for (int i = 0; i < 3; ++i) {
    char text[32];
    for (int digits = 1; digits <= 17; ++digits) {
      snprintf(text, sizeof text, "%.*g", digits, x[i]);
      if (strtod(text, NULL) == x[i]) break;
    }
    puts(text);
  }
  tali_distribution_destroy(uniform);
  tali_engine_destroy(engine);
  return 0;
}
