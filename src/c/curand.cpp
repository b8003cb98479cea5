// SPDX-License-Identifier: Apache-2.0
// cuRAND's generators over tali's sequences: a type, a seed and a position. Every call advances the position.
//
// The position of a pseudo-random type counts 32-bit words. A call for n values of a distribution that takes
// w words per value makes elements p / w ... p / w + n - 1, and adds n w. So two calls for n values equal one
// call for 2 n. For another distribution, the position is first rounded up to a whole element, or batch, of
// the previous distribution and then of this one, so no word is shared. A Poisson value has a separate
// counter for its words (law 6) and counts as one word.
#include <map>
#include <string>
#include <tuple>

#include <tali/cuda/fill.hpp>
#include <tali/curand.h>
#include <tali/fill.hpp>

#include "c/status.hpp"
#include "gpu/runtime/runtime.hpp"

using tali::argument_error;

namespace {

/// The generator's type does not support the call.
struct type_error : argument_error {
  using argument_error::argument_error;
};
/// The length is not a multiple of the dimensions.
struct length_error : argument_error {
  using argument_error::argument_error;
};

/// tali's engine for a cuRAND type.
struct engine_of_type {
  int type;
  const char* engine;
  bool points;
  tali::scrambling scramble;
};
constexpr auto none = tali::scrambling::none, owen = tali::scrambling::owen;
constexpr engine_of_type engines[] = {{CURAND_RNG_PSEUDO_DEFAULT, "philox4x32", false, none},
                                      {CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox4x32", false, none},
                                      {CURAND_RNG_PSEUDO_MTGP32, "mtgp32", false, none},
                                      {CURAND_RNG_QUASI_DEFAULT, "sobol32", true, none},
                                      {CURAND_RNG_QUASI_SOBOL32, "sobol32", true, none},
                                      {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "sobol32", true, owen},
                                      {CURAND_RNG_QUASI_SOBOL64, "sobol64", true, none},
                                      {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, "sobol64", true, owen}};

/// @throws type_error if tali has no engine for the type
const engine_of_type& engine_of(int type) {
  for (const engine_of_type& e : engines) {
    if (e.type == type) return e;
  }
  throw type_error("rng_type", std::to_string(type),
                   "CURAND_RNG_PSEUDO_DEFAULT, _PHILOX4_32_10, _MTGP32, CURAND_RNG_QUASI_DEFAULT, _SOBOL32, "
                   "_SCRAMBLED_SOBOL32, _SOBOL64 or _SCRAMBLED_SOBOL64");
}

}  // namespace

struct tali_curand_generator {
  engine_of_type type;
  bool host;
  int device;
  std::uint64_t seed = 0, position = 0;
  int last = -1;  ///< index in the catalogue of the previous call's distribution; -1 before the first call
  std::uint64_t last_unit = 1;  ///< words of its element or batch
  std::uint32_t dimensions = 1;
  tali_cuda_stream stream = nullptr;
  /// Fillers by distribution and parameters. A bank's filler keeps its states.
  std::map<std::tuple<int, double, double>, tali::filler> fillers;

  void restart(std::uint64_t at) {
    position = at;
    last = -1;
    last_unit = 1;
  }

  tali::filler open(const tali::any_engine& e, const tali::any_distribution& d) const {
    if (host) return tali::open_filler(tali::cpu{}, e, d);
    return tali::open_filler(where(), e, d);
  }

  [[nodiscard]] tali::cuda where() const {
    tali::cuda w;
    w.ordinal = device;
    w.stream = stream;
    return w;
  }

  void fill(const tali::any_distribution& d, void* out, std::size_t n, double a, double b) {
    if (n == 0) return;
    if (out == nullptr)
      throw argument_error("outputPtr", "NULL", "the address of " + std::to_string(n) + " values");
    if (type.points) {
      fill_points(d, out, n);
    } else {
      fill_words(d, out, n, a, b);
    }
  }

  void fill_points(const tali::any_distribution& d, void* out, std::size_t n) {
    if (!d.info().of_coordinate)
      throw type_error("rng_type", type.engine, std::string("a pseudo-random type for ") + d.info().name);
    if (n % dimensions != 0) {
      throw length_error("num", std::to_string(n),
                         "a multiple of " + std::to_string(dimensions) + ", the number of dimensions");
    }
    const std::uint64_t points = n / dimensions;
    const tali::any_engine e(type.engine, {.dimensions = dimensions,
                                           .layout = tali::point_layout::dim_major,
                                           .scramble = type.scramble,
                                           .points = points,
                                           .first_point = position,
                                           .seed = seed});
    if (host) {
      tali::fill(tali::cpu{}, e, d, 0, out, n);
    } else {
      tali::fill(where(), e, d, 0, out, n);
    }
    position += points;
  }

  void fill_words(const tali::any_distribution& d, void* out, std::size_t n, double a, double b) {
    const tali::any_engine e = engine();
    const tali::distribution_info& info = d.info();
    if (!tali::detail::can_make(e.info(), info)) {
      throw type_error("rng_type", type.engine,
                       std::string("CURAND_RNG_PSEUDO_PHILOX4_32_10 for ") + info.name);
    }
    // Distance in words between the distribution's elements, and between its batches.
    const auto words = static_cast<std::uint64_t>(info.words), unit = info.batch * words;
    std::uint64_t from = position;
    if (last != info.index) {
      for (const std::uint64_t whole : {last_unit, unit}) from += (whole - from % whole) % whole;
    }
    if (from < position) throw argument_error("offset", std::to_string(position), "below 2^64 - 2^16");
    const std::tuple key{info.index, a, b};
    auto found = fillers.find(key);
    if (found == fillers.end()) {
      if (fillers.size() >= 16) fillers.clear();  // parameters that change with every call
      found = fillers.emplace(key, open(e, d)).first;
    }
    found->second.fill(from / words, out, n);
    position = from + n * words;
    last = info.index;
    last_unit = unit;
  }

  [[nodiscard]] tali::any_engine engine() const { return tali::any_engine(type.engine, seed); }
};

namespace {

/// Calls f and returns cuRAND's status for the result.
template <class F>
int curand_status(const F& f) noexcept {
  try {
    f();
    return CURAND_STATUS_SUCCESS;
  } catch (const type_error& e) {
    tali::c::failed(e);
    return CURAND_STATUS_TYPE_ERROR;
  } catch (const length_error& e) {
    tali::c::failed(e);
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  } catch (...) {
    switch (tali::c::guarded([] { throw; })) {
      case TALI_INVALID_ARGUMENT:
        return CURAND_STATUS_OUT_OF_RANGE;
      case TALI_DEVICE_ERROR:
        return CURAND_STATUS_LAUNCH_FAILURE;
      case TALI_OUT_OF_MEMORY:
        return CURAND_STATUS_ALLOCATION_FAILED;
      default:
        return CURAND_STATUS_INTERNAL_ERROR;
    }
  }
}

/// The same for a call with a generator.
template <class F>
int with(curandGenerator_t generator, const F& f) noexcept {
  if (generator == nullptr) {
    tali::c::failed(argument_error("generator", "NULL", "a generator created by curandCreateGenerator"));
    return CURAND_STATUS_NOT_INITIALIZED;
  }
  return curand_status([&] { f(*generator); });
}

template <class T>
using uniform_to_one = tali::uniform<T, tali::interval::open_close>;

/// Points make normal numbers by inversion, so they stay quasi-random; other engines use the faster method.
template <class T>
void fill_normal(tali_curand_generator& g, void* out, std::size_t n, double a, double b) {
  const T mean = static_cast<T>(a), stddev = static_cast<T>(b);
  if (g.type.points) {
    g.fill(tali::normal_icdf<T>(mean, stddev), out, n, a, b);
  } else {
    g.fill(tali::normal<T>(mean, stddev), out, n, a, b);
  }
}

}  // namespace

int tali_curand_create(curandGenerator_t* generator, int type, int memory) {
  const int status = curand_status([&] {
    tali::c::checked(generator, "generator");
    const engine_of_type& e = engine_of(type);
    const bool host = memory == TALI_CURAND_HOST;
    *generator = new tali_curand_generator{
        .type = e, .host = host, .device = host ? -1 : tali::runtime::current_ordinal(), .fillers = {}};
  });
  return status == CURAND_STATUS_LAUNCH_FAILURE ? CURAND_STATUS_INITIALIZATION_FAILED : status;
}

int tali_curand_destroy(curandGenerator_t generator) {
  return with(generator, [](tali_curand_generator& g) { delete &g; });
}

int tali_curand_set_stream(curandGenerator_t generator, tali_cuda_stream stream) {
  return with(generator, [&](tali_curand_generator& g) {
    g.fillers.clear();
    g.stream = stream;
  });
}

int tali_curand_set_seed(curandGenerator_t generator, unsigned long long seed) {
  return with(generator, [&](tali_curand_generator& g) {
    if (g.type.points && g.type.scramble == none) {
      throw type_error("rng_type", g.type.engine,
                       "a scrambled or a pseudo-random type, because unscrambled points have no seed");
    }
    g.fillers.clear();
    g.seed = seed;
    g.restart(0);
  });
}

int tali_curand_set_offset(curandGenerator_t generator, unsigned long long offset) {
  return with(generator, [&](tali_curand_generator& g) { g.restart(offset); });
}

int tali_curand_set_ordering(curandGenerator_t generator, int ordering) {
  return with(generator, [&](tali_curand_generator& g) {
    const bool good =
        g.type.points ? ordering == CURAND_ORDERING_QUASI_DEFAULT
                      : ordering >= CURAND_ORDERING_PSEUDO_BEST && ordering <= CURAND_ORDERING_PSEUDO_DYNAMIC;
    if (!good) {
      throw argument_error("order", std::to_string(ordering),
                           g.type.points
                               ? "CURAND_ORDERING_QUASI_DEFAULT"
                               : "CURAND_ORDERING_PSEUDO_BEST, _DEFAULT, _SEEDED, _LEGACY, _DYNAMIC");
    }
  });
}

int tali_curand_set_dimensions(curandGenerator_t generator, unsigned int dimensions) {
  return with(generator, [&](tali_curand_generator& g) {
    if (!g.type.points)
      throw type_error("rng_type", g.type.engine, "a quasi-random type, because only these have dimensions");
    const auto max_dimensions = tali::direction_numbers::joe_kuo().dimensions();
    if (dimensions < 1 || dimensions > max_dimensions) {
      throw argument_error("num_dimensions", std::to_string(dimensions),
                           "1 to " + std::to_string(max_dimensions));
    }
    g.dimensions = dimensions;
    g.restart(0);
  });
}

int tali_curand_generate(curandGenerator_t generator, int what, void* out, size_t n, double a, double b) {
  return with(generator, [&](tali_curand_generator& g) {
    switch (what) {
      case TALI_CURAND_BITS32:
        return g.fill(tali::bits<std::uint32_t>(), out, n, 0, 0);
      case TALI_CURAND_BITS64:
        return g.fill(tali::bits<std::uint64_t>(), out, n, 0, 0);
      case TALI_CURAND_UNIFORM32:
        return g.fill(uniform_to_one<float>(), out, n, 0, 0);
      case TALI_CURAND_UNIFORM64:
        return g.fill(uniform_to_one<double>(), out, n, 0, 0);
      case TALI_CURAND_NORMAL32:
        return fill_normal<float>(g, out, n, a, b);
      case TALI_CURAND_NORMAL64:
        return fill_normal<double>(g, out, n, a, b);
      case TALI_CURAND_LOGNORMAL32:
        return g.fill(tali::lognormal<float>(static_cast<float>(a), static_cast<float>(b)), out, n, a, b);
      case TALI_CURAND_LOGNORMAL64:
        return g.fill(tali::lognormal<double>(a, b), out, n, a, b);
      case TALI_CURAND_POISSON:
        return g.fill(tali::poisson<std::uint32_t>(a), out, n, a, 0);
      default:
        throw argument_error("what", std::to_string(what), "TALI_CURAND_BITS32 to TALI_CURAND_POISSON");
    }
  });
}
