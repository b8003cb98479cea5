// SPDX-License-Identifier: Apache-2.0
// What a C++ program's first calls cost: values one at a time, small fills, and fills from an engine that was
// moved. CMake compiles this file as a user's default build does, -O2 and no instruction set.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <tali/draws.hpp>
#include <tali/generator.hpp>

#include "tables.hpp"

namespace tali::bench {

namespace {

/// Measures `calls` calls of once(), each of which makes n values of D.
template <class D>
row* add(const table& t, const char* engine, const std::string& variant, std::size_t n, int calls,
         const std::function<void()>& once) {
  return t.add({engine, D::name, type_name<typename D::result_type>(), variant, static_cast<double>(n), 1},
               [&](row&) { return seconds_of(once, calls); });
}

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

}  // namespace

void run_cpu_single(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 13;
  each_with_peer([&]<class D>(const D& d, auto peer) {
    std::mt19937_64 words(1);
    add<D>(t, "std-mt19937_64", "its operator()", n, 1,
           [&] { take(n, [&](std::size_t) { return peer(words); }); });
    const philox4x32 e(1, 2);
    add<D>(t, "philox4x32", "value()", n, 1, [&] { take(n, [&](std::size_t i) { return value(e, d, i); }); });
    if constexpr (requires(philox4x32 & moving) { d(moving); }) {
      philox4x32 moving(1, 2);
      add<D>(t, "philox4x32", "distribution(engine)", n, 1,
             [&] { take(n, [&](std::size_t) { return d(moving); }); });
      pcg32 stepping(1, 2);
      add<D>(t, "pcg32", "distribution(engine)", n, 1,
             [&] { take(n, [&](std::size_t) { return d(stepping); }); });
    }
    draws from(e, d);
    add<D>(t, "philox4x32", "draws", n, 1, [&] { take(n, [&](std::size_t) { return from(); }); });
    generator all(1, 2);
    add<D>(t, "philox4x32", "generator", n, 1, [&] { take(n, [&](std::size_t) { return all(d); }); });
  });
}

void run_cpu_small(const table& t) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 14}) {
    const int calls = n == 1 ? 2000 : n == 1000 ? 50 : 5;
    each_with_peer([&]<class D>(const D& d, auto peer) {
      std::vector<typename D::result_type> memory(n);
      std::mt19937_64 words(1);
      const std::string number = std::to_string(n) + (n == 1 ? " value, " : " values, ");
      add<D>(t, "std-mt19937_64", number + "a loop", n, calls, [&] {
        for (auto& x : memory) x = static_cast<typename D::result_type>(peer(words));
      });
      const philox4x32 e(1, 2);
      std::uint64_t first = 0;
      add<D>(t, "philox4x32", number + "cpu{}", n, calls, [&] {
        fill(cpu{}, e, d, first, std::span(memory));
        first += n;
      });
      add<D>(t, "philox4x32", number + "1 thread", n, calls, [&] {
        fill(cpu{.threads = 1}, e, d, first, std::span(memory));
        first += n;
      });
    });
  }
}

namespace {

template <class E, class D>
void add_moved(const table& t, const D& d) {
  constexpr std::size_t n = std::size_t{1} << 12;
  std::vector<typename D::result_type> memory(n);
  const E begin(1, 2);
  E moved = begin;
  moved.discard(1);
  const auto fill_from = [&](const E& e) {
    return [&] { fill(cpu{.threads = 1}, e, d, 0, std::span(memory)); };
  };
  const row* const fresh = add<D>(t, E::name, "from its beginning", n, 5, fill_from(begin));
  if (fresh == nullptr) return;
  const double unmoved = fresh->gb_per_s();
  row* const after = add<D>(t, E::name, "moved by 1 word", n, 5, fill_from(moved));
  after->peer = "unmoved";
  after->peer_gb_per_s = unmoved;
}

/// One word far from an engine's beginning.
template <class E>
void add_far(const table& t) {
  const E begin(1, 2);
  std::uint64_t far = std::uint64_t{1} << 60;
  add<bits<std::uint32_t>>(t, E::name, "discard(2^60) and a word", 1, 16, [&] {
    E e = begin;
    e.discard(far++);
    sink = static_cast<double>(e());
  });
}

}  // namespace

void run_cpu_moved(const table& t) {
  catalogue::indexed_engines::for_each([&]<class E>(int, detail::type_list<E>) { add_far<E>(t); });
  each_with_peer([&]<class D>(const D& d, const auto&) {
    add_moved<philox4x32>(t, d);
    if constexpr (registered_distribution<D>) add_moved<pcg32>(t, d);
  });
}

}  // namespace tali::bench
