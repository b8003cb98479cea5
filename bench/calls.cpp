// SPDX-License-Identifier: Apache-2.0
// What a C++ program's first calls cost: values one at a time, small fills, and fills from an engine that was
// moved. CMake compiles this file as a user's default build does, -O2 and no instruction set.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <tali/draws.hpp>
#include <tali/generator.hpp>

#include "seconds_of.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// A table's rows of one distribution and type.
class rows_of {
 public:
  template <class D>
  rows_of(const options& o, const group& g, std::vector<row>& out, const D&) : options_{o}, out_{out} {
    r_.group = g.name;
    r_.distribution = D::name;
    r_.type = type_name<typename D::result_type>();
    r_.device = "cpu";
    r_.bytes_per_number = sizeof(typename D::result_type);
    r_.threads = 1;
  }

  /// Measures `calls` calls of once(), each of which makes n values.
  /// @returns the row, or null if it is not wanted
  const row* add(const char* engine, const std::string& variant, std::size_t n, int calls,
                 const std::function<void()>& once) {
    r_.engine = engine;
    r_.variant = variant;
    r_.n = static_cast<double>(n);
    if (!wanted(options_, r_)) return nullptr;
    r_.seconds = median_of(options_.repeats,
                           [&] {
                             return seconds_of([&] {
                               for (int i = 0; i < calls; ++i) once();
                             });
                           }) /
                 calls;
    out_.push_back(r_);
    options_.progress(r_);
    return &out_.back();
  }

 private:
  const options& options_;
  std::vector<row>& out_;
  row r_;
};

volatile double sink;

/// Takes n values one at a time. They are used, at the same cost for every source.
template <class F>
void take(std::size_t n, F&& next) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(next(i));
  sink = sum;
}

/// Calls f(distribution, its peer in the standard library).
template <class F>
void each_with_peer(F f) {
  f(uniform<float>(), std::uniform_real_distribution<float>());
  f(uniform<double>(), std::uniform_real_distribution<double>());
  f(normal_icdf<float>(), std::normal_distribution<float>());
  f(normal_icdf<double>(), std::normal_distribution<double>());
  f(warp_normal<float>(), std::normal_distribution<float>());
  f(warp_normal<double>(), std::normal_distribution<double>());
  f(normal<float>(), std::normal_distribution<float>());
  f(exponential<float>(), std::exponential_distribution<float>());
  f(exponential<double>(), std::exponential_distribution<double>());
  f(tali::gamma<float>(2.5f), std::gamma_distribution<float>(2.5f));
  f(tali::gamma<double>(2.5), std::gamma_distribution<double>(2.5));
  f(poisson<std::uint32_t>(10), std::poisson_distribution<std::uint32_t>(10));
}

void run_single(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = std::size_t{1} << 13;
  each_with_peer([&](const auto& d, auto peer) {
    rows_of rows(o, g, out, d);
    std::mt19937_64 words(1);
    rows.add("std-mt19937_64", "its operator()", n, 1,
             [&] { take(n, [&](std::size_t) { return peer(words); }); });
    const philox4x32 e(1, 2);
    rows.add("philox4x32", "value()", n, 1, [&] { take(n, [&](std::size_t i) { return value(e, d, i); }); });
    if constexpr (requires(philox4x32 & moving) { d(moving); }) {
      philox4x32 moving(1, 2);
      rows.add("philox4x32", "distribution(engine)", n, 1,
               [&] { take(n, [&](std::size_t) { return d(moving); }); });
      pcg32 stepping(1, 2);
      rows.add("pcg32", "distribution(engine)", n, 1,
               [&] { take(n, [&](std::size_t) { return d(stepping); }); });
    }
    draws from(e, d);
    rows.add("philox4x32", "draws", n, 1, [&] { take(n, [&](std::size_t) { return from(); }); });
    generator all(1, 2);
    rows.add("philox4x32", "generator", n, 1, [&] { take(n, [&](std::size_t) { return all(d); }); });
  });
}

void run_small(const options& o, const group& g, std::vector<row>& out) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 14}) {
    const int calls = n == 1 ? 2000 : n == 1000 ? 50 : 5;
    each_with_peer([&]<class D>(const D& d, auto peer) {
      rows_of rows(o, g, out, d);
      std::vector<typename D::result_type> memory(n);
      std::mt19937_64 words(1);
      const std::string number = std::to_string(n) + (n == 1 ? " value, " : " values, ");
      rows.add("std-mt19937_64", number + "a loop", n, calls, [&] {
        for (auto& x : memory) x = static_cast<typename D::result_type>(peer(words));
      });
      const philox4x32 e(1, 2);
      std::uint64_t first = 0;
      rows.add("philox4x32", number + "cpu{}", n, calls, [&] {
        fill(cpu{}, e, d, first, std::span(memory));
        first += n;
      });
      rows.add("philox4x32", number + "1 thread", n, calls, [&] {
        fill(cpu{.threads = 1}, e, d, first, std::span(memory));
        first += n;
      });
    });
  }
}

template <class E, class D>
void add_moved(const options& o, const group& g, std::vector<row>& out, const D& d) {
  constexpr std::size_t n = std::size_t{1} << 12;
  rows_of rows(o, g, out, d);
  std::vector<typename D::result_type> memory(n);
  const E begin(1, 2);
  E moved = begin;
  moved.discard(1);
  const auto fill_from = [&](const E& e) {
    return [&] { fill(cpu{.threads = 1}, e, d, 0, std::span(memory)); };
  };
  const row* const fresh = rows.add(E::name, "from its beginning", n, 5, fill_from(begin));
  if (fresh == nullptr) return;
  const double unmoved = fresh->gb_per_s();
  rows.add(E::name, "moved by 1 word", n, 5, fill_from(moved));
  out.back().peer = "unmoved";
  out.back().peer_gb_per_s = unmoved;
}

/// One word far from an engine's beginning.
template <class E>
void add_far(const options& o, const group& g, std::vector<row>& out) {
  rows_of rows(o, g, out, bits<std::uint32_t>());
  const E begin(1, 2);
  std::uint64_t far = std::uint64_t{1} << 60;
  rows.add(E::name, "discard(2^60) and a word", 1, 16, [&] {
    E e = begin;
    e.discard(far++);
    sink = static_cast<double>(e());
  });
}

void run_moved(const options& o, const group& g, std::vector<row>& out) {
  indexed_engines::for_each([&]<class E>(int, type_list<E>) { add_far<E>(o, g, out); });
  each_with_peer([&]<class D>(const D& d, const auto&) {
    add_moved<philox4x32>(o, g, out, d);
    if constexpr (registered_distribution<D>) add_moved<pcg32>(o, g, out, d);
  });
}

}  // namespace

std::vector<group> calls_cpu_groups() {
  return {{"cpu-single", "values one at a time, beside the standard library", true, false, &run_single},
          {"cpu-small", "fills of 1, 1,000 and 2^14 values, beside the standard library", true, false,
           &run_small},
          {"cpu-moved", "fills from a moved engine, beside one at its beginning", true, false, &run_moved}};
}

}  // namespace tali::bench
