// SPDX-License-Identifier: Apache-2.0
// A fill timed alternately with a plain store of the same bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <tali/cuda/device.hpp>

#include "cuda/measure.hpp"

namespace tali::bench {

inline bool no_device() { return cuda_devices().empty(); }

inline double middle(std::vector<double> t) {
  std::sort(t.begin(), t.end());
  return t[t.size() / 2];
}

/// Times a fill and, alternating with it, a plain store of the same bytes.
inline void measure(const options& o, row r, void* memory, const std::function<void()>& work,
                    std::vector<row>& out) {
  if (!wanted(o, r)) return;
  const stopwatch seconds;
  const auto bytes = static_cast<std::size_t>(r.n * r.bytes_per_number);
  std::vector<double> ceilings;
  r.seconds = median_of(o.repeats, [&] {
    ceilings.push_back(seconds([&] { store_once(memory, bytes); }));
    return seconds(work);
  });
  r.ceiling_gb_per_s = static_cast<double>(bytes) / middle(ceilings) * 1e-9;
  out.push_back(r);
  o.progress(r);
}

}  // namespace tali::bench
