// SPDX-License-Identifier: Apache-2.0
// The work of a call, one range or many rows, cut into pieces for threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/row_list.hpp>
#include <tali/device.hpp>

#include "core/rows.hpp"
#include "cpu/parallel.hpp"

namespace tali::cpu_driver {

using detail::check_furthest;
using detail::elements_of;
using detail::fill_job;
using detail::row_list;

/// Calls f(pieces) on each thread, which calls pieces(use) once; use(piece) is called with jobs that all
/// threads' calls together make up the work of, each with the engine of its row.
/// @param grain  as for_pieces has it
template <class F>
void for_thread_pieces(int threads, const fill_job& job, const row_list* rows, std::size_t element_bytes,
                       const F& f, std::size_t grain = 4096) {
  for_pieces(
      threads, elements_of(job, rows),
      [&](std::size_t begin, std::size_t end) {
        f([&](const auto& use) {
          if (rows != nullptr) {
            detail::for_each_piece(job, *rows, element_bytes, begin, end, use);
            return;
          }
          fill_job piece = job;
          piece.first += begin;
          piece.to = static_cast<char*>(job.to) + begin * element_bytes;
          piece.n = end - begin;
          use(static_cast<const fill_job&>(piece));
        });
      },
      grain);
}

}  // namespace tali::cpu_driver
