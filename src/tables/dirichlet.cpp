// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <tali/distribution/dirichlet.hpp>
#include <tali/error.hpp>

namespace tali {

template <class T>
dirichlet<T>::dirichlet(std::span<const T> shapes) : by_logarithms_(false) {
  if (shapes.empty() || shapes.size() > most_components) {
    throw argument_error("number of shapes", std::to_string(shapes.size()),
                         "1 to " + std::to_string(most_components));
  }
  std::vector<dirichlet_component<T>> components;
  components.reserve(shapes.size());
  for (std::size_t c = 0; c < shapes.size(); ++c) {
    if (!(shapes[c] >= least_shape && shapes[c] <= largest_shape)) {
      throw argument_error(
          argument_name("shapes", {c}), detail::text_of(shapes[c]),
          "a number from " + detail::text_of(least_shape) + " to " + detail::text_of(largest_shape));
    }
    components.push_back(
        {detail::gamma_attempts<T>({shapes[c], T(1)}), divide(1.0, static_cast<double>(shapes[c]))});
  }
  this->size_ = static_cast<std::uint32_t>(shapes.size());
  by_logarithms_ = *std::min_element(shapes.begin(), shapes.end()) < T(1);
  this->table_ = detail::table(components.data(), components.size() * sizeof components[0]);
}

template class dirichlet<float>;
template class dirichlet<double>;

}  // namespace tali
