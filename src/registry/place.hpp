// SPDX-License-Identifier: Apache-2.0
// Maps an entry of the registry to its item in a list of the catalogue's types: to a table entry, or to the
// type. No other code knows an entry's number in a list.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>

#include <tali/catalogue.hpp>
#include <tali/detail/request.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

template <class... T>
std::tuple<T...> tuple_of(type_list<T...>);

/// The type at an index of a type_list.
template <int Index, class List>
using type_at = std::tuple_element_t<Index, decltype(tuple_of(List{}))>;

/// For each index in the catalogue, the index in a list filtered from it, or -1.
template <class List, class... T>
constexpr std::array<int, sizeof...(T)> places_of(type_list<T...>) {
  return {List::template index_of<T>()...};
}
template <class List>
int place(const engine_info& e) {
  static constexpr auto places = places_of<List>(catalogue::catalogue_engines{});
  return places[static_cast<std::size_t>(e.index)];
}
template <class List>
int place(const distribution_info& d) {
  static constexpr auto places = places_of<List>(catalogue::catalogue_distributions{});
  return places[static_cast<std::size_t>(d.index)];
}

/// A table with one entry per engine of a list. It is indexed by the request's engine.
template <class Entry, class Engines>
struct engine_table {
  Entry at[Engines::size];
  const Entry& operator[](const request& r) const { return at[place<Engines>(*r.engine_entry)]; }
};

/// One entry per distribution.
template <class Entry, class Distributions>
struct distribution_table {
  Entry at[Distributions::size];
  const Entry& operator[](const distribution_info& d) const { return at[place<Distributions>(d)]; }
  const Entry& operator[](const request& r) const { return (*this)[*r.distribution_entry]; }
};

/// Calls f(type_list<T>{}) for the type at an index of a list; all calls must return the same type.
template <class First, class... Rest, class F>
auto with_type(type_list<First, Rest...>, int index, const F& f) {
  if constexpr (sizeof...(Rest) != 0) {
    if (index != 0) return with_type(type_list<Rest...>{}, index - 1, f);
  }
  return f(type_list<First>{});
}

/// Calls f(engine) with the request's engine, in its type.
template <class Engines, class F>
auto with_engine(const request& r, const F& f) {
  return with_type(Engines{}, place<Engines>(*r.engine_entry),
                   [&]<class E>(type_list<E>) { return f(*static_cast<const E*>(r.engine)); });
}

}  // namespace tali::detail
