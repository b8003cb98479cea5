// SPDX-License-Identifier: Apache-2.0
// The tables, which bench.cpp lists.
#pragma once

#include "bench.hpp"

namespace tali::bench {

/// What the arithmetic costs on one thread in the cache, beside the peers.
void run_cpu_cache(const table& t);
/// Every pair of the catalogue whose engine reaches any index, with the distribution's default parameters.
void run_cpu_every(const table& t);
/// Distributions as users call them, in 2^14 values on one thread, beside those of <random>.
/// scripts/cpu-peers.py sets libraries of Python beside them.
void run_cpu_peers(const table& t);
/// All threads and a buffer that no cache holds: what memory takes.
void run_cpu_large(const table& t);
/// Values one at a time, fills of few values, and fills from a moved engine.
void run_cpu_single(const table& t);
void run_cpu_small(const table& t);
void run_cpu_moved(const table& t);
void run_sobol_cpu(const table& t);
/// Samples of variable cost on one thread; by groups of lanes beside the law.
void run_sampling_cpu(const table& t);
void run_sampling_groups_cpu(const table& t);
/// A user's exponential beside the library's.
void run_own_cpu(const table& t);
/// Rows with keys and blocks beside one range.
void run_rows_cpu(const table& t);

#if defined(TALI_HAS_CUDA)
/// Device 0, where the benchmark runs; empty where there is none.
std::string cuda_device_name();

/// 2^30 numbers into device memory; every pair of the catalogue; launches of few numbers; launch shapes for
/// include/tali/cuda/detail/tuning.hpp; numbers that are not stored.
void run_cuda_bulk(const table& t);
void run_cuda_every(const table& t);
void run_small(const table& t);
void run_shapes(const table& t);
void run_registers(const table& t);
/// The shipped catalogues of MTGP, all sets of each, and the MTGP paper's table 2.
void run_mtgp_default(const table& t);
void run_mtgp_table2(const table& t);
/// The PCG32 paper's figures, its stores and numbers of threads, and the ideas that it rejected.
void run_pcg32_figure3(const table& t);
void run_pcg32_figure4(const table& t);
void run_pcg32_optimisations(const table& t);
void run_pcg32_rejected(const table& t);
/// Traditional methods for normal numbers beside tali's.
void run_gaussian(const table& t);
/// Sobol's points: 10^8 and 2^29 numbers; the Sobol paper's tables 2 and 3, its solutions, and its table 1.
void run_sobol(const table& t);
void run_sobol_paper(const table& t);
void run_sobol_strategies(const table& t);
void run_sobol_threshold(const table& t);
/// As on the CPU, and by each schedule.
void run_sampling(const table& t);
void run_schedules(const table& t);
void run_sampling_groups(const table& t);
void run_user(const table& t);
void run_rows(const table& t);
#else
inline std::string cuda_device_name() { return {}; }
#endif

}  // namespace tali::bench
