// SPDX-License-Identifier: Apache-2.0
#include "demo/one_sequence.hpp"

#include <algorithm>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "demo/device.hpp"

namespace tali::tool::demo {

bool agreement::holds() const {
  return std::all_of(results.begin(), results.end(),
                     [&](const result& r) { return r.digest == results.front().digest; });
}

std::vector<agreement> compare(progress& line) {
  // The range is odd at both ends and crosses index 2^32.
  constexpr std::uint64_t first = 4'290'000'001;
  constexpr std::size_t n = (std::size_t{1} << 24) + 11;
  std::vector<way> ways = cpu_ways();
  for (way& w : cuda_ways()) ways.push_back(std::move(w));

  const std::vector<any_distribution> distributions{{"bits", "u32"}, {"uniform", "f32"}, {"uniform", "f64"}};
  std::vector<agreement> all;
  for (const engine_info& e : shown_engines()) {
    const any_engine s(e.name, 42, 54);
    const any_distribution& d = distributions[all.size() % distributions.size()];
    agreement a{e.name, d.info().name, d.info().type, first, n, {}};
    for (const way& w : ways) {
      line.say(a.engine + ", " + w.name);
      a.results.push_back({w.name, w.digest(s, d, first, n)});
    }
    all.push_back(std::move(a));
  }
  return all;
}

}  // namespace tali::tool::demo
