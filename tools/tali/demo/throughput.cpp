// SPDX-License-Identifier: Apache-2.0
#include "demo/throughput.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>

namespace tali::tool::demo {

namespace {

double median(std::vector<double> x) {
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

struct candidate {
  any_engine sequence;
  any_distribution distribution;
  std::vector<double> seconds;
};

std::vector<candidate> candidates() {
  std::vector<candidate> all;
  for (const engine_info& e : shown_engines()) {
    const any_engine s(e.name, 1, 0);
    all.push_back({s, {"bits", "u32"}, {}});
    all.push_back({s, {"uniform", "f32"}, {}});
    all.push_back({s, {"uniform", "f64"}, {}});
  }
  return all;
}

}  // namespace

throughput measure(timed_device& device, double seconds, progress& line) {
  using clock = std::chrono::steady_clock;
  constexpr int most_rounds = 9;
  const auto begin = clock::now();
  std::vector<candidate> all = candidates();
  std::vector<double> stores;
  throughput out{device.key(), device.description(), 0, {}, 0};
  for (int round = 0; round < most_rounds; ++round) {
    if (round != 0 && std::chrono::duration<double>(clock::now() - begin).count() > seconds) break;
    line.say(fmt::format("timing fills on {}, round {} of {}", out.device, round + 1, most_rounds));
    stores.push_back(device.store());
    for (candidate& c : all) {
      c.seconds.push_back(device.fill(c.sequence, c.distribution));
      out.numbers += device.bytes() / c.distribution.info().value_bytes;
    }
  }
  const auto rate = [&](const std::vector<double>& s) {
    return static_cast<double>(device.bytes()) * 1e-9 / median(s);
  };
  out.ceiling_gb_per_s = rate(stores);
  for (const candidate& c : all) {
    const distribution_info& d = c.distribution.info();
    out.rows.push_back(
        {c.sequence.info().name, d.name, d.type, device.bytes() / d.value_bytes, rate(c.seconds)});
  }
  return out;
}

}  // namespace tali::tool::demo
