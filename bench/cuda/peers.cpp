// SPDX-License-Identifier: Apache-2.0
#include "cuda/peers.hpp"

#include <memory>
#include <string>

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

/// A generator of cuRAND's host interface, made when it is first used.
class generator {
 public:
  explicit generator(curandRngType_t type) : type_{type} {}
  ~generator() {
    if (g_ != nullptr) curandDestroyGenerator(g_);
  }
  generator(const generator&) = delete;
  generator& operator=(const generator&) = delete;

  curandGenerator_t get() {
    if (g_ == nullptr) {
      require(curandCreateGenerator(&g_, type_));
      require(curandSetPseudoRandomGeneratorSeed(g_, 1));
    }
    return g_;
  }

 private:
  curandRngType_t type_;
  curandGenerator_t g_ = nullptr;
};

void add(std::vector<cuda_peer>& all, const char* name, curandRngType_t type) {
  const auto g = std::make_shared<generator>(type);
  all.push_back({name, "bits", "u32", 4, [g](void* to, std::size_t n) {
                   require(curandGenerate(g->get(), static_cast<unsigned*>(to), n));
                 }});
  all.push_back({name, "uniform", "f32", 4, [g](void* to, std::size_t n) {
                   require(curandGenerateUniform(g->get(), static_cast<float*>(to), n));
                 }});
  all.push_back({name, "uniform", "f64", 8, [g](void* to, std::size_t n) {
                   require(curandGenerateUniformDouble(g->get(), static_cast<double*>(to), n));
                 }});
  all.push_back({name, "normal", "f32", 4, [g](void* to, std::size_t n) {
                   require(curandGenerateNormal(g->get(), static_cast<float*>(to), n, 0, 1));
                 }});
  all.push_back({name, "normal", "f64", 8, [g](void* to, std::size_t n) {
                   require(curandGenerateNormalDouble(g->get(), static_cast<double*>(to), n, 0, 1));
                 }});
  all.push_back({name, "lognormal", "f32", 4, [g](void* to, std::size_t n) {
                   require(curandGenerateLogNormal(g->get(), static_cast<float*>(to), n, 0, 1));
                 }});
  all.push_back({name, "lognormal", "f64", 8, [g](void* to, std::size_t n) {
                   require(curandGenerateLogNormalDouble(g->get(), static_cast<double*>(to), n, 0, 1));
                 }});
}

}  // namespace

std::vector<cuda_peer> cuda_peers() {
  std::vector<cuda_peer> all;
  add(all, "curand-philox", CURAND_RNG_PSEUDO_PHILOX4_32_10);
  add(all, "curand-xorwow", CURAND_RNG_PSEUDO_XORWOW);
  add(all, "curand-mt19937", CURAND_RNG_PSEUDO_MT19937);
  add(all, "curand-mtgp32", CURAND_RNG_PSEUDO_MTGP32);
  add(all, "curand-mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A);
  return all;
}

std::vector<cuda_peer> cuda_poisson_peers() {
  std::vector<cuda_peer> all;
  const struct {
    const char* name;
    curandRngType_t type;
  } engines[] = {{"curand-philox", CURAND_RNG_PSEUDO_PHILOX4_32_10},
                 {"curand-xorwow", CURAND_RNG_PSEUDO_XORWOW}};
  const struct {
    const char* text;
    double value;
  } means[] = {{"10", 10}, {"1000", 1000}, {"1e5", 1e5}};
  for (const auto& e : engines) {
    const auto g = std::make_shared<generator>(e.type);
    for (const auto& m : means) {
      all.push_back({e.name, m.text, "u32", 4, [g, mean = m.value](void* to, std::size_t n) {
                       require(curandGeneratePoisson(g->get(), static_cast<unsigned*>(to), n, mean));
                     }});
    }
  }
  return all;
}

#else

std::vector<cuda_peer> cuda_peers() { return {}; }
std::vector<cuda_peer> cuda_poisson_peers() { return {}; }

#endif

}  // namespace tali::bench
