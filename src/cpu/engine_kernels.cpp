// SPDX-License-Identifier: Apache-2.0
// The fills of one engine at one SIMD level: of values, or of batches. CMake compiles this file for every
// level and part, with the level's compiler flags, TALI_REGISTER_BYTES and TALI_PART.
#include "cpu/engine_kernels.hpp"

#include "cpu/fill_blocks.hpp"
#include "cpu/fill_range.hpp"
#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

namespace {

using engine_type = detail::type_at<TALI_PART / 2, engines>;

template <class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const auto& e = *static_cast<const engine_type*>(engine);
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (batch_distribution<D>) {
    fill_blocks<engine_type, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  } else {
    fill_range<engine_type, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  }
}

/// The x86 baseline goes without batches: with fma in software their arithmetic outweighs the way through the
/// cache.
#if defined(__x86_64__)
constexpr bool has_batches = TALI_REGISTER_BYTES != 16;
#else
constexpr bool has_batches = true;
#endif

template <class... D>
constexpr engine_kernels kernels_of(type_list<D...>) {
  engine_kernels kernels{};
  ((kernels.at[distributions::index_of<D>()] = &erased<D>), ...);
  return kernels;
}

template <class Fused>
constexpr engine_kernels kernels_of_part() {
  if constexpr (TALI_PART % 2 == 0) {
    return kernels_of(typename Fused::values{});
  } else if constexpr (has_batches) {
    return kernels_of(typename Fused::batches{});
  } else {
    return {};
  }
}

}  // namespace

template <>
constinit const engine_kernels level_kernels<engine_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of_part<fused<engine_type>>();

}  // namespace tali::cpu_driver
