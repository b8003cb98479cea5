// SPDX-License-Identifier: Apache-2.0
#include "demo/option.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "cpu/loops.hpp"
#include "cpu/processors.hpp"
#include "host_fill.hpp"

namespace tali::tool::demo {

namespace {

double normal_cdf(double x) { return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2); }

}  // namespace

double call_option::exact_price() const {
  const double spread = volatility * std::sqrt(years);
  const double d1 = (std::log(spot / strike) + rate * years) / spread + spread / 2;
  return spot * normal_cdf(d1) - strike * std::exp(-rate * years) * normal_cdf(d1 - spread);
}

double call_option::payoff(double z) const {
  const double growth = (rate - volatility * volatility / 2) * years + volatility * std::sqrt(years) * z;
  return std::exp(-rate * years) * std::max(0.0, spot * std::exp(growth) - strike);
}

monte_carlo::sums monte_carlo::sums_of(const call_option& option, const double* uniforms) {
  sums out{0, 0};
  const auto add = [&](double x) {
    out.payoffs += x;
    out.squares += x * x;
  };
  for (std::size_t i = 0; i < chunk; i += 2) {
    const double radius = std::sqrt(-2 * std::log(uniforms[i]));
    const double angle = 2 * std::numbers::pi * uniforms[i + 1];
    add(option.payoff(radius * std::cos(angle)));
    add(option.payoff(radius * std::sin(angle)));
  }
  return out;
}

monte_carlo::monte_carlo(const call_option& option, const std::string& engine, std::uint64_t n, int threads,
                         bool cuda)
    : sums_(n / chunk) {
  const any_engine sequence(engine, 1973, 0);
  const any_distribution uniforms("uniform-open-open", "f64");  // 0 has no logarithm
  const std::uint64_t chunks = sums_.size(), at_once = 8;
  if (threads == 0) threads = cpu_driver::processors();
  if (!cuda) {
    tali::detail::for_indices(
        threads, chunks,
        [&](std::uint64_t c) {
          alignas(64) double u[chunk];
          tali::fill(cpu{1}, sequence, uniforms, c * chunk, u, chunk);
          sums_[c] = sums_of(option, u);
        },
        at_once);
    return;
  }
  const std::unique_ptr<host_fill> source = make_cuda_host_fill(sequence, uniforms);
  const std::uint64_t most = source->piece_bytes() / sizeof(double) / chunk;
  const std::shared_ptr<void> buffer = source->allocate(source->piece_bytes());
  const double* const u = static_cast<const double*>(buffer.get());
  for (std::uint64_t begin = 0; begin < chunks; begin += most) {
    const std::uint64_t here = std::min(most, chunks - begin);
    source->fill(begin * chunk, here * chunk, buffer.get());
    tali::detail::for_indices(
        threads, here, [&](std::uint64_t c) { sums_[begin + c] = sums_of(option, u + c * chunk); }, at_once);
  }
}

monte_carlo::estimate monte_carlo::after(std::size_t chunks) const {
  sums all{0, 0};
  for (std::size_t c = 0; c < chunks; ++c) {
    all.payoffs += sums_[c].payoffs;
    all.squares += sums_[c].squares;
  }
  const auto n = static_cast<double>(chunks * chunk);
  const double mean = all.payoffs / n;
  const double variance = (all.squares - n * mean * mean) / (n - 1);
  return {chunks * chunk, mean, std::sqrt(variance / n)};
}

std::vector<monte_carlo::estimate> monte_carlo::history() const {
  std::vector<estimate> all;
  for (std::size_t chunks = 1;; chunks += chunks / 20 + 1) {
    if (chunks >= sums_.size()) break;
    all.push_back(after(chunks));
  }
  all.push_back(result());
  return all;
}

}  // namespace tali::tool::demo
