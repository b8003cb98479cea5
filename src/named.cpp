// SPDX-License-Identifier: Apache-2.0
#include <new>
#include <type_traits>
#include <vector>

#include <tali/error.hpp>
#include <tali/named.hpp>
#include <tali/registry.hpp>
#include <tali/rejection.hpp>

#include "batch.hpp"

namespace tali {

namespace {

template <class D>
distribution_info facts_of() {
  return {D::name,
          type_name<typename D::result_type>(),
          D::summary,
          D::parameters,
          D::words,
          sizeof(typename D::result_type),
          rejection_distribution<D>};
}

/// The names of a list, each once, separated by commas.
template <class Facts, class Name>
std::string names_of(std::span<const Facts> all, Name name) {
  std::string out, last;
  for (const Facts& f : all) {
    const std::string n = name(f);
    if ((", " + out + ", ").find(", " + n + ", ") == std::string::npos) out += (out.empty() ? "" : ", ") + n;
  }
  return out;
}

template <class T, class Object>
void keep(std::byte* storage, std::size_t size, const Object& object) {
  if (sizeof(T) > size) throw error(std::string("no room for ") + T::name);
  static_assert(alignof(T) <= 16 && std::is_trivially_copyable_v<T>);
  new (storage) T(object);
}

}  // namespace

std::span<const engine_info> engine_list() { return detail::infos_of_engines(engines{}); }

std::span<const distribution_info> distribution_list() {
  static const std::vector<distribution_info> all = [] {
    std::vector<distribution_info> list;
    distributions::each([&]<class D>(int, type_list<D>) { list.push_back(facts_of<D>()); });
    rejection_distributions::each([&]<class D>(int, type_list<D>) { list.push_back(facts_of<D>()); });
    return list;
  }();
  return all;
}

named_sequence::named_sequence(std::string_view engine, std::uint64_t seed, std::uint64_t stream)
    : index_{-1} {
  engines::each([&]<class E>(int index, type_list<E>) {
    if (engine == E::name) {
      keep<E>(storage_, sizeof storage_, E(seed, stream));
      index_ = index;
    }
  });
  if (index_ < 0) {
    throw argument_error("engine", "'" + std::string(engine) + "'",
                         names_of(engine_list(), [](const engine_info& f) { return std::string(f.name); }));
  }
}

named_distribution::named_distribution(std::string_view name, std::string_view type, const arguments& given)
    : index_{-1} {
  bool known = false;
  std::string types;
  int place = 0;
  const auto look = [&]<class D>(int, type_list<D>) {
    const int here = place++;
    if (name != D::name) return;
    const char* const its_type = type_name<typename D::result_type>();
    known = true;
    types += (types.empty() ? "" : ", ") + std::string(its_type);
    if (type == its_type) {
      keep<D>(storage_, sizeof storage_, D::make(given));
      index_ = here;
    }
  };
  distributions::each(look);
  rejection_distributions::each(look);
  if (!known) {
    throw argument_error(
        "distribution", "'" + std::string(name) + "'",
        names_of(distribution_list(), [](const distribution_info& f) { return std::string(f.name); }));
  }
  if (index_ < 0)
    throw argument_error("type", "'" + std::string(type) + "'", types + " for " + std::string(name));
}

namespace {

[[noreturn]] void refuse_engine(std::string_view engine, const char* distribution) {
  std::string allowed = std::string("with ") + distribution + ", whose samples take words by a counter:";
  counter_engines::each(
      [&]<class E>(int index, type_list<E>) { allowed += (index == 0 ? " " : ", ") + std::string(E::name); });
  throw argument_error("engine", "'" + std::string(engine) + "'", allowed);
}

}  // namespace

void named_distribution::check_engine(std::string_view engine) const {
  bool takes = !info().rejection;
  counter_engines::each([&]<class E>(int, type_list<E>) { takes = takes || engine == E::name; });
  if (!takes) refuse_engine(engine, info().name);
}

namespace detail {

bool make_rejection(fill_job& job) {
  if (job.distribution_index < distributions::size) return false;
  int engine = -1;
  counter_engines::each([&]<class E>(int index, type_list<E>) {
    if (engines::index_of<E>() == job.engine_index) engine = index;
  });
  if (engine < 0) {
    refuse_engine(engine_list()[static_cast<std::size_t>(job.engine_index)].name,
                  distribution_list()[static_cast<std::size_t>(job.distribution_index)].name);
  }
  job.engine_index = engine;
  job.distribution_index -= distributions::size;
  return true;
}

void cpu_fill_named(const cpu& where, const fill_job& job) {
  fill_job mine = job;
  if (make_rejection(mine)) {
    cpu_fill_rejection(where, {mine, nullptr});
  } else {
    cpu_fill(where, mine);
  }
}

}  // namespace detail

}  // namespace tali
