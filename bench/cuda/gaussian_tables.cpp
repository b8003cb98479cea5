// SPDX-License-Identifier: Apache-2.0
// The traditional methods for normal numbers beside tali's, in device memory.
#include <cmath>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/gaussian.hpp"
#include "cuda/measure.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// Throws if the mean or the variance of 2^16 numbers says that they are not what the kernel claims.
template <class T>
void require_moments(const void* numbers, const std::string& kernel) {
  constexpr std::size_t n = std::size_t{1} << 16;
  std::vector<T> x(n);
  require(cudaMemcpy(x.data(), numbers, n * sizeof(T), cudaMemcpyDeviceToHost));
  double sum = 0, squares = 0;
  for (const T v : x) {
    sum += static_cast<double>(v);
    squares += static_cast<double>(v) * static_cast<double>(v);
  }
  const double root = std::sqrt(static_cast<double>(n));
  if (std::abs(sum / root) < 6 && std::abs(squares - static_cast<double>(n)) / root < 6 * std::sqrt(2.0))
    return;
  throw device_error("benchmark: " + kernel + ": mean and variance are not 0 and 1");
}

void run_gaussian(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  row r;
  r.group = g.name;
  r.device = device_name();
  r.n = static_cast<double>(n);
  std::vector<gaussian_fill> methods = gaussian_fills();
  for (const gaussian_fill& f : ziggurat_fills()) methods.push_back(f);
  for (const gaussian_fill& f : wallace_fills()) methods.push_back(f);
  for (const gaussian_fill& f : methods) {
    const bool doubles = std::string(f.type) == "f64";
    r.engine = f.distribution;  // a peer of tali's normal numbers, as in the CPU's tables
    r.distribution = "normal";
    r.type = f.type;
    r.variant = f.engine;
    r.bytes_per_number = doubles ? 8 : 4;
    const std::size_t rows = out.size();
    measure(
        o, r, memory.at(), [&] { f.run(memory.at(), n); }, out);
    if (out.size() == rows) continue;
    const std::string name = r.engine + " of " + r.variant + ", " + r.type;
    doubles ? require_moments<double>(memory.at(), name) : require_moments<float>(memory.at(), name);
  }
  r.variant.clear();
  for (const char* engine : {"philox4x32", "pcg32"}) {
    for (const char* distribution : {"normal", "normal-icdf", "normal-warp"}) {
      for (const char* type : {"f32", "f64"}) {
        const any_engine e(engine, 1, 2);
        const any_distribution d(distribution, type);
        r.engine = engine;
        r.distribution = distribution;
        r.type = type;
        r.bytes_per_number = static_cast<double>(d.info().value_bytes);
        measure(
            o, r, memory.at(), [&] { fill(cuda{}, e, d, 0, memory.at(), n); }, out);
      }
    }
  }
}

}  // namespace

std::vector<group> gaussian_cuda_groups() {
  return {{"gaussian-methods", "traditional methods for normal numbers beside tali's, 2^30 numbers", false,
           true, &run_gaussian}};
}

}  // namespace tali::bench
