// SPDX-License-Identifier: Apache-2.0
// The fills of the engines that share one compiled form, at one SIMD level. CMake compiles this file once for
// every level and form, with the level's compiler flags, TALI_REGISTER_BYTES and TALI_PART, the form's
// number.
#include "cpu/engine_kernels.hpp"

#include "core/type_at.hpp"
#include "cpu/fill_blocks.hpp"
#include "cpu/fill_range.hpp"
#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

namespace {

using form = detail::type_at<TALI_PART, compiled_engines>;

template <class E, class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const form e(*static_cast<const E*>(engine));
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (batch_distribution<D>) {
    fill_blocks<form, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  } else {
    fill_range<form, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  }
}

#if defined(__x86_64__)
constexpr bool has_batches = TALI_REGISTER_BYTES != 16;
#else
constexpr bool has_batches = true;
#endif

template <class E, class... Value, class... Batch>
constexpr void set_fills(range_fill (&fill)[distributions::size], type_list<Value...>, type_list<Batch...>) {
  ((fill[distributions::index_of<Value>()] = &erased<E, Value>), ...);
  if constexpr (has_batches) ((fill[distributions::index_of<Batch>()] = &erased<E, Batch>), ...);
}

template <class... E>
constexpr engine_kernels kernels_of(type_list<E...>) {
  engine_kernels kernels{};
  const auto set = [&]<class One>(type_list<One>) {
    if constexpr (std::is_same_v<detail::compiled_form<One>, form>) {
      set_fills<One>(kernels.fill[engines::index_of<One>()], fused_values{}, fused_batches{});
    }
  };
  (set(type_list<E>{}), ...);
  return kernels;
}

}  // namespace

template <>
constinit const engine_kernels level_kernels<engine_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(engines{});

}  // namespace tali::cpu_driver
