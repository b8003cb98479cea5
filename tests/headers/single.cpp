// SPDX-License-Identifier: Apache-2.0
// The pinned digests by tali_single.hpp, of which packaging/single.py makes each element by a call. The
// argument is digests.txt.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "tali_single.hpp"

namespace {

int checked = 0, wrong = 0;

template <class T>
std::uint64_t bits_of(T x) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(x);
  } else {
    return std::bit_cast<std::uint64_t>(x);
  }
}

template <class E, class D>
void check(const E& e, const D& d, std::uint64_t first, std::uint64_t n, const std::string& line,
           std::uint64_t pinned) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = first; i < first + n; ++i) {
    std::uint64_t x = bits_of(tali::value(e, d, i)) ^ (i * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u);
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    sum += x ^ (x >> 33);
  }
  ++checked;
  if (sum == pinned) return;
  ++wrong;
  std::printf("%s: made %016llx\n", line.c_str(), static_cast<unsigned long long>(sum));
}

template <class T, class F>
void with_real(const std::string& name, const F& f) {
  if (name == "uniform") f(tali::uniform<T>());
  if (name == "uniform-open-close") f(tali::uniform<T, tali::interval::open_close>());
  if (name == "uniform-open-open") f(tali::uniform<T, tali::interval::open_open>());
  if (name == "normal") f(tali::normal<T>(T(-1.3), T(2.7)));
  if (name == "normal-icdf") f(tali::normal_icdf<T>(T(-1.3), T(2.7)));
  if (name == "lognormal") f(tali::lognormal<T>(T(-1.3), T(2.7)));
  if (name == "exponential") f(tali::exponential<T>(T(2.7)));
  if (name == "weibull") f(tali::weibull<T>(T(1.7), T(0.6)));
  if (name == "gumbel") f(tali::gumbel<T>(T(-1.3), T(2.7)));
  if (name == "logistic") f(tali::logistic<T>(T(-1.3), T(2.7)));
  if (name == "laplace") f(tali::laplace<T>(T(-1.3), T(2.7)));
  if (name == "cauchy") f(tali::cauchy<T>(T(-1.3), T(2.7)));
  if (name == "pareto") f(tali::pareto<T>(T(1.7), T(0.6)));
  if (name == "lomax") f(tali::lomax<T>(T(1.7), T(0.6)));
  if (name == "power") f(tali::power<T>(T(1.7)));
  if (name == "rayleigh") f(tali::rayleigh<T>(T(2.7)));
  if (name == "triangular") f(tali::triangular<T>(T(-1), T(0.25), T(2)));
  if (name == "student-t") f(tali::student_t<T>(T(3)));
  if (name == "wald") f(tali::wald<T>(T(1.7), T(0.6)));
}

template <class F>
void with_distribution(const std::string& name, const std::string& type, const F& f) {
  if (type == "f32") with_real<float>(name, f);
  if (type == "f64") with_real<double>(name, f);
  if (name == "bits" && type == "u32") f(tali::bits<std::uint32_t>());
  if (name == "bits" && type == "u64") f(tali::bits<std::uint64_t>());
  if (name == "uniform-int" && type == "i32") f(tali::uniform_int<std::int32_t>(-1000, 1234567));
  if (name == "uniform-int" && type == "i64") f(tali::uniform_int<std::int64_t>(-1000, 123456789012345));
}

}  // namespace

int main(int, char** argv) {
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string engine, name, type, pinned;
    std::uint64_t seed = 0, stream = 0, first = 0, n = 0;
    if (!(words >> engine >> name >> type >> seed >> stream >> first >> n >> pinned) || n > 20000) continue;
    with_distribution(name, type, [&](const auto& d) {
      const std::uint64_t digest = std::stoull(pinned, nullptr, 16);
      if (engine == "pcg32") check(tali::pcg32(seed, stream), d, first, n, line, digest);
      if (engine == "philox4x32") check(tali::philox4x32(seed, stream), d, first, n, line, digest);
      if (engine == "philox4x32-7") check(tali::philox4x32_7(seed, stream), d, first, n, line, digest);
    });
  }
  std::printf("%d digests, %d wrong\n", checked, wrong);
  return wrong != 0 || checked < 200;
}
