// SPDX-License-Identifier: Apache-2.0
// A queue with one server, simulated customer by customer: numbers are wanted one at a time, and every thread
// takes its own customers of two named sequences. The mean waiting time of an M/M/1 queue is known, rate / (1
// - rate).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include <tali/draws.hpp>

int main() {
  constexpr double rate = 0.7;  // arrivals in the mean time of a service
  constexpr int runs = 8;
  constexpr std::uint64_t customers = 1000000;
  const tali::draws<tali::exponential<double>> gaps(tali::philox4x32(1, 0),
                                                    tali::exponential<double>(1 / rate));
  const tali::draws<tali::exponential<double>> services(tali::philox4x32(1, 1));
  std::vector<double> waited(runs);
  std::vector<std::thread> threads;
  for (std::uint64_t run = 0; run < runs; ++run) {
    threads.emplace_back([gap = gaps, service = services, run, &waited]() mutable {
      gap.seek(run * customers);
      service.seek(run * customers);
      double wait = 0, sum = 0;
      for (std::uint64_t i = 0; i < customers; ++i) {
        sum += wait;
        wait = std::max(0.0, wait + service() - gap());
      }
      waited[run] = sum / customers;
    });
  }
  for (std::thread& t : threads) t.join();
  double mean = 0;
  for (const double w : waited) mean += w / runs;
  std::printf("mean waiting time %.4f, exactly %.4f; the same on every machine: %a\n", mean,
              rate / (1 - rate), mean);
}
