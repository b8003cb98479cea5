// SPDX-License-Identifier: Apache-2.0
// Lists of types, and lists filtered from them at compile time.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

namespace tali::detail {

template <class... T>
struct type_list {
  static constexpr int size = sizeof...(T);

  /// Calls f(index, type_list<T>{}) for every type, in order.
  template <class F>
  TALI_HOST_FN static constexpr void for_each(F&& f) {
    int i = 0;
    (f(i++, type_list<T>{}), ...);
  }

  /// The index of U in the list, or -1.
  template <class U>
  TALI_HOST_FN static constexpr int index_of() {
    int found = -1;
    int i = 0;
    for (const bool same : {false, std::is_same_v<T, U>...}) {
      if (same) found = i - 1;
      ++i;
    }
    return found;
  }

  /// Whether U is in the list.
  template <class U>
  static constexpr bool has = (std::is_same_v<T, U> || ...);
};

template <class... T, class... U>
TALI_HOST_FN type_list<T..., U...> operator+(type_list<T...>, type_list<U...>);

template <class Keep, class... T>
TALI_HOST_FN auto filtered(type_list<T...>)
    -> decltype((type_list<>{} + ... +
                 std::conditional_t<Keep::template of<T>, type_list<T>, type_list<>>{}));

/// The types T of a list for which Keep::of<T> is true, in the list's order.
template <class Keep, class List>
using filtered_list = decltype(detail::filtered<Keep>(List{}));

}  // namespace tali::detail
