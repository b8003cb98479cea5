// A range of a collective distribution on one thread: 128 outputs at a time, 32 lanes of SIMD registers
// standing for a warp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/lanes.hpp>
#include <tali/sequence.hpp>
#include <tali/warp.hpp>

namespace tali::cpu_driver {

template <class E, class D, int RegisterBytes>
class span_of_blocks {
 public:
  using value_type = typename D::result_type;
  static constexpr int size = collective_span;
  static constexpr int blocks = collective_span / warp_size;

  TALI_FN span_of_blocks(const E& e, const D& d, std::uint64_t first)
      : distribution_{d}, cursor_{e, first, blocks}, stride_{collective_span} {}

  /// Writes 128 outputs and moves on.
  TALI_FN void next(value_type* to) {
    using warp = simd_warp<RegisterBytes>;
    typename warp::u32 entropy[blocks];
    cursor_.take(entropy);
    for (int k = 0; k < blocks; ++k) {
      distribution_.template of_warp<warp, 16>(entropy[k], D::table()).store(to + k * warp_size);
    }
    cursor_.advance(stride_);
  }

 private:
  D distribution_;
  typename E::template cursor<simd<warp_size, RegisterBytes>> cursor_;
  typename E::stride stride_;
};

template <class E, class D, int RegisterBytes>
void fill_blocks(const E& engine, const D& distribution, std::uint64_t first, typename D::result_type* to,
                 std::size_t n) {
  if (n == 0) return;
  if (engine.phase() != 0) {
    for (std::size_t i = 0; i < n; ++i) to[i] = value(engine, distribution, first + i);
    return;
  }
  using span = span_of_blocks<E, D, RegisterBytes>;
  const auto skip = static_cast<std::size_t>(first % collective_span);
  span s(engine, distribution, first - skip);
  typename D::result_type part[span::size];
  if (skip != 0) {
    s.next(part);
    const std::size_t here = span::size - skip;
    const std::size_t count = n < here ? n : here;
    for (std::size_t i = 0; i < count; ++i) to[i] = part[skip + i];
    to += count;
    n -= count;
  }
  for (; n >= span::size; n -= span::size, to += span::size) s.next(to);
  if (n != 0) {
    s.next(part);
    for (std::size_t i = 0; i < n; ++i) to[i] = part[i];
  }
}

}  // namespace tali::cpu_driver
