// SPDX-License-Identifier: Apache-2.0
// The type at an index of a type_list, known when compiling or at run time.
#pragma once

#include <tuple>

#include <tali/catalogue.hpp>

namespace tali::detail {

template <class... T>
std::tuple<T...> tuple_of(type_list<T...>);

template <int Index, class List>
using type_at = std::tuple_element_t<Index, decltype(tuple_of(List{}))>;

/// f(engine), the engine being number `index` of the list; the results of all engines have one type.
template <class First, class... Rest, class F>
auto with_engine(type_list<First, Rest...>, int index, const void* engine, const F& f) {
  if constexpr (sizeof...(Rest) != 0) {
    if (index != 0) return with_engine(type_list<Rest...>{}, index - 1, engine, f);
  }
  return f(*static_cast<const First*>(engine));
}

}  // namespace tali::detail
