// SPDX-License-Identifier: Apache-2.0
// MTGP on device 0: the shipped catalogues, all sets of each, beside cuRAND.

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
#include "cuda/per_thread.cuh"
#include "peers.hpp"
#include "tables.hpp"
#include "verdicts.hpp"

namespace tali::bench {

extern const char recorded_verdicts[];  // bench/verdicts.csv

namespace {

/// The library's fills of the catalogues of E, states on the device.
template <class E>
void measure_library(const table& t, int mexp, const device_memory& memory) {
  using word = typename E::word_type;
  const std::size_t sets = detail::shipped_mtgp_sets<word>(mexp);
  if (sets == 0) return;
  const E e(detail::shipped_mtgp_sets<word>(mexp, 0, sets), 1);
  cuda_bank<E> grid(cuda{}, e);
  std::uint64_t place = 0;  // words made so far
  const auto add = [&]<class D>(const D& d, const char* distribution) {
    using T = typename D::result_type;
    const std::uint64_t row_words = e.row_words();
    const std::size_t n = memory.bytes() / sizeof(T) / row_words * row_words;
    add_beside_store(
        t,
        {E::name, distribution, type_name<T>(),
         std::to_string(mexp) + " S" + std::to_string(sets) + " library", static_cast<double>(n)},
        memory.at(), [&] {
          grid.fill(d, place / D::words, static_cast<T*>(memory.at()), n);
          place += n * D::words;
        });
  };
  add(bits<std::uint32_t>{}, "bits");
  add(bits<std::uint64_t>{}, "bits");
  add(uniform<float>{}, "uniform");
  add(uniform<double>{}, "uniform");
  add(uniform_int<std::int32_t>(-1000, 1000), "uniform-int");
  add(normal<float>{}, "normal");
}

}  // namespace

void run_mtgp_default(const table& t) {
  const device_memory memory(4 * bulk_numbers());
  for (const peer& p : cuda_peers()) {
    const std::string engine = p.engine;
    if (engine != "curand-mtgp32" && engine != "curand-philox") continue;
    const auto n = memory.bytes() / static_cast<std::size_t>(bytes_of(p.type));
    add_beside_store(t, {engine, p.distribution, p.type, "", static_cast<double>(n)}, memory.at(),
                     [&] { p.fill(memory.at(), n); });
  }
  for (const int mexp : detail::mtgp_exponents<std::uint32_t>()) measure_library<mtgp32>(t, mexp, memory);
  for (const int mexp : detail::mtgp_exponents<std::uint64_t>()) measure_library<mtgp64>(t, mexp, memory);
}

// The MTGP paper's table 2 on device 0: the time for 5 x 10^7 numbers of MTGP11213, of the generators that
// the paper compared it with, and of cuRAND.

namespace {

constexpr std::size_t numbers = 50'000'000;

struct column {
  const char *distribution, *type;
};

/// @param tested  the name of bench/verdicts.csv under which the engine was tested
row row_of(const char* engine, const column& c, const std::string& variant, const std::string& tested) {
  std::istringstream verdicts(recorded_verdicts);
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
  const mtgp32 e(detail::shipped_mtgp_sets<std::uint32_t>(11213, 0, sets), 1);
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
    for (const peer& p : cuda_peers()) {
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
