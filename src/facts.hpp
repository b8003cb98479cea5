// What a list of types says of its engines, and of a distribution that is given by its place in the registry.
#pragma once

#include <cstddef>
#include <span>

#include <tali/named.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

struct distribution_size {
  int words;
  std::size_t value_bytes;
};

template <class... D>
constexpr distribution_size size_of_distribution(int index, type_list<D...>) {
  const distribution_size all[] = {{D::words, sizeof(typename D::result_type)}...};
  return all[index];
}

constexpr distribution_size size_of_distribution(int index) {
  return size_of_distribution(index, distributions{});
}

template <class... D>
constexpr bool is_collective(int index, type_list<D...>) {
  const bool all[] = {collective_distribution<D>...};
  return all[index];
}

/// Whether a warp makes its values together.
constexpr bool is_collective(int index) { return is_collective(index, distributions{}); }

template <class... E>
std::span<const engine_facts> facts_of_engines(type_list<E...>) {
  static const engine_facts all[] = {{E::name, E::summary, E::max_stream}...};
  return all;
}

}  // namespace tali::detail
