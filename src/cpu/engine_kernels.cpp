// SPDX-License-Identifier: Apache-2.0
// The fills of one engine at one SIMD level. CMake compiles this file for every level and engine, with the
// level's compiler flags, TALI_REGISTER_BYTES and TALI_PART.
#include "cpu/engine_kernels.hpp"

#include "cpu/fill_blocks.hpp"
#include "cpu/fill_range.hpp"
#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

namespace {

using engine_type = detail::type_at<TALI_PART, engines>;

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

/// The x86 baseline, for machines without AVX2, makes all values except the most common from words.
#if defined(__x86_64__)
constexpr bool has_all = TALI_REGISTER_BYTES != 16;
#else
constexpr bool has_all = true;
#endif

template <class... D, class... Batch>
constexpr engine_kernels kernels_of(type_list<D...>, type_list<Batch...>) {
  engine_kernels kernels{};
  ((kernels.at[distributions::index_of<D>()] = &erased<D>), ...);
  ((kernels.at[distributions::index_of<Batch>()] = &erased<Batch>), ...);
  return kernels;
}

constexpr engine_kernels kernels_of_engine() {
  if constexpr (has_all) {
    return kernels_of(fused<engine_type>::values{}, fused<engine_type>::batches{});
  } else {
    return kernels_of(fused_at_baseline{}, type_list<>{});
  }
}

}  // namespace

template <>
constinit const engine_kernels level_kernels<engine_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of_engine();

}  // namespace tali::cpu_driver
