// SPDX-License-Identifier: Apache-2.0
// Rejection sampling. Values do not depend on which lanes work on a sample (law 6).
//
// Sample j of a sequence makes attempts 0, 1, 2, ...; its value is that of the first accepted attempt. An
// attempt's words depend only on j and the attempt's number. So attempts can be made in any order, by one
// lane or by a group of lanes that make several at a time, and idle lanes can take other samples: this
// changes only speed. Groups follow G. Ridley and B. Forget, "A simple method for rejection sampling
// efficiency improvement on SIMT architectures", Statistics and Computing 31, 30 (2021); rejection/plan.hpp
// computes the best group size.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/error.hpp>
#include <tali/rejection/words.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/masks.hpp>
#endif

namespace tali {

/// The outcome of one attempt; with SIMD lanes, a value and a mask per lane. The value is meaningless unless
/// accepted.
template <class Value, class Mask = bool>
struct attempted {
  Value value;
  Mask accepted;
};
template <class Value, class Mask>
TALI_GUIDE attempted(Value, Mask)->attempted<Value, Mask>;

namespace detail {

/// The result of a sample: `accepted` is false if all allowed attempts failed.
template <class Value>
struct sampled {
  Value value;
  bool accepted;
};

}  // namespace detail

/// Number of attempts after which a sample fails. One GPU thread makes them in a few seconds. With a
/// rejection probability of 0.9999, one sample in 10^700 fails.
inline constexpr std::uint32_t max_attempts = std::uint32_t{1} << 24;

namespace detail {

/// An attempt that consists of two functions: X = propose(words) is accepted if accept(X, words) is true.
template <int n, class Propose, class Accept>
class proposal {
 public:
  static constexpr int words = n;

  TALI_FN constexpr proposal(Propose propose, Accept accept) : propose_{propose}, accept_{accept} {}

  template <class U32>
  TALI_FN constexpr auto operator()(const U32 (&w)[n]) const {
    const auto x = propose_(w);
    return attempted{x, accept_(x, w)};
  }

 private:
  Propose propose_;
  Accept accept_;
};

}  // namespace detail

/// @tparam n  words per attempt: 1, 2 or a multiple of 4
template <int n, class Propose, class Accept>
TALI_FN constexpr detail::proposal<n, Propose, Accept> propose_and_accept(Propose propose, Accept accept) {
  return {propose, accept};
}

/// Makes sample j with one lane: attempts 0, 1, ... until one is accepted, but at most `limit`. For host and
/// device.
/// @param words    a rejection_words, or a words_of_sample, whose j is unused
/// @param attempt  a proposal, or a function object that makes an `attempted` from `Attempt::words` words
template <class Words, class Attempt>
TALI_FN auto sample_alone(const Words& words, std::uint64_t j, const Attempt& attempt,
                          std::uint32_t limit = max_attempts) {
  std::uint32_t w[Attempt::words];
  words(j, 0, w);
  auto a = attempt(w);
  for (std::uint32_t k = 1; !a.accepted && k < limit; ++k) {
    words(j, k, w);
    a = attempt(w);
  }
  return detail::sampled<decltype(a.value)>{a.value, a.accepted};
}

namespace detail {

/// The complement of a mask.
TALI_FN constexpr bool unset(bool mask) { return !mask; }

}  // namespace detail

#if !defined(TALI_GPU_COMPILER)

namespace detail {

template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> unset(const lane_mask<T, N, R>& mask) {
  using reg = typename decltype(mask.v)::reg;
  return {detail::each_register<decltype(mask.v)>([](reg m) TALI_LAMBDA { return ~m; }, mask.v)};
}

}  // namespace detail

#endif

/// Converts a mask to a mask for values of type T.
template <class T>
TALI_FN constexpr bool mask_for(bool mask) {
  return mask;
}

namespace detail {

template <class E>
concept has_counters = requires {
  requires E::kind == engine_kind::counter;
};

/// Number of words per element of an engine's sequence. An engine with counters has separate words for
/// attempts, and a sample counts as one word.
template <class E, class D>
inline constexpr int words_of_element = words_of<D>;
template <class E, rejection_distribution D>
requires(!has_counters<E>) inline constexpr int words_of_element<E, D> = sample_words(D::attempt_words);

/// A distribution's attempt in the form that sample_alone takes.
template <class D>
struct attempt_of {
  static constexpr int words = D::attempt_words;
  const D& distribution;
  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    return distribution.attempt(w);
  }
};

/// Computes the result of sample j from its accepted value x: applies the last step.
template <class D, class Words, class Value>
TALI_FN typename D::result_type completed(const D& d, const Words& words, std::uint64_t j, Value x) {
  if constexpr (has_last_step<D>) {
    if (d.needs_last_step()) {
      std::uint32_t w[D::last_step_words];
      words(j, Words::last_words, w);
      x = d.last_step(x, w);
    }
  }
  return D::result(x);
}

/// Sample j of a distribution whose current parameters select inversion (by_inversion() is true).
template <class D, class Words>
TALI_FN typename D::result_type inverted(const Words& words, const D& d, std::uint64_t j) {
  const inversion_number u = words.template inversion_of<16 / sizeof(typename D::result_type)>(j);
  return D::result(d.invert(u.high, u.low));
}

}  // namespace detail

/// Sample j of distribution d, made by one lane. `value` is D::failed() if no attempt was accepted.
template <class D, class Words>
TALI_FN detail::sampled<typename D::result_type> sample(const Words& words, const D& d, std::uint64_t j,
                                                        std::uint32_t limit = max_attempts) {
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) return {detail::inverted(words, d, j), true};
  }
  const auto s = sample_alone(words, j, detail::attempt_of<D>{d}, limit);
  if (!s.accepted) return {D::failed(), false};
  return {detail::completed(d, words, j, s.value), true};
}

/// Element i of distribution d over engine e's sequence. As in sequence.hpp, this
/// defines the element.
template <int Rounds, rejection_distribution D>
TALI_FN typename D::result_type value(const philox4x32_engine<Rounds>& e, const D& d, std::uint64_t i) {
  return sample(rejection_words<Rounds>(e, D::tag), d, i).value;
}

/// The same for engines without counters: sample i has words i n ... i n + n - 1 of the sequence, where n is
/// sample_words() of the distribution's attempts.
template <class E, class D>
requires(single_distribution<D>&& rejection_distribution<D>) TALI_FN typename D::result_type
    value(const E& e, const D& d, std::uint64_t i) {
  constexpr int n = detail::words_of_element<E, D>;
  std::uint32_t w[n];
  if constexpr (detail::has_cursor<E>) {
    const typename E::template cursor<scalar> at(e, i * n, 0);
    at.take(w);
  } else {
    for (int k = 0; k < n; ++k) w[k] = e.word(i * n + static_cast<std::uint64_t>(k));
  }
  return sample(detail::words_of_sample<n>(w, D::tag), d, 0).value;
}

#if !defined(__CUDACC_RTC__)
/// Reports that all attempts at a sample were rejected: the proposal's acceptance probability is too low.
class sampling_error : public error {
 public:
  explicit sampling_error(std::uint64_t index)
      : error("sample " + std::to_string(index) + " was rejected " + std::to_string(max_attempts) +
              " times: the acceptance probability is too low"),
        index_(index) {}

  /// The sample's index in the sequence.
  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};
#endif

}  // namespace tali

#if defined(TALI_GPU_COMPILER)
#include <tali/rejection/group.hpp>
#endif
