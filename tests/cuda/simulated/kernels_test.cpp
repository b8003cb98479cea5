// SPDX-License-Identifier: Apache-2.0
// Every kernel that is compiled into the library, or listed by name, is reached by a fill, and every fill
// finds its kernel: the launches of all fills on a simulated GPU beside these lists.
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/cuda/digest.hpp>
#include <tali/cuda/fill.hpp>

#include "gpu/attempts/rejection_names.hpp"
#include "gpu/banks/bank_kernels.hpp"
#include "simulated/runtime.hpp"
#include "support/places.hpp"
#include "support/structures.hpp"

namespace tali::test {
namespace {

/// Memory of device 0 for any of these fills.
void* device_memory() { return simulated_runtime::now().memory_on(0, std::size_t{1} << 31); }

/// Kernels that f() launches, at least one.
template <class F>
std::set<std::string> launched(const F& f) {
  simulated_runtime& r = simulated_runtime::now();
  r.launches.clear();
  f();
  std::set<std::string> all;
  for (const simulated_launch& l : r.launches) all.insert(l.kernel);
  EXPECT_FALSE(all.empty());
  return all;
}

/// A distribution by name: a fill of it is compiled once for all.
void fill_every_way(const any_engine& e, const any_engine& moved, const any_distribution& d) {
  const cuda where;
  void* const to = device_memory();
  fill(where, e, d, 0, to, std::size_t{1} << 27);
  fill(where, e, d, 3, to, std::size_t{1} << 27);
  fill(where, e, d, 1, static_cast<char*>(to) + d.info().value_bytes, 1000);
  fill(where, moved, d, 1, to, 100000);
  detail::request chained = detail::request_of(e, d, 0, to, std::size_t{1} << 12);
  chained.engine = device_memory();
  detail::cuda_fill_chained(where, chained, device_memory());
  fill(where, e, d, block({100, 4096}, {1, 0}, {50, 4095}), to);
  fill(where, e, d, block({100, 4096}, {1, 0}, {50, 4092}), to);  // every row begins with a group of words
}

/// Short rows, whose kernels are others than those of a range: a block, and rows with keys.
void fill_short_rows(const any_engine& e, const any_distribution& d) {
  const cuda where;
  void* const to = device_memory();
  fill(where, e, d, block({3000, 100}, {1, 2}, {2000, 50}), to);
  const std::vector<key> keys = key(1).split(1000);
  fill(where, keys, d, index_range{1, 100}, to);
  fill(where, std::span(keys).first(10), d, index_range{1, 100}, to);
}

/// Elements with parameters in device memory. Rows with keys there have a row of blocks each, and nothing is
/// waited for.
void fill_with_arrays(const any_engine& e, const any_distribution& d, std::size_t n,
                      const detail::row_list* rows = nullptr) {
  const std::vector<const void*> arrays(d.info().parameter_list.size(), device_memory());
  detail::request r = detail::request_of(e, d, 0, device_memory(), n);
  r.distribution = nullptr;
  r.arrays = arrays.data();
  r.rows = rows;
  if (rows == nullptr) r.record = static_cast<detail::cuda_failures*>(device_memory());
  detail::run(cuda{}, r);
}

TEST(SimulatedKernels, AreAllReached) {
  simulated_runtime& r = simulated_runtime::fresh();
  std::set<std::string> reached;
  const auto reach = [&](const auto& f) { reached.merge(launched(f)); };
  const cuda where;

  const any_distribution weights = categorical(std::vector<double>{1, 2, 3});
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const any_engine e = E(1, 2);
    E one_on(1, 2);
    one_on.discard(1);
    const any_engine moved = one_on;
    for (const any_distribution& d : fixed_examples()) {
      SCOPED_TRACE(std::string(E::name) + " " + d.info().name);
      reach([&] { fill_every_way(e, moved, d); });
      if (d.info().takes_arrays) reach([&] { fill_with_arrays(e, d, 1000); });
    }
    for (const any_engine& at : {e, moved})
      reach([&] { fill(where, at, weights, 0, device_memory(), 1000); });
    reach([&] { fill_short_rows(e, weights); });
  });

  const any_distribution u64 = bits<std::uint64_t>(), f32 = uniform<float>(), f64 = uniform<double>();
  catalogue::cuda_word_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    SCOPED_TRACE(E::name);
    const any_engine e = E(1);
    // As many that a Mersenne Twister's segments are reached by jumps.
    reach([&] { fill(where, e, u64, 0, device_memory(), 1 << 20); });
    reach([&] { fill(where, e, f32, 0, device_memory(), 1000); });
    reach([&] { fill(where, e, f64, 0, device_memory(), 1000); });
  });
  reach([&] { fill(where, mt19937(1), normal<float>(), 0, device_memory(), 5000000); });
  const any_engine by_words = philox4x64(1);
  for (const any_distribution& d : fixed_examples()) {  // from words, whatever the engine
    SCOPED_TRACE(d.info().name);
    reach([&] { fill(where, by_words, d, 3, device_memory(), 5000000); });
    reach([&] { fill(where, by_words, d, block({100, 50}, {1, 3}, {50, 7}), device_memory()); });
    if (d.info().takes_arrays) reach([&] { fill_with_arrays(by_words, d, 5000000); });
  }
  reach([&] { fill(where, by_words, weights, 0, device_memory(), 1000); });

  const detail::row_list rows = detail::rows_of_keys({static_cast<key*>(device_memory()), 70000}, 1, 3);
  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const any_engine e = E(1, 2);
    for (const std::vector<any_distribution>& examples : rejection_examples()) {
      SCOPED_TRACE(std::string(E::name) + " " + examples[0].info().name);
      for (const any_distribution& d : examples) {
        for (const schedule kind : {schedule::grouped, schedule::compacting}) {
          cuda scheduled;
          scheduled.rejection = {kind, kind == schedule::grouped ? 8 : 0};
          for (const std::size_t n : {1000u, 100000u})
            reach([&] { fill(scheduled, e, d, 0, device_memory(), n); });
        }
        reach([&] { fill_short_rows(e, d); });
      }
      reach([&] { fill_with_arrays(e, examples[0], 1000); });
      if constexpr (std::is_same_v<E, philox4x32>) {
        reach([&] { fill_with_arrays(e, examples[0], 3, &rows); });
        EXPECT_EQ(r.launches.size(), 2u);  // a launch has at most 65,535 rows
      }
    }
    catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      SCOPED_TRACE(std::string(E::name) + " " + D::name);
      for (const D& d : structured_examples<D>::all())
        reach([&] { fill(where, e, any_distribution(d), 0, device_memory(), 100); });
    });
  });
  const auto permute = [&]<class T>(T n) {
    reach([&] { fill(where, permutation<T>(philox4x32(1), n), 0, static_cast<T*>(device_memory()), 5); });
  };
  permute(std::uint32_t{5});
  permute(std::uint64_t{5});

  catalogue::quasi_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const point_set& s :
         {point_set{.dimensions = 3, .points = 1 << 12},
          point_set{.dimensions = 3, .layout = point_layout::dim_major, .points = 5},
          point_set{.dimensions = 3, .layout = point_layout::dim_major, .points = 1 << 12}}) {
      for (const any_distribution& d : coordinate_examples()) {
        SCOPED_TRACE(std::string(E::name) + " " + d.info().name);
        reach([&] { fill(where, any_engine(E(s)), d, 0, device_memory(), s.dimensions * s.points); });
      }
    }
  });

  const mtgp32 bank(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 2), 1);
  mtgp32 within_a_value = bank;
  within_a_value.discard(1);
  for (const any_engine& e : {any_engine(bank), any_engine(within_a_value)}) {
    for (const any_distribution& d : fixed_examples()) {
      SCOPED_TRACE(d.info().name);
      reach([&] { fill(where, e, d, 0, device_memory(), 1000); });
    }
  }
  for (const int mexp : detail::mtgp_exponents<std::uint32_t>()) {
    const std::size_t sets = detail::shipped_mtgp_sets<std::uint32_t>(mexp);
    if (sets == 0) continue;
    const mtgp32 with_lanes(detail::shipped_mtgp_sets<std::uint32_t>(mexp, 0, sets), 1);
    reach([&] { fill(where, with_lanes, normal<float>(), 0, device_memory(), 1000); });
  }
  // Not all exponents have sets that are shipped.
  const auto step = [&]<class Word>(Word, int mexp) {
    SCOPED_TRACE(std::to_string(8 * sizeof(Word)) + " bits, " + std::to_string(mexp));
    for (const unsigned sets : {2u, 1024u}) {
      for (const auto finish : {cuda_driver::finish_kind::words, cuda_driver::finish_kind::uniform_f32,
                                cuda_driver::finish_kind::uniform_f64}) {
        cuda_driver::mtgp_launch<Word> l{};
        l.mexp = mexp;
        l.sets = sets;
        l.words = 1000;
        l.finish = finish;
        reach([&] { cuda_driver::launch_mtgp(l); });
      }
    }
  };
  for (const int mexp : detail::mtgp_exponents<std::uint32_t>()) step(std::uint32_t{}, mexp);
  for (const int mexp : detail::mtgp_exponents<std::uint64_t>()) step(std::uint64_t{}, mexp);

  for (const std::size_t bytes : {1u, 2u, 4u, 8u})
    reach([&] { (void)digest(where, 0, device_memory(), 10, bytes); });

  EXPECT_TRUE(r.faults.empty()) << r.faults.front();
  std::vector<std::string> unreached;
  std::set<std::string> all = r.kernels();
  const std::vector<std::string> by_name = cuda_driver::all_rejection_kernels();
  all.insert(by_name.begin(), by_name.end());
  std::set_difference(all.begin(), all.end(), reached.begin(), reached.end(), std::back_inserter(unreached));
  EXPECT_GT(reached.size(), 500u);
  EXPECT_EQ(unreached, std::vector<std::string>{});
  std::vector<std::string> unlisted;
  std::set_difference(reached.begin(), reached.end(), all.begin(), all.end(), std::back_inserter(unlisted));
  EXPECT_EQ(unlisted, std::vector<std::string>{});
}

}  // namespace
}  // namespace tali::test
