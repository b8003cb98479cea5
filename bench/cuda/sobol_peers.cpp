// SPDX-License-Identifier: Apache-2.0
#include "cuda/sobol_peers.hpp"

#include <memory>

#include <tali/error.hpp>

#if defined(TALI_HAS_CURAND)
#include <curand.h>
#endif

namespace tali::bench {

#if defined(TALI_HAS_CURAND)

namespace {

void require(curandStatus_t code) {
  if (code != CURAND_STATUS_SUCCESS) throw device_error("cuRAND failed: status " + std::to_string(code));
}

/// Created when it is first used, and again for another number of dimensions. Continues its sequence from
/// call to call, as its users' do.
class quasi_generator {
 public:
  explicit quasi_generator(curandRngType_t type) : type_{type} {}
  ~quasi_generator() { reset(); }
  quasi_generator(const quasi_generator&) = delete;
  quasi_generator& operator=(const quasi_generator&) = delete;

  curandGenerator_t get(std::uint32_t dimensions) {
    if (dimensions != dimensions_) reset();
    if (g_ == nullptr) {
      require(curandCreateGenerator(&g_, type_));
      require(curandSetQuasiRandomGeneratorDimensions(g_, dimensions));
      dimensions_ = dimensions;
    }
    return g_;
  }

 private:
  void reset() {
    if (g_ != nullptr) curandDestroyGenerator(g_);
    g_ = nullptr;
  }

  curandRngType_t type_;
  curandGenerator_t g_ = nullptr;
  std::uint32_t dimensions_ = 0;
};

}  // namespace

std::vector<sobol_peer> sobol_peers() {
  const auto narrow = std::make_shared<quasi_generator>(CURAND_RNG_QUASI_SOBOL32);
  const auto wide = std::make_shared<quasi_generator>(CURAND_RNG_QUASI_SOBOL64);
  std::vector<sobol_peer> all;
  all.push_back(
      {"curand-sobol32", "sobol32", "bits", "u32", [narrow](void* to, std::size_t n, std::uint32_t d) {
         require(curandGenerate(narrow->get(d), static_cast<unsigned*>(to), n * d));
       }});
  all.push_back(
      {"curand-sobol64", "sobol64", "bits", "u64", [wide](void* to, std::size_t n, std::uint32_t d) {
         require(curandGenerateLongLong(wide->get(d), static_cast<unsigned long long*>(to), n * d));
       }});
  for (const bool is_wide : {false, true}) {
    const auto g = is_wide ? wide : narrow;
    const char* const engine = is_wide ? "curand-sobol64" : "curand-sobol32";
    const char* const of = is_wide ? "sobol64" : "sobol32";
    all.push_back({engine, of, "uniform", "f32", [g](void* to, std::size_t n, std::uint32_t d) {
                     require(curandGenerateUniform(g->get(d), static_cast<float*>(to), n * d));
                   }});
    all.push_back({engine, of, "uniform", "f64", [g](void* to, std::size_t n, std::uint32_t d) {
                     require(curandGenerateUniformDouble(g->get(d), static_cast<double*>(to), n * d));
                   }});
    all.push_back({engine, of, "normal-icdf", "f32", [g](void* to, std::size_t n, std::uint32_t d) {
                     require(curandGenerateNormal(g->get(d), static_cast<float*>(to), n * d, 0.0f, 1.0f));
                   }});
    all.push_back({engine, of, "normal-icdf", "f64", [g](void* to, std::size_t n, std::uint32_t d) {
                     require(
                         curandGenerateNormalDouble(g->get(d), static_cast<double*>(to), n * d, 0.0, 1.0));
                   }});
  }
  return all;
}

#else

std::vector<sobol_peer> sobol_peers() { return {}; }

#endif

}  // namespace tali::bench
