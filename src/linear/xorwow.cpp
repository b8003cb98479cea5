// SPDX-License-Identifier: Apache-2.0
// xorwow-curand: seeds, streams and jumps.
#include <string>

#include <tali/engine/xorwow_curand.hpp>
#include <tali/error.hpp>

#include "linear/jump.hpp"

namespace tali {

namespace {

/// The five words that are linear over GF(2); the sixth is a counter.
struct five_words {
  std::uint32_t x[5];
  five_words& operator^=(const five_words& o) {
    for (int k = 0; k < 5; ++k) x[k] ^= o.x[k];
    return *this;
  }
};

void step(five_words& s) {
  detail::xorwow_generator g({1, 0, 0, 0, 0, 0});
  for (int k = 0; k < 5; ++k) g.x[k] = s.x[k];
  std::uint32_t out[1];
  g.step(out);
  for (int k = 0; k < 5; ++k) s.x[k] = g.x[k];
}

const detail::gf2_power& powers() {
  static const detail::gf2_power all = [] {
    five_words at{{1, 2, 3, 4, 5}};
    return detail::powers_of_step(160, [&] {
      step(at);
      return at.x[0];
    });
  }();
  return all;
}

void jump(const detail::gf2_polynomial& g, detail::xorwow_generator& to) {
  five_words s;
  for (int k = 0; k < 5; ++k) s.x[k] = to.x[k];
  s = detail::apply_polynomial(g, s, [](five_words& x) { step(x); });
  for (int k = 0; k < 5; ++k) to.x[k] = s.x[k];
}

detail::xorwow_generator seeded(std::uint64_t seed) {
  const std::uint32_t low = 1099087573u * (narrow(seed) ^ 0xaad26b49u);
  const std::uint32_t high = 2591861531u * (narrow(seed >> 32) ^ 0xf7dcefddu);
  return detail::xorwow_generator({123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
                                   5783321u + low, 6615241u + high + low});
}

}  // namespace

xorwow_curand::xorwow_curand(std::uint64_t seed, std::uint64_t stream) : generator_{seeded(seed)} {
  if (stream == 0) return;
  // 2^67 steps do not change the counter.
  static const detail::gf2_polynomial one_stream = powers().power(powers()(std::uint64_t{1} << 63), 16);
  jump(powers().power(one_stream, stream), generator_);
}

xorwow_curand xorwow_curand::from_state(const std::uint32_t (&state)[6]) {
  if ((state[0] | state[1] | state[2] | state[3] | state[4]) == 0)
    throw argument_error("state", "all zero", "five words that are not all zero, and a counter");
  xorwow_curand e;
  e.generator_ = detail::xorwow_generator(state);
  return e;
}

xorwow_curand xorwow_curand::restored(const std::array<std::uint64_t, 7>& n) {
  std::uint32_t state[6];
  for (std::size_t k = 0; k < 6; ++k) {
    if (n[k] >> 32 != 0)
      throw argument_error("state", std::to_string(n[k]), "words of the generator from 0 to 4294967295");
    state[k] = narrow(n[k]);
  }
  xorwow_curand e = from_state(state);
  e.position_ = n[6];
  return e;
}

void xorwow_curand::discard(std::uint64_t n) {
  constexpr std::uint64_t near = detail::near_words<xorwow_curand>;
  const std::uint64_t from = position_, to = position_ + n;
  position_ = to;
  if (from <= to && n <= near) {
    std::uint32_t out[1];
    for (; n != 0; --n) generator_.step(out);
    return;
  }
  jump(powers().between(from, to), generator_);
  generator_.weyl += 362437u * narrow(n);
}

}  // namespace tali
