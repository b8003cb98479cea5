// SPDX-License-Identifier: Apache-2.0
// Point sets by name, and what their fills refuse.
#include <new>
#include <string>
#include <type_traits>

#include <tali/error.hpp>
#include <tali/quasi.hpp>

namespace tali {

namespace {

template <class... E>
std::span<const quasi_info> list(type_list<E...>) {
  static const quasi_info all[] = {{E::name, E::summary, E::bits}...};
  return all;
}

/// The names of the distributions that points can have, each once.
std::string allowed_distributions() {
  std::string out, last;
  quasi_distributions::each([&]<class D>(int, type_list<D>) {
    if (last == D::name) return;
    last = D::name;
    out += (out.empty() ? "" : ", ") + last;
  });
  return out;
}

}  // namespace

std::span<const quasi_info> quasi_engine_list() { return list(quasi_engines{}); }

named_points::named_points(std::string_view engine, const point_set& set, const direction_numbers& numbers)
    : set_(set) {
  std::string names;
  quasi_engines::each([&]<class E>(int index, type_list<E>) {
    names += (names.empty() ? "" : ", ") + std::string(E::name);
    if (engine != E::name) return;
    static_assert(sizeof(E) <= sizeof storage_ && std::is_trivially_copyable_v<E>);
    const E e(set, numbers);
    new (storage_) E(e);
    last_ = e.last();
    index_ = index;
  });
  if (index_ < 0) throw argument_error("engine", "'" + std::string(engine) + "'", names);
}

namespace detail {

void check_points_range(std::uint64_t first, std::uint64_t n, std::uint64_t last) {
  // An empty range may stand anywhere up to just behind the end.
  if (n == 0 ? first <= last || first - 1 == last : first <= last && n - 1 <= last - first) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       "up to the set's last element, " + std::to_string(last));
}

int quasi_index(int distribution_index) {
  int found = -1;
  distributions::each([&]<class D>(int index, type_list<D>) {
    if (index != distribution_index) return;
    if constexpr (quasi_distribution<D>) found = quasi_distributions::index_of<D>();
  });
  if (found < 0) {
    const auto place = static_cast<std::size_t>(distribution_index);
    throw argument_error("distribution", "'" + std::string(distribution_list()[place].name) + "'",
                         "for quasi-random points " + allowed_distributions() +
                             ": one value of one coordinate, or points lose their uniformity");
  }
  return found;
}

}  // namespace detail

}  // namespace tali
