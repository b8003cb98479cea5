// SPDX-License-Identifier: Apache-2.0
// Differences between systems that matter to a fill's threads; only processors.cpp and team.cpp include this.
// ELF, Mach-O and Windows' PE have different ways to find out whether the program has an OpenMP runtime.
#pragma once

#if defined(_WIN32)
#include <bit>

#include <windows.h>
#else
#include <pthread.h>
#if !defined(__ELF__)
#include <dlfcn.h>
#endif
#if defined(__linux__)
#include <sched.h>
#endif
#endif

#if defined(__ELF__)
// Null if the program has no OpenMP runtime.
extern "C" {
[[gnu::weak]] int omp_get_max_threads();
[[gnu::weak]] int omp_get_active_level();
[[gnu::weak]] int omp_get_max_active_levels();
[[gnu::weak]] int omp_get_thread_limit();
}
#endif

namespace tali::cpu_driver {

/// Functions of the OpenMP runtime; null if there is none.
struct openmp {
  using function = int (*)();
  function max_threads, active_level, max_active_levels, thread_limit;
};

#if defined(__ELF__)

inline openmp openmp_runtime() noexcept {
  return {omp_get_max_threads, omp_get_active_level, omp_get_max_active_levels, omp_get_thread_limit};
}

#else

/// @param find  find(name) returns a function of the program, or null
template <class F>
openmp openmp_by_name(const F& find) noexcept {
  const auto get = [&](const char* name) { return reinterpret_cast<openmp::function>(find(name)); };
  return {get("omp_get_max_threads"), get("omp_get_active_level"), get("omp_get_max_active_levels"),
          get("omp_get_thread_limit")};
}

#if defined(_WIN32)

/// On Windows a name is looked up in one library: tries the runtimes of GCC, Clang, Intel and Microsoft.
inline openmp openmp_runtime() noexcept {
  for (const char* const library : {"libgomp-1.dll", "libomp.dll", "libiomp5md.dll", "vcomp140.dll"}) {
    if (const HMODULE loaded = GetModuleHandleA(library)) {
      return openmp_by_name([&](const char* name) { return GetProcAddress(loaded, name); });
    }
  }
  return {};
}

#else

inline openmp openmp_runtime() noexcept {
  return openmp_by_name([](const char* name) { return dlsym(RTLD_DEFAULT, name); });
}

#endif
#endif

/// Number of processors that the process is bound to; 0 if the system does not tell.
inline int bound_processors() noexcept {
#if defined(__linux__)
  for (int capacity = 1024; capacity <= 1 << 20;
       capacity *= 4) {  // the system refuses a set that is too small
    cpu_set_t* const set = CPU_ALLOC(capacity);
    if (set == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(capacity);
    const int found = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (found > 0) return found;
  }
#elif defined(_WIN32)
  DWORD_PTR process = 0, all = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &process, &all)) return std::popcount(process);
#endif
  return 0;
}

/// Calls f() in each process that is forked from this one; Windows has no forks.
inline void call_after_fork([[maybe_unused]] void (*f)()) {
#if !defined(_WIN32)
  pthread_atfork(nullptr, nullptr, f);
#endif
}

/// Whether the destructors of a thread's variables may wait for another thread to end. On Windows both need
/// the loader's lock, so they may not.
#if defined(_WIN32)
inline constexpr bool may_join_at_end = false;
#else
inline constexpr bool may_join_at_end = true;
#endif

}  // namespace tali::cpu_driver
