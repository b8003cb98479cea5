// SPDX-License-Identifier: Apache-2.0
// The price of a call option by Monte Carlo, the paths shared by the ranks of MPI. The answer is the same to
// the last bit whatever their number: path i is element i of one sequence on every rank, and payoffs are
// added up as integers, whose sum does not depend on the order.
//
//     mpirun -n 4 ./mpi_option
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <tali/mpi/fill.hpp>
#include <tali/tali.hpp>

namespace {

constexpr std::uint64_t paths = 4'000'000;
constexpr double spot = 100, strike = 105, rate = 0.03, volatility = 0.2, years = 1;

/// Payoffs in units of 2^-24. A payoff is below 2^14 here, so that 2^25 of them fit 64 bits.
constexpr double units = 0x1p24;

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const MPI_Comm world = MPI_COMM_WORLD;
  int rank = 0;
  MPI_Comm_rank(world, &rank);

  // Growth of the price over the year: exp of a normal number, the same bits on every machine.
  const tali::lognormal<double> growth((rate - volatility * volatility / 2) * years,
                                       volatility * std::sqrt(years));
  const tali::mpi::local_range mine(world, 0, paths, 2048);
  std::vector<double> x(mine.size());
  tali::mpi::fill(world, tali::cpu{}, tali::philox4x32(/*seed=*/2026), growth, mine, x);

  std::int64_t sums[2] = {}, all[2] = {};  // of payoffs, and of their squares
  for (const double g : x) {
    const double payoff = std::fmax(spot * g - strike, 0);
    sums[0] += std::llround(payoff * units);
    sums[1] += std::llround(payoff * payoff * 256);
  }
  MPI_Allreduce(sums, all, 2, MPI_INT64_T, MPI_SUM, world);

  const double n = static_cast<double>(paths), mean = static_cast<double>(all[0]) / units / n;
  const double variance = static_cast<double>(all[1]) / 256 / n - mean * mean;
  const double discount = std::exp(-rate * years);
  if (rank == 0) {
    std::printf("price %.6f +- %.6f (Black and Scholes: 7.128065), to the last bit %a\n", discount * mean,
                discount * std::sqrt(variance / n), discount * mean);
  }
  MPI_Finalize();
}
