// SPDX-License-Identifier: Apache-2.0
/* cuRAND's host interface, implemented by tali: include this instead of <curand.h>, and link libtali_cuda
 * instead of libcurand. docs/from-curand.md lists the differences call by call.
 *
 * The numbers are tali's: the same on every GPU and on the CPU, for every ordering and launch shape, and
 * however calls divide the sequence. If a call returns an error, tali_last_error() returns a message. */
#ifndef TALI_CURAND_H
#define TALI_CURAND_H

#ifdef CURAND_H_
#error "tali/curand.h replaces curand.h: include one of the two in a file, not both"
#endif
/* <curand_kernel.h> includes <curand.h>: this marks it as included. */
#define CURAND_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__has_include)
#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#endif
#endif

#include <tali.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,   /**< the generator is NULL */
  CURAND_STATUS_ALLOCATION_FAILED = 102, /**< no memory is left */
  CURAND_STATUS_TYPE_ERROR = 103,        /**< the generator's type does not have this call */
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, /**< the length is not a multiple of the dimensions */
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201, /**< the device is missing or failed */
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,  /**< Philox 4x32-10; cuRAND's default is XORWOW */
  CURAND_RNG_PSEUDO_XORWOW = 101,   /**< not supported: CURAND_STATUS_TYPE_ERROR */
  CURAND_RNG_PSEUDO_MRG32K3A = 121, /**< not supported: CURAND_STATUS_TYPE_ERROR */
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142, /**< not supported: CURAND_STATUS_TYPE_ERROR */
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200, /**< Sobol, 32 bits */
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, /**< Owen's scrambling, by the seed */
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;

/** Accepted, but without effect: every ordering gives the same sequence. */
typedef enum curandOrdering {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

typedef struct tali_curand_generator* curandGenerator_t;

/* ---- Types that cuRAND's device interface, <curand_kernel.h>, takes from <curand.h> ---------------- */

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef double curandDistribution_st;
typedef curandDistribution_st* curandDistribution_t;
typedef struct curandDistributionShift_st* curandDistributionShift_t;
typedef struct curandDistributionM2Shift_st* curandDistributionM2Shift_t;
typedef struct curandHistogramM2_st* curandHistogramM2_t;
typedef unsigned int curandHistogramM2K_st;
typedef curandHistogramM2K_st* curandHistogramM2K_t;
typedef curandDistribution_st curandHistogramM2V_st;
typedef curandHistogramM2V_st* curandHistogramM2V_t;
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;
typedef enum curandMethod {
  CURAND_CHOOSE_BEST = 0,
  CURAND_ITR = 1,
  CURAND_KNUTH = 2,
  CURAND_HITR = 3,
  CURAND_M1 = 4,
  CURAND_M2 = 5,
  CURAND_BINARY_SEARCH = 6,
  CURAND_DISCRETE_GAUSS = 7,
  CURAND_REJECTION = 8,
  CURAND_DEVICE_API = 9,
  CURAND_FAST_REJECTION = 10,
  CURAND_3RD = 11,
  CURAND_DEFINITION = 12,
  CURAND_POISSON = 13
} curandMethod_t;

/* ---- Functions of libtali_cuda ------------------------------------------------------------------------ */

enum { TALI_CURAND_DEVICE = 0, TALI_CURAND_HOST = 1 };
/** The distribution that the generator's words are converted to. */
enum {
  TALI_CURAND_BITS32 = 0,
  TALI_CURAND_BITS64 = 1,
  TALI_CURAND_UNIFORM32 = 2,
  TALI_CURAND_UNIFORM64 = 3,
  TALI_CURAND_NORMAL32 = 4,
  TALI_CURAND_NORMAL64 = 5,
  TALI_CURAND_LOGNORMAL32 = 6,
  TALI_CURAND_LOGNORMAL64 = 7,
  TALI_CURAND_POISSON = 8
};
int tali_curand_create(curandGenerator_t* generator, int type, int memory);
int tali_curand_destroy(curandGenerator_t generator);
int tali_curand_set_stream(curandGenerator_t generator, tali_cuda_stream stream);
int tali_curand_set_seed(curandGenerator_t generator, unsigned long long seed);
int tali_curand_set_offset(curandGenerator_t generator, unsigned long long offset);
int tali_curand_set_ordering(curandGenerator_t generator, int ordering);
int tali_curand_set_dimensions(curandGenerator_t generator, unsigned int dimensions);
int tali_curand_generate(curandGenerator_t generator, int distribution, void* out, size_t n, double a,
                         double b);

/* ---- cuRAND's names ----------------------------------------------------------------------------------- */

/** Creates a generator that writes to memory of the current CUDA device. */
static inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return (curandStatus_t)tali_curand_create(generator, (int)type, TALI_CURAND_DEVICE);
}
/** Creates a generator that runs on all CPU cores and writes to host memory. */
static inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return (curandStatus_t)tali_curand_create(generator, (int)type, TALI_CURAND_HOST);
}
static inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return (curandStatus_t)tali_curand_destroy(generator);
}

/** tali's version: 1000 major + 10 minor + patch. */
static inline curandStatus_t curandGetVersion(int* version) {
  const char* v = tali_version();
  int parts[3] = {0, 0, 0}, k = 0;
  if (version == NULL) return CURAND_STATUS_OUT_OF_RANGE;
  for (; *v != 0 && k < 3; ++v) {
    if (*v == '.') {
      ++k;
    } else {
      parts[k] = 10 * parts[k] + (*v - '0');
    }
  }
  *version = 1000 * parts[0] + 10 * parts[1] + parts[2];
  return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetStream(curandGenerator_t generator, tali_cuda_stream stream) {
  return (curandStatus_t)tali_curand_set_stream(generator, stream);
}
/** Sets the seed and restarts the sequence. For scrambled points the seed selects the scrambling. */
static inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                                unsigned long long seed) {
  return (curandStatus_t)tali_curand_set_seed(generator, seed);
}
/** @param offset  in 32-bit words of the sequence; for points, in points */
static inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                                      unsigned long long offset) {
  return (curandStatus_t)tali_curand_set_offset(generator, offset);
}
static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  return (curandStatus_t)tali_curand_set_ordering(generator, (int)order);
}
/** @param dimensions  1 ... 21201 */
static inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                                     unsigned int dimensions) {
  return (curandStatus_t)tali_curand_set_dimensions(generator, dimensions);
}
/** Does nothing: there is no state to generate. */
static inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator == NULL ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* out, size_t n) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_BITS32, out, n, 0, 0);
}
static inline curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out,
                                                    size_t n) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_BITS64, out, n, 0, 0);
}
/** Writes n uniform numbers in (0, 1], as in cuRAND. */
static inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t n) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_UNIFORM32, out, n, 0, 0);
}
static inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t n) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_UNIFORM64, out, n, 0, 0);
}
/** Writes n normal numbers; n may be odd. Points are converted by inversion. */
static inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t n,
                                                  float mean, float stddev) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_NORMAL32, out, n, mean, stddev);
}
static inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                                        double mean, double stddev) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_NORMAL64, out, n, mean, stddev);
}
/** @param mean,stddev  mean and standard deviation of the logarithm */
static inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t n,
                                                     float mean, float stddev) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_LOGNORMAL32, out, n, mean, stddev);
}
static inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t n,
                                                           double mean, double stddev) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_LOGNORMAL64, out, n, mean, stddev);
}
/** Writes n Poisson numbers; Philox only. */
static inline curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* out, size_t n,
                                                   double lambda) {
  return (curandStatus_t)tali_curand_generate(generator, TALI_CURAND_POISSON, out, n, lambda, 0);
}

#ifdef __cplusplus
}
#endif

#endif
