// SPDX-License-Identifier: Apache-2.0
// The source of a block's numbers, as parts of a kernel's argument: an engine of a list of types, and values
// of one of the stored types. The lists from which a kernel chooses by number are complete at compile time,
// so an engine that is added to the list works and is never mistaken for another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <tali/catalogue.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/simd/half.hpp>

namespace tali::lab::certify {

template <class List>
class any_engine_of;

/// An engine of a list, chosen at run time.
template <class... E>
class any_engine_of<type_list<E...>> {
  using list = type_list<E...>;

 public:
  /// @param index  the engine's place in the list
  /// @throws argument_error if there is no such place
  any_engine_of(int index, const void* engine) : index_{index} {
    if (index < 0 || index >= list::size) {
      throw argument_error("engine", "number " + std::to_string(index) + " of the list",
                           "0 to " + std::to_string(list::size - 1));
    }
    list::for_each([&]<class One>(int i, type_list<One>) {
      static_assert(std::is_trivially_copyable_v<One>, "an engine goes to the device as bytes");
      if (i == index) std::memcpy(bytes_, engine, sizeof(One));
    });
  }

  /// Calls f(engine) with the engine in its type.
  template <class F>
  TALI_FN void visit(const F& f) const {
    (visit_if<E>(f), ...);
  }

 private:
  template <class One>
  static constexpr int place = list::template index_of<One>();

  template <class One, class F>
  TALI_FN void visit_if(const F& f) const {
    if (index_ == place<One>) f(*reinterpret_cast<const One*>(bytes_));
  }

  static constexpr std::size_t room = [] {
    std::size_t largest = 0;
    for (const std::size_t size : {sizeof(E)...}) largest = size > largest ? size : largest;
    return largest;
  }();

  int index_;
  alignas(16) unsigned char bytes_[room] = {};
};

/// The types of values that can be written to memory and tested there.
using stored_types = type_list<std::uint8_t, std::uint32_t, std::uint64_t, std::int32_t, std::int64_t, float,
                               double, bfloat16, float16>;

namespace detail {

template <class... D>
constexpr bool all_stored(type_list<D...>) {
  return ((stored_types::index_of<typename D::result_type>() >= 0) && ...);
}
static_assert(all_stored(distributions{}) && all_stored(rejection_distributions{}),
              "a distribution's values have a type that stored_types lacks");

template <class T>
inline constexpr int place_of_stored = stored_types::index_of<T>();

template <class F, class... T>
TALI_FN void visit_stored(int index, const F& f, type_list<T...>) {
  ((index == place_of_stored<T> ? f(type_list<T>{}) : void()), ...);
}

}  // namespace detail

/// The place of a type in stored_types, by its name.
/// @throws argument_error if there is no such type
inline int stored_type(std::string_view name) {
  int found = -1;
  std::vector<std::string> names;
  stored_types::for_each([&]<class T>(int i, type_list<T>) {
    if (name == type_name<T>()) found = i;
    names.emplace_back(type_name<T>());
  });
  if (found < 0) throw argument_error("type", quoted(std::string(name)), "", names);
  return found;
}

/// Calls f(type_list<T>{}) with the type at place `index` of stored_types.
template <class F>
TALI_FN void visit_stored(int index, const F& f) {
  detail::visit_stored(index, f, stored_types{});
}

}  // namespace tali::lab::certify
