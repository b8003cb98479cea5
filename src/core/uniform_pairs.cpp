// SPDX-License-Identifier: Apache-2.0
#include "core/uniform_pairs.hpp"

#include <string>
#include <string_view>

#include <tali/any.hpp>
#include <tali/error.hpp>

namespace tali {

namespace detail {

namespace {

/// An engine of whose words a library makes numbers of a type in another way than of its other engines'.
struct exception {
  uniform_way way;
  std::string_view type;
  int engine;
  const char* allowed;
};

template <class E>
constexpr int number_of = catalogue_engines::index_of<E>();

constexpr exception exceptions[] = {
    {uniform_way::numpy, "f64", number_of<mt19937>, "numpy-mt19937 for f64 of mt19937"},
    {uniform_way::jax, "f32", number_of<threefry2x32_jax64>, "jax for f32 of threefry2x32-jax"},
    {uniform_way::jax, "f64", number_of<threefry2x32_jax>, "jax for f64 of threefry2x32-jax64"},
    {uniform_way::curand, "f32", number_of<mrg32k3a>, "curand-mrg32k3a for mrg32k3a"},
    {uniform_way::curand, "f64", number_of<mrg32k3a>, "curand-mrg32k3a for mrg32k3a"},
    {uniform_way::std, "f32", number_of<mt19937_64>, "std-u64 for f32 of mt19937-64"},
    {uniform_way::std, "f32", number_of<philox4x64>, "std-u64 for f32 of philox4x64"},
};

void check(uniform_way way, std::string_view type, int engine) {
  for (const exception& e : exceptions) {
    if (e.way == way && e.type == type && e.engine == engine)
      throw argument_error("as", name_of(way), e.allowed);
  }
  if (way == uniform_way::curand_mrg32k3a && engine != number_of<mrg32k3a>) {
    throw argument_error("as", name_of(way), "curand, or the engine mrg32k3a");
  }
}

}  // namespace

void check_uniform_way(int engine, int distribution, const void* its) {
  if (its == nullptr) return;
  catalogue_distributions::for_each([&]<class D>(int index, type_list<D>) {
    if constexpr (requires(const D d) { d.way(); }) {
      if (index != distribution) return;
      check(static_cast<const D*>(its)->way(), type_name<typename D::result_type>(), engine);
    }
  });
}

}  // namespace detail

void check_pair(const engine_info& engine, const any_distribution& d) {
  check_pair(engine, d.info());
  catalogue_engines::for_each([&]<class E>(int index, type_list<E>) {
    if (std::string_view(engine.name) == E::name) detail::check_uniform_way(index, d.index(), d.get());
  });
}

}  // namespace tali
