// SPDX-License-Identifier: Apache-2.0
// The properties of a user's functor: how many words it takes, whether it makes values or attempts, and
// whether it works with SIMD lanes.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/detail/type_list.hpp>
#include <tali/distribution/base.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// Number of words in a function parameter of this type; 0 if it has no words.
template <class P>
inline constexpr int words_of_parameter = 0;
template <>
inline constexpr int words_of_parameter<std::uint32_t> = 1;
template <>
inline constexpr int words_of_parameter<std::uint64_t> = 2;
template <std::size_t n>
inline constexpr int words_of_parameter<std::uint32_t[n]> = static_cast<int>(n);

/// The parameters of a function that is not a template, and its number of words: 0 if they are not words. If
/// there is an array of words, it is the only parameter.
template <class... P>
struct signature {
  using parameters = type_list<std::remove_cvref_t<P>...>;
  static constexpr bool all_words = sizeof...(P) != 0 &&
                                    ((words_of_parameter<std::remove_cvref_t<P>> != 0) && ...) &&
                                    (sizeof...(P) == 1 || !(std::is_array_v<std::remove_cvref_t<P>> || ...));
  static constexpr int words = all_words ? (words_of_parameter<std::remove_cvref_t<P>> + ... + 0) : 0;
};

template <class R, class... P>
TALI_HOST_FN signature<P...> signature_of(R (*)(P...));
template <class R, class... P>
TALI_HOST_FN signature<P...> signature_of(R (*)(P...) noexcept);
template <class F, class R, class... P>
TALI_HOST_FN signature<P...> signature_of(R (F::*)(P...) const);
template <class F, class R, class... P>
TALI_HOST_FN signature<P...> signature_of(R (F::*)(P...) const noexcept);

template <class F>
concept is_plain_class = requires {
  signature_of(&F::operator());
};
template <class F>
concept is_plain_function = std::is_pointer_v<F> && requires(F f) {
  signature_of(f);
};
template <class F>
concept says_words = requires {
  { F::words } -> std::convertible_to<int>;
};

/// A functor whose parameter types determine its number of words.
template <class F>
concept says_parameters = is_plain_class<F> && !says_words<F>;

/// How a functor is called. A functor with a member `words` is called with an array; if its operator() is a
/// template, with an array of words or of lanes of words.
template <class F>
struct form_of {
  static constexpr int words = 0;
};
template <says_words F>
struct form_of<F> {
  static constexpr int words = F::words;
};
template <says_parameters F>
struct form_of<F> : decltype(signature_of(&F::operator())) {};
template <is_plain_function F>
struct form_of<F> : decltype(signature_of(std::declval<F>())) {};

/// Number of words in the parameters before number i.
template <int i, class... P>
TALI_FN constexpr int words_before() {
  const int words[] = {words_of_parameter<P>...};
  int sum = 0;
  for (int k = 0; k < i; ++k) sum += words[k];
  return sum;
}

/// The parameter that begins at word `at`.
template <class P, int at, int n>
TALI_FN constexpr P parameter_at(const std::uint32_t (&w)[n]) {
  if constexpr (words_of_parameter<P> == 2) {
    return join(w[at], w[at + 1]);
  } else {
    return w[at];
  }
}

template <class F, int n, class... P, std::size_t... Index>
TALI_FN constexpr auto call_plain(const F& f, const std::uint32_t (&w)[n], type_list<P...>,
                                  std::index_sequence<Index...>) {
  if constexpr ((std::is_array_v<P> || ...)) {
    return f(w);
  } else {
    return f(parameter_at<P, words_before<static_cast<int>(Index), P...>()>(w)...);
  }
}

/// Calls f with n words, or n lanes of words.
template <class F, class W, int n>
TALI_FN constexpr auto call_functor(const F& f, const W (&w)[n]) {
  if constexpr (says_words<F>) {
    return f(w);
  } else {
    using parameters = typename form_of<F>::parameters;
    return call_plain(f, w, parameters{}, std::make_index_sequence<std::size_t{parameters::size}>{});
  }
}

template <class V>
inline constexpr bool is_attempted = false;
template <class V, class M>
inline constexpr bool is_attempted<attempted<V, M>> = true;

template <class V>
struct value_of_call {
  using type = V;
};
template <class V, class M>
struct value_of_call<attempted<V, M>> {
  using type = V;
};

/// The properties of functor F that a fill needs.
template <class F>
struct functor_traits {
  static constexpr int words = form_of<F>::words;
  using returned =
      decltype(call_functor(std::declval<const F&>(), std::declval<const std::uint32_t (&)[words]>()));
  static constexpr bool makes_attempts = is_attempted<returned>;
  using raw = typename value_of_call<returned>::type;
  static constexpr bool takes_lanes = says_words<F> && !is_plain_class<F>;
};

template <class F>
concept says_result = requires {
  typename F::result_type;
};
template <class F>
struct result_of_functor {
  using type = typename functor_traits<F>::raw;
};
template <says_result F>
struct result_of_functor<F> {
  using type = typename F::result_type;
};

/// True if F is a functor of words; otherwise one compile-time message.
template <class F>
TALI_HOST_FN constexpr bool explain_functor() {
  constexpr bool of_library = requires { F::batch_size; }
  || requires { F::attempt_words; }
  || requires { F::step_words; };
  static_assert(
      !of_library,
      "tali::fill_with: this is a distribution of the library that does not make single values from "
      "words; use tali::fill");
  constexpr bool of_words = of_library || form_of<F>::words != 0;
  static_assert(of_words,
                "tali::fill_with: the functor must either take words, like [](std::uint32_t w) or "
                "[](std::uint64_t two_words), and be callable when const, or have their number in "
                "`static constexpr int words` and take an array of them");
  if constexpr (of_words && !of_library) {
    static_assert(form_of<F>::words <= 16, "tali::fill_with: a functor takes at most 16 words");
    constexpr bool can_be_called =
        !says_words<F> || std::is_invocable_v<const F&, const std::uint32_t(&)[form_of<F>::words]>;
    static_assert(
        can_be_called,
        "tali::fill_with: the functor's operator() must be const and take an array of as many words as "
        "its member words: const W (&w)[words] or const std::uint32_t (&w)[words]");
    if constexpr (can_be_called) {
      using made = typename functor_traits<F>::raw;
      using result = typename result_of_functor<F>::type;
      constexpr bool converts = !std::is_void_v<made> && std::is_convertible_v<made, result>;
      static_assert(
          converts,
          "tali::fill_with: the functor must return a value of its result_type, or attempted{value, "
          "accepted} with such a value");
      constexpr bool copies = std::is_trivially_copyable_v<result> && std::is_default_constructible_v<result>;
      static_assert(copies,
                    "tali::fill_with: the functor's values must be trivially copyable, as numbers are");
      constexpr int n = form_of<F>::words;
      constexpr bool whole_blocks = !functor_traits<F>::makes_attempts || n == 1 || n == 2 || n % 4 == 0;
      static_assert(whole_blocks, "tali::fill_with: an attempt takes 1, 2, 4, 8, 12 or 16 words");
      return converts && copies && whole_blocks && n <= 16;
    }
  }
  return false;
}

/// A functor that makes values, as a distribution of fixed budget.
template <class F>
struct user_distribution {
  using result_type = typename result_of_functor<F>::type;
  static constexpr int words = functor_traits<F>::words;
  static constexpr bool heavy = true;

  F f;

  template <class W>
  TALI_FN constexpr auto operator()(const W (&w)[words]) const {
    return call_functor(f, w);
  }
};

/// F::tag, or the tag "own" if F has none.
template <class F>
inline constexpr std::uint32_t tag_of_functor = tag_of("own");
template <has_tag F>
inline constexpr std::uint32_t tag_of_functor<F> = static_cast<std::uint32_t>(F::tag);

/// A functor that makes attempts, as a rejection distribution.
template <class F>
struct user_rejection : attempts_of<user_rejection<F>, typename result_of_functor<F>::type> {
  static constexpr int attempt_words = functor_traits<F>::words;
  static constexpr std::uint32_t tag = tag_of_functor<F>;

  F f;

  template <class W>
  TALI_FN constexpr auto attempt(const W (&w)[attempt_words]) const {
    return call_functor(f, w);
  }
};

template <int n, class F>
struct functor_of_words {
  static constexpr int words = n;
  F f;
  template <class W>
  TALI_FN constexpr auto operator()(const W (&w)[n]) const {
    return f(w);
  }
};

}  // namespace detail

/// A functor of n words, made from a generic lambda: of_words<2>([](const auto& w) { return w[0] ^ w[1]; }).
/// @tparam n  1 ... 16
template <int n, class F>
TALI_FN constexpr detail::functor_of_words<n, F> of_words(F f) {
  static_assert(n >= 1 && n <= 16, "tali::of_words: a functor takes 1 ... 16 words");
  return {f};
}

/// Element i of functor f over engine e's sequence. Defines the results of fill_with.
/// Works on host and device.
template <class E, class F>
TALI_FN auto value_with(const E& e, const F& f, std::uint64_t i) {
  if constexpr (detail::functor_traits<F>::makes_attempts) {
    return value(e, detail::user_rejection<F>{{}, f}, i);
  } else {
    return value(e, detail::user_distribution<F>{f}, i);
  }
}

}  // namespace tali
