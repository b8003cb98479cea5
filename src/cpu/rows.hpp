// SPDX-License-Identifier: Apache-2.0
// The work of a call, one range or many rows, divided into pieces for threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/request.hpp>

#include "core/rows.hpp"
#include "cpu/parallel.hpp"

namespace tali::cpu_driver {

using detail::check_furthest;
using detail::request;

/// Calls f(pieces) on each thread, which calls pieces(use) once; use(piece) is called with requests that
/// together, over all threads, are the whole work, each with the engine of its row.
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

}  // namespace tali::cpu_driver
