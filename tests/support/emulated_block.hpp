// SPDX-License-Identifier: Apache-2.0
// CUDA thread blocks as fibers of one CPU thread, so that a kernel's logic can be tested without a GPU:
// barriers, shuffles and shared memory mean what they mean there. Slow: for grids of a few warps. Include
// before the kernel's header, in a translation unit of its own.
//
// Under ThreadSanitizer the fibers are threads to it, and barriers are what orders them, so that it reports
// two threads of a block that use memory without one between them, in whatever order they ran here. Shuffles
// and votes order nothing, as on a GPU. It has a limited memory of earlier accesses: what it reports is a
// race, and a race it may miss.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <ucontext.h>

#include "support/sanitizers.hpp"
#if defined(TALI_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(TALI_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

#if defined(__CUDACC__)
#error "for host compilers"
#endif

namespace tali::test {

struct dimension {
  unsigned x = 0, y = 0;
};

/// While it lives, what the calling thread reads and writes is the emulation's own business.
struct not_the_kernels {
  not_the_kernels() {
#if defined(TALI_THREAD_SANITIZER)
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
  }
  ~not_the_kernels() {
#if defined(TALI_THREAD_SANITIZER)
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  }
  not_the_kernels(const not_the_kernels&) = delete;
  not_the_kernels& operator=(const not_the_kernels&) = delete;
};

/// Where a thread stands that another one took over from.
struct emulated_place {
  ucontext_t context;        ///< its beginning; or where it stands, by swapcontext
  void* words[5];            ///< where it stands, by the compiler
  bool by_compiler = false;  ///< whether `words` say so
};

#if defined(__x86_64__) && !defined(TALI_THREAD_SANITIZER)
// The compilers' own jump, between functions that nothing is inlined into and no sanitizer instruments.
// swapcontext makes two system calls. longjmp is refused between stacks where _FORTIFY_SOURCE is defined, and
// AddressSanitizer, which watches it, asks the system at each where the stack lies and marks all of it as
// usable: most of a test's time.
// A function that does not return is called, not jumped to: the frame that it came from must stay.
[[noreturn, gnu::noinline, gnu::no_sanitize_address]] inline void jump(emulated_place& there) {
  if (there.by_compiler) __builtin_longjmp(there.words, 1);
  setcontext(&there.context);
  std::abort();
}

/// Whether returns are checked against a shadow stack. Each fiber needs one of its own, which the C library's
/// functions give it.
inline bool shadow_stacks() {
  std::uint64_t top = 0;
  asm("rdsspq %0" : "+r"(top));  // does nothing where there is none
  return top != 0;
}

/// From here to there.
[[gnu::noinline, gnu::no_sanitize_address]] inline void switch_place(emulated_place& here,
                                                                     emulated_place& there) {
  static const bool by_system = shadow_stacks();
  if (by_system) {
    swapcontext(&here.context, &there.context);
    return;
  }
  here.by_compiler = true;
  if (__builtin_setjmp(here.words) == 0) jump(there);
}
#else
// ThreadSanitizer takes a jump to another stack for an error, and not every compiler has one of its own for
// other processors.
/// From here to there. A function of its own would be one that ThreadSanitizer sees begin in one fiber and
/// end in another.
[[gnu::always_inline]] inline void switch_place(emulated_place& here, emulated_place& there) {
  swapcontext(&here.context, &there.context);
}
#endif

/// A fiber's stack.
struct emulated_stack {
  static constexpr std::size_t bytes = std::size_t{256} << 10;  // not optimised, frames are long
  std::unique_ptr<char[]> memory;

#if defined(TALI_ADDRESS_SANITIZER)
  // To AddressSanitizer so large a piece of memory is a mapping of its own, made and ended by the system: a
  // block's stacks are kept for the next one's fibers, which are cleared of the marks of other frames.
  emulated_stack() {
    if (kept.empty()) {
      memory = std::make_unique_for_overwrite<char[]>(bytes);
    } else {
      memory = std::move(kept.back());
      kept.pop_back();
      __asan_unpoison_memory_region(memory.get(), bytes);
    }
  }
  ~emulated_stack() {
    if (memory != nullptr) kept.push_back(std::move(memory));
  }
  emulated_stack(emulated_stack&&) = default;

 private:
  static inline thread_local std::vector<std::unique_ptr<char[]>> kept;
#else
  emulated_stack() : memory(std::make_unique_for_overwrite<char[]>(bytes)) {}
#endif
};

/// A thread of a block: a fiber with a stack of its own. They take turns on one thread of the CPU, each until
/// it waits for others, so a run is the same every time.
struct emulated_fiber {
  emulated_place place;
  emulated_stack stack;
  const std::uint64_t* waits_for = nullptr;  ///< a count of rounds that must change from `round`
  std::uint64_t round = 0;
  bool done = false;
#if defined(TALI_ADDRESS_SANITIZER)
  void* fake_stack = nullptr;
#endif
#if defined(TALI_THREAD_SANITIZER)
  void* thread = __tsan_create_fiber(0);
  ~emulated_fiber() { __tsan_destroy_fiber(thread); }
#endif
};

/// A barrier: the last of `expected` to arrive begins the next round.
struct emulated_barrier {
  unsigned expected, arrived = 0;
  std::uint64_t round = 0;
  char handed_over[2] = {};  ///< what those who came to an even and to an odd round had done

  /// Comes to it.
  /// @param orders  whether this hands over what the thread has done in memory
  void arrive([[maybe_unused]] bool orders) {
#if defined(TALI_THREAD_SANITIZER)
    if (orders) __tsan_release(&handed_over[round % 2]);
#endif
    ++arrived;
    release();
  }
  /// What the threads of a round had done is now done before all that this thread does.
  void take([[maybe_unused]] std::uint64_t of_round) {
#if defined(TALI_THREAD_SANITIZER)
    __tsan_acquire(&handed_over[of_round % 2]);
#endif
  }
  void release() {
    if (expected == 0 || arrived < expected) return;
    arrived = 0;
    ++round;
  }
};

/// The block at work.
struct emulated_block {
  explicit emulated_block(unsigned threads)
      : fibers(threads), all{threads}, warps(threads / 32, emulated_barrier{32}), lanes(threads) {}

  std::vector<emulated_fiber> fibers;
  unsigned running = 0;
  emulated_place scheduler_place;
#if defined(TALI_THREAD_SANITIZER)
  void* scheduler_thread = __tsan_get_current_fiber();
#endif
  const std::function<void()>* kernel = nullptr;
  emulated_barrier all;
  std::vector<emulated_barrier> warps;
  std::map<std::pair<unsigned, std::uint32_t>, emulated_barrier> parts;  // of a warp's lanes
  std::map<unsigned, emulated_barrier> named;                            // of some of the block's warps
  std::vector<std::uint64_t> lanes;
#if defined(TALI_ADDRESS_SANITIZER)
  void* fake_stack = nullptr;
  const void* bottom = nullptr;
  std::size_t size = 0;
#endif

  void switch_to_scheduler(emulated_fiber& f) {
#if defined(TALI_ADDRESS_SANITIZER)
    __sanitizer_start_switch_fiber(f.done ? nullptr : &f.fake_stack, bottom, size);
#endif
#if defined(TALI_THREAD_SANITIZER)
    // Threads do not wait for each other here, but for the block's end the scheduler does.
    __tsan_switch_to_fiber(scheduler_thread, f.done ? 0 : __tsan_switch_to_fiber_no_sync);
#endif
    switch_place(f.place, scheduler_place);
#if defined(TALI_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(f.fake_stack, nullptr, nullptr);
#endif
  }
  void switch_to(emulated_fiber& f) {
#if defined(TALI_ADDRESS_SANITIZER)
    __sanitizer_start_switch_fiber(&fake_stack, f.stack.memory.get(), f.stack.bytes);
#endif
#if defined(TALI_THREAD_SANITIZER)
    __tsan_switch_to_fiber(f.thread, __tsan_switch_to_fiber_no_sync);
#endif
    switch_place(scheduler_place, f.place);
#if defined(TALI_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  }

  /// Makes the running fiber wait.
  /// @param orders  whether memory is in order behind it
  void wait(emulated_barrier& b, bool orders = true) {
    const not_the_kernels quiet;
    emulated_fiber& f = fibers[running];
    f.waits_for = &b.round;
    f.round = b.round;
    b.arrive(orders);
    if (b.round == f.round) switch_to_scheduler(f);
    if (orders) b.take(f.round);
    f.waits_for = nullptr;
  }
  /// Waits for the lanes of `mask` of the running fiber's warp.
  void wait_for_lanes(std::uint32_t mask, bool orders = true) {
    const not_the_kernels quiet;
    const unsigned warp = running / 32;
    if (mask == 0xffffffffu) {
      wait(warps[warp], orders);
    } else {
      wait(parts.try_emplace({warp, mask}, emulated_barrier{static_cast<unsigned>(std::popcount(mask))})
               .first->second,
           orders);
    }
  }
};

inline emulated_block* current_block = nullptr;
inline dimension emulated_thread, emulated_block_index;
inline dimension emulated_block_size, emulated_grid_size;

inline void run_fiber() {
  emulated_block& block = *current_block;
  emulated_fiber& f = block.fibers[block.running];
#if defined(TALI_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(nullptr, &block.bottom, &block.size);
#endif
  (*block.kernel)();
  {
    // A thread that is done waits for nobody; the others do not wait for it.
    const not_the_kernels quiet;
    f.done = true;
    for (emulated_barrier* barrier : {&block.all, &block.warps[block.running / 32]}) {
      --barrier->expected;
      barrier->release();
    }
  }
  block.switch_to_scheduler(f);
}

/// Runs the fibers until all are done.
/// @throws std::logic_error if threads wait for others that will not come
inline void run_block(unsigned threads, const std::function<void()>& kernel) {
  const not_the_kernels quiet;
  emulated_block block(threads);
  const struct made_current {
    explicit made_current(emulated_block* b) { current_block = b; }
    ~made_current() { current_block = nullptr; }
  } until_here(&block);
  block.kernel = &kernel;
  for (emulated_fiber& f : block.fibers) {
    ucontext_t& beginning = f.place.context;
    getcontext(&beginning);
    beginning.uc_stack.ss_sp = f.stack.memory.get();
    beginning.uc_stack.ss_size = f.stack.bytes;
    beginning.uc_link = nullptr;
    makecontext(&beginning, &run_fiber, 0);
  }
  for (bool some = true; some;) {
    some = false;
    bool all_done = true;
    for (unsigned t = 0; t < threads; ++t) {
      emulated_fiber& f = block.fibers[t];
      all_done = all_done && f.done;
      if (f.done || (f.waits_for != nullptr && *f.waits_for == f.round)) continue;
      block.running = t;
      emulated_thread.x = t;
      block.switch_to(f);
      some = true;
    }
    if (!some && !all_done) throw std::logic_error("emulated threads wait for one another");
  }
  for (const auto& [number, b] : block.named) {
    if (b.arrived != 0)
      throw std::logic_error("emulated threads came to barrier " + std::to_string(number) +
                             ", and none waits for them");
  }
}

/// Runs `kernel` once a thread of every block, the blocks one after the other, in as many rows.
inline void run_blocks(unsigned blocks, unsigned threads, const std::function<void()>& kernel,
                       unsigned rows = 1) {
  emulated_block_size.x = threads;
  emulated_grid_size = {blocks, rows};
  for (unsigned b = 0; b < blocks * rows; ++b) {
    emulated_block_index = {b % blocks, b / blocks};
    run_block(threads, kernel);
  }
  emulated_block_index = {};
}

}  // namespace tali::test

#define TALI_EMULATED_DEVICE  // tali/detail/device.hpp
#define __global__
#define __device__
#define __grid_constant__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define threadIdx ::tali::test::emulated_thread
#define blockIdx ::tali::test::emulated_block_index
#define blockDim ::tali::test::emulated_block_size
#define gridDim ::tali::test::emulated_grid_size

inline void __syncthreads() { tali::test::current_block->wait(tali::test::current_block->all); }
inline tali::test::emulated_barrier& emulated_named_barrier(unsigned barrier, unsigned threads) {
  const tali::test::not_the_kernels quiet;
  auto& b = tali::test::current_block->named.try_emplace(barrier, tali::test::emulated_barrier{threads})
                .first->second;
  if (barrier < 1 || barrier > 15 || b.expected != threads)
    throw std::logic_error("emulated threads name barrier " + std::to_string(barrier) + " for " +
                           std::to_string(threads) + " threads");
  return b;
}
inline void emulated_part_barrier(unsigned barrier, unsigned threads) {
  tali::test::current_block->wait(emulated_named_barrier(barrier, threads));
}
inline void emulated_part_arrival(unsigned barrier, unsigned threads) {
  const tali::test::not_the_kernels quiet;
  emulated_named_barrier(barrier, threads).arrive(true);
}
inline void __syncwarp() { tali::test::current_block->wait_for_lanes(0xffffffffu); }
/// x of lane `source` of the warp's part of `width` lanes.
inline std::uint32_t __shfl_sync(std::uint32_t, std::uint32_t x, int source, int width) {
  const tali::test::not_the_kernels quiet;
  auto& block = *tali::test::current_block;
  const unsigned thread = threadIdx.x;
  const unsigned first = thread / static_cast<unsigned>(width) * static_cast<unsigned>(width);
  block.lanes[thread] = x;
  block.wait_for_lanes(0xffffffffu, false);
  const auto out = static_cast<std::uint32_t>(
      block.lanes[first + static_cast<unsigned>(source) % static_cast<unsigned>(width)]);
  block.wait_for_lanes(0xffffffffu, false);
  return out;
}

/// x of lane `source` of the warp.
template <class T>
T __shfl_sync(std::uint32_t mask, T x, int source) {
  static_assert(sizeof(T) <= 8);
  const tali::test::not_the_kernels quiet;
  auto& block = *tali::test::current_block;
  const unsigned thread = threadIdx.x;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof x);
  block.lanes[thread] = bits;
  block.wait_for_lanes(mask, false);
  bits = block.lanes[thread / 32 * 32 + static_cast<unsigned>(source)];
  block.wait_for_lanes(mask, false);
  std::memcpy(&x, &bits, sizeof x);
  return x;
}
inline std::uint32_t __ballot_sync(std::uint32_t mask, bool yes) {
  const tali::test::not_the_kernels quiet;
  auto& block = *tali::test::current_block;
  const unsigned thread = threadIdx.x;
  block.lanes[thread] = yes ? 1 : 0;
  block.wait_for_lanes(mask, false);
  std::uint32_t all = 0;
  for (unsigned l = 0; l < 32; ++l) {
    if ((mask >> l & 1u) != 0 && block.lanes[thread / 32 * 32 + l] != 0) all |= 1u << l;
  }
  block.wait_for_lanes(mask, false);
  return all;
}
inline bool __any_sync(std::uint32_t mask, bool yes) { return __ballot_sync(mask, yes) != 0; }
inline int __popc(std::uint32_t x) { return std::popcount(x); }
inline int __ffs(int x) { return __builtin_ffs(x); }
// Atomic to ThreadSanitizer too, and no barrier.
inline int atomicAdd(int* to, int x) { return __atomic_fetch_add(to, x, __ATOMIC_RELAXED); }
template <class T>
T atomicXor(T* to, T x) {
  return __atomic_fetch_xor(to, x, __ATOMIC_RELAXED);
}
inline unsigned long long atomicMin(unsigned long long* to, unsigned long long x) {
  unsigned long long before = __atomic_load_n(to, __ATOMIC_RELAXED);
  while (x < before &&
         !__atomic_compare_exchange_n(to, &before, x, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return before;
}
