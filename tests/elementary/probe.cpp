// SPDX-License-Identifier: Apache-2.0
#include "elementary/probe.hpp"

#include <cstring>

#include <tali/simd/masks.hpp>

#include "elementary/functions.hpp"

namespace tali::test {
namespace {

template <class T>
using values = lanes<T, elementary_probe_lanes, TALI_REGISTER_BYTES>;

template <class T>
values<T> load(const T* from) {
  values<T> v;
  std::memcpy(v.r, from, sizeof v.r);
  return v;
}

}  // namespace

template <int RegisterBytes, class T>
void elementary_by_lanes(int function, const T* x, const T* y, T* out, std::size_t n) {
  int number = 0;
  lab::for_each_function([&]<class Function>(Function) {
    if (number++ != function) return;
    for (std::size_t i = 0; i < n; i += elementary_probe_lanes) {
      Function::template of<T>(load(x + i), load(y + i)).store(out + i);
    }
  });
}

template <int RegisterBytes>
void floor_by_lanes(const double* x, double* out, std::size_t n) {
  for (std::size_t i = 0; i < n; i += elementary_probe_lanes) {
    math::floor_f64(load(x + i)).store(out + i);
  }
}

using type = TALI_PROBE_TYPE;
template void elementary_by_lanes<TALI_REGISTER_BYTES>(int, const type*, const type*, type*, std::size_t);
template void floor_by_lanes<TALI_REGISTER_BYTES>(const double*, double*, std::size_t);

}  // namespace tali::test
