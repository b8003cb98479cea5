// SPDX-License-Identifier: Apache-2.0
// The parts of the standard library that kernels use, where the compiler has no headers: NVRTC, whose library
// and wheel bring none. They are tali::std here. Integer types are those of the host's compiler, so that a
// type's name means the same type in both.
#pragma once

#if defined(__CUDACC_RTC__)

namespace tali::std {

using int8_t = signed char;
using int16_t = short;
using int32_t = int;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
#if defined(_WIN32)
using int64_t = long long;
using uint64_t = unsigned long long;
#else
using int64_t = long;
using uint64_t = unsigned long;
#endif
using size_t = decltype(sizeof 0);
using ptrdiff_t = int64_t;
using uintptr_t = uint64_t;

using ::std::initializer_list;

// <type_traits>

template <class T, T v>
struct integral_constant {
  static constexpr T value = v;
  using value_type = T;
  using type = integral_constant;
  __host__ __device__ constexpr operator T() const { return v; }
};
template <bool v>
using bool_constant = integral_constant<bool, v>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class T>
struct type_identity {
  using type = T;
};
template <class T>
using type_identity_t = T;

template <bool, class T, class>
struct conditional : type_identity<T> {};
template <class T, class F>
struct conditional<false, T, F> : type_identity<F> {};
template <bool c, class T, class F>
using conditional_t = typename conditional<c, T, F>::type;

template <class T>
struct remove_const : type_identity<T> {};
template <class T>
struct remove_const<const T> : type_identity<T> {};
template <class T>
using remove_const_t = typename remove_const<T>::type;
template <class T>
struct remove_volatile : type_identity<T> {};
template <class T>
struct remove_volatile<volatile T> : type_identity<T> {};
template <class T>
using remove_cv_t = remove_const_t<typename remove_volatile<T>::type>;
template <class T>
struct remove_reference : type_identity<T> {};
template <class T>
struct remove_reference<T&> : type_identity<T> {};
template <class T>
struct remove_reference<T&&> : type_identity<T> {};
template <class T>
using remove_reference_t = typename remove_reference<T>::type;
template <class T>
using remove_cvref_t = remove_cv_t<remove_reference_t<T>>;

template <class A, class B>
inline constexpr bool is_same_v = false;
template <class A>
inline constexpr bool is_same_v<A, A> = true;
template <class A, class B>
struct is_same : bool_constant<is_same_v<A, B>> {};

template <class T, class... Others>
inline constexpr bool is_any_of = (is_same_v<remove_cv_t<T>, Others> || ...);
template <class T>
inline constexpr bool is_void_v = is_any_of<T, void>;
template <class T>
inline constexpr bool is_floating_point_v = is_any_of<T, float, double>;
template <class T>
inline constexpr bool is_integral_v =
    is_any_of<T, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
              unsigned long, long long, unsigned long long>;
template <class T>
inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <class T>
inline constexpr bool is_signed_v = false;
template <class T>
requires is_arithmetic_v<T>
inline constexpr bool is_signed_v<T> = T(-1) < T(0);
template <class T>
inline constexpr bool is_array_v = false;
template <class T, size_t n>
inline constexpr bool is_array_v<T[n]> = true;
template <class T>
inline constexpr bool is_array_v<T[]> = true;
template <class T>
inline constexpr bool is_pointer_v = false;
template <class T>
inline constexpr bool is_pointer_v<T*> = true;
template <class T>
inline constexpr bool is_trivially_copyable_v = __is_trivially_copyable(T);

template <class T>
struct make_unsigned;
template <>
struct make_unsigned<int> : type_identity<unsigned> {};
template <>
struct make_unsigned<unsigned> : type_identity<unsigned> {};
template <>
struct make_unsigned<long> : type_identity<unsigned long> {};
template <>
struct make_unsigned<unsigned long> : type_identity<unsigned long> {};
template <>
struct make_unsigned<long long> : type_identity<unsigned long long> {};
template <>
struct make_unsigned<unsigned long long> : type_identity<unsigned long long> {};
template <class T>
using make_unsigned_t = typename make_unsigned<T>::type;

template <class T>
__host__ __device__ T&& declval() noexcept;

template <class T, class... A>
inline constexpr bool is_constructible_v = requires {
  T(declval<A>()...);
};
template <class T>
inline constexpr bool is_default_constructible_v = requires {
  T();
};
template <class From, class To>
inline constexpr bool is_convertible_v = requires(void (&take)(To)) {
  take(declval<From>());
};
template <class F, class... A>
inline constexpr bool is_invocable_v = requires {
  declval<F>()(declval<A>()...);
};

// <concepts>

template <class A, class B>
concept same_as = is_same_v<A, B> && is_same_v<B, A>;
template <class From, class To>
concept convertible_to = is_convertible_v<From, To> && requires {
  static_cast<To>(declval<From>());
};
template <class T>
concept floating_point = is_floating_point_v<T>;
template <class T>
concept integral = is_integral_v<T>;
template <class T>
concept unsigned_integral = is_integral_v<T> && !is_signed_v<T>;
template <class T>
concept equality_comparable = requires(const T& a, const T& b) {
  { a == b } -> convertible_to<bool>;
  { a != b } -> convertible_to<bool>;
};
template <class T>
concept copyable = is_constructible_v<T, const T&> && requires(T& a, const T& b) {
  a = b;
};

// <utility>

template <class T>
__host__ __device__ constexpr remove_reference_t<T>&& move(T&& x) noexcept {
  return static_cast<remove_reference_t<T>&&>(x);
}

template <class T, T... i>
struct integer_sequence {
  static __host__ __device__ constexpr size_t size() { return sizeof...(i); }
};
/// 0, 1, ..., from the sequence of half the length.
template <class T, class Half, bool odd>
struct doubled;
template <class T, T... i, bool odd>
struct doubled<T, integer_sequence<T, i...>, odd> {
  static constexpr T half = sizeof...(i);
  using type = conditional_t<odd, integer_sequence<T, i..., (half + i)..., 2 * half>,
                             integer_sequence<T, i..., (half + i)...>>;
};
template <class T, T n>
struct sequence_to : doubled<T, typename sequence_to<T, n / 2>::type, n % 2 != 0> {};
template <class T, T n>
requires(n == 0) struct sequence_to<T, n> : type_identity<integer_sequence<T>> {
};
template <class T, T n>
using make_integer_sequence = typename sequence_to<T, n>::type;
template <size_t... i>
using index_sequence = integer_sequence<size_t, i...>;
template <size_t n>
using make_index_sequence = make_integer_sequence<size_t, n>;

// <limits>

template <class T>
struct numeric_limits {
  static constexpr int digits = static_cast<int>(sizeof(T)) * 8 - (is_signed_v<T> ? 1 : 0);
  static constexpr bool is_signed = is_signed_v<T>;
  static __host__ __device__ constexpr T max() {
    return is_signed ? T((make_unsigned_t<T>(1) << digits) - 1) : T(~T(0));
  }
  static __host__ __device__ constexpr T min() { return is_signed ? T(-max() - 1) : T(0); }
};
template <>
struct numeric_limits<float> {
  static constexpr int digits = 24;
  static constexpr bool is_signed = true;
  static __host__ __device__ constexpr float max() { return 0x1.fffffep127f; }
  static __host__ __device__ constexpr float min() { return 0x1p-126f; }
  static __host__ __device__ constexpr float infinity() { return __builtin_bit_cast(float, 0x7f800000u); }
  static __host__ __device__ constexpr float quiet_NaN() { return __builtin_bit_cast(float, 0x7fc00000u); }
};
template <>
struct numeric_limits<double> {
  static constexpr int digits = 53;
  static constexpr bool is_signed = true;
  static __host__ __device__ constexpr double max() { return 0x1.fffffffffffffp1023; }
  static __host__ __device__ constexpr double min() { return 0x1p-1022; }
  static __host__ __device__ constexpr double infinity() {
    return __builtin_bit_cast(double, uint64_t{0x7ff0} << 48);
  }
  static __host__ __device__ constexpr double quiet_NaN() {
    return __builtin_bit_cast(double, uint64_t{0x7ff8} << 48);
  }
};

// <bit>, of unsigned integers

template <class To, class From>
__host__ __device__ constexpr To bit_cast(const From& x) noexcept {
  return __builtin_bit_cast(To, x);
}
template <unsigned_integral T>
__host__ __device__ constexpr bool has_single_bit(T x) {
  return x != 0 && (x & (x - 1)) == 0;
}
template <unsigned_integral T>
__host__ __device__ constexpr T bit_floor(T x) {
  while ((x & (x - 1)) != 0) x &= x - 1;
  return x;
}
template <unsigned_integral T>
__host__ __device__ constexpr int countr_zero(T x) {
  int n = 0;
  for (; n < numeric_limits<T>::digits && (x >> n & 1u) == 0;) ++n;
  return n;
}

// <span>, of what kernels name

template <class T>
class span {
 public:
  constexpr span() = default;
  __host__ __device__ constexpr span(T* at, size_t n) : at_{at}, size_{n} {}
  template <size_t n>
  __host__ __device__ constexpr span(T (&all)[n]) : at_{all}, size_{n} {}

  [[nodiscard]] __host__ __device__ constexpr T* data() const { return at_; }
  [[nodiscard]] __host__ __device__ constexpr size_t size() const { return size_; }
  [[nodiscard]] __host__ __device__ constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] __host__ __device__ constexpr T* begin() const { return at_; }
  [[nodiscard]] __host__ __device__ constexpr T* end() const { return at_ + size_; }
  __host__ __device__ constexpr T& operator[](size_t i) const { return at_[i]; }

 private:
  T* at_ = nullptr;
  size_t size_ = 0;
};

}  // namespace tali::std

#endif
