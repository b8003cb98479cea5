// SPDX-License-Identifier: Apache-2.0
#include "fuzz/definition.hpp"

#include <cstring>
#include <type_traits>

#include <tali/fill.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/sequence.hpp>

#include "edges/boundary.hpp"

namespace tali::test {

namespace {

/// A word engine of any type, of which value() asks words one by one: one type for all of them.
struct any_words {
  const any_engine& engine;

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    std::uint32_t w = 0;
    word_engines::for_each([&]<class E>(int, type_list<E>) {
      if (const E* const e = engine.get_if<E>()) w = e->word(i);
    });
    return w;
  }
};

template <class E, class D>
constexpr bool defines() {
  if constexpr (std::is_same_v<E, any_words>) {
    return kind_of<D> == distribution_kind::fixed || kind_of<D> == distribution_kind::categorical;
  } else {
    return fillable<E, D>;
  }
}

template <class E, class D>
void write_element(const E& e, const D& d, std::uint64_t i, void* out) {
  if constexpr (vector_distribution<D>) {
    row(e, d, i, static_cast<typename D::result_type*>(out));
  } else if constexpr (kind_of<D> == distribution_kind::categorical) {
    const auto x = static_cast<typename D::result_type>(value(e, d.view(), i));
    std::memcpy(out, &x, sizeof x);
  } else {
    const typename D::result_type x = value(e, d, i);
    std::memcpy(out, &x, sizeof x);
  }
}

/// Calls f(engine) with the engine's type, if it reaches any index at once.
template <class F>
bool with_indexed_engine(const any_engine& e, F&& f) {
  bool found = false;
  engines::for_each([&]<class E>(int, type_list<E>) {
    if (const E* const engine = e.get_if<E>()) {
      f(*engine);
      found = true;
    }
  });
  if (e.info().kind == engine_kind::words) {
    f(any_words{e});
    found = true;
  }
  return found;
}

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
    parameters_of<D> p;
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

  static bool define(const any_engine& e, const std::vector<void*>& arrays, std::size_t i,
                     std::uint64_t element, void* out) {
    parameters_of<D> p;
    for (int k = 0; k < count; ++k) p[k] = static_cast<const P*>(arrays[static_cast<std::size_t>(k)])[i];
    const D d(unchecked, p);
    return with_indexed_engine(e, [&]<class E>(const E& engine) {
      if constexpr (defines<E, D>()) write_element(engine, d, element, out);
    });
  }
};

}  // namespace

bool define_element(const any_engine& e, const any_distribution& d, std::uint64_t i, void* out) {
  return with_indexed_engine(e, [&]<class E>(const E& engine) {
    catalogue_distributions::for_each([&]<class D>(int index, type_list<D>) {
      if constexpr (defines<E, D>()) {
        if (index == d.index()) write_element(engine, *static_cast<const D*>(d.get()), i, out);
      }
    });
  });
}

const std::vector<array_distribution>& array_distributions() {
  static const std::vector<array_distribution> all = [] {
    std::vector<array_distribution> out;
    filtered_list<is_array_distribution, catalogue_distributions>::for_each([&]<class D>(int, type_list<D>) {
      using functions = array_functions<D>;
      out.push_back({catalogue_distributions::index_of<D>(), functions::count, sizeof(typename D::parameter),
                     sizeof(typename D::result_type), kind_of<D> == distribution_kind::rejection,
                     functions::draw, functions::define});
    });
    return out;
  }();
  return all;
}

}  // namespace tali::test
