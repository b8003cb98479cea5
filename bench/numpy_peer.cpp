#include "numpy_peer.hpp"

#include <cstdint>

// The C interface of numpy.random (numpy/random/bitgen.h, numpy/random/distributions.h), declared here
// because NumPy's headers ask for Python's.
extern "C" {
struct bitgen_t {
  void* state;
  std::uint64_t (*next_uint64)(void* state);
  std::uint32_t (*next_uint32)(void* state);
  double (*next_double)(void* state);
  std::uint64_t (*next_raw)(void* state);
};
void random_standard_normal_fill(bitgen_t* g, std::intptr_t n, double* to);
void random_standard_normal_fill_f(bitgen_t* g, std::intptr_t n, float* to);
}

namespace tali::bench {

namespace {

/// PCG64, NumPy's default: O'Neill's PCG-XSL-RR 128/64, whose compiled form is in NumPy's Python modules
/// alone.
struct pcg64 {
  __extension__ using word128 = unsigned __int128;
  word128 state = 42;
  bool has_half = false;
  std::uint32_t half = 0;

  static constexpr word128 multiplier = (word128{2549297995355413924u} << 64) + 4865540595714422341u;
  static constexpr word128 increment = (word128{6364136223846793005u} << 64) + 1442695040888963407u;

  std::uint64_t next() {
    state = state * multiplier + increment;
    const auto x = static_cast<std::uint64_t>(state >> 64) ^ static_cast<std::uint64_t>(state);
    const auto r = static_cast<unsigned>(state >> 122);
    return (x >> r) | (x << ((64 - r) & 63));
  }
};

std::uint64_t next64(void* s) { return static_cast<pcg64*>(s)->next(); }
std::uint32_t next32(void* s) {
  auto& g = *static_cast<pcg64*>(s);
  g.has_half = !g.has_half;
  if (!g.has_half) return g.half;
  const std::uint64_t x = g.next();
  g.half = static_cast<std::uint32_t>(x >> 32);
  return static_cast<std::uint32_t>(x);
}
double next_double(void* s) { return static_cast<double>(next64(s) >> 11) * 0x1p-53; }

bitgen_t& generator() {
  static pcg64 state;
  static bitgen_t g{&state, &next64, &next32, &next_double, &next64};
  return g;
}

}  // namespace

void numpy_normal_f32(void* to, std::size_t n) {
  random_standard_normal_fill_f(&generator(), static_cast<std::intptr_t>(n), static_cast<float*>(to));
}
void numpy_normal_f64(void* to, std::size_t n) {
  random_standard_normal_fill(&generator(), static_cast<std::intptr_t>(n), static_cast<double*>(to));
}

}  // namespace tali::bench
