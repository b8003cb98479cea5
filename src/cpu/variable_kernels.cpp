// One SIMD level's fills of samples of variable cost, for one engine: CMake compiles this file once for every
// level and engine, with TALI_REGISTER_BYTES and TALI_ENGINE.
#include "cpu/variable_kernels.hpp"

#include <algorithm>
#include <tuple>

#include "cpu/inversion_range.hpp"
#include "cpu/variable_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class... T>
std::tuple<T...> tuple_of(type_list<T...>);
using engine_type = std::tuple_element_t<TALI_ENGINE, decltype(tuple_of(variable_engines{}))>;

template <int Rounds>
constexpr int rounds_of(const philox4x32_engine<Rounds>*) {
  return Rounds;
}
constexpr int rounds = rounds_of(static_cast<const engine_type*>(nullptr));

template <class D>
std::uint64_t fill_erased(const void* engine, const void* distribution, const rejection_schedule& how,
                          std::uint64_t first, void* to, std::size_t n) {
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      inverted_samples<D, rounds, TALI_REGISTER_BYTES>(*static_cast<const engine_type*>(engine), d)
          .fill(first, out, n);
      return none_failed;
    }
  }
  samples<D, rounds, TALI_REGISTER_BYTES> s(*static_cast<const engine_type*>(engine), d);
  if (how.kind != schedule::grouped) return s.compacting(first, out, n);
  return s.grouped(first, out, n, std::min(how.group, TALI_REGISTER_BYTES / 4));
}

template <class D>
std::uint64_t each_erased(const void* engine, const void* const* arrays, std::uint64_t first, void* to,
                          std::size_t begin, std::size_t end, std::size_t* bad) {
  constexpr int parameters = detail::parameter_count<D>;
  const rejection_words<rounds> words(*static_cast<const engine_type*>(engine), D::tag);
  auto* const out = static_cast<typename D::result_type*>(to);
  std::uint64_t failed = none_failed;
  for (std::size_t i = begin; i < end; ++i) {
    parameters_of<D> p;
    for (int k = 0; k < parameters; ++k) p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
    if (D::bad_parameter(p) >= 0) {
      out[i] = D::failed();
      *bad = std::min(*bad, i);
      continue;
    }
    const auto s = sample(words, D(unchecked, p), first + i);
    out[i] = s.value;
    if (!s.accepted) failed = std::min(failed, first + i);
  }
  return failed;
}

template <class... D>
void add_all(variable_table& table, type_list<D...>) {
  int j = 0;
  ((table.fill[TALI_ENGINE][j] = &fill_erased<D>, table.each[TALI_ENGINE][j] = &each_erased<D>, ++j), ...);
}

}  // namespace

template <>
void add_variable<TALI_REGISTER_BYTES, TALI_ENGINE>(variable_table& table) {
  add_all(table, variable_distributions{});
}

}  // namespace tali::cpu_driver
