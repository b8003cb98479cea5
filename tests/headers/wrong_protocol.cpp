// SPDX-License-Identifier: Apache-2.0
// Distributions and engines that lack a member, one a case: what the compiler says of each is in run.cmake.
#include <tali/tali.hpp>

/// A uniform number of one word.
struct half : tali::detail::values_of_words<half, float>, tali::detail::no_parameters<half> {
#if CASE != 1
  static constexpr const char* name = "half";
#endif
  static constexpr const char* summary = "numbers below 1/2";
#if CASE != 2
  static constexpr int words = 1;
#endif
  template <class U32>
  auto value(const U32 (&w)[1]) const {
    return tali::to_float(w[0] >> 8) * 0x1p-25f;
  }
};

/// The same by rejection, with a parameter.
struct odd : tali::detail::by_rejection<odd, float, double, 1> {
  static constexpr const char* name = "odd";
  static constexpr const char* summary = "numbers of odd words";
  static constexpr std::uint32_t tag = tali::tag_of(name, "f32");
  static constexpr tali::parameter_info parameter_list[] = {tali::detail::positive("scale", 1)};
#if CASE != 3
  static constexpr int attempt_words = 1;
#endif
  explicit odd(double scale) : by_rejection({scale}) {}
#if CASE != 4
  [[nodiscard]] double acceptance() const { return 0.5; }
#endif
  template <class U32>
  auto attempt(const U32 (&w)[1]) const {
    return tali::attempted{tali::to_float(w[0] >> 8), (w[0] & 1u) != 0};
  }
};

/// An engine of kind words.
struct counts {
  using result_type = std::uint32_t;
  static constexpr const char* name = "counts";
  static constexpr const char* summary = "0, 1, 2, ...";
  static constexpr tali::engine_kind kind = tali::engine_kind::words;
  static constexpr int group = 1;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()() { return static_cast<result_type>(at++); }
#if CASE != 5
  [[nodiscard]] result_type word(std::uint64_t i) const { return static_cast<result_type>(at + i); }
#endif
  void discard(std::uint64_t n) { at += n; }
  [[nodiscard]] std::uint64_t position() const { return at; }
  friend bool operator==(const counts&, const counts&) = default;
#if CASE != 6
  template <int R>
  struct run;
#endif
  std::uint64_t at = 0;
};

static_assert(tali::detail::explain_distribution<half>() && tali::detail::explain_distribution<odd>() &&
              tali::detail::explain_engine<counts>());
