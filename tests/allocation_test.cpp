// SPDX-License-Identifier: Apache-2.0
// A fill allocates nothing: counted by replacing the global operator new.
#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include <tali/fill.hpp>

namespace {

std::atomic<int> allocations{0};

}  // namespace

// Not inlined, because GCC 12 takes the inlined pair of new and free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t n) {
  ++allocations;
  if (void* const p = std::malloc(n == 0 ? 1 : n)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace tali {
namespace {

TEST(Allocation, AFillAllocatesNothing) {
  std::vector<double> out(1 << 20);
  for (const int threads : {1, 2}) {
    const auto run = [&] { fill(cpu{threads}, philox4x32(1), uniform<double>{}, 3, std::span(out)); };
    run();  // the first call makes the threads
    const int before = allocations;
    run();
    EXPECT_EQ(allocations - before, 0) << threads << " threads";
  }
  const int before = allocations;
  std::vector<double>* const seen = new std::vector<double>(1);
  EXPECT_GE(allocations - before, 2) << "the count itself does not work";
  delete seen;
}

}  // namespace
}  // namespace tali
