// SPDX-License-Identifier: Apache-2.0
/* What the functions of tali.h do besides numbers: the catalogue, errors, handles, fillers, arrays, threads.
 */
#include <math.h>
#include <pthread.h> /* ThreadSanitizer does not know the threads of threads.h */
#include <stdlib.h>
#include <string.h>
#include <tali.h>

#include "checks.h"

static tali_engine* engine(const char* text, uint64_t seed) {
  tali_engine* e = NULL;
  CHECK_OK(tali_engine_create(&e, text, seed, 0));
  return e;
}

static tali_distribution* distribution(const char* name, tali_type type) {
  tali_distribution* d = NULL;
  CHECK_OK(tali_distribution_create(&d, name, type, NULL, NULL, 0));
  return d;
}

static void catalogue(void) {
  size_t engines = 0, distributions = 0;
  for (; tali_engine_name(engines) != NULL; ++engines) {
    CHECK(tali_engine_summary(engines)[0] != 0 && tali_engine_options(engines) != NULL);
  }
  for (; tali_distribution_name(distributions) != NULL; ++distributions) {
    CHECK(tali_distribution_summary(distributions)[0] != 0);
    CHECK(tali_distribution_parameters(distributions) != NULL);
    CHECK(tali_type_size(tali_distribution_value_type(distributions)) > 0);
    const char* const name = tali_distribution_name(distributions);
    const double first = tali_distribution_default(distributions, 0);
    if (strcmp(name, "normal") == 0) CHECK(first == 0 && tali_distribution_default(distributions, 1) == 1);
    if (strcmp(name, "dirichlet") == 0) CHECK(isnan(first));
    CHECK(isnan(tali_distribution_default(distributions, 4)));
  }
  CHECK(isnan(tali_distribution_default(distributions, 0)));
  CHECK(engines > 8 && distributions > 60);
  CHECK(tali_distribution_value_type(distributions) == -1 && tali_engine_options(engines) == NULL);
  CHECK(strcmp(tali_type_name(TALI_BF16), "bf16") == 0 && tali_type_size(TALI_BF16) == 2);
  CHECK(tali_type_name(-1) == NULL && tali_type_size(9) == 0);
  CHECK(strcmp(tali_status_string(TALI_IO_ERROR), "file could not be read") == 0);
  CHECK(strcmp(tali_status_string(77), "unknown status") == 0);
  CHECK(strchr(tali_version(), '.') != NULL);
}

static void refusals(void) {
  tali_engine* e = engine("philox4x32", 1);
  tali_distribution* d = distribution("uniform", TALI_F64);
  tali_distribution* none = NULL;
  tali_generator* g = NULL;
  double x[4];
  const char* const names[] = {"shape"};
  const double bad[] = {-1};
  uint64_t last = 0;
  CHECK_REFUSED(tali_fill_cpu(NULL, d, 0, 4, x, 1), TALI_INVALID_ARGUMENT, "engine", "NULL");
  CHECK(strcmp(tali_last_argument(), "engine") == 0);
  CHECK_REFUSED(tali_fill_cpu(e, NULL, 0, 4, x, 1), TALI_INVALID_ARGUMENT, "distribution", "NULL");
  CHECK_REFUSED(tali_fill_cpu(e, d, 0, 4, NULL, 1), TALI_INVALID_ARGUMENT, "destination", "null");
  CHECK_OK(tali_fill_cpu(e, d, 0, 0, NULL, 1));
  CHECK(tali_fill_cpu(e, d, 0, 4, x, -1) == TALI_INVALID_ARGUMENT);
  CHECK(strcmp(tali_last_argument(), "threads") == 0);
  CHECK(tali_engine_create(&e, "no-such", 0, 0) == TALI_INVALID_ARGUMENT && e != NULL);
  CHECK(strcmp(tali_last_argument(), "engine") == 0 && strcmp(tali_last_value(), "no-such") == 0);
  CHECK(strstr(tali_last_expected(), "pcg32, philox4x32") == tali_last_expected());
  CHECK(tali_distribution_create(&none, "gamma", TALI_F64, names, bad, 1) == TALI_INVALID_ARGUMENT);
  CHECK(strcmp(tali_last_argument(), "shape") == 0 && none == NULL);
  CHECK_REFUSED(tali_distribution_create(&none, "gamma", 12, NULL, NULL, 0), TALI_INVALID_ARGUMENT, "type",
                "12");
  CHECK_REFUSED(tali_distribution_create(&none, "gamma", TALI_F32, NULL, bad, 1), TALI_INVALID_ARGUMENT,
                "names", "NULL");
  CHECK(tali_engine_create(&e, "mtgp32:file=/no/such/file", 0, 0) == TALI_IO_ERROR);
  CHECK(strcmp(tali_last_argument(), "") == 0);
  CHECK_REFUSED(tali_generator_restore_text(&g, "other"), TALI_INVALID_ARGUMENT, "saved generator",
                "\"other\"");
  CHECK(g == NULL);
  CHECK_OK(tali_last_index(e, d, &last));
  CHECK(last == (UINT64_C(1) << 63) - 1); /* two words per value */
  CHECK(tali_fill_cpu(e, d, last, 2, x, 1) == TALI_INVALID_ARGUMENT);
  tali_engine* const bank = engine("mtgp32:sets=2", 1);
  tali_distribution* const gamma = distribution("gamma", TALI_F64);
  CHECK(tali_fill_cpu(bank, gamma, 0, 4, x, 1) == TALI_INVALID_ARGUMENT);
  CHECK(tali_last_index(bank, gamma, &last) == TALI_INVALID_ARGUMENT);
  tali_distribution_destroy(gamma);
  tali_engine_destroy(bank);
  tali_distribution_destroy(d);
  tali_engine_destroy(e);
  tali_engine_destroy(NULL);
  tali_distribution_destroy(NULL);
  tali_generator_destroy(NULL);
  tali_filler_destroy(NULL);
  tali_permutation_destroy(NULL);
}

static void parameters(void) {
  const char* const names[] = {"scale", "shape"};
  const double values[] = {3, 2.5};
  const char* const lists[] = {"weights", "weights", "weights"};
  const double weights[] = {1, 0, 1000000};
  const char* const bounds[] = {"low", "high"};
  const double integers[] = {-1000000, 9e15};  // which a number prints with an exponent
  tali_engine* const e = engine("philox4x32", 5);
  tali_distribution *a = NULL, *c = NULL, *i = NULL;
  tali_distribution* const b = distribution("gamma:shape=2.5,scale=3", TALI_F64);
  double x[64], y[64];
  uint32_t categories[64];
  int64_t whole[64];
  CHECK_OK(tali_distribution_create(&a, "gamma", TALI_F64, names, values, 2));
  CHECK_OK(tali_fill_cpu(e, a, 9, 64, x, 1));
  CHECK_OK(tali_fill_cpu(e, b, 9, 64, y, 0));
  CHECK(memcmp(x, y, sizeof x) == 0);
  CHECK_OK(tali_distribution_create(&c, "categorical", TALI_U32, lists, weights, 3));
  CHECK_OK(tali_fill_cpu(e, c, 0, 64, categories, 1));
  for (int k = 0; k < 64; ++k) CHECK(categories[k] != 1 && categories[k] < 3);
  CHECK_OK(tali_distribution_create(&i, "uniform-int", TALI_I64, bounds, integers, 2));
  CHECK_OK(tali_fill_cpu(e, i, 0, 64, whole, 1));
  for (int k = 0; k < 64; ++k) CHECK(whole[k] >= -1000000 && whole[k] <= INT64_C(9000000000000000));
  tali_distribution* const rows = distribution("dirichlet:shapes=1:2:3", TALI_F64);
  CHECK(tali_distribution_row_size(rows) == 3 && tali_distribution_row_size(a) == 1);
  CHECK(tali_distribution_type(rows) == TALI_F64 && tali_distribution_type(NULL) == -1);
  CHECK_OK(tali_fill_cpu(e, rows, 2, 20, x, 1));
  for (int k = 0; k < 20; ++k) CHECK(fabs(x[3 * k] + x[3 * k + 1] + x[3 * k + 2] - 1) < 1e-14);
  tali_distribution_destroy(rows);
  tali_distribution_destroy(i);
  tali_distribution_destroy(c);
  tali_distribution_destroy(b);
  tali_distribution_destroy(a);
  tali_engine_destroy(e);
}

static void arrays(void) {
  enum { n = 300 };
  static float shapes[n], scales[n], x[n];
  for (int i = 0; i < n; ++i) {
    shapes[i] = 0.25f + 0.125f * (float)i;
    scales[i] = 2;
  }
  const void* const both[] = {shapes, scales};
  const void* const one[] = {shapes, NULL};
  tali_engine* const e = engine("philox4x32", 5);
  const char* const laws[][3] = {{"gamma", "shape", "scale"}, {"normal", "mu", "sigma"}, {"lognormal", "mu", "sigma"}};
  for (int k = 0; k < 3; ++k) {
    CHECK_OK(tali_fill_cpu_arrays(e, laws[k][0], TALI_F32, 40, n, both, 2, x, 2));
    for (int i = 0; i < n; i += 37) {
      const double values[] = {shapes[i], scales[i]};
      tali_distribution* d = NULL;
      float alone = 0;
      CHECK_OK(tali_distribution_create(&d, laws[k][0], TALI_F32, laws[k] + 1, values, 2));
      CHECK_OK(tali_fill_cpu(e, d, 40 + (uint64_t)i, 1, &alone, 1));
      CHECK(memcmp(&alone, x + i, sizeof alone) == 0);
      tali_distribution_destroy(d);
    }
  }
  CHECK_REFUSED(tali_fill_cpu_arrays(e, "gamma", TALI_F32, 0, n, both, 1, x, 1), TALI_INVALID_ARGUMENT,
                "count", "1");
  CHECK_REFUSED(tali_fill_cpu_arrays(e, "gamma", TALI_F32, 0, n, one, 2, x, 1), TALI_INVALID_ARGUMENT,
                "one of the arrays", "NULL");
  CHECK(tali_fill_cpu_arrays(e, "bits", TALI_U32, 0, n, both, 2, x, 1) == TALI_INVALID_ARGUMENT);
  scales[n - 1] = -1;
  CHECK_REFUSED(tali_fill_cpu_arrays(e, "normal", TALI_F32, 0, n, both, 2, x, 1), TALI_INVALID_ARGUMENT,
                "sigma[299]", "-1");
  shapes[n - 1] = -1;
  CHECK(tali_fill_cpu_arrays(e, "gamma", TALI_F32, 0, n, both, 2, x, 1) == TALI_INVALID_ARGUMENT);
  tali_engine_destroy(e);
}

static void fillers_and_points(void) {
  static const char* const engines[] = {"philox4x32", "pcg32", "mtgp32:sets=3",
                                        "sobol32:dims=7,scramble=owen"};
  tali_distribution* const d = distribution("uniform", TALI_F32);
  for (int k = 0; k < 4; ++k) {
    tali_engine* const e = engine(engines[k], 11);
    tali_filler* f = NULL;
    float whole[5000], pieces[5000];
    CHECK_OK(tali_fill_cpu(e, d, 0, 5000, whole, 1));
    CHECK_OK(tali_filler_create_cpu(&f, e, d, 1));
    for (size_t at = 0; at < 5000; at += 625) CHECK_OK(tali_filler_fill(f, at, 625, pieces + at));
    CHECK(memcmp(whole, pieces, sizeof whole) == 0);
    tali_filler_destroy(f);
    uint32_t dimensions = 0;
    uint64_t points = 99;
    const tali_status s = tali_engine_points(e, &dimensions, &points);
    CHECK(k == 3 ? s == TALI_OK && dimensions == 7 && points == 0 : s == TALI_INVALID_ARGUMENT);
    tali_engine_destroy(e);
  }
  tali_distribution_destroy(d);
}

static void permutations(void) {
  enum { n = 1000 };
  tali_engine* const e = engine("philox4x32", 3);
  tali_engine* const jumping = engine("pcg32", 3);
  tali_permutation *p = NULL, *none = NULL;
  uint64_t all[n];
  int seen[n] = {0};
  CHECK_OK(tali_permutation_create(&p, e, n, 4));
  CHECK_OK(tali_permutation_fill_cpu(p, 0, 400, all, 1));
  CHECK_OK(tali_permutation_fill_cpu(p, 400, 600, all + 400, 2));
  for (int i = 0; i < n; ++i) ++seen[all[i]];
  for (int i = 0; i < n; ++i) CHECK(seen[i] == 1);
  CHECK(tali_permutation_fill_cpu(p, 990, 11, all, 1) == TALI_INVALID_ARGUMENT);
  CHECK(tali_permutation_create(&none, e, 0, 0) == TALI_INVALID_ARGUMENT && none == NULL);
  CHECK(tali_permutation_create(&none, jumping, n, 0) == TALI_INVALID_ARGUMENT && none == NULL);
  tali_permutation_destroy(p);
  tali_engine_destroy(jumping);
  tali_engine_destroy(e);
}

static void generators(void) {
  const tali_key key = {42, 7};
  tali_generator *g = NULL, *copy = NULL;
  tali_distribution* const normal = distribution("normal", TALI_F64);
  double in_bulk[10], alone = 0, u = 0, x = 0;
  uint64_t position = 0, bits = 0;
  int64_t die = 0;
  tali_key same = {0, 0};
  CHECK_OK(tali_generator_create(&g, key));
  CHECK_OK(tali_generator_copy(&copy, g));
  CHECK_OK(tali_generator_fill_cpu(g, normal, 10, in_bulk, 1));
  for (int i = 0; i < 10; ++i) {
    CHECK_OK(tali_generator_normal(copy, &alone));
    CHECK(alone == in_bulk[i]);
  }
  CHECK_OK(tali_generator_u64(g, &bits));
  CHECK_OK(tali_generator_uniform(g, &u));
  CHECK(u >= 0 && u < 1);
  CHECK_OK(tali_generator_exponential(g, &x));
  CHECK(x >= 0);
  for (int i = 0; i < 100; ++i) {
    CHECK_OK(tali_generator_integer(g, 1, 6, &die));
    CHECK(die >= 1 && die <= 6);
  }
  CHECK(tali_generator_integer(g, 6, 1, &die) == TALI_INVALID_ARGUMENT);
  CHECK_OK(tali_generator_position(g, &position));
  CHECK(position == 113);
  CHECK_OK(tali_generator_key(g, &same));
  CHECK(same.seed == 42 && same.stream == 7);
  CHECK(tali_generator_seek(g, (UINT64_C(1) << 62) + 1) == TALI_INVALID_ARGUMENT);
  CHECK_OK(tali_generator_seek(g, (UINT64_C(1) << 62) - 4));
  CHECK(tali_generator_fill_cpu(g, normal, 5, in_bulk, 1) == TALI_INVALID_ARGUMENT);
  CHECK_OK(tali_generator_position(g, &position));
  CHECK(position == (UINT64_C(1) << 62) - 4);
  CHECK_REFUSED(tali_generator_u64(g, NULL), TALI_INVALID_ARGUMENT, "value", "NULL");
  tali_distribution_destroy(normal);
  tali_generator_destroy(copy);
  tali_generator_destroy(g);
}

static void* fails_alone(void* result) {
  tali_engine* e = NULL;
  int* const is_good = result;
  *is_good = tali_last_error()[0] == 0 &&
             tali_engine_create(&e, "in-this-thread", 0, 0) == TALI_INVALID_ARGUMENT &&
             strstr(tali_last_error(), "in-this-thread") != NULL;
  return NULL;
}

/* Every thread has the sentence of its own last failure. */
static void threads_have_their_errors(void) {
  tali_engine* e = NULL;
  pthread_t other;
  int is_good = 0;
  CHECK(tali_engine_create(&e, "in-the-first-thread", 0, 0) == TALI_INVALID_ARGUMENT);
  CHECK(pthread_create(&other, NULL, fails_alone, &is_good) == 0);
  CHECK(pthread_join(other, NULL) == 0 && is_good);
  CHECK(strstr(tali_last_error(), "in-the-first-thread") != NULL);
}

int main(void) {
  catalogue();
  refusals();
  parameters();
  arrays();
  fillers_and_points();
  permutations();
  generators();
  threads_have_their_errors();
  return failures != 0;
}
