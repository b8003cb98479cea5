// SPDX-License-Identifier: Apache-2.0
// Memory runs out at every point of a fill by several threads: the caller gets std::bad_alloc, the process
// continues, and a generator bank keeps its position.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>
#include <tali/filler.hpp>

namespace {

/// Allocations that succeed from now on, on all threads.
constexpr long all = std::numeric_limits<long>::max();
std::atomic<long> allowed{all};

}  // namespace

// Not inlined, because GCC 12 takes the inlined pair of new and free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t n) {
  if (allowed != all && allowed-- <= 0) throw std::bad_alloc();
  if (void* const p = std::malloc(n == 0 ? 1 : n)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace tali {
namespace {

/// Runs f with 0, 1, 2, ... allocations until it succeeds. Calls after_failure behind each failure.
/// @return the number of failures
template <class F, class After>
int fail_everywhere(const F& f, const After& after_failure) {
  for (int n = 0;; ++n) {
    bool failed = false;
    allowed = n;
    try {
      f();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    allowed = all;
    if (!failed) return n;
    after_failure();
  }
}

TEST(NoMemory, OfAGeneratorBankIsThrownAndMovesNothing) {
  const mtgp32 fresh(detail::shipped_mtgp_sets<std::uint32_t>(3217, 0, 8), 1);
  const cpu where{4};
  std::vector<std::uint32_t> expected(100000), out(expected.size());
  mtgp32 by_all = fresh;
  fill_next(where, by_all, bits<std::uint32_t>{}, std::span(expected));
  mtgp32 e = fresh;
  const int failures = fail_everywhere([&] { fill_next(where, e, bits<std::uint32_t>{}, std::span(out)); },
                                       [&] { ASSERT_EQ(e, fresh); });
  EXPECT_GE(failures, 4) << "a thread's memory was not asked for";
  EXPECT_EQ(out, expected);
  EXPECT_EQ(e, by_all);
}

TEST(NoMemory, OfATableOfInversionIsThrown) {
  const philox4x32 e(1);
  const poisson<std::uint32_t> d(10);
  std::vector<std::uint32_t> expected(100000), out(expected.size());
  fill(cpu{4}, e, d, 0, std::span(expected));
  const int failures = fail_everywhere([&] { fill(cpu{4}, e, d, 0, std::span(out)); }, [] {});
  EXPECT_GE(failures, 1) << "no table was made";
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace tali
