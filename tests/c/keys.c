// SPDX-License-Identifier: Apache-2.0
/* Keys, rows with a key each, and blocks of arrays, by the functions of tali.h. Usage: keys FILE, the known
 * answers of keys. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tali.h>

#include "checks.h"

enum { max_fields = 12, max_text = 512 };

static tali_engine* engine_of(tali_key key) {
  tali_engine* e = NULL;
  CHECK_OK(tali_key_engine(&e, "philox4x32", key));
  return e;
}

static tali_distribution* distribution(const char* name, tali_type type) {
  tali_distribution* d = NULL;
  CHECK_OK(tali_distribution_create(&d, name, type, NULL, NULL, 0));
  return d;
}

/* The key of 32 hexadecimal digits. */
static tali_key key_of(const char* digits) {
  uint8_t bytes[TALI_KEY_BYTES];
  tali_key key = {0, 0};
  for (int i = 0; i < TALI_KEY_BYTES; ++i) {
    const char pair[3] = {digits[2 * i], digits[2 * i + 1], 0};
    bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
  }
  CHECK_OK(tali_key_from_bytes(&key, bytes));
  return key;
}

static void check_key(tali_key key, const char* expected) {
  uint8_t bytes[TALI_KEY_BYTES];
  char digits[2 * TALI_KEY_BYTES + 1];
  CHECK_OK(tali_key_to_bytes(key, bytes));
  for (int i = 0; i < TALI_KEY_BYTES; ++i) snprintf(digits + 2 * i, 3, "%02x", bytes[i]);
  CHECK(strcmp(digits, expected) == 0);
}

/* "words KEY WORD...": from the key's engine, from a row, and from a block. */
static void check_words(char** f, int n) {
  const tali_key key = key_of(f[1]);
  const size_t count = (size_t)(n - 2);
  const uint64_t shape[] = {count}, offset[] = {0};
  uint32_t by_engine[max_fields], by_row[max_fields], by_block[max_fields];
  tali_engine* const e = engine_of(key);
  tali_distribution* const d = distribution("bits", TALI_U32);
  CHECK_OK(tali_fill_cpu(e, d, 0, count, by_engine, 1));
  CHECK_OK(tali_fill_rows_cpu(&key, 1, d, 0, count, by_row, 1));
  CHECK_OK(tali_fill_block_cpu(e, d, shape, offset, shape, NULL, 1, by_block, 1));
  for (size_t i = 0; i < count; ++i) {
    const uint32_t word = (uint32_t)strtoul(f[2 + i], NULL, 16);
    CHECK(by_engine[i] == word && by_row[i] == word && by_block[i] == word);
  }
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
}

static void check_path(char** f) {
  tali_key key = tali_key_of_seed(strtoull(f[1], NULL, 10));
  const char* at = f[2];
  for (int i = 0; i < 3; ++i) {
    char* end = NULL;
    const uint64_t x = strtoull(at, &end, 10);
    key = i < 2 ? tali_key_fold_in(key, x) : tali_key_split(key, x);
    at = end + 1;
  }
  check_key(key, f[3]);
}

static int check_file(const char* path) {
  char line[max_text];
  int checked = 0;
  FILE* const file = fopen(path, "r");
  if (file == NULL) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  while (fgets(line, sizeof line, file) != NULL) {
    char* f[max_fields];
    int n = 0;
    if (line[0] == '#') continue;
    for (char* t = strtok(line, " \n"); t != NULL && n < max_fields; t = strtok(NULL, " \n")) f[n++] = t;
    if (n == 3 && strcmp(f[0], "seed") == 0) {
      check_key(tali_key_of_seed(strtoull(f[1], NULL, 10)), f[2]);
    } else if (n == 4 && strcmp(f[0], "fold-in") == 0) {
      check_key(tali_key_fold_in(key_of(f[1]), strtoull(f[2], NULL, 10)), f[3]);
    } else if (n == 4 && strcmp(f[0], "split") == 0) {
      check_key(tali_key_split(key_of(f[1]), strtoull(f[2], NULL, 10)), f[3]);
    } else if (n == 10 && strcmp(f[0], "words") == 0) {
      check_words(f, n);
    } else if (n == 4 && strcmp(f[0], "path") == 0) {
      check_path(f);
    } else {
      continue;
    }
    ++checked;
  }
  fclose(file);
  return checked;
}

/* A row is what its key gives alone. */
static void rows(void) {
  enum { count = 5, per_row = 300, first = 1000 };
  tali_key keys[count];
  static float all[count * per_row], one[per_row];
  tali_distribution* const d = distribution("gamma:shape=2.5", TALI_F32);
  for (uint64_t i = 0; i < count; ++i) keys[i] = tali_key_split(tali_key_of_seed(42), i);
  CHECK_OK(tali_fill_rows_cpu(keys, count, d, first, per_row, all, 2));
  for (size_t i = 0; i < count; ++i) {
    tali_engine* const e = engine_of(keys[i]);
    CHECK_OK(tali_fill_cpu(e, d, first, per_row, one, 1));
    CHECK(memcmp(all + i * per_row, one, sizeof one) == 0);
    tali_engine_destroy(e);
  }
  CHECK_OK(tali_fill_rows_cpu(NULL, 0, d, first, per_row, all, 1));
  CHECK_REFUSED(tali_fill_rows_cpu(NULL, 2, d, first, per_row, all, 1), TALI_INVALID_ARGUMENT, "keys",
                "NULL");
  CHECK_REFUSED(tali_fill_rows_cpu(keys, count, NULL, first, per_row, all, 1), TALI_INVALID_ARGUMENT,
                "distribution", "NULL");
  CHECK(tali_fill_rows_cpu(keys, count, d, 0, SIZE_MAX, all, 1) == TALI_INVALID_ARGUMENT);
  CHECK(strcmp(tali_last_argument(), "keys * elements of a row") == 0);
  tali_distribution_destroy(d);
}

/* A part of a field of 40 x 50, into memory with a halo. */
static void blocks(void) {
  enum { height = 40, width = 50, rows = 7, columns = 20, wide = columns + 2 };
  const uint64_t shape[] = {height, width}, offset[] = {30, 13}, local[] = {rows, columns};
  const uint64_t strides[] = {wide, 1}, close[] = {columns - 1, 1}, outside[] = {34, 13};
  static double whole[height * width], part[(rows + 2) * wide];
  tali_engine* const e = engine_of(tali_key_of_seed(42));
  tali_distribution* const d = distribution("normal", TALI_F64);
  CHECK_OK(tali_fill_cpu(e, d, 0, (size_t)height * width, whole, 1));
  CHECK_OK(tali_fill_block_cpu(e, d, shape, offset, local, strides, 2, part + wide + 1, 1));
  for (size_t i = 0; i < rows + 2; ++i) {
    for (size_t j = 0; j < wide; ++j) {
      const int inside = i > 0 && i <= rows && j > 0 && j <= columns;
      const double expected = inside ? whole[(30 + i - 1) * width + 13 + j - 1] : 0;
      CHECK(part[i * wide + j] == expected);
    }
  }
  CHECK_OK(tali_fill_block_cpu(e, d, shape, offset, local, NULL, 2, part, 2));
  CHECK(memcmp(part + columns, whole + 31 * width + 13, columns * sizeof *part) == 0);
  CHECK_REFUSED(tali_fill_block_cpu(e, d, shape, outside, local, NULL, 2, part, 1), TALI_INVALID_ARGUMENT,
                "local_shape[0]", "7");
  CHECK_REFUSED(tali_fill_block_cpu(e, d, shape, offset, local, NULL, 9, part, 1), TALI_INVALID_ARGUMENT,
                "dimensions", "9");
  CHECK_REFUSED(tali_fill_block_cpu(e, d, shape, NULL, local, NULL, 2, part, 1), TALI_INVALID_ARGUMENT,
                "offset", "NULL");
  CHECK_REFUSED(tali_fill_block_cpu(NULL, d, shape, offset, local, NULL, 2, part, 1), TALI_INVALID_ARGUMENT,
                "engine", "NULL");
  CHECK(tali_fill_block_cpu(e, d, shape, offset, local, NULL, 2, NULL, 1) == TALI_INVALID_ARGUMENT);
  CHECK(tali_fill_block_cpu(e, d, shape, offset, local, close, 2, part, 1) == TALI_INVALID_ARGUMENT);
  CHECK(strcmp(tali_last_argument(), "strides[0]") == 0);
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
}

static void refusals(void) {
  const tali_key key = {1, 2};
  tali_engine* e = NULL;
  CHECK_REFUSED(tali_key_from_bytes(NULL, (const uint8_t*)"0123456789abcdef"), TALI_INVALID_ARGUMENT, "key",
                "NULL");
  CHECK_REFUSED(tali_key_to_bytes(key, NULL), TALI_INVALID_ARGUMENT, "bytes", "NULL");
  CHECK(tali_key_engine(&e, "no-such", key) == TALI_INVALID_ARGUMENT && e == NULL);
  CHECK_OK(tali_key_engine(&e, "pcg32", tali_key_of_seed(3)));
  tali_engine_destroy(e);
}

int main(int count, char** arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s FILE\n", arguments[0]);
    return 2;
  }
  const int answers = check_file(arguments[1]);
  CHECK(answers > 80);
  rows();
  blocks();
  refusals();
  printf("%d known answers\n", answers);
  return failures != 0;
}
