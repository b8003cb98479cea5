// SPDX-License-Identifier: Apache-2.0
// The work of a call, one range or many rows, divided into one piece per thread; and checks of `cpu`.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>

#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>

#include "core/rows.hpp"
#include "cpu/processors.hpp"
#include "cpu/team.hpp"

namespace tali::cpu_driver {

/// For fewer bytes waking another thread (about 10 microseconds) is not worth it.
inline constexpr std::size_t bytes_per_thread = std::size_t{1} << 16;

inline int threads_for(const cpu& where, std::size_t bytes) {
  if (where.threads < 0 || where.threads > max_threads) {
    throw argument_error("threads", std::to_string(where.threads), "1 to 4096, or 0 for OpenMP's setting");
  }
  const std::size_t useful = where.threads != 0 ? bytes : bytes / bytes_per_thread;
  if (where.threads == 1 || useful <= 1) return 1;
  const int requested = where.threads != 0 ? where.threads : default_threads();
  return static_cast<int>(std::min(useful, static_cast<std::size_t>(requested)));
}

/// The highest level of this machine, even if this build does not have it.
simd_level machine_simd_level() noexcept;

/// Whether this machine and this build have a level. aarch64 has only neon; architectures other than x86-64
/// have only the baseline; a build for one x86-64 machine has only that machine's level.
bool has_level(simd_level level);

[[noreturn]] void refuse_level(simd_level level);

/// @throws argument_error unless has_level(level)
inline void check_level(simd_level level) {
  if (!has_level(level)) refuse_level(level);
}

/// @throws argument_error unless the machine has the SIMD level and `to` is an address
inline void check_destination(const cpu& where, const void* to, std::size_t n) {
  if (to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(n) + " elements");
  check_level(where.level);
}

using detail::in_parallel;
using detail::request;

/// Calls f(begin, end) for pieces of 0 ... n - 1, each on a separate thread.
/// @param grain  pieces begin at multiples of it: a page of values, so that no two threads write to one cache
/// line
/// @throws the exception of one of the calls
template <class F>
void for_pieces(int threads, std::size_t n, const F& f, std::size_t grain = 4096) {
  if (threads == 1) {
    f(std::size_t{0}, n);
    return;
  }
  const std::size_t grains = (n + grain - 1) / grain;
  in_parallel(threads, [&](std::size_t index, std::size_t count) {
    f(std::min(n, grains * index / count * grain), std::min(n, grains * (index + 1) / count * grain));
  });
}

/// Calls f(pieces) once on each thread; f must call pieces(use) once. use(piece) gets requests that together,
/// over all threads, are the whole work, each with its row's engine.
/// @param grain  as in for_pieces
template <class F>
void for_thread_pieces(int threads, const request& r, std::size_t element_bytes, const F& f,
                       std::size_t grain = 4096) {
  for_pieces(
      threads, r.elements(),
      [&](std::size_t begin, std::size_t end) {
        f([&](const auto& use) {
          if (r.rows != nullptr) {
            detail::for_each_piece(r, element_bytes, begin, end, use);
            return;
          }
          request piece = r;
          piece.first += begin;
          piece.to = static_cast<char*>(r.to) + begin * element_bytes;
          piece.n = end - begin;
          use(static_cast<const request&>(piece));
        });
      },
      grain);
}

/// Sets `to` to the smaller of `to` and x.
template <class T>
void fetch_min(std::atomic<T>& to, T x) {
  T current = to.load();
  while (x < current && !to.compare_exchange_weak(current, x)) {
  }
}

}  // namespace tali::cpu_driver
