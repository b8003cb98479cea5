// SPDX-License-Identifier: Apache-2.0
// Free-gas scattering on the CPU: the rejection probability at each energy, the group of lanes that the
// planner gives it, and the gain in iterations of a warp of 32, counted, beside the law (docs/rejection.md,
// Figure 8 of the paper).
#include "free_gas.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <tali/rejection/plan.hpp>

namespace {

/// Attempts that each sample takes.
std::vector<unsigned> attempts_of(const free_gas::collision& c, std::size_t samples) {
  const tali::rejection_words words(tali::philox4x32(2026), tali::tag_of("free gas"));
  std::vector<unsigned> out(samples);
  for (std::size_t j = 0; j < samples; ++j) {
    std::uint32_t w[free_gas::collision::words];
    unsigned k = 0;
    do words(j, k, w);
    while (!c(w).accepted && ++k < tali::max_attempts);
    out[j] = k + 1;
  }
  return out;
}

/// Samples an iteration of warps whose lanes share samples in groups: every warp waits for its slowest group.
double rate(const std::vector<unsigned>& attempts, int group) {
  const auto together = static_cast<std::size_t>(32 / group);
  double iterations = 0;
  const std::size_t warps = attempts.size() / together;
  for (std::size_t w = 0; w < warps; ++w) {
    unsigned most = 0;
    for (std::size_t i = 0; i < together; ++i) most = std::max(most, attempts[w * together + i]);
    iterations += (most + static_cast<unsigned>(group) - 1) / static_cast<unsigned>(group);
  }
  return static_cast<double>(warps * together) / iterations;
}

}  // namespace

int main() {
  std::puts(
      "Target velocity of a neutron in uranium-238 at 1200 K; 'rho' is the share of rejected attempts.\n");
  std::puts("                 constant cross-section        resonance (Doppler-broadening rejection)");
  std::puts("  energy, eV     rho    group   gain   law        rho    group   gain   law");
  for (const double e : free_gas::energies) {
    std::printf("  %8.3f  ", e);
    for (const bool resonant : {false, true}) {
      const free_gas::collision c(e, free_gas::hot, resonant);
      const auto attempts = attempts_of(c, resonant ? 20'000 : 200'000);
      double sum = 0;
      for (const unsigned k : attempts) sum += k;
      const double rho = 1 - static_cast<double>(attempts.size()) / sum;
      const int group = tali::best_group(rho);
      const double law = tali::samples_per_iteration(rho, group) / tali::samples_per_iteration(rho, 1);
      std::printf("  %7.4f  %5d  %5.2f  %5.2f   ", rho, group, rate(attempts, group) / rate(attempts, 1),
                  law);
    }
    std::puts("");
  }
}
