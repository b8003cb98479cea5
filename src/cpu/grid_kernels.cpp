// One SIMD level's kernels of the grid engines. CMake compiles this file once for every level, with the
// level's compiler flags and TALI_REGISTER_BYTES.
#include "cpu/grid_kernels.hpp"

#include <tali/lanes.hpp>
#include <tali/sequence.hpp>
#include <tali/warp.hpp>

#include "mtgp/tile.hpp"

namespace tali::cpu_driver {

namespace {

template <class D, int RegisterBytes>
void convert(const void* distribution, const std::uint32_t* words, void* to, std::size_t n) {
  const D d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (collective_distribution<D>) {
    using warp = simd_warp<RegisterBytes>;
    constexpr int blocks = collective_span / warp_size;
    for (std::size_t i = 0; i < n; i += collective_span) {
      for (int k = 0; k < blocks; ++k) {
        std::uint32_t of_block[warp_size];
        for (int l = 0; l < warp_size; ++l) of_block[l] = words[i + static_cast<std::size_t>(blocks * l + k)];
        typename warp::u32 entropy;
        static_assert(sizeof entropy == sizeof of_block);
        __builtin_memcpy(&entropy, of_block, sizeof entropy);
        d.template of_warp<warp, 16>(entropy, D::table())
            .store(out + i + static_cast<std::size_t>(k * warp_size));
      }
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint32_t w[D::words];
      for (std::size_t k = 0; k < D::words; ++k) w[k] = words[i * D::words + k];
      out[i] = static_cast<typename D::result_type>(d(w));
    }
  }
}

template <int RegisterBytes, class... D>
void add_conversions(convert_function (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = &convert<D, RegisterBytes>), ...);
}

}  // namespace

template <>
grid_kernels make_grid_kernels<TALI_REGISTER_BYTES>() {
  grid_kernels k{};
  k.tile32 = &detail::mtgp_tile<std::uint32_t, TALI_REGISTER_BYTES>;
  k.tile64 = &detail::mtgp_tile<std::uint64_t, TALI_REGISTER_BYTES>;
  add_conversions<TALI_REGISTER_BYTES>(k.convert, distributions{});
  return k;
}

}  // namespace tali::cpu_driver
