// SPDX-License-Identifier: Apache-2.0
// The MTGP paper's table 2 on device 0: the time for 5 x 10^7 numbers of MTGP11213, of the generators that
// the paper compared it with, and of cuRAND.
#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/mtgp_parameters.hpp>
#include <tali/engine/per_thread_generators.hpp>

#include "cuda/measure.hpp"
#include "cuda/peers.hpp"
#include "cuda/per_thread.cuh"
#include "embedded_text.hpp"
#include "tables.hpp"
#include "verdicts.hpp"

namespace tali::detail {

/// bench/verdicts.csv: one file.
extern const text_file recorded_verdicts[];

}  // namespace tali::detail

namespace tali::bench {

namespace {

constexpr std::size_t numbers = 50'000'000;

struct column {
  const char *distribution, *type;
};

/// @param tested  the name of bench/verdicts.csv under which the engine was tested
row row_of(const char* engine, const column& c, const std::string& variant, const std::string& tested) {
  std::istringstream verdicts(detail::recorded_verdicts[0].content);
  return {engine, c.distribution, c.type, variant + ", " + recorded_verdict(verdicts, tested), numbers};
}

/// A comparator with a state for each of `threads` threads (or every warp of them).
template <class Grid>
void measure_threads(const table& t, const char* period, const device_memory& memory) {
  using G = typename Grid::generator;
  constexpr unsigned block = 256;
  // As many threads as the device runs at a time, or as there are generators.
  const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>(
      static_cast<std::size_t>(cuda_devices().front().multiprocessors) * 8, Grid::max_generators / block));
  const Grid e(std::size_t{blocks} * block / G::width, 1);
  const device_memory states(e.states().size_bytes());
  require(cudaMemcpy(states.at(), e.states().data(), states.bytes(), cudaMemcpyHostToDevice));
  const row r = row_of(Grid::name, {"uniform", "f32"},
                       std::string("period ") + period + ", " + std::to_string(sizeof(G)) + " B, T" +
                           std::to_string(std::size_t{blocks} * block),
                       Grid::name);
  auto* const to = static_cast<float*>(memory.at());
  auto* const own = static_cast<G*>(states.at());
  add_beside_store(t, r, memory.at(), [&] {
    if constexpr (G::width == 1) {
      per_thread_kernel<<<blocks, block>>>(own, uniform<float>{}, to, numbers);
    } else {
      warp_standard_kernel<<<blocks, block>>>(own, uniform<float>{}, to, numbers);
    }
    require(cudaGetLastError());
  });
}

/// @param tested  as row_of()
void measure_mtgp(const table& t, std::size_t sets, const std::string& tested, const device_memory& memory) {
  const mtgp32 e(shipped_mtgp_sets<std::uint32_t>(11213, 0, sets), 1);
  cuda_bank<mtgp32> grid(cuda{}, e);
  std::uint64_t made = 0;
  const std::string variant = "period 2^11213-1, 1404 B, S" + std::to_string(sets);
  const auto add = [&]<class D>(const D& d, const column& c) {
    using T = typename D::result_type;
    add_beside_store(t, row_of(mtgp32::name, c, variant, tested), memory.at(), [&] {
      grid.fill(d, made, static_cast<T*>(memory.at()), numbers);
      made += numbers;
    });
  };
  add(bits<std::uint32_t>{}, {"bits", "u32"});
  add(uniform<float, interval::close1_open2>{}, {"uniform-close1-open2", "f32"});
  add(uniform<float>{}, {"uniform", "f32"});
}

}  // namespace

void run_mtgp_table2(const table& t) {
  const device_memory memory(4 * numbers);
  const struct {
    const char *engine, *variant;
  } curand[] = {{"curand-xorwow", "period 2^192-2^32, 48 B"},
                {"curand-mtgp32", "period 2^11213-1"},
                {"curand-philox", "period 2^130, 64 B"}};
  for (const auto& c : curand) {
    for (const cuda_peer& p : cuda_peers()) {
      if (bytes_of(p.type) != 4 || std::string(p.engine) != c.engine) continue;
      add_beside_store(t, row_of(p.engine, {p.distribution, p.type}, c.variant, p.engine), memory.at(),
                       [&] { p.fill(memory.at(), numbers); });
    }
  }
  measure_mtgp(t, 108, "mtgp32", memory);  // as many as the paper; one set was tested
  measure_mtgp(t, 1056, "mtgp32-grid", memory);
  measure_threads<mt607_per_thread>(t, "2^607-1", memory);
  measure_threads<xorwow>(t, "2^192-2^32", memory);
  measure_threads<hybrid_taus>(t, "2^121", memory);
  measure_threads<warp_standard>(t, "2^1024-1", memory);
}

}  // namespace tali::bench
