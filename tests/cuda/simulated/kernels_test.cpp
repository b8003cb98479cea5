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
#include "support/rejection.hpp"
#include "support/structures.hpp"

namespace tali::test {
namespace {

/// Memory of device 0 for any of these fills.
template <class T>
T* device_memory() {
  return static_cast<T*>(simulated_runtime::now().memory_on(0, std::size_t{1} << 31));
}

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

template <class E, class D>
void fill_every_way() {
  using T = typename D::result_type;
  const cuda where;
  const D d = example<D>();
  T* const to = device_memory<T>();
  E* const engine = device_memory<E>();
  const E e(1, 2);
  E moved = e;
  moved.discard(1);
  fill(where, e, d, 0, to, std::size_t{1} << 27);
  fill(where, e, d, 3, to, std::size_t{1} << 27);
  fill(where, e, d, 1, to + 1, 1000);
  fill(where, moved, d, 1, to, 100000);
  detail::fill_chained(where, engine, engine, d, to, std::size_t{1} << 12);
  fill(where, e, d, block({100, 4096}, {1, 0}, {50, 4095}), to);
  fill(where, e, d, block({100, 4096}, {1, 0}, {50, 4092}), to);  // every row begins with a group of words
}

/// Short rows, whose kernels are others than those of a range: a block, and rows with keys.
template <class E, class D>
void fill_short_rows(const E& e, const D& d) {
  const cuda where;
  auto* const to = device_memory<typename D::result_type>();
  fill(where, e, d, block({3000, 100}, {1, 2}, {2000, 50}), to);
  const std::vector<key> keys = key(1).split(1000);
  fill(where, keys, d, index_range{1, 100}, to);
  fill(where, std::span(keys).first(10), d, index_range{1, 100}, to);
}

/// Rows with keys and parameters in device memory: a row of blocks per row, and nothing is waited for.
template <class D>
void fill_rows_with_arrays(typename D::result_type* to) {
  simulated_runtime& r = simulated_runtime::now();
  const std::size_t launches = r.launches.size();
  std::vector<const void*> arrays(static_cast<std::size_t>(detail::parameter_count<D>),
                                  device_memory<typename D::parameter>());
  const philox4x32 e;
  const detail::row_list rows = detail::rows_of_keys({device_memory<key>(), 70000}, 1, 3);
  detail::run(cuda{}, {&info_of<philox4x32>(), &e, &info_of<D>(), nullptr, 1, to, 3, arrays.data(), &rows});
  EXPECT_EQ(r.launches.size() - launches, 2u);  // a launch has at most 65,535 rows
}

TEST(SimulatedKernels, AreAllReached) {
  simulated_runtime& r = simulated_runtime::fresh();
  std::set<std::string> reached;
  const auto reach = [&](const auto& f) { reached.merge(launched(f)); };
  const cuda where;

  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      SCOPED_TRACE(std::string(E::name) + " " + D::name);
      reach([] { fill_every_way<E, D>(); });
      if constexpr (takes_arrays<D>) {
        parameter_arrays<D> p{};
        for (auto& at : p.at) at = {device_memory<typename D::parameter>(), 1000};
        reach([&] {
          fill(where, E(1, 2), p, 0, device_memory<typename D::result_type>(), 1000,
               device_memory<detail::cuda_failures>());
        });
      }
    });
    const categorical weights(std::vector<double>{1, 2, 3});
    E moved(1, 2);
    moved.discard(1);
    auto* const to = device_memory<std::uint32_t>();
    reach([&] { fill(where, E(1, 2), weights, 0, to, 1000); });
    reach([&] { fill(where, moved, weights, 0, to, 1000); });
    reach([&] { fill_short_rows(E(1, 2), weights); });
  });

  catalogue::cuda_word_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    SCOPED_TRACE(E::name);
    // As many that a Mersenne Twister's segments are reached by jumps.
    reach([&] { fill(where, E(1), bits<std::uint64_t>(), 0, device_memory<std::uint64_t>(), 1 << 20); });
    reach([&] { fill(where, E(1), uniform<float>(), 0, device_memory<float>(), 1000); });
    reach([&] { fill(where, E(1), uniform<double>(), 0, device_memory<double>(), 1000); });
  });
  reach([&] { fill(where, mt19937(1), normal<float>(), 0, device_memory<float>(), 5000000); });
  catalogue::distributions::for_each([&]<class D>(int,
                                                  detail::type_list<D>) {  // from words, whatever the engine
    SCOPED_TRACE(D::name);
    auto* const to = device_memory<typename D::result_type>();
    reach([&] { fill(where, philox4x64(1), example<D>(), 3, to, 5000000); });
    reach([&] { fill(where, philox4x64(1), example<D>(), block({100, 50}, {1, 3}, {50, 7}), to); });
    if constexpr (takes_arrays<D>) {
      parameter_arrays<D> p{};
      for (auto& at : p.at) at = {device_memory<typename D::parameter>(), 5000000};
      reach([&] { fill(where, philox4x64(1), p, 0, to, 5000000, device_memory<detail::cuda_failures>()); });
    }
  });
  reach([&] {
    const categorical weights(std::vector<double>{1, 2, 3});
    fill(where, philox4x64(1), weights, 0, device_memory<std::uint32_t>(), 1000);
  });

  for_each_rejection_pair([&]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    SCOPED_TRACE(std::string(E::name) + " " + D::name);
    auto* const to = device_memory<typename D::result_type>();
    for (const D& d : examples<D>()) {
      for (const schedule kind : {schedule::grouped, schedule::compacting}) {
        cuda scheduled;
        scheduled.rejection = {kind, kind == schedule::grouped ? 8 : 0};
        for (const std::size_t n : {1000u, 100000u}) {
          reach([&] { fill(scheduled, E(1, 2), d, 0, to, n); });
        }
      }
      reach([&] { fill_short_rows(E(1, 2), d); });
    }
    parameter_arrays<D> p{};
    for (auto& at : p.at) at = {device_memory<typename D::parameter>(), 1000};
    reach([&] { fill(where, E(1, 2), p, 0, to, 1000, device_memory<detail::cuda_failures>()); });
    if constexpr (std::is_same_v<E, philox4x32>) reach([&] { fill_rows_with_arrays<D>(to); });
  });

  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    catalogue::vector_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      SCOPED_TRACE(std::string(E::name) + " " + D::name);
      for (const D& d : structured_examples<D>::all()) {
        reach([&] { fill(where, E(1, 2), d, 0, device_memory<typename D::result_type>(), 100); });
      }
    });
  });
  const auto permute = [&]<class T>(T n) {
    reach([&] { fill(where, permutation<T>(philox4x32(1), n), 0, device_memory<T>(), 5); });
  };
  permute(std::uint32_t{5});
  permute(std::uint64_t{5});

  catalogue::quasi_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    catalogue::coordinate_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      SCOPED_TRACE(std::string(E::name) + " " + D::name);
      for (const point_set& s :
           {point_set{.dimensions = 3, .points = 1 << 12},
            point_set{.dimensions = 3, .layout = point_layout::dim_major, .points = 5},
            point_set{.dimensions = 3, .layout = point_layout::dim_major, .points = 1 << 12}}) {
        reach([&] {
          fill(where, E(s), example<D>(), 0, device_memory<typename D::result_type>(),
               s.dimensions * s.points);
        });
      }
    });
  });

  const mtgp32 bank(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 2), 1);
  mtgp32 within_a_value = bank;
  within_a_value.discard(1);
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    SCOPED_TRACE(D::name);
    for (const mtgp32& e : {bank, within_a_value}) {
      reach([&] {
        cuda_bank<mtgp32>(where, e).fill(example<D>(), 0, device_memory<typename D::result_type>(), 1000);
      });
    }
  });
  for (const int mexp : detail::mtgp_exponents<std::uint32_t>()) {
    const std::size_t sets = detail::shipped_mtgp_sets<std::uint32_t>(mexp);
    if (sets == 0) continue;
    const mtgp32 with_lanes(detail::shipped_mtgp_sets<std::uint32_t>(mexp, 0, sets), 1);
    reach(
        [&] { cuda_bank<mtgp32>(where, with_lanes).fill(normal<float>{}, 0, device_memory<float>(), 1000); });
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
    reach([&] { (void)digest(where, 0, device_memory<std::uint64_t>(), 10, bytes); });

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
