// SPDX-License-Identifier: Apache-2.0
/* The wording of the C interface's errors: the section [C] of messages.txt. */
#include <stdio.h>
#include <string.h>
#include <tali.h>

#include "checks.h"

enum { longest = 512 };

/* Compares the last error with the message that stands under the call in the list. */
static void compare(FILE* list, const char* call) {
  char line[longest], message[longest];
  if (fgets(line, longest, list) == NULL || fgets(message, longest, list) == NULL) {
    fprintf(stderr, "the list ends before %s\n", call);
    ++failures;
    return;
  }
  line[strcspn(line, "\n")] = 0;
  message[strcspn(message, "\n")] = 0;
  if (strcmp(line, call) != 0 || strcmp(message + 2, tali_last_error()) != 0) {
    fprintf(stderr, "%s\n  %s\nand not\n%s\n%s\n", call, tali_last_error(), line, message);
    ++failures;
  }
}

#define COMPARE(call) ((void)(call), compare(list, #call))

int main(int argc, char** argv) {
  FILE* const list = argc == 2 ? fopen(argv[1], "r") : NULL;
  char line[longest];
  tali_engine *e = NULL, *other = NULL;
  tali_distribution *d = NULL, *none = NULL;
  double x[4];
  if (list == NULL) return 2;
  while (fgets(line, longest, list) != NULL && strcmp(line, "[C]\n") != 0) {
  }
  CHECK_OK(tali_engine_create(&e, "philox4x32", 0, 0));
  CHECK_OK(tali_distribution_create(&d, "uniform", TALI_F64, NULL, NULL, 0));
  COMPARE(tali_fill_cpu(NULL, d, 0, 4, x, 1));
  COMPARE(tali_fill_cpu(e, d, 0, 4, NULL, 1));
  COMPARE(tali_engine_create(&other, "threefry2x32:seeding=numpy", 0, 0));
  COMPARE(tali_engine_create(&other, "mtgp32:file=/no/such/file", 0, 0));
  COMPARE(tali_distribution_create(&none, "gamma", 12, NULL, NULL, 0));
  COMPARE(tali_distribution_create(&none, "gamma", TALI_F64, NULL, NULL, 1));
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
  fclose(list);
  return failures != 0;
}
