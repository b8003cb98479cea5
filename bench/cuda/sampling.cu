// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost on device 0: bulk fills beside cuRAND, and groups of lanes beside the law of the
// paper.
#include <cstdint>
#include <string>
#include <string_view>

#include <tali/cuda/fill.hpp>
#include <tali/cuda/fill_with.cuh>
#include <tali/rejection/plan.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"
#include "cuda/peers.hpp"
#include "sampling_cases.hpp"
#include "schedules.hpp"
#include "surrogate.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

void run_sampling(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  row r;
  r.group = g.name;
  r.device = device_name();
  r.n = static_cast<double>(n);
  for (const cuda_peer& p : cuda_poisson_peers()) {
    r.engine = p.engine;
    r.distribution = "poisson";
    r.type = p.type;
    r.variant = p.distribution;
    r.bytes_per_number = static_cast<double>(p.bytes);
    measure(
        o, r, memory.at(), [&] { p.fill(memory.at(), n); }, out);
  }
  for (const char* engine : {"philox4x32", "philox4x32-7", "pcg32"}) {
    for (const sampling_case& c : sampling_cases()) {
      const any_distribution d(c.distribution, c.type, c.given());
      if (!can_make(any_engine(engine).info(), d.info())) continue;
      const any_engine s(engine, 1, 2);
      r.engine = engine;
      r.distribution = c.distribution;
      r.type = c.type;
      r.variant = c.variant;
      r.bytes_per_number = static_cast<double>(d.info().value_bytes);
      measure(
          o, r, memory.at(), [&] { fill(cuda{}, s, d, 0, memory.at(), n); }, out);
    }
  }
}

constexpr std::uint64_t samples_a_lane = 256;

/// Every lane of a group adds up its samples, so that none can be left out.
template <unsigned group, int n>
__global__ void __launch_bounds__(256) grouped_surrogate(surrogate<n> a, std::uint32_t* to) {
  const rejection_words words(philox4x32(1), tag_of("surrogate"));
  const std::uint64_t groups = std::uint64_t{gridDim.x} * blockDim.x / group;
  const std::uint64_t mine = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / group;
  std::uint32_t sum = 0;
  for (std::uint64_t i = 0; i < samples_a_lane; ++i) {
    sum += sample_in_group(words, mine + i * groups, a, group).value;
  }
  to[std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x] = sum;
}

template <unsigned group, int n>
double run_group(double rejection, unsigned blocks, std::uint32_t* to) {
  grouped_surrogate<group><<<blocks, 256>>>(surrogate<n>(rejection), to);
  require(cudaGetLastError());
  return static_cast<double>(blocks) * 256 / group * samples_a_lane;
}

/// Samples per second of each group beside one lane per sample: measured, and by the law.
template <int n>
void run_groups_of(const options& o, const group& g, const device_memory& memory, std::vector<row>& out) {
  const auto blocks = static_cast<unsigned>(cuda_devices().front().multiprocessors) * 8u;
  using launcher = double (*)(double, unsigned, std::uint32_t*);
  const launcher launchers[] = {&run_group<1, n>, &run_group<2, n>,  &run_group<4, n>,
                                &run_group<8, n>, &run_group<16, n>, &run_group<32, n>};
  for (const double rejection : surrogate_rejections) {
    double alone = 0;
    for (int k = 0; k < 6; ++k) {
      const int lanes = 1 << k;
      row r = surrogate_row(g, device_name());
      const stopwatch seconds;
      r.seconds = median_of(o.repeats, [&] {
        return seconds(
            [&] { r.n = launchers[k](rejection, blocks, static_cast<std::uint32_t*>(memory.at())); });
      });
      if (lanes == 1) alone = r.gnum_per_s();
      r.variant = surrogate_variant(n, rejection, lanes, 32, r, alone);
      if (!wanted(o, r)) continue;
      out.push_back(r);
      o.progress(r);
    }
  }
}

void run_groups(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const device_memory memory(static_cast<std::size_t>(cuda_devices().front().multiprocessors) * 8 * 256 * 4);
  run_groups_of<4>(o, g, memory, out);
  run_groups_of<16>(o, g, memory, out);
  run_groups_of<32>(o, g, memory, out);
}

/// A user's functor of attempts with this chance to be rejected, by each schedule. Its attempts cost blocks
/// of words and nothing else.
template <int n>
void run_surrogate_schedules(const options& o, const group& g, void* to, std::vector<row>& out) {
  constexpr std::size_t count = std::size_t{1} << 23;
  for (const double rejection : {0.05, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999}) {
    const surrogate<n> f(rejection);
    for (const named_schedule& s : named_schedules) {
      cuda where;
      where.rejection = s.how;
      if (s.how.kind == schedule::grouped && s.how.group == 0) {  // a functor's acceptance is not known
        where.rejection.group = best_group(rejection, 32, round_overhead(n));
      }
      row r = surrogate_row(g, device_name());
      r.n = static_cast<double>(count);
      char text[96];
      std::snprintf(text, sizeof text, "%d words, rho %g: %s", n, rejection, s.name);
      r.variant = text;
      measure(
          o, r, to, [&] { fill_with(where, philox4x32(1, 2), f, 0, static_cast<std::uint32_t*>(to), count); },
          out);
    }
  }
}

void run_schedules(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  constexpr std::size_t n = std::size_t{1} << 24;
  const device_memory memory(8 * n);
  for_each_schedule(cuda{}, device_name(), g, n, memory.at(),
                    [&](const row& r, const auto& make) { measure(o, r, memory.at(), make, out); });
  run_surrogate_schedules<4>(o, g, memory.at(), out);
  run_surrogate_schedules<16>(o, g, memory.at(), out);
}

}  // namespace

std::vector<group> sampling_cuda_groups() {
  return {{"schedules", "rejection sampling by each schedule", false, true, &run_schedules},
          {"sampling", "samples of variable cost in bulk, beside cuRAND", false, true, &run_sampling},
          {"sampling-groups", "lanes per sample: measured and by the law of rejection", false, true,
           &run_groups}};
}

}  // namespace tali::bench
