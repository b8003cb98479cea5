// SPDX-License-Identifier: Apache-2.0
// The CPU's figures. A kind's rate is that of one thread writing to its cache; the effects of several threads
// and of memory are measured once for all kinds.
#include <algorithm>
#include <memory>

#include "cpu/processors.hpp"
#include "system.hpp"
#include "tune/measure.hpp"

namespace tali::tool::tune {

namespace {

void fill_n(const cpu& where, const candidate& c, void* to, std::size_t n) {
  fill(where, c.source, c.distribution, 0, to, n);
}

/// Number of values of a fill that fits into a core's cache and takes much longer than a call; for a bank,
/// some rows.
std::size_t many_of(const candidate& c) {
  constexpr std::size_t bytes = std::size_t{1} << 16, rows = 4;
  if (c.source.row_words() != 1)
    return rows * c.source.row_words() / static_cast<std::size_t>(c.distribution.info().words);
  return bytes / c.value_bytes();
}

cost::fill_cost cost_of(const candidate& c, simd_level level, double budget,
                        std::vector<std::uint64_t>& buffer) {
  constexpr std::size_t few = 16;
  const std::size_t count = many_of(c);
  const std::size_t words = count * c.value_bytes() / sizeof buffer[0] + 1;
  if (buffer.size() < words) buffer.resize(words);
  const cpu one{1, level};
  const double small = median_seconds(budget / 3, [&] { fill_n(one, c, buffer.data(), few); });
  const double large = median_seconds(budget * 2 / 3, [&] { fill_n(one, c, buffer.data(), count); });
  const line_through line(few, small, static_cast<double>(count), large);
  cost::fill_cost cost{line.at_zero, line.slope, c.generators, 0};
  const point_set* const points = c.source.points();
  if (points != nullptr && points->layout == point_layout::dim_major) {
    point_set short_rows = *points;
    short_rows.points = few;
    short_rows.dimensions = 512;
    const std::size_t n = few * short_rows.dimensions;
    buffer.resize(std::max(buffer.size(), n));
    candidate other = c;
    other.source = any_engine(c.kind.engine, short_rows);
    const double seconds = median_seconds(budget / 3, [&] { fill_n(one, other, buffer.data(), n); });
    cost.row_seconds =
        std::max(0.0, seconds - line.at_zero - static_cast<double>(n) * line.slope) / short_rows.dimensions;
  }
  return cost;
}

}  // namespace

cost::cpu_costs measure_cpu(const plan& p, const std::vector<candidate>& all, simd_level level) {
  cost::cpu_costs out;
  out.processors = cpu_driver::processors();
  const std::size_t cache = cache_bytes();
  out.cache_bytes = cache != 0 ? static_cast<double>(cache) : 1 << 23;
  std::vector<std::uint64_t> buffer;
  for (const candidate& c : all) {
    p.say(c.kind.engine + " " + c.kind.distribution + " " + c.kind.type + " on the CPU");
    out.fills[c.kind] = cost_of(c, level, p.seconds_each, buffer);
  }
  p.say("threads and memory of the CPU");
  const any_engine cheap("pcg32", 1, 0), costly("philox4x32", 1, 0);
  const any_distribution words("bits", "u32"), normals("normal", "f64");
  const auto threads = static_cast<std::size_t>(out.processors);
  const cpu one{1, level}, every{out.processors, level};
  const auto memory = std::make_unique<char[]>(p.cpu_bytes);  // zeroed, so that its pages exist
  // Long enough to find the processors idle once, even if other processes use them too.
  const double budget = std::max(p.seconds_each, 0.05);
  const auto seconds = [&](const cpu& where, const any_engine& s, const any_distribution& d, std::size_t n) {
    return min_seconds(budget, [&] { fill(where, s, d, 0, memory.get(), n); });
  };
  const std::size_t large = p.cpu_bytes / sizeof(std::uint32_t);
  const auto bytes = static_cast<double>(p.cpu_bytes);
  out.bytes_per_second_one_thread = bytes / seconds(one, cheap, words, large);
  out.bytes_per_second = out.bytes_per_second_one_thread;
  if (threads > 1) {
    constexpr std::size_t tiny = 4096, share = std::size_t{1} << 15;
    out.bytes_per_second = std::max(out.bytes_per_second, bytes / seconds(every, cheap, words, large));
    out.wake_seconds =
        std::max(0.0, seconds(every, cheap, words, tiny * threads) - seconds(one, cheap, words, tiny));
    const std::size_t n = std::min(share * threads, p.cpu_bytes / sizeof(double));
    const double one_thread = seconds(one, costly, normals, n),
                 all_threads = seconds(every, costly, normals, n);
    out.thread_efficiency = std::clamp(one_thread / all_threads / static_cast<double>(threads),
                                       1 / static_cast<double>(threads), 1.0);
  }
  return out;
}

}  // namespace tali::tool::tune
