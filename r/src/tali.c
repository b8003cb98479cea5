// SPDX-License-Identifier: Apache-2.0
/* tali.h for R. A function returns its values or, if it fails, a list from which tali.R makes an error. */
#include <R.h>
#include <R_ext/Random.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <stdlib.h>
#include <string.h>
#include <tali.h>

/* ---- The catalogue -------------------------------------------------------------------------------- */

static SEXP texts(const char* (*text)(size_t)) {
  size_t n = 0;
  while (text(n) != NULL) ++n;
  SEXP all = PROTECT(allocVector(STRSXP, (R_xlen_t)n));
  for (size_t i = 0; i < n; ++i) SET_STRING_ELT(all, (R_xlen_t)i, mkChar(text(i)));
  UNPROTECT(1);
  return all;
}

static const char* type_name(size_t i) { return tali_type_name(tali_distribution_value_type(i)); }

static SEXP catalogue(void) {
  const char* names[] = {"name",   "type",    "parameters", "summary", "defaults",
                         "engine", "options", "about",      ""};
  SEXP all = PROTECT(mkNamed(VECSXP, names));
  SET_VECTOR_ELT(all, 0, texts(tali_distribution_name));
  SET_VECTOR_ELT(all, 1, texts(type_name));
  SET_VECTOR_ELT(all, 2, texts(tali_distribution_parameters));
  SET_VECTOR_ELT(all, 3, texts(tali_distribution_summary));
  const R_xlen_t n = xlength(VECTOR_ELT(all, 0));
  enum { most = 6 }; /* parameters of a distribution */
  SEXP defaults = allocMatrix(REALSXP, most, (int)n);
  SET_VECTOR_ELT(all, 4, defaults);
  for (R_xlen_t k = 0; k < n * most; ++k)
    REAL(defaults)[k] = tali_distribution_default((size_t)(k / most), (size_t)(k % most));
  SET_VECTOR_ELT(all, 5, texts(tali_engine_name));
  SET_VECTOR_ELT(all, 6, texts(tali_engine_options));
  SET_VECTOR_ELT(all, 7, texts(tali_engine_summary));
  UNPROTECT(1);
  return all;
}

/* ---- Draws ---------------------------------------------------------------------------------------- */

static SEXP failure(void) {
  const char* names[] = {"message", "argument", "value", "expected", ""};
  const char* texts[] = {tali_last_error(), tali_last_argument(), tali_last_value(), tali_last_expected()};
  SEXP all = PROTECT(mkNamed(VECSXP, names));
  for (int i = 0; i < 4; ++i) SET_VECTOR_ELT(all, i, mkString(texts[i]));
  UNPROTECT(1);
  return all;
}

/* Handles that R frees, even if an error leaves the function. */
static void free_engine(SEXP p) {
  tali_engine_destroy(R_ExternalPtrAddr(p));
  R_ClearExternalPtr(p);
}
static void free_distribution(SEXP p) {
  tali_distribution_destroy(R_ExternalPtrAddr(p));
  R_ClearExternalPtr(p);
}
static SEXP handle(R_CFinalizer_t done) {
  SEXP p = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizer(p, done);
  UNPROTECT(1);
  return p;
}

static double of_half(uint16_t h) {
  const int exponent = h >> 10 & 31, digits = h & 1023;
  const double size =
      exponent == 31 ? R_PosInf : ldexp(exponent ? 1024 + digits : digits, exponent ? exponent - 25 : -24);
  return h >> 15 ? -size : size;
}
static double of_bfloat(uint16_t h) {
  const uint32_t bits = (uint32_t)h << 16;
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Converts n values of a type to doubles; f64 values are already in place. */
static void to_doubles(double* x, const void* from, tali_type type, size_t n) {
#define TALI_CONVERT(type, T, of)                                  \
  case type:                                                       \
    for (size_t i = 0; i < n; ++i) x[i] = of(((const T*)from)[i]); \
    break
  switch (type) {
    TALI_CONVERT(TALI_U8, uint8_t, );
    TALI_CONVERT(TALI_U32, uint32_t, );
    TALI_CONVERT(TALI_U64, uint64_t, (double));
    TALI_CONVERT(TALI_I32, int32_t, );
    TALI_CONVERT(TALI_I64, int64_t, (double));
    TALI_CONVERT(TALI_F32, float, );
    TALI_CONVERT(TALI_BF16, uint16_t, of_bfloat);
    TALI_CONVERT(TALI_F16, uint16_t, of_half);
  }
}

static uint64_t number(SEXP texts, int i) { return strtoull(CHAR(STRING_ELT(texts, i)), NULL, 10); }

static SEXP draw(SEXP name_, SEXP type_, SEXP n_, SEXP names_, SEXP values, SEXP where, SEXP engine,
                 SEXP threads_) {
  const char* const name = CHAR(STRING_ELT(name_, 0));
  const size_t n = (size_t)asReal(n_), count = (size_t)xlength(names_);
  const int threads = asInteger(threads_), arrays = TYPEOF(values) == VECSXP;
  tali_type type = 0;
  while (strcmp(tali_type_name(type), CHAR(STRING_ELT(type_, 0))) != 0)
    ++type; /* tali.R knows that it is one */
  SEXP e_ = PROTECT(handle(free_engine)), d_ = PROTECT(handle(free_distribution));
  tali_engine* e = NULL;
  tali_distribution* d = NULL;
  if (tali_engine_create(&e, CHAR(STRING_ELT(engine, 0)), number(where, 0), number(where, 1)) != TALI_OK) {
    UNPROTECT(2);
    return failure();
  }
  R_SetExternalPtrAddr(e_, e);
  size_t row = 1;
  const void** const columns = (const void**)R_alloc(count + 1, sizeof(void*));
  if (!arrays) {
    for (size_t i = 0; i < count; ++i) columns[i] = CHAR(STRING_ELT(names_, (R_xlen_t)i));
    if (tali_distribution_create(&d, name, type, (const char**)columns, REAL(values), count) != TALI_OK) {
      UNPROTECT(2);
      return failure();
    }
    R_SetExternalPtrAddr(d_, d);
    row = tali_distribution_row_size(d);
    if ((double)n * (double)row > R_XLEN_T_MAX)
      error("%.0f rows of %.0f values are too many", (double)n, (double)row);
  }
  for (size_t k = 0; arrays && k < count; ++k) {
    const double* const from = REAL(VECTOR_ELT(values, (R_xlen_t)k));
    columns[k] = from;
    if (type == TALI_F32) {
      float* const to = (float*)R_alloc(n + 1, sizeof(float));
      for (size_t i = 0; i < n; ++i) to[i] = (float)from[i];
      columns[k] = to;
    }
  }
  SEXP x = PROTECT(allocVector(REALSXP, (R_xlen_t)(n * row)));
  void* const out = type == TALI_F64 ? (void*)REAL(x) : R_alloc(n * row + 1, (int)tali_type_size(type));
  const tali_status status =
      arrays ? tali_fill_cpu_arrays(e, name, type, number(where, 2), n, columns, count, out, threads)
             : tali_fill_cpu(e, d, number(where, 2), n, out, threads);
  if (status != TALI_OK) {
    UNPROTECT(3);
    return failure();
  }
  to_doubles(REAL(x), out, type, n * row);
  if (row != 1) {
    SEXP dim = PROTECT(allocVector(REALSXP, 2));
    REAL(dim)[0] = (double)row;
    REAL(dim)[1] = (double)n;
    setAttrib(x, install("rows"), dim);
    UNPROTECT(1);
  }
  free_engine(e_);
  free_distribution(d_);
  UNPROTECT(3);
  return x;
}

/* ---- RNGkind("user-supplied") --------------------------------------------------------------------- */

/* The part of .Random.seed after the kind: seed, stream and position, each with its lower half first. */
static int state[6], state_size = 6;

static uint64_t half_words(int k) { return (uint32_t)state[k] | (uint64_t)(uint32_t)state[k + 1] << 32; }
static void set_half_words(int k, uint64_t value) {
  state[k] = (int)(uint32_t)value;
  state[k + 1] = (int)(uint32_t)(value >> 32);
}

int* user_unif_nseed(void) { return &state_size; }
int* user_unif_seedloc(void) { return state; }

/* set.seed scrambles its seed by 50 steps of x -> 69069 x + 1; this undoes them. */
void user_unif_init(Int32 seed) {
  for (int i = 0; i < 50; ++i) seed = (seed - 1) * 2783094533u;
  set_half_words(0, seed);
  set_half_words(2, 0);
  set_half_words(4, 0);
}

/* Element `position` of the uniform numbers in (0, 1) of philox4x32. R may have changed the state. */
double* user_unif_rand(void) {
  enum { batch = 512 };
  static double values[batch];
  static uint64_t seed, stream, first;
  static int filled = 0;
  const uint64_t at = half_words(4);
  if (!filled || seed != half_words(0) || stream != half_words(2) || at - first >= batch) {
    tali_engine* e = NULL;
    tali_distribution* d = NULL;
    seed = half_words(0), stream = half_words(2), first = at;
    filled = tali_engine_create(&e, "philox4x32", seed, stream) == TALI_OK &&
             tali_distribution_create(&d, "uniform-open-open", TALI_F64, NULL, NULL, 0) == TALI_OK &&
             tali_fill_cpu(e, d, first, batch, values, 1) == TALI_OK;
    tali_distribution_destroy(d);
    tali_engine_destroy(e);
    if (!filled) error("%s", tali_last_error());
  }
  set_half_words(4, at + 1);
  return &values[at - first];
}

static SEXP seek(SEXP where) {
  GetRNGstate();
  for (int i = 0; i < 3; ++i) set_half_words(2 * i, number(where, i));
  PutRNGstate();
  return R_NilValue;
}

void R_init_tali(DllInfo* library) {
  static const R_CallMethodDef calls[] = {{"C_catalogue", (DL_FUNC)&catalogue, 0},
                                          {"C_draw", (DL_FUNC)&draw, 8},
                                          {"C_seek", (DL_FUNC)&seek, 1},
                                          {NULL, NULL, 0}};
  R_registerRoutines(library, NULL, calls, NULL, NULL);
  R_useDynamicSymbols(library, TRUE); /* R looks up user_unif_rand by name */
}
