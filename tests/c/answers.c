// SPDX-License-Identifier: Apache-2.0
/* The known answers, generators' answers and digests that every language reads, by the functions of tali.h.
 * Usage: answers FOLDER, which has known_answers.txt, generator_answers.txt and digests.txt. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tali.h>

#include "checks.h"

enum { max_fields = 64, max_text = 4096 };

/* A line's fields, separated by spaces; their number. */
static int fields_of(char* line, char** fields) {
  int n = 0;
  char* field = strtok(line, " \n");
  for (; field != NULL && n < max_fields; field = strtok(NULL, " \n")) fields[n++] = field;
  return n;
}

static uint64_t number(const char* text) { return strtoull(text, NULL, 10); }
static uint64_t bits(const char* text) { return strtoull(text, NULL, 16); }

static tali_type type_of(const char* name) {
  tali_type t = 0;
  while (tali_type_name(t) != NULL && strcmp(tali_type_name(t), name) != 0) ++t;
  return t;
}

/* The bits of value i, as a number. */
static uint64_t value_bits(const void* values, size_t i, size_t size) {
  const unsigned char* const at = (const unsigned char*)values + i * size;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  switch (size) {
    case 1: memcpy(&u8, at, 1); return u8;
    case 2: memcpy(&u16, at, 2); return u16;
    case 4: memcpy(&u32, at, 4); return u32;
    default: memcpy(&u64, at, 8); return u64;
  }
}

/* "sequence ENGINE SEED STREAM INDEX WORD..." */
static void check_sequence(char** f, int n) {
  tali_engine* e = NULL;
  tali_distribution* d = NULL;
  uint32_t words[max_fields];
  CHECK_OK(tali_engine_create(&e, f[1], number(f[2]), number(f[3])));
  CHECK_OK(tali_distribution_create(&d, "bits", TALI_U32, NULL, NULL, 0));
  CHECK_OK(tali_fill_cpu(e, d, number(f[4]), (size_t)(n - 5), words, 1));
  for (int i = 5; i < n; ++i) CHECK(words[i - 5] == bits(f[i]));
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
}

/* "substream SEED STREAM NAME TYPE SEED STREAM": what the substream gives is what that engine gives. */
static void check_substream(char** f) {
  const tali_key key = {number(f[1]), number(f[2])};
  tali_generator* g = NULL;
  tali_distribution *d = NULL, *words = NULL;
  tali_engine *sub = NULL, *named = NULL;
  uint64_t a[3], b[3];
  CHECK_OK(tali_generator_create(&g, key));
  CHECK_OK(tali_distribution_create(&d, f[3], type_of(f[4]), NULL, NULL, 0));
  CHECK_OK(tali_generator_substream(g, d, &sub));
  CHECK_OK(tali_engine_create(&named, "philox4x32", bits(f[5]), bits(f[6])));
  CHECK_OK(tali_distribution_create(&words, "bits", TALI_U64, NULL, NULL, 0));
  CHECK_OK(tali_fill_cpu(sub, words, 7, 3, a, 1));
  CHECK_OK(tali_fill_cpu(named, words, 7, 3, b, 1));
  CHECK(memcmp(a, b, sizeof a) == 0);
  tali_distribution_destroy(words);
  tali_engine_destroy(named);
  tali_engine_destroy(sub);
  tali_distribution_destroy(d);
  tali_generator_destroy(g);
}

/* "child SEED STREAM split|fold-in X SEED STREAM" */
static void check_child(char** f) {
  const tali_key key = {number(f[1]), number(f[2])};
  const uint64_t x = number(f[4]);
  const tali_key child = strcmp(f[3], "split") == 0 ? tali_key_split(key, x) : tali_key_fold_in(key, x);
  CHECK(child.seed == bits(f[5]) && child.stream == bits(f[6]));
}

/* "saved SEED STREAM POSITION BYTES" */
static void check_saved(char** f) {
  const tali_key key = {number(f[1]), number(f[2])};
  tali_generator *g = NULL, *restored = NULL;
  uint8_t bytes[TALI_GENERATOR_BYTES];
  char text[TALI_GENERATOR_TEXT], expected[TALI_GENERATOR_TEXT + 1], hex[2 * TALI_GENERATOR_BYTES + 1];
  uint64_t position = 0;
  CHECK_OK(tali_generator_create(&g, key));
  CHECK_OK(tali_generator_seek(g, number(f[3])));
  CHECK_OK(tali_generator_save(g, bytes));
  for (int i = 0; i < TALI_GENERATOR_BYTES; ++i) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
  CHECK(strcmp(hex, f[4]) == 0);
  snprintf(expected, sizeof expected, "tali-generator 1 philox4x32 %s %s %s", f[1], f[2], f[3]);
  CHECK_OK(tali_generator_save_text(g, text));
  CHECK(strcmp(text, expected) == 0);
  CHECK_OK(tali_generator_restore(&restored, bytes));
  CHECK_OK(tali_generator_position(restored, &position));
  CHECK(position == number(f[3]));
  tali_generator_destroy(restored);
  restored = NULL;
  CHECK_OK(tali_generator_restore_text(&restored, text));
  CHECK_OK(tali_generator_position(restored, &position));
  CHECK(position == number(f[3]));
  tali_generator_destroy(restored);
  tali_generator_destroy(g);
}

/* "values SEED STREAM POSITION NAME TYPE PARAMETERS VALUE..." */
static void check_values(char** f, int n) {
  const tali_key key = {number(f[1]), number(f[2])};
  const size_t count = (size_t)(n - 7);
  const tali_type type = type_of(f[5]);
  tali_generator* g = NULL;
  tali_distribution* d = NULL;
  uint64_t room[max_fields];
  char name[256];
  snprintf(name, sizeof name, strcmp(f[6], "-") == 0 ? "%s" : "%s:%s", f[4], f[6]);
  CHECK_OK(tali_generator_create(&g, key));
  CHECK_OK(tali_distribution_create(&d, name, type, NULL, NULL, 0));
  for (size_t cut = 0; cut <= count; cut += count) {  /* one call, and two */
    CHECK_OK(tali_generator_seek(g, number(f[3])));
    const size_t first = cut == 0 ? 1 : count;
    CHECK_OK(tali_generator_fill_cpu(g, d, first, room, 1));
    CHECK_OK(tali_generator_fill_cpu(g, d, count - first, (char*)room + first * tali_type_size(type), 1));
    for (size_t i = 0; i < count; ++i) CHECK(value_bits(room, i, tali_type_size(type)) == bits(f[7 + i]));
  }
  tali_distribution_destroy(d);
  tali_generator_destroy(g);
}

/* "ENGINE DISTRIBUTION TYPE SEED STREAM FIRST N DIGEST", of those distributions that have no parameters. */
static void check_digest(char** f) {
  const uint64_t first = number(f[5]);
  const size_t n = (size_t)number(f[6]);
  const tali_type type = type_of(f[2]);
  const size_t size = tali_type_size(type);
  tali_engine* e = NULL;
  tali_distribution* d = NULL;
  void* const values = malloc(n * size);
  CHECK(values != NULL);
  CHECK_OK(tali_engine_create(&e, f[0], number(f[3]), number(f[4])));
  CHECK_OK(tali_distribution_create(&d, f[1], type, NULL, NULL, 0));
  CHECK_OK(tali_fill_cpu(e, d, first, n, values, 2));
  uint64_t sum = 0;
  for (size_t i = 0; i < n; ++i) { /* tali/digest.hpp */
    uint64_t x = value_bits(values, i, size) ^ ((first + i) * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u);
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    sum += x ^ (x >> 33);
  }
  CHECK(sum == bits(f[7]));
  free(values);
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
}

/* Calls what checks a line of each kind; the number of lines that were checked. */
static int check_file(const char* folder, const char* name) {
  char path[max_text], line[max_text];
  char* f[max_fields];
  int checked = 0;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* const file = fopen(path, "r");
  if (file == NULL) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '#') continue;
    const int n = fields_of(line, f);
    const int before = checked++;
    if (n > 5 && strcmp(f[0], "sequence") == 0) {
      check_sequence(f, n);
    } else if (n == 7 && strcmp(f[0], "substream") == 0) {
      check_substream(f);
    } else if (n == 7 && strcmp(f[0], "child") == 0) {
      check_child(f);
    } else if (n == 5 && strcmp(f[0], "saved") == 0) {
      check_saved(f);
    } else if (n > 7 && strcmp(f[0], "values") == 0) {
      check_values(f, n);
    } else if (n == 8 && (strcmp(f[1], "bits") == 0 || strncmp(f[1], "uniform", 7) == 0) &&
               strncmp(f[1], "uniform-int", 11) != 0) {
      check_digest(f);
    } else {
      checked = before;
    }
  }
  fclose(file);
  return checked;
}

int main(int count, char** arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
    return 2;
  }
  const int words = check_file(arguments[1], "known_answers.txt");
  const int values = check_file(arguments[1], "generator_answers.txt");
  const int digests = check_file(arguments[1], "digests.txt");
  CHECK(words > 50 && values > 100 && digests > 60);
  printf("%d sequences, %d of generators, %d digests\n", words, values, digests);
  return failures != 0;
}
