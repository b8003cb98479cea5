// SPDX-License-Identifier: Apache-2.0
// The word engines whose threads each make a segment (segment_launch.hpp), with one thread's view of them:
//   engine        the engine that has these words
//   lanes, width  threads per segment, and contiguous words that each makes per step
//   steps_a_tile  steps between two stores
//   log2_longest  log2 of a segment's steps in long ranges, as measured on an H100
//   linear_words  words of the state that is linear over GF(2), or 0 if each thread jumps alone
//   start         the state at the range's beginning, a kernel argument: word k of lane l is word[k][l]
//   start_of(e)   the state of an engine at the range's first word, or later within the same step
//   step(to)      makes `width` words
#pragma once

#include <cstdint>

#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/xorwow_curand.hpp>
#include <tali/engine/xoshiro256pp.hpp>
#include <tali/simd/bits.hpp>

namespace tali::cuda_driver {

struct xorwow_segments {
  using engine = xorwow_curand;
  static constexpr int lanes = 1, width = 1, steps_a_tile = 32, linear_words = 5, log2_longest = 8;

  struct start {
    std::uint32_t word[linear_words][lanes];
    std::uint32_t weyl;
  };
  static start start_of(const engine& e) {
    start s{};
    for (int k = 0; k < linear_words; ++k) s.word[k][0] = e.state().x[k];
    s.weyl = e.state().weyl;
    return s;
  }

  TALI_FN xorwow_segments(const start& from, const std::uint32_t (&x)[linear_words], std::uint64_t steps)
      : generator_({x[0], x[1], x[2], x[3], x[4], from.weyl + 362437u * narrow(steps)}) {}

  TALI_FN void step(std::uint32_t* to) {
    std::uint32_t out[1];
    generator_.step(out);
    *to = out[0];
  }

 private:
  detail::xorwow_generator generator_;
};

struct xoshiro256pp_segments {
  using engine = xoshiro256pp;
  static constexpr int lanes = engine::lane_count, width = 2, steps_a_tile = 4, linear_words = 8,
                       log2_longest = 9;

  struct start {
    std::uint32_t word[linear_words][lanes];
  };
  static start start_of(const engine& e) {
    start s{};
    for (int k = 0; k < linear_words; ++k) {
      for (int l = 0; l < lanes; ++l) s.word[k][l] = narrow(e.state().word[k / 2][l] >> (32 * (k % 2)));
    }
    return s;
  }

  TALI_FN xoshiro256pp_segments(const start&, const std::uint32_t (&x)[linear_words], std::uint64_t) {
    for (int k = 0; k < 4; ++k) s_[k] = join(x[2 * k], x[2 * k + 1]);
  }

  TALI_FN void step(std::uint32_t* to) {
    const std::uint64_t x = detail::xoshiro256pp_output(s_);
    detail::xoshiro256pp_step(s_);
    to[0] = narrow(x);
    to[1] = narrow(x >> 32);
  }

 private:
  std::uint64_t s_[4];
};

struct mrg32k3a_segments {
  using engine = mrg32k3a;
  static constexpr int lanes = 1, width = 1, steps_a_tile = 32, linear_words = 0, log2_longest = 11;
  using start = detail::mrg_state<std::uint64_t>;
  static start start_of(const engine& e) { return e.state(); }

  TALI_FN mrg32k3a_segments(start from, std::uint64_t steps) {
    from.jump(steps);
    for (int k = 0; k < 3; ++k) {
      x1_[k] = narrow(from.x1[k]);
      x2_[k] = narrow(from.x2[k]);
    }
  }

  TALI_FN void step(std::uint32_t* to) {
    const std::uint32_t p1 = next<detail::mrg_first>(x1_), p2 = next<detail::mrg_second>(x2_);
    *to = detail::mrg_word(detail::mrg_difference(p1, p2));
  }

 private:
  template <class Part>
  TALI_FN static std::uint32_t next(std::uint32_t (&x)[3]) {
    const std::uint32_t p = detail::mrg_next<Part>(x[Part::nearer], x[0]);
    x[0] = x[1];
    x[1] = x[2];
    x[2] = p;
    return p;
  }

  std::uint32_t x1_[3], x2_[3];  // in 32 bits: the compiler does not see that 64-bit values fit
};

}  // namespace tali::cuda_driver
