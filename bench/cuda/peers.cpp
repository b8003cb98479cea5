// SPDX-License-Identifier: Apache-2.0
#include "peers.hpp"

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

/// A generator of cuRAND's host interface, made when it is first used, and a quasi-random one again for
/// another number of dimensions. Continues its sequence from call to call, as its users' do.
class generator {
 public:
  explicit generator(curandRngType_t type) : type_{type} {}
  ~generator() { reset(); }
  generator(const generator&) = delete;
  generator& operator=(const generator&) = delete;

  /// @param dimensions  0 of a pseudo-random one
  curandGenerator_t get(std::uint32_t dimensions = 0) {
    if (dimensions != dimensions_) reset();
    if (g_ == nullptr) {
      require(curandCreateGenerator(&g_, type_));
      require(dimensions == 0 ? curandSetPseudoRandomGeneratorSeed(g_, 1)
                              : curandSetQuasiRandomGeneratorDimensions(g_, dimensions));
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

/// What a generator's call makes.
struct kind {
  const char* distribution;
  const char* type;
  curandStatus_t (*make)(curandGenerator_t g, void* to, std::size_t n);
};
constexpr kind words32{"bits", "u32", [](curandGenerator_t g, void* to, std::size_t n) {
                         return curandGenerate(g, static_cast<unsigned*>(to), n);
                       }};
constexpr kind words64{"bits", "u64", [](curandGenerator_t g, void* to, std::size_t n) {
                         return curandGenerateLongLong(g, static_cast<unsigned long long*>(to), n);
                       }};
constexpr kind values[] = {{"uniform", "f32",
                            [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateUniform(g, static_cast<float*>(to), n);
                            }},
                           {"uniform", "f64",
                            [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateUniformDouble(g, static_cast<double*>(to), n);
                            }},
                           {"normal", "f32",
                            [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateNormal(g, static_cast<float*>(to), n, 0, 1);
                            }},
                           {"normal", "f64",
                            [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateNormalDouble(g, static_cast<double*>(to), n, 0, 1);
                            }},
                           {"lognormal", "f32",
                            [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateLogNormal(g, static_cast<float*>(to), n, 0, 1);
                            }},
                           {"lognormal", "f64", [](curandGenerator_t g, void* to, std::size_t n) {
                              return curandGenerateLogNormalDouble(g, static_cast<double*>(to), n, 0, 1);
                            }}};

}  // namespace

std::vector<peer> cuda_peers() {
  const struct {
    const char* name;
    curandRngType_t type;
  } libraries[] = {{"curand-philox", CURAND_RNG_PSEUDO_PHILOX4_32_10},
                   {"curand-xorwow", CURAND_RNG_PSEUDO_XORWOW},
                   {"curand-mt19937", CURAND_RNG_PSEUDO_MT19937},
                   {"curand-mtgp32", CURAND_RNG_PSEUDO_MTGP32},
                   {"curand-mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A}};
  std::vector<peer> all;
  for (const auto& e : libraries) {
    const auto g = std::make_shared<generator>(e.type);
    const auto add = [&](const kind& k) {
      all.push_back({e.name, k.distribution, k.type,
                     [g, k](void* to, std::size_t n) { require(k.make(g->get(), to, n)); }});
    };
    add(words32);
    for (const kind& k : values) add(k);
  }
  return all;
}

std::vector<peer> cuda_poisson_peers() {
  std::vector<peer> all;
  for (const char* const name : {"curand-philox", "curand-xorwow"}) {
    const bool philox = std::string(name) == "curand-philox";
    const auto g =
        std::make_shared<generator>(philox ? CURAND_RNG_PSEUDO_PHILOX4_32_10 : CURAND_RNG_PSEUDO_XORWOW);
    for (const char* const mean : {"10", "1000", "1e5"}) {
      all.push_back({name, mean, "u32", [g, value = std::stod(mean)](void* to, std::size_t n) {
                       require(curandGeneratePoisson(g->get(), static_cast<unsigned*>(to), n, value));
                     }});
    }
  }
  return all;
}

std::vector<sobol_peer> sobol_peers() {
  const auto narrow = std::make_shared<generator>(CURAND_RNG_QUASI_SOBOL32);
  const auto wide = std::make_shared<generator>(CURAND_RNG_QUASI_SOBOL64);
  std::vector<sobol_peer> all;
  const auto add = [&](const std::shared_ptr<generator>& g, const kind& k) {
    const bool is_normal = std::string(k.distribution) == "normal";
    all.push_back(
        {g == wide ? "curand-sobol64" : "curand-sobol32", g == wide ? "sobol64" : "sobol32",
         is_normal ? "normal-icdf" : k.distribution, k.type,
         [g, k](void* to, std::size_t n, std::uint32_t d) { require(k.make(g->get(d), to, n * d)); }});
  };
  add(narrow, words32);
  add(wide, words64);
  for (const auto& g : {narrow, wide}) {
    for (const kind& k : values) {
      if (std::string(k.distribution) != "lognormal") add(g, k);
    }
  }
  return all;
}

#else

std::vector<peer> cuda_peers() { return {}; }
std::vector<peer> cuda_poisson_peers() { return {}; }
std::vector<sobol_peer> sobol_peers() { return {}; }

#endif

}  // namespace tali::bench
