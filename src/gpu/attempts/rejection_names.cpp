// SPDX-License-Identifier: Apache-2.0
#include "gpu/attempts/rejection_names.hpp"

#include <iterator>

#include <tali/catalogue.hpp>

#include "registry/spelling.hpp"

namespace tali::cuda_driver {

namespace {

constexpr const char* templates[] = {"compacting_kernel", "inversion_kernel",     "compacting_rows_kernel",
                                     "counting_kernel",   "counting_rows_kernel", "each_kernel",
                                     "grouped_kernel",    "inversion_rows_kernel"};
static_assert(std::size(templates) == static_cast<std::size_t>(rejection_kernel::count));

constexpr bool is_of_inversion(rejection_kernel k) {
  return k == rejection_kernel::inversion || k == rejection_kernel::inversion_rows ||
         k == rejection_kernel::counting || k == rejection_kernel::counting_rows;
}

template <int Rounds>
constexpr int rounds_of(detail::type_list<philox4x32_engine<Rounds>>) {
  return Rounds;
}

}  // namespace

std::string name_of(rejection_kernel kernel, std::string_view distribution, int rounds) {
  return std::string("tali::cuda_driver::") + templates[static_cast<int>(kernel)] + "<" +
         std::string(distribution) + ", " + std::to_string(rounds) + ">";
}

std::vector<std::string> all_rejection_kernels() {
  std::vector<int> engines;
  catalogue::counter_engines::for_each([&](int, auto engine) { engines.push_back(rounds_of(engine)); });
  std::vector<std::string> all;
  catalogue::rejection_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    for (int i = 0; i < static_cast<int>(rejection_kernel::count); ++i) {
      const auto k = static_cast<rejection_kernel>(i);
      if (is_of_inversion(k) && !detail::has_inversion<D>) continue;
      if (k == rejection_kernel::compacting || k == rejection_kernel::inversion) {
        for (const int rounds : engines) all.push_back(name_of(k, detail::spelling<D>(), rounds));
      } else {
        all.push_back(name_of(k, detail::spelling<D>(), detail::rounds_at_run_time));
      }
    }
  });
  return all;
}

}  // namespace tali::cuda_driver
