// SPDX-License-Identifier: Apache-2.0
#include "linear/device_tables.hpp"

#include <map>
#include <memory>
#include <mutex>

#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>

namespace tali::detail {

template <>
const step_matrices& step_matrices_of<xorwow_curand>() {
  static const step_matrices all(5, [](std::uint32_t* x) {
    xorwow_generator g({1, 0, 0, 0, 0, 0});
    for (int k = 0; k < 5; ++k) g.x[k] = x[k];
    std::uint32_t out[1];
    g.step(out);
    for (int k = 0; k < 5; ++k) x[k] = g.x[k];
  });
  return all;
}

template <>
const step_matrices& step_matrices_of<xoshiro256pp>() {
  static const step_matrices all(8, [](std::uint32_t* x) {
    std::uint64_t s[4];
    for (int k = 0; k < 4; ++k) s[k] = join(x[2 * k], x[2 * k + 1]);
    xoshiro256pp_step(s);
    for (int k = 0; k < 4; ++k) {
      x[2 * k] = narrow(s[k]);
      x[2 * k + 1] = narrow(s[k] >> 32);
    }
  });
  return all;
}

namespace {

/// Appends g^1 ... g^n.
void append_powers(const detail::gf2_power& modulus, const gf2_polynomial& g, int n,
                   std::vector<std::uint32_t>& to) {
  std::vector<gf2_polynomial> all{gf2_polynomial{1}};
  for (int j = 1; j <= n; ++j) {
    const auto half = static_cast<std::size_t>(j / 2);
    all.push_back(j == 1 ? g : modulus.product(all[half], all[static_cast<std::size_t>(j) - half]));
    const gf2_polynomial& power = all.back();
    for (std::size_t k = 0; k < twister_polynomials::words / 2; ++k) {
      const std::uint64_t word = k < power.size() ? power[k] : 0;
      to.push_back(static_cast<std::uint32_t>(word));
      to.push_back(static_cast<std::uint32_t>(word >> 32));
    }
  }
}

}  // namespace

template <class Word>
const twister_polynomials& twister_polynomials::of(int log2) {
  static std::mutex guard;
  static std::map<int, std::unique_ptr<twister_polynomials>> all;
  const std::lock_guard lock(guard);
  auto& entry = all[log2];
  if (entry == nullptr) {
    auto polynomials = std::make_unique<twister_polynomials>();
    const detail::gf2_power& modulus = twister_powers<Word>();
    const std::uint64_t outputs = std::uint64_t{1} << log2;
    append_powers(modulus, modulus(outputs), near, polynomials->coefficients);
    append_powers(modulus, modulus(outputs * (near + 1)), far, polynomials->coefficients);
    entry = std::move(polynomials);
  }
  return *entry;
}

template const twister_polynomials& twister_polynomials::of<std::uint32_t>(int log2);
template const twister_polynomials& twister_polynomials::of<std::uint64_t>(int log2);

}  // namespace tali::detail
