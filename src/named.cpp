#include <new>
#include <type_traits>

#include <tali/error.hpp>
#include <tali/named.hpp>
#include <tali/registry.hpp>

namespace tali {

namespace {

template <class... E>
std::span<const engine_facts> list_engines(type_list<E...>) {
  static const engine_facts all[] = {{E::name, E::summary, E::max_stream}...};
  return all;
}

template <class... D>
std::span<const distribution_facts> list_distributions(type_list<D...>) {
  static const distribution_facts all[] = {{D::name, type_name<typename D::result_type>(), D::summary,
                                            D::parameters, D::words, sizeof(typename D::result_type)}...};
  return all;
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
void keep(std::byte (&storage)[64], const Object& object) {
  static_assert(sizeof(T) <= sizeof storage && alignof(T) <= 16 && std::is_trivially_copyable_v<T>);
  new (storage) T(object);
}

}  // namespace

std::span<const engine_facts> engine_list() { return list_engines(engines{}); }

std::span<const distribution_facts> distribution_list() { return list_distributions(distributions{}); }

named_sequence::named_sequence(std::string_view engine, std::uint64_t seed, std::uint64_t stream)
    : index_{-1} {
  engines::each([&]<class E>(int index, type_list<E>) {
    if (engine == E::name) {
      keep<E>(storage_, E(seed, stream));
      index_ = index;
    }
  });
  if (index_ < 0) {
    throw argument_error("engine", "'" + std::string(engine) + "'",
                         names_of(engine_list(), [](const engine_facts& f) { return std::string(f.name); }));
  }
}

named_distribution::named_distribution(std::string_view name, std::string_view type, const arguments& given)
    : index_{-1} {
  bool known = false;
  std::string types;
  distributions::each([&]<class D>(int index, type_list<D>) {
    if (name != D::name) return;
    const char* const its_type = type_name<typename D::result_type>();
    known = true;
    types += (types.empty() ? "" : ", ") + std::string(its_type);
    if (type == its_type) {
      keep<D>(storage_, D::make(given));
      index_ = index;
    }
  });
  if (!known) {
    throw argument_error(
        "distribution", "'" + std::string(name) + "'",
        names_of(distribution_list(), [](const distribution_facts& f) { return std::string(f.name); }));
  }
  if (index_ < 0)
    throw argument_error("type", "'" + std::string(type) + "'", types + " for " + std::string(name));
}

}  // namespace tali
