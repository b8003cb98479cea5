// SPDX-License-Identifier: Apache-2.0
// Distributions of variable budget with parameters worth testing, and the places and schedules for them.
#pragma once

#include <string>
#include <vector>

#include <tali/fill.hpp>

#include "support/parameter_arrays.hpp"
#include "support/places.hpp"

namespace tali::test {

/// Calls f(type_list<E>{}, type_list<D>{}) for every engine and distribution.
template <class F>
void for_each_rejection_pair(F&& f) {
  catalogue::counter_engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    catalogue::rejection_distributions::for_each(
        [&]<class D>(int, detail::type_list<D> distribution) { f(engine, distribution); });
  });
}

/// Every SIMD level and CUDA device with every schedule.
inline std::vector<place> rejection_offsets() {
  std::vector<rejection_schedule> schedules = {
      {schedule::automatic, 0}, {schedule::compacting, 0}, {schedule::grouped, 0}};
  for (const int group : {1, 2, 4, 8, 16, 32}) schedules.push_back({schedule::grouped, group});
  const char* const names[] = {"automatic", "grouped", "compacting"};
  std::vector<place> all;
  std::string last;
  for (const place& at : places()) {
    const std::string here = at.is_cuda ? at.name.substr(0, at.name.find(" block")) : at.name;
    const bool one_thread = at.is_cuda || at.host.threads == 1;
    for (const rejection_schedule& s : schedules) {
      if ((at.is_cuda && here == last) || (!one_thread && s.kind != schedule::automatic)) continue;
      place p = at;
      p.name = here + ' ' + names[static_cast<int>(s.kind)] + ' ' + std::to_string(s.group);
      p.host.rejection = s;
#if defined(TALI_HAS_CUDA)
      p.gpu.rejection = s;
      p.gpu.shape = {};
#endif
      all.push_back(p);
    }
    last = here;
  }
  return all;
}

}  // namespace tali::test
