// SPDX-License-Identifier: Apache-2.0
// Engines, distributions and fills by index for C, on the CPU.
#include <charconv>
#include <cmath>
#include <string>

#include <tali/fill.hpp>

#include "c/status.hpp"

using tali::c::checked;
using tali::c::created;
using tali::c::guarded;

namespace {

/// A number as the text of an argument: whole numbers without an exponent, so that they can be read as
/// integer types.
std::string text_of(double value) {
  char digits[32];
  const bool whole = value == std::floor(value) && std::fabs(value) < 0x1p53;
  const auto end = whole ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(value))
                         : std::to_chars(digits, digits + sizeof digits, value);
  return {digits, end.ptr};
}

tali::arguments arguments_of(const char* const* names, const double* values, std::size_t n) {
  tali::arguments all;
  if (n == 0) return all;
  checked(names, "names");
  checked(values, "values");
  std::vector<std::pair<std::string, std::string>> texts;  // in the order of the names' first appearances
  for (std::size_t i = 0; i < n; ++i) {
    const std::string name = &checked(names[i], "name of a parameter");
    std::size_t at = 0;
    while (at < texts.size() && texts[at].first != name) ++at;
    if (at == texts.size()) {
      texts.emplace_back(name, text_of(values[i]));
    } else {
      texts[at].second += ':' + text_of(values[i]);
    }
  }
  for (auto& [name, text] : texts) all.set(name, text);
  return all;
}

}  // namespace

tali_status tali_engine_create(tali_engine** engine, const char* text, uint64_t seed, uint64_t stream) {
  return created(engine, "engine", [&] { return tali::any_engine(&checked(text, "text"), seed, stream); });
}

void tali_engine_destroy(tali_engine* engine) { delete engine; }

tali_status tali_distribution_create(tali_distribution** distribution, const char* name, tali_type type,
                                     const char* const* names, const double* values, size_t n) {
  return created(distribution, "distribution", [&] {
    return tali::any_distribution(&checked(name, "name"), tali::c::name_of_type(type),
                                  arguments_of(names, values, n));
  });
}

void tali_distribution_destroy(tali_distribution* distribution) { delete distribution; }

tali_type tali_distribution_type(const tali_distribution* distribution) {
  return distribution == nullptr ? -1 : tali::c::type_of(distribution->value.info().type);
}

size_t tali_distribution_row_size(const tali_distribution* distribution) {
  return distribution == nullptr ? 0 : distribution->value.row_size();
}

tali_status tali_last_index(const tali_engine* engine, const tali_distribution* distribution,
                            uint64_t* last) {
  return guarded([&] {
    const auto& e = checked(engine, "engine").value;
    const auto& d = checked(distribution, "distribution").value;
    tali::check_pair(e.info(), d.info());
    checked(last, "last") = tali::last_index(e, d);
  });
}

tali_status tali_engine_points(const tali_engine* engine, uint32_t* dimensions, uint64_t* points) {
  return guarded([&] {
    const auto& e = checked(engine, "engine").value;
    const tali::point_set* const set = e.points();
    if (set == nullptr)
      throw tali::argument_error("engine", tali::quoted(e.info().name), "points", {"sobol32", "sobol64"});
    checked(dimensions, "dimensions") = set->dimensions;
    checked(points, "points") = set->points;
  });
}

tali_status tali_fill_cpu(const tali_engine* engine, const tali_distribution* distribution, uint64_t first,
                          size_t n, void* out, int threads) {
  return guarded([&] {
    tali::fill(tali::cpu{.threads = threads}, checked(engine, "engine").value,
               checked(distribution, "distribution").value, first, out, n);
  });
}

tali_status tali_fill_cpu_arrays(const tali_engine* engine, const char* name, tali_type type, uint64_t first,
                                 size_t n, const void* const* arrays, size_t count, void* out, int threads) {
  return guarded([&] {
    const auto& e = checked(engine, "engine").value;
    tali::detail::run(tali::cpu{.threads = threads},
                      tali::c::array_request(e, name, type, first, n, arrays, count, out, true));
  });
}

tali_status tali_filler_create_cpu(tali_filler** filler, const tali_engine* engine,
                                   const tali_distribution* distribution, int threads) {
  return created(filler, "filler", [&] {
    return tali::filler(tali::cpu{.threads = threads}, checked(engine, "engine").value,
                        checked(distribution, "distribution").value);
  });
}

tali_status tali_filler_fill(tali_filler* filler, uint64_t first, size_t n, void* out) {
  return guarded([&] { checked(filler, "filler").value.fill(first, out, n); });
}

void tali_filler_destroy(tali_filler* filler) { delete filler; }

tali_status tali_permutation_create(tali_permutation** permutation, const tali_engine* engine, uint64_t n,
                                    uint64_t which) {
  return guarded([&] {
    checked(permutation, "permutation");
    const auto& e = checked(engine, "engine").value;
    tali_permutation* created = nullptr;
    tali::catalogue::counter_engines::for_each([&]<class E>(int, tali::detail::type_list<E>) {
      const E* const typed = e.get_if<E>();
      if (typed != nullptr)
        created = new tali_permutation{tali::permutation<std::uint64_t>(*typed, n, which)};
    });
    if (created == nullptr)
      throw tali::argument_error("engine", tali::quoted(e.info().name), "a counter-based engine");
    *permutation = created;
  });
}

void tali_permutation_destroy(tali_permutation* permutation) { delete permutation; }

tali_status tali_permutation_fill_cpu(const tali_permutation* permutation, uint64_t first, size_t count,
                                      uint64_t* out, int threads) {
  return guarded([&] {
    tali::fill(tali::cpu{.threads = threads}, checked(permutation, "permutation").value, first,
               std::span(out, count));
  });
}
