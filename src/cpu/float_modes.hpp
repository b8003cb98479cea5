// SPDX-License-Identifier: Apache-2.0
// The floating-point modes of the threads that make values.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace tali::detail {

/// While this object exists, the thread rounds to nearest, has subnormal numbers and traps nothing, as at
/// program start. Afterwards it has its previous modes again.
/// Programs change the modes: linking with -ffast-math flushes subnormal numbers to 0. Values would then
/// depend on the thread, and a trap could end the program in a lane whose result is not used.
class standard_float_modes {
 public:
  standard_float_modes() : before_{current()} {
    if (differ()) set(standard);
  }
  ~standard_float_modes() {
    if (differ()) set(before_);
  }
  standard_float_modes(const standard_float_modes&) = delete;
  standard_float_modes& operator=(const standard_float_modes&) = delete;

  /// For a thread of the library. Such a thread inherits the modes of the thread that started it.
  static void set_for_good() { set(standard); }

 private:
#if defined(__SSE__)
  using modes = unsigned;  // of the register MXCSR
  static constexpr modes standard = 0x1f80, raised = 0x3f;
  static modes current() { return _mm_getcsr(); }
  static void set(modes m) { _mm_setcsr(m); }
#elif defined(__aarch64__)
  using modes = std::uint64_t;  // of the register FPCR
  static constexpr modes standard = 0, raised = 0;
  static modes current() {
    modes m;
    asm volatile("mrs %0, fpcr" : "=r"(m));
    return m;
  }
  static void set(modes m) { asm volatile("msr fpcr, %0" : : "r"(m)); }
#else
  using modes = int;  // the rounding mode
  static constexpr modes standard = FE_TONEAREST, raised = 0;
  static modes current() { return std::fegetround(); }
  static void set(modes m) { (void)std::fesetround(m); }
#endif

  /// Flags of raised exceptions are not modes.
  [[nodiscard]] bool differ() const { return (before_ & ~raised) != standard; }

  modes before_;
};

}  // namespace tali::detail
