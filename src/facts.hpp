// What the drivers need to know of a distribution that is given by its place in the registry.
#pragma once

#include <cstddef>

#include <tali/registry.hpp>

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

}  // namespace tali::detail
