// SPDX-License-Identifier: Apache-2.0
#include "mkl_peer.hpp"

#include <memory>
#include <string>

#include <dlfcn.h>

#include <tali/error.hpp>

namespace tali::bench {

namespace {

// Constants of oneMKL's C interface.
constexpr int lp64 = 0;                  // MKL_INTERFACE_LP64: integers are int
constexpr int sequential = 1;            // MKL_THREADING_SEQUENTIAL
constexpr int mcg59 = 4 << 20;           // VSL_BRNG_MCG59
constexpr int ars5 = 15 << 20;           // VSL_BRNG_ARS5, which needs AES instructions
constexpr int philox4x32x10 = 16 << 20;  // VSL_BRNG_PHILOX4X32X10
constexpr int box_muller2 = 1;           // VSL_RNG_METHOD_GAUSSIAN_BOXMULLER2
constexpr int icdf = 2;                  // VSL_RNG_METHOD_GAUSSIAN_ICDF

using code = int;  // VSL_STATUS_OK is 0
template <class T>
using gaussian = code (*)(int method, void* stream, int n, T* to, T mean, T sigma);

/// What is called. Its library is never closed: oneMKL keeps memory of its own while the process lives.
struct functions {
  void* library = nullptr;
  int (*set_interface_layer)(int) = nullptr;
  int (*set_threading_layer)(int) = nullptr;
  code (*new_stream)(void** stream, int generator, unsigned seed) = nullptr;
  code (*delete_stream)(void** stream) = nullptr;
  gaussian<float> gaussian_f32 = nullptr;
  gaussian<double> gaussian_f64 = nullptr;

  template <class F>
  bool load(F*& to, const char* name) {
    to = reinterpret_cast<F*>(dlsym(library, name));
    return to != nullptr;
  }

  /// Why they cannot be used; empty if they can.
  std::string open(const char* name) {
    library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      const char* const reason = dlerror();
      return reason == nullptr ? "it cannot be opened" : reason;
    }
    if (!load(set_interface_layer, "MKL_Set_Interface_Layer") ||
        !load(set_threading_layer, "MKL_Set_Threading_Layer") || !load(new_stream, "vslNewStream") ||
        !load(delete_stream, "vslDeleteStream") || !load(gaussian_f32, "vsRngGaussian") ||
        !load(gaussian_f64, "vdRngGaussian")) {
      return "it lacks a function of oneMKL's";
    }
    // Before any other call, and stronger than the environment's variables.
    if (set_interface_layer(lp64) != lp64) return "its integers are not int";
    if (set_threading_layer(sequential) != sequential) return "it cannot keep to one thread";
    return "";
  }

  /// Whether the given library, or if it is nullptr any version in the loader's path, is here.
  bool find(const char* given) {
    if (given != nullptr) {
      const std::string why_not = open(given);
      if (why_not.empty()) return true;
      throw argument_error("TALI_MKL_LIBRARY", quoted(given),
                           "the path of oneMKL's libmkl_rt (" + why_not + ")");
    }
    for (const char* const name : {"libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"}) {
      if (open(name).empty()) return true;
    }
    return false;
  }
};

/// A stream of its own for each row; null where this processor has no such generator.
std::shared_ptr<void> make_stream(const functions& mkl, int generator) {
  void* stream = nullptr;
  if (mkl.new_stream(&stream, generator, 1) != 0) return nullptr;
  return {stream, [remove = mkl.delete_stream](void* s) { (void)remove(&s); }};
}

struct kind {
  const char* engine;
  int generator;
  const char* distribution;
  int method;
};
constexpr kind kinds[] = {{"mkl-mcg59", mcg59, "normal-icdf", icdf},
                          {"mkl-mcg59", mcg59, "normal-boxmuller2", box_muller2},
                          {"mkl-ars5", ars5, "normal-icdf", icdf},
                          {"mkl-ars5", ars5, "normal-boxmuller2", box_muller2},
                          {"mkl-philox4x32x10", philox4x32x10, "normal-icdf", icdf},
                          {"mkl-philox4x32x10", philox4x32x10, "normal-boxmuller2", box_muller2}};

template <class T>
void add(std::vector<cpu_peer>& to, const functions& mkl, const kind& k, const char* type, gaussian<T> make) {
  const std::shared_ptr<void> stream = make_stream(mkl, k.generator);
  if (stream == nullptr) return;
  to.push_back({k.engine, k.distribution, type, sizeof(T),
                [make, stream, method = k.method](void* numbers, std::size_t n) {
                  const code result =
                      make(method, stream.get(), static_cast<int>(n), static_cast<T*>(numbers), 0, 1);
                  if (result != 0) throw error("oneMKL's generator failed: " + std::to_string(result));
                }});
}

}  // namespace

std::vector<cpu_peer> mkl_peers(const char* library) {
  std::vector<cpu_peer> peers;
  functions mkl;
  if (!mkl.find(library)) return peers;
  for (const kind& k : kinds) {
    add<float>(peers, mkl, k, "f32", mkl.gaussian_f32);
    add<double>(peers, mkl, k, "f64", mkl.gaussian_f64);
  }
  return peers;
}

}  // namespace tali::bench
