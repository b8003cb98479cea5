// SPDX-License-Identifier: Apache-2.0
/* What the tests in C check with. */
#ifndef TALI_TESTS_C_CHECKS_H
#define TALI_TESTS_C_CHECKS_H

#include <stdio.h>

#include <tali.h>

static int failures = 0;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
      ++failures;                                                                 \
    }                                                                             \
  } while (0)

#define CHECK_OK(call)                                                                            \
  do {                                                                                            \
    if ((call) != TALI_OK) {                                                                      \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, tali_last_error());           \
      ++failures;                                                                                 \
    }                                                                                             \
  } while (0)

/* The call is refused, with a status and a sentence. */
#define CHECK_REFUSED(call, status, argument, value)                                              \
  do {                                                                                            \
    if ((call) != (status) || strcmp(tali_last_argument(), (argument)) != 0 ||                    \
        strcmp(tali_last_value(), (value)) != 0 || tali_last_expected()[0] == 0) {                \
      fprintf(stderr, "%s:%d: %s: '%s'\n", __FILE__, __LINE__, #call, tali_last_error());         \
      ++failures;                                                                                 \
    }                                                                                             \
  } while (0)

#endif
