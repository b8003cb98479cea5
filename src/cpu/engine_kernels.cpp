// SPDX-License-Identifier: Apache-2.0
// The fills of one engine at one SIMD level. CMake compiles this file once for every level and engine, with
// the level's compiler flags, TALI_REGISTER_BYTES and TALI_ENGINE.
#include "cpu/engine_kernels.hpp"

#include "core/type_at.hpp"
#include "cpu/fill_blocks.hpp"
#include "cpu/fill_range.hpp"
#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

namespace {

using engine_type = detail::type_at<TALI_ENGINE, engines>;

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

#if defined(__x86_64__)
constexpr bool has_batches = TALI_REGISTER_BYTES != 16;
#else
constexpr bool has_batches = true;
#endif

template <class... Value, class... Batch>
constexpr engine_kernels kernels_of(type_list<Value...>, type_list<Batch...>) {
  engine_kernels kernels{};
  ((kernels.fill[distributions::index_of<Value>()] = &erased<Value>), ...);
  if constexpr (has_batches) ((kernels.fill[distributions::index_of<Batch>()] = &erased<Batch>), ...);
  return kernels;
}

}  // namespace

template <>
constinit const engine_kernels level_kernels<engine_kernels, TALI_REGISTER_BYTES, TALI_ENGINE>::table =
    kernels_of(fused_values{}, fused_batches{});

}  // namespace tali::cpu_driver
