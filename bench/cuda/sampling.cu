// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost on device 0: bulk fills beside cuRAND, and groups of lanes beside the law of the
// paper.
#include <cstdint>
#include <string>
#include <string_view>

#include <tali/cuda/fill.hpp>
#include <tali/cuda/fill_with.cuh>
#include <tali/rejection/plan.hpp>

#include "cuda/measure.hpp"
#include "peers.hpp"
#include "sampling_cases.hpp"
#include "surrogate.hpp"
#include "tables.hpp"

namespace tali::bench {

void run_sampling(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(8 * n);
  for (const peer& p : cuda_poisson_peers()) {
    add_beside_store(t, {p.engine, "poisson", p.type, p.distribution, static_cast<double>(n)}, memory.at(),
                     [&] { p.fill(memory.at(), n); });
  }
  for (const char* engine : {"philox4x32", "philox4x32-7", "pcg32"}) {
    const any_engine s(engine, 1, 2);
    for (const sampling_case& c : sampling_cases()) {
      const any_distribution d(c.distribution, c.type);
      if (!tali::detail::on_cuda(s.info(), d.info())) continue;
      add_beside_store(t, row_of(s.info(), d, n, c.variant), memory.at(),
                       [&] { fill(cuda{}, s, d, 0, memory.at(), n); });
    }
  }
}

namespace {

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
void run_groups_of(const table& t, const device_memory& memory) {
  const auto blocks = static_cast<unsigned>(cuda_devices().front().multiprocessors) * 8u;
  using launcher = double (*)(double, unsigned, std::uint32_t*);
  const launcher launchers[] = {&run_group<1, n>, &run_group<2, n>,  &run_group<4, n>,
                                &run_group<8, n>, &run_group<16, n>, &run_group<32, n>};
  for (const double rejection : surrogate_rejections) {
    double alone = 0;
    for (int k = 0; k < 6; ++k) {
      const int lanes = 1 << k;
      row r = surrogate_row();
      const stopwatch seconds;
      r.seconds = median_of(t.asked().repeats, [&] {
        return seconds(
            [&] { r.n = launchers[k](rejection, blocks, static_cast<std::uint32_t*>(memory.at())); });
      });
      if (lanes == 1) alone = r.gnum_per_s();
      r.variant = surrogate_variant(n, rejection, lanes, 32, r, alone);
      if (t.wants(r)) t.take(r);
    }
  }
}

/// A user's functor of attempts with this chance to be rejected, by each schedule. Its attempts cost blocks
/// of words and nothing else.
template <int n>
void run_surrogate_schedules(const table& t, void* to) {
  constexpr std::size_t count = std::size_t{1} << 23;
  for (const double rejection : {0.05, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999}) {
    const surrogate<n> f(rejection);
    for (const named_schedule& s : named_schedules) {
      cuda where;
      where.rejection = s.how;
      if (s.how.kind == schedule::grouped && s.how.group == 0) {  // a functor's acceptance is not known
        where.rejection.group = best_group(rejection, 32, detail::round_overhead(n));
      }
      row r = surrogate_row();
      r.n = static_cast<double>(count);
      char text[96];
      std::snprintf(text, sizeof text, "%d words, rho %g: %s", n, rejection, s.name);
      r.variant = text;
      add_beside_store(t, r, to, [&] {
        fill_with(where, philox4x32(1, 2), f, 0, static_cast<std::uint32_t*>(to), count);
      });
    }
  }
}

}  // namespace

void run_sampling_groups(const table& t) {
  const device_memory memory(static_cast<std::size_t>(cuda_devices().front().multiprocessors) * 8 * 256 * 4);
  run_groups_of<4>(t, memory);
  run_groups_of<16>(t, memory);
  run_groups_of<32>(t, memory);
}

void run_schedules(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 24;
  const device_memory memory(8 * n);
  for_each_schedule(cuda{}, n, memory.at(),
                    [&](const row& r, const auto& make) { add_beside_store(t, r, memory.at(), make); });
  run_surrogate_schedules<4>(t, memory.at());
  run_surrogate_schedules<16>(t, memory.at());
}

}  // namespace tali::bench
