#include "support/arithmetic_probe.hpp"

#include <cstring>

#include <tali/lanes_arithmetic.hpp>

namespace tali::test {

namespace {

template <class V>
TALI_FN V apply(operation o, const V& a, const V& b, const V& c) {
  switch (o) {
    case operation::multiply_add:
      return add(multiply(a, b), c);
    case operation::add_product:
      return add(V(a * b), c);
    case operation::plus:
      return multiply(a, b) + c;
    case operation::fused:
      return fma(a, b, c);
    case operation::quotient:
      return divide(a, b);
    case operation::root:
      return square_root(absolute(a));
    case operation::smaller:
      return select(is_less(a, b), a, b);
    case operation::signed_like:
      return with_sign(a, bits_of(b));
    case operation::plain:
      break;
  }
  return a * b + c;
}

template <class T>
using values = lanes<T, probe_lanes, TALI_REGISTER_BYTES>;

template <class T>
values<T> load(const T* from) {
  values<T> v;
  std::memcpy(v.r, from, sizeof v.r);
  return v;
}

}  // namespace

template <int RegisterBytes, class T>
void by_value(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = apply(o, a[i], b[i], c[i]);
}

template <int RegisterBytes, class T>
void by_lanes(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n) {
  for (std::size_t i = 0; i < n; i += probe_lanes) {
    apply(o, load(a + i), load(b + i), load(c + i)).store(out + i);
  }
}

template <int RegisterBytes, class T>
bool any_less(const T* a, const T* b) {
  return any(is_less(load(a), load(b)));
}

template void by_value<TALI_REGISTER_BYTES>(operation, const float*, const float*, const float*, float*,
                                            std::size_t);
template void by_value<TALI_REGISTER_BYTES>(operation, const double*, const double*, const double*, double*,
                                            std::size_t);
template void by_lanes<TALI_REGISTER_BYTES>(operation, const float*, const float*, const float*, float*,
                                            std::size_t);
template void by_lanes<TALI_REGISTER_BYTES>(operation, const double*, const double*, const double*, double*,
                                            std::size_t);
template bool any_less<TALI_REGISTER_BYTES>(const float*, const float*);
template bool any_less<TALI_REGISTER_BYTES>(const double*, const double*);

}  // namespace tali::test
