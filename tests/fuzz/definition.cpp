// SPDX-License-Identifier: Apache-2.0
#include "fuzz/definition.hpp"

#include <cstring>

#include <tali/parameter_arrays.hpp>

#include "edges/boundary.hpp"
#include "support/definitions.hpp"

namespace tali::test {

namespace {

struct is_array_distribution {
  template <class D>
  static constexpr bool of = takes_arrays<D>;
};

template <class D>
struct array_functions {
  using P = typename D::parameter;
  static constexpr int count = detail::parameter_count<D>;

  static void draw(std::mt19937_64& random, const std::vector<void*>& arrays, std::size_t i) {
    static const std::vector<P> steps = ladder<P>(count);
    detail::parameters_of<D> p;
    for (int tries = 0;; ++tries) {
      for (int k = 0; k < count; ++k) {
        // Extreme numbers, moderate ones, and those of which a default is made.
        const auto kind = tries > 40 ? 2 : random() % 3;
        p[k] = kind == 0   ? steps[random() % steps.size()]
               : kind == 1 ? static_cast<P>(static_cast<double>(random() % 4096) / 256)
                           : static_cast<P>(D::parameter_list[k].default_value);
      }
      if (D::bad_parameter(p) < 0) break;
    }
    for (int k = 0; k < count; ++k) static_cast<P*>(arrays[static_cast<std::size_t>(k)])[i] = p[k];
  }

  static void define(const any_engine& e, const std::vector<void*>& arrays, std::size_t i,
                     std::uint64_t element, void* out) {
    detail::parameters_of<D> p;
    for (int k = 0; k < count; ++k) p[k] = static_cast<const P*>(arrays[static_cast<std::size_t>(k)])[i];
    const std::vector<std::byte> made = by_definition(e, D(detail::unchecked, p), element, 1);
    std::memcpy(out, made.data(), made.size());
  }
};

}  // namespace

const std::vector<array_distribution>& array_distributions() {
  static const std::vector<array_distribution> all = [] {
    std::vector<array_distribution> out;
    detail::filtered_list<is_array_distribution, catalogue::catalogue_distributions>::for_each(
        [&]<class D>(int, detail::type_list<D>) {
          using functions = array_functions<D>;
          out.push_back({catalogue::catalogue_distributions::index_of<D>(), functions::count,
                         sizeof(typename D::parameter), sizeof(typename D::result_type),
                         detail::kind_of<D> == distribution_kind::rejection, functions::draw,
                         functions::define});
        });
    return out;
  }();
  return all;
}

}  // namespace tali::test
