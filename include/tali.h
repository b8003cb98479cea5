// SPDX-License-Identifier: Apache-2.0
/* tali for C, and for every language that calls C: one seed, one sequence, on every device.
 *
 * Element i of a distribution over an engine's sequence is a pure function of the engine's text, seed and
 * stream, of the distribution and of i. It does not depend on the device, on threads, nor on the division of
 * a range into calls. C++ and Python give the same element. For users: docs/c.md.
 *
 * - Link libtali (pkg-config: tali-c; CMake: tali::c), for functions whose names contain "cuda" also
 *   libtali_cuda (tali-cuda-c; tali::c_cuda).
 * - Functions return TALI_OK or an error status, unless they say otherwise. tali_last_error() then has a
 *   sentence that names the argument, its value and what is expected. A function that fails creates nothing.
 * - tali_..._destroy frees an object made by tali_..._create; destroying NULL does nothing.
 * - Engines, distributions and permutations never change, and any number of threads may use one. A generator
 *   and a filler are for one thread at a time.
 * - Text is UTF-8 and ends with a zero byte. Text that functions return stays valid for the program's life,
 *   unless they say otherwise. */
#ifndef TALI_H
#define TALI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Results ---------------------------------------------------------------------------------------- */

/** The result of a function. */
typedef int tali_status;
enum {
  TALI_OK = 0,
  TALI_INVALID_ARGUMENT = 1, /**< an argument is outside its documented range; nothing was written */
  TALI_SAMPLING_FAILED = 2,  /**< all attempts at one sample of a rejection distribution failed */
  TALI_DEVICE_ERROR = 3,     /**< a device is missing, or a call of its driver failed */
  TALI_IO_ERROR = 4,         /**< a file could not be read */
  TALI_OUT_OF_MEMORY = 5,
  TALI_INTERNAL_ERROR = 6 /**< a bug in tali */
};

/** A short description of a status; "unknown status" for any other number. */
const char* tali_status_string(tali_status status);

/** The message of this thread's last failed call; empty before the first. Valid until the thread's next
 * failed call. */
const char* tali_last_error(void);

/** The argument of the last TALI_INVALID_ARGUMENT, with the element of an array: "shape", "weights[3]";
 * otherwise empty. The memory for the values, `out`, is "destination". Valid as tali_last_error(). */
const char* tali_last_argument(void);

/** That argument's value as text; empty if it is missing. Valid as tali_last_error(). */
const char* tali_last_value(void);

/** What was expected of that argument: "a finite number above 0", or the names to choose from, separated by
 * ", ". Valid as tali_last_error(). */
const char* tali_last_expected(void);

/** "major.minor.patch" of the library. */
const char* tali_version(void);

/* ---- The catalogue ---------------------------------------------------------------------------------- */

/** The type of a distribution's values. */
typedef int tali_type;
enum {
  TALI_U8 = 0,
  TALI_U32 = 1,
  TALI_U64 = 2,
  TALI_I32 = 3,
  TALI_I64 = 4,
  TALI_F32 = 5,
  TALI_F64 = 6,
  TALI_BF16 = 7,
  TALI_F16 = 8
};

/** "u8", "u32", ... "f16"; NULL for any other number. */
const char* tali_type_name(tali_type type);
/** Bytes per value; 0 for any other number. */
size_t tali_type_size(tali_type type);

/** Name of engine i of the catalogue; NULL after the last. */
const char* tali_engine_name(size_t i);
/** One line about an engine; the options that may follow its name after a colon. NULL after the last. */
const char* tali_engine_summary(size_t i);
const char* tali_engine_options(size_t i);

/** Name of distribution i of the catalogue, which has one entry per type of values; NULL after the
 * last. */
const char* tali_distribution_name(size_t i);
/** One line about distribution i, and its parameters' names, separated by ", ". NULL after the last. */
const char* tali_distribution_summary(size_t i);
const char* tali_distribution_parameters(size_t i);
/** The type of distribution i's values; -1 after the last. */
tali_type tali_distribution_value_type(size_t i);
/** The default of its parameter k; NaN after the last, and for parameters that are not described as numbers,
 * such as lists. */
double tali_distribution_default(size_t i, size_t k);

/* ---- Engines and distributions ---------------------------------------------------------------------- */

/** A sequence of random words. */
typedef struct tali_engine tali_engine;
/** A distribution with its parameters. */
typedef struct tali_distribution tali_distribution;

/** @param text    a name of the catalogue, and after a colon options: "philox4x32",
 *                 "mtgp32:mexp=11213,sets=256", "sobol32:dims=5,scramble=owen"
 *  @param seed    selects the sequence, with `stream`; for points, the scrambling
 *  @return TALI_INVALID_ARGUMENT for an unknown name or option; TALI_IO_ERROR for an unreadable file */
tali_status tali_engine_create(tali_engine** engine, const char* text, uint64_t seed, uint64_t stream);
void tali_engine_destroy(tali_engine* engine);

/** @param name    a name of the catalogue, with or without parameters: "gamma", "gamma:shape=2.5,scale=3". In
 *                 a list, such as a categorical distribution's weights, colons separate the numbers:
 *                 "categorical:weights=1:2:3".
 *  @param names   names of the parameters in `values`; a name that is repeated makes a list, and a parameter
 *                 that is not named has its default
 *  @param values  the parameters' values
 *  @param n       length of `names` and `values`; if it is 0, both may be NULL
 *  @return TALI_INVALID_ARGUMENT for an unknown distribution, type or parameter, or a value out of range */
tali_status tali_distribution_create(tali_distribution** distribution, const char* name, tali_type type,
                                     const char* const* names, const double* values, size_t n);
void tali_distribution_destroy(tali_distribution* distribution);

/** The type of the values; -1 for NULL. */
tali_type tali_distribution_type(const tali_distribution* distribution);
/** Values per element: the row's size for a vector distribution, otherwise 1. 0 for NULL. */
size_t tali_distribution_row_size(const tali_distribution* distribution);

/** Index of the last element of a distribution over the engine's sequence.
 *  @return TALI_INVALID_ARGUMENT for a pair that cannot be filled */
tali_status tali_last_index(const tali_engine* engine, const tali_distribution* distribution, uint64_t* last);

/** Dimensions and points of a point set ("sobol32", "sobol64"). Element i of a distribution over points is
 * one coordinate: for point-major points, coordinate i % dimensions of point i / dimensions.
 *  @param points  0 if the point set has no end
 *  @return TALI_INVALID_ARGUMENT for an engine of another kind */
tali_status tali_engine_points(const tali_engine* engine, uint32_t* dimensions, uint64_t* points);

/* ---- Sequences: elements by index ------------------------------------------------------------------- */

/** Writes elements first ... first + n - 1 of the distribution over the engine's sequence to `out`.
 *  @param n        elements, each of tali_distribution_row_size() values
 *  @param out      room for them; may be NULL if n is 0
 *  @param threads  1 ... 4096; 0: OMP_NUM_THREADS, or as many as there are processors
 *  @return TALI_INVALID_ARGUMENT also if the range passes the sequence's end */
tali_status tali_fill_cpu(const tali_engine* engine, const tali_distribution* distribution, uint64_t first,
                          size_t n, void* out, int threads);

/** tali_fill_cpu with parameters per element: element first + i has parameters arrays[0][i], arrays[1][i],
 * ... in the order of the catalogue. Its value is that of the distribution with these parameters.
 *  @param name    a scalar distribution, without parameters; not "uniform-int", "bernoulli", "bernoulli-bits",
 *                 "normal-warp" or one of 16-bit floats
 *  @param arrays  arrays of n numbers, of type float if the values are TALI_F32, otherwise double
 *  @param count   number of arrays
 *  @return TALI_INVALID_ARGUMENT with the first index whose parameters are out of range; the contents of
 *          `out` are then unspecified */
tali_status tali_fill_cpu_arrays(const tali_engine* engine, const char* name, tali_type type, uint64_t first,
                                 size_t n, const void* const* arrays, size_t count, void* out, int threads);

/** A stream of a CUDA device: a cudaStream_t. NULL is the default stream. */
typedef struct CUstream_st* tali_cuda_stream;

/** Writes the same elements to memory of CUDA device `device`, on its stream `stream`. Returns once the work
 * is enqueued. In libtali_cuda.
 *  @param out  memory that the device can write
 *  @return TALI_DEVICE_ERROR if there is no such device */
tali_status tali_fill_cuda(const tali_engine* engine, const tali_distribution* distribution, uint64_t first,
                           size_t n, void* out, int device, tali_cuda_stream stream);

/** As tali_fill_cpu_arrays, with arrays and `out` in memory of the device; not "normal" or "lognormal". Waits
 * for the stream. In libtali_cuda. */
tali_status tali_fill_cuda_arrays(const tali_engine* engine, const char* name, tali_type type, uint64_t first,
                                  size_t n, const void* const* arrays, size_t count, void* out, int device,
                                  tali_cuda_stream stream);

/** Number of CUDA devices that can be used now; 0 without a GPU or a driver. In libtali_cuda. */
int tali_cuda_device_count(void);

/* ---- Fillers: consecutive fills --------------------------------------------------------------------- */

/** Fills with one distribution over one sequence. A filler keeps state that every call would otherwise
 * rebuild, such as the states of a bank ("mtgp32"). The elements are those of tali_fill_cpu and
 * tali_fill_cuda. */
typedef struct tali_filler tali_filler;

tali_status tali_filler_create_cpu(tali_filler** filler, const tali_engine* engine,
                                   const tali_distribution* distribution, int threads);
/** In libtali_cuda. */
tali_status tali_filler_create_cuda(tali_filler** filler, const tali_engine* engine,
                                    const tali_distribution* distribution, int device,
                                    tali_cuda_stream stream);
/** Writes elements first ... first + n - 1 to `out`; on a GPU, enqueues the work. */
tali_status tali_filler_fill(tali_filler* filler, uint64_t first, size_t n, void* out);
void tali_filler_destroy(tali_filler* filler);

/* ---- Keys: names of sequences ----------------------------------------------------------------------- */

/** Names a sequence, or all sequences of a generator. Every key is valid; a key is not a secret. */
typedef struct tali_key {
  uint64_t seed, stream;
} tali_key;

/** The key of a seed. Different seeds have different keys. */
tali_key tali_key_of_seed(uint64_t seed);
/** Derives a key from this one and x, such as the number of a sample or rank. Different x give different
 * keys. */
tali_key tali_key_fold_in(tali_key key, uint64_t x);
/** Key i of the keys into which this key is split; never a result of tali_key_fold_in. */
tali_key tali_key_split(tali_key key, uint64_t i);

enum { TALI_KEY_BYTES = 16 };

/** Convert a key to bytes, the same on every machine and in every language, and back. Any 16 bytes are a
 * key. */
tali_status tali_key_to_bytes(tali_key key, uint8_t bytes[TALI_KEY_BYTES]);
tali_status tali_key_from_bytes(tali_key* key, const uint8_t bytes[TALI_KEY_BYTES]);

/** The sequence that a key names, of "philox4x32" or another engine that takes a seed and a stream. An engine
 * with fewer than 2^64 streams ignores the key's upper bits. */
tali_status tali_key_engine(tali_engine** engine, const char* text, tali_key key);

/** Writes rows of `per_row` elements, one after the other: row b is elements first ... first + per_row - 1 of
 * the distribution over "philox4x32" of keys[b]. A row depends only on its key, not on the other rows.
 *  @param keys     `count` keys; may be NULL if count is 0
 *  @param out      room for count * per_row elements
 *  @param threads  as tali_fill_cpu */
tali_status tali_fill_rows_cpu(const tali_key* keys, size_t count, const tali_distribution* distribution,
                               uint64_t first, size_t per_row, void* out, int threads);
/** The same in memory of a CUDA device, enqueued on its stream. In libtali_cuda.
 *  @param keys  in the host's memory or in the device's */
tali_status tali_fill_rows_cuda(const tali_key* keys, size_t count, const tali_distribution* distribution,
                                uint64_t first, size_t per_row, void* out, int device,
                                tali_cuda_stream stream);

/* ---- Blocks: parts of arrays ------------------------------------------------------------------------ */

/** Writes a part of a row-major array of random numbers, for instance one process's part: element (i, j, ...)
 * does not depend on how the array is divided. An element of a vector distribution is a whole row.
 *  @param global_shape  shape of the whole array: at most 2^64 elements
 *  @param offset        index where the part begins, per dimension
 *  @param local_shape   shape of the part
 *  @param strides       distance in `out`, in elements, between neighbours along each dimension, so that
 *                       halos and padding are not changed; NULL: the part is contiguous
 *  @param dimensions    1 ... 8: the length of each of these arrays
 *  @param out           address of the part's first element
 *  @param threads       as tali_fill_cpu
 *  @return TALI_INVALID_ARGUMENT also if the part is not in the array, or elements share an address */
tali_status tali_fill_block_cpu(const tali_engine* engine, const tali_distribution* distribution,
                                const uint64_t* global_shape, const uint64_t* offset,
                                const uint64_t* local_shape, const uint64_t* strides, size_t dimensions,
                                void* out, int threads);
/** The same in memory of a CUDA device, enqueued on its stream. In libtali_cuda. */
tali_status tali_fill_block_cuda(const tali_engine* engine, const tali_distribution* distribution,
                                 const uint64_t* global_shape, const uint64_t* offset,
                                 const uint64_t* local_shape, const uint64_t* strides, size_t dimensions,
                                 void* out, int device, tali_cuda_stream stream);

/* ---- Generators: consecutive numbers ---------------------------------------------------------------- */

/** A key and a position. Every distribution and type has its own sequence, and draws from it at the position:
 * two draws of n values equal one draw of 2 n, and two distributions never share a word. */
typedef struct tali_generator tali_generator;

tali_status tali_generator_create(tali_generator** generator, tali_key key);
/** Copies a generator; the copy continues with the same numbers. */
tali_status tali_generator_copy(tali_generator** copy, const tali_generator* generator);
void tali_generator_destroy(tali_generator* generator);

tali_status tali_generator_key(const tali_generator* generator, tali_key* key);
/** Values drawn so far. */
tali_status tali_generator_position(const tali_generator* generator, uint64_t* position);
/** @param position  at most 2^62 */
tali_status tali_generator_seek(tali_generator* generator, uint64_t position);

/** Writes the next n elements of a distribution, with `threads` threads as tali_fill_cpu. The position
 * advances by n; after a failure it is unchanged, and the contents of `out` are unspecified. */
tali_status tali_generator_fill_cpu(tali_generator* generator, const tali_distribution* distribution,
                                    size_t n, void* out, int threads);
/** The same in memory of a CUDA device. In libtali_cuda. */
tali_status tali_generator_fill_cuda(tali_generator* generator, const tali_distribution* distribution,
                                     size_t n, void* out, int device, tali_cuda_stream stream);
/** The engine that a distribution draws from: the distribution's next element is element `position` of this
 * engine's sequence. */
tali_status tali_generator_substream(const tali_generator* generator, const tali_distribution* distribution,
                                     tali_engine** engine);

/** Draw one value: 64 random bits; a double in [0, 1); standard normal; exponential of mean 1; an integer low
 * ... high, inclusive. */
tali_status tali_generator_u64(tali_generator* generator, uint64_t* value);
tali_status tali_generator_uniform(tali_generator* generator, double* value);
tali_status tali_generator_normal(tali_generator* generator, double* value);
tali_status tali_generator_exponential(tali_generator* generator, double* value);
tali_status tali_generator_integer(tali_generator* generator, int64_t low, int64_t high, int64_t* value);

enum { TALI_GENERATOR_BYTES = 32, TALI_GENERATOR_TEXT = 96 };

/** Save the state, the same on every machine and in every language: 32 bytes with a checksum, or a line of
 * text that ends with a zero byte. */
tali_status tali_generator_save(const tali_generator* generator, uint8_t bytes[TALI_GENERATOR_BYTES]);
tali_status tali_generator_save_text(const tali_generator* generator, char text[TALI_GENERATOR_TEXT]);
/** Restore a saved generator.
 *  @return TALI_INVALID_ARGUMENT for anything except the output of a save */
tali_status tali_generator_restore(tali_generator** generator, const uint8_t bytes[TALI_GENERATOR_BYTES]);
tali_status tali_generator_restore_text(tali_generator** generator, const char* text);

/* ---- Permutations ----------------------------------------------------------------------------------- */

/** A random order p(0) ... p(n - 1) of 0 ... n - 1; each element can be computed separately. */
typedef struct tali_permutation tali_permutation;

/** @param engine  "philox4x32" or "philox4x32-7"
 *  @param n       1 ... 2^64 - 1
 *  @param number  the permutation's number in the engine's sequence */
tali_status tali_permutation_create(tali_permutation** permutation, const tali_engine* engine, uint64_t n,
                                    uint64_t number);
void tali_permutation_destroy(tali_permutation* permutation);
/** Writes p(first) ... p(first + count - 1) to `out`. */
tali_status tali_permutation_fill_cpu(const tali_permutation* permutation, uint64_t first, size_t count,
                                      uint64_t* out, int threads);
/** The same in memory of a CUDA device. In libtali_cuda. */
tali_status tali_permutation_fill_cuda(const tali_permutation* permutation, uint64_t first, size_t count,
                                       uint64_t* out, int device, tali_cuda_stream stream);

#ifdef __cplusplus
}
#endif

#endif
