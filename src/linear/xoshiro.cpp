// SPDX-License-Identifier: Apache-2.0
// xoshiro256++: seeds, streams, lanes and jumps.
#include <string>

#include <tali/engine/xoshiro256pp.hpp>
#include <tali/error.hpp>

#include "linear/jump.hpp"

namespace tali {

namespace {

struct one_lane {
  std::uint64_t s[4];
  one_lane& operator^=(const one_lane& o) {
    for (int k = 0; k < 4; ++k) s[k] ^= o.s[k];
    return *this;
  }
};

struct all_lanes {
  xoshiro256pp::state_type of;
  all_lanes& operator^=(const all_lanes& o) {
    for (int k = 0; k < 4; ++k) {
      for (int l = 0; l < xoshiro256pp::lane_count; ++l) of.word[k][l] ^= o.of.word[k][l];
    }
    return *this;
  }
};

void step_lanes(xoshiro256pp::state_type& state) {
  for (int l = 0; l < xoshiro256pp::lane_count; ++l) {
    std::uint64_t s[4];
    for (int k = 0; k < 4; ++k) s[k] = state.word[k][l];
    detail::xoshiro256pp_step(s);
    for (int k = 0; k < 4; ++k) state.word[k][l] = s[k];
  }
}

/// x^n, and the polynomials of the authors' jump() and long_jump(): x^(2^128) and x^(2^192).
struct jumps {
  detail::gf2_power power;
  detail::gf2_polynomial jump, long_jump;

  static const jumps& get() {
    static const jumps all = [] {
      one_lane at{{1, 2, 3, 4}};
      detail::gf2_power power = detail::powers_of_step(256, [&] {
        detail::xoshiro256pp_step(at.s);
        return at.s[0];
      });
      constexpr std::uint64_t half = std::uint64_t{1} << 32;
      const auto times_2_64 = [&](const detail::gf2_polynomial& g) {
        return power.power(power.power(g, half), half);
      };
      detail::gf2_polynomial jump = times_2_64(times_2_64(power(1)));
      detail::gf2_polynomial long_jump = times_2_64(jump);
      return jumps{std::move(power), std::move(jump), std::move(long_jump)};
    }();
    return all;
  }
};

one_lane jumped(const detail::gf2_polynomial& g, const one_lane& from) {
  return detail::apply_polynomial(g, from, [](one_lane& x) { detail::xoshiro256pp_step(x.s); });
}

xoshiro256pp::state_type lanes_from(one_lane lane) {
  xoshiro256pp::state_type out;
  for (int l = 0; l < xoshiro256pp::lane_count; ++l) {
    if (l != 0) lane = jumped(jumps::get().jump, lane);
    for (int k = 0; k < 4; ++k) out.word[k][l] = lane.s[k];
  }
  return out;
}

}  // namespace

xoshiro256pp::xoshiro256pp(std::uint64_t seed, std::uint64_t stream) {
  one_lane lane;
  for (auto& word : lane.s) {  // SplitMix64
    seed += 0x9e3779b97f4a7c15u;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    word = z ^ (z >> 31);
  }
  if (stream != 0) lane = jumped(jumps::get().power.power(jumps::get().long_jump, stream), lane);
  state_ = lanes_from(lane);
}

xoshiro256pp xoshiro256pp::from_state(std::uint64_t s0, std::uint64_t s1, std::uint64_t s2,
                                      std::uint64_t s3) {
  if ((s0 | s1 | s2 | s3) == 0) throw argument_error("state", "all zero", "four words that are not all zero");
  return xoshiro256pp(lanes_from({{s0, s1, s2, s3}}), 0);
}

xoshiro256pp xoshiro256pp::from_state(const state_type& lanes, std::uint64_t position) {
  for (int l = 0; l < lane_count; ++l) {
    if ((lanes.word[0][l] | lanes.word[1][l] | lanes.word[2][l] | lanes.word[3][l]) == 0)
      throw argument_error({"state of lane", {static_cast<std::uint64_t>(l)}}, "all zero",
                           "four words that are not all zero");
  }
  return xoshiro256pp(lanes, position);
}

std::array<std::uint64_t, 4 * xoshiro256pp::lane_count + 1> xoshiro256pp::saved() const {
  std::array<std::uint64_t, 4 * lane_count + 1> numbers;
  for (std::size_t i = 0; i < 4 * lane_count; ++i) numbers[i] = state_.word[i / lane_count][i % lane_count];
  numbers.back() = position_;
  return numbers;
}

xoshiro256pp xoshiro256pp::restored(const std::array<std::uint64_t, 4 * lane_count + 1>& numbers) {
  state_type state;
  for (std::size_t i = 0; i < 4 * lane_count; ++i) state.word[i / lane_count][i % lane_count] = numbers[i];
  return from_state(state, numbers.back());
}

void xoshiro256pp::step() { step_lanes(state_); }

void xoshiro256pp::wrap() {
  position_ = std::numeric_limits<std::uint64_t>::max();
  discard(1);
}

void xoshiro256pp::discard(std::uint64_t n) {
  constexpr std::uint64_t near = detail::near_words<xoshiro256pp> / group;
  const std::uint64_t from = position_ / group, to = (position_ + n) / group;
  position_ += n;
  if (from <= to && to - from <= near) {
    for (std::uint64_t i = from; i != to; ++i) step_lanes(state_);
  } else {
    state_ =
        detail::apply_polynomial(jumps::get().power.between(from, to), all_lanes{state_}, [](all_lanes& x) {
          step_lanes(x.of);
        }).of;
  }
}

}  // namespace tali
