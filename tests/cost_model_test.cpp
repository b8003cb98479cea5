// SPDX-License-Identifier: Apache-2.0
// The cost model's arithmetic, and that its default figures are sound.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/cost_model.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "cost/json.hpp"
#include "support/any_examples.hpp"

namespace tali {
namespace {

const cost::fill_kind kind{"e", "", "d", "u32"};

/// Round figures: a GPU that is 100 times faster and takes 10 us to call.
cost::model round_figures() {
  cost::model m;
  m.cpu.processors = 4;
  m.cpu.wake_seconds = 5e-6;
  m.cpu.thread_efficiency = 0.5;
  m.cpu.cache_bytes = 1e6;
  m.cpu.bytes_per_second_one_thread = 1e10;
  m.cpu.bytes_per_second = 2e10;
  m.cpu.fills[kind] = {1e-7, 1e-9, 0, 0};
  cost::gpu_costs g;
  g.start_seconds = 0.5;
  g.copy_seconds = 1e-5;
  g.pinned_bytes_per_second = 5e10;
  g.pageable_bytes_per_second = 5e9;
  g.upload_bytes_per_second = 2.5e10;
  g.fills[kind] = {1e-5, 1e-11, 0, 0};
  m.gpus.push_back(g);
  return m;
}

cost::fill_work work(double values, cost::destination to = cost::destination::executing_device,
                     int threads = 1) {
  cost::fill_work w;
  w.kind = kind;
  w.values = values;
  w.to = to;
  w.threads = threads;
  return w;
}

TEST(CostModel, AddsWhatTheHeaderSays) {
  const cost::model m = round_figures();
  const auto cpu = [&](const cost::fill_work& w) { return cost::predicted_seconds(m.cpu, w); };
  const auto gpu = [&](const cost::fill_work& w) { return cost::predicted_seconds(m.gpus[0], w); };
  EXPECT_DOUBLE_EQ(cpu(work(1e5)), 1e-7 + 1e-4);
  // Beyond the cache memory is slower than one thread's values are made only if it is.
  EXPECT_DOUBLE_EQ(cpu(work(1e9)), 1e-7 + 1);
  EXPECT_DOUBLE_EQ(cpu(work(1e9, cost::destination::executing_device, 4)),
                   1e-7 + 5e-6 + 0.5);  // 4 threads as 2
  cost::model narrow = m;
  narrow.cpu.bytes_per_second = 4e9;
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(narrow.cpu, work(1e9, cost::destination::executing_device, 4)),
                   1e-7 + 5e-6 + (4e9 - 1e6) / 4e9);
  EXPECT_DOUBLE_EQ(gpu(work(1e9)), 1e-5 + 1e-2);
  EXPECT_DOUBLE_EQ(gpu(work(1e9, cost::destination::pinned_memory)), 1e-5 + 1e-2 + 1e-5 + 4e9 / 5e10);
  EXPECT_DOUBLE_EQ(gpu(work(1e9, cost::destination::host_memory)), 1e-5 + 1e-2 + 1e-5 + 4e9 / 5e9);
  EXPECT_DOUBLE_EQ(gpu(work(1e9, cost::destination::device_memory)), 1e-5 + 1e-2);
  const cost::device_choice up = cost::choose_device(m, work(1000, cost::destination::device_memory));
  EXPECT_DOUBLE_EQ(up.cpu_seconds, 1e-7 + 1e-6 + 1e-5 + 4000 / 2.5e10);
  cost::fill_work cold = work(1e9);
  cold.gpu_started = false;
  EXPECT_DOUBLE_EQ(gpu(cold), 0.5 + 1e-5 + 1e-2);
}

TEST(CostModel, ThreadsAreTheDrivers) {
  const cost::model m = round_figures();
  // Left to choose, the driver takes a thread for every 64 KiB.
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, work(16384 * 1.5, cost::destination::executing_device, 0)),
                   cost::predicted_seconds(m.cpu, work(16384 * 1.5, cost::destination::executing_device, 1)));
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, work(16384 * 3.5, cost::destination::executing_device, 0)),
                   cost::predicted_seconds(m.cpu, work(16384 * 3.5, cost::destination::executing_device, 3)));
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, work(1e9, cost::destination::executing_device, 0)),
                   cost::predicted_seconds(m.cpu, work(1e9, cost::destination::executing_device, 400)));
}

TEST(CostModel, FewerThreadsLoseLess) {
  const cost::model m = round_figures();
  // All four are half as fast as four; two lose a third of that.
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, work(1e5, cost::destination::executing_device, 2)),
                   1e-7 + 5e-6 + 1e-4 / (2 * (1 - 0.5 / 3)));
}

TEST(CostModel, RowsCost) {
  cost::model m = round_figures();
  m.cpu.fills[kind].row_seconds = 1e-8;
  cost::fill_work w = work(1000);
  w.rows = 100;
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, w), 1e-7 + 1e-6 + 1e-6);
  point_set set;
  set.points = 10;
  set.layout = point_layout::point_major;
  EXPECT_EQ(cost::rows_of(set, 1000), 0);
  set.layout = point_layout::dim_major;
  EXPECT_EQ(cost::rows_of(set, 1000), 100);
  EXPECT_EQ(cost::rows_of(set, 3), 1);
}

TEST(CostModel, OneCrossing) {
  const cost::model m = round_figures();
  // 1e-7 + 1e-9 n = 1e-5 + 1e-11 n at n = 10,000.
  EXPECT_FALSE(cost::choose_device(m, work(9990)).on_gpu);
  EXPECT_TRUE(cost::choose_device(m, work(10010)).on_gpu);
  // The copy of 4 bytes per value at 5e10 a second moves it up.
  const double crossing = (2e-5 - 1e-7) / (1e-9 - 1e-11 - 4 / 5e10);
  EXPECT_FALSE(cost::choose_device(m, work(crossing * 0.999, cost::destination::pinned_memory)).on_gpu);
  EXPECT_TRUE(cost::choose_device(m, work(crossing * 1.001, cost::destination::pinned_memory)).on_gpu);
  // Ordinary memory takes its values at 1.25 a nanosecond, four threads make two.
  EXPECT_FALSE(cost::choose_device(m, work(1e15, cost::destination::host_memory, 4)).on_gpu);
  EXPECT_TRUE(cost::choose_device(m, work(1e15, cost::destination::host_memory, 1)).on_gpu);
  cost::fill_work cold = work(5e8);
  cold.gpu_started = false;
  EXPECT_FALSE(cost::choose_device(m, cold).on_gpu);
  cold.values = 6e8;
  EXPECT_TRUE(cost::choose_device(m, cold).on_gpu);
}

TEST(CostModel, ASlowConsumerMakesThemEqual) {
  const cost::model m = round_figures();
  cost::fill_work w = work(1e12);
  w.consumer_bytes_per_second = 1e9;
  const cost::device_choice c = cost::choose_device(m, w);
  EXPECT_DOUBLE_EQ(c.cpu_seconds, 4000);
  EXPECT_DOUBLE_EQ(c.gpu_seconds, 4000);
  EXPECT_FALSE(c.on_gpu);
}

TEST(CostModel, GeneratorsLimit) {
  cost::model m = round_figures();
  m.cpu.fills[kind].generators = m.gpus[0].fills[kind].generators = 256;
  cost::fill_work few = work(1e9, cost::destination::executing_device, 0), as_measured = few;
  few.generators = 2;
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.cpu, few),
                   cost::predicted_seconds(m.cpu, work(1e9, cost::destination::executing_device, 2)));
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.gpus[0], few), 1e-5 + 1e-2 * 128);
  as_measured.generators = 256;
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.gpus[0], as_measured), 1e-5 + 1e-2);
  as_measured.generators = 1000;  // not faster than was measured
  EXPECT_DOUBLE_EQ(cost::predicted_seconds(m.gpus[0], as_measured), 1e-5 + 1e-2);
}

TEST(CostModel, WithoutAGpuOrAnEntryItIsTheCpu) {
  cost::model m = round_figures();
  EXPECT_FALSE(cost::choose_device(m, work(1e15), 1).on_gpu);
  EXPECT_FALSE(cost::choose_device(m, work(1e15), -1).on_gpu);
  m.gpus[0].fills.clear();
  const cost::device_choice c = cost::choose_device(m, work(1e15));
  EXPECT_FALSE(c.on_gpu);
  EXPECT_EQ(c.gpu_seconds, std::numeric_limits<double>::infinity());
  m.gpus.clear();
  EXPECT_FALSE(cost::choose_device(m, work(1e15)).on_gpu);
}

TEST(CostModel, CrossingInDimensions) {
  const cost::model m = round_figures();
  const std::vector<std::uint32_t> dimensions{1, 10, 100, 1000, 10000};
  // From 10,000 numbers on, as above.
  EXPECT_EQ(cost::predicted_crossing(m, work(0), 10, dimensions, 1e9), 10000u);
  EXPECT_EQ(cost::predicted_crossing(m, work(0), 101, dimensions, 1e9), 100u);
  EXPECT_EQ(cost::predicted_crossing(m, work(0), 1000000, dimensions, 1e9), 1u);
  EXPECT_EQ(cost::predicted_crossing(m, work(0), 10, dimensions, 1e4), 0u);  // 10 x 1000 is the largest
}

// ---- The default figures ----------------------------------------------------------------------------

/// Calls f(work) for every kind of fill that a GPU can make.
template <class F>
void each_default(F f) {
  const cost::gpu_costs gpu = cost::default_gpu_costs("", 132);
  for (const auto& [k, cost] : gpu.fills) {
    cost::fill_work w;
    w.kind = k;
    for (const distribution_info& d : detail::scalar_distribution_list()) {
      if (k.distribution == d.name && k.type == d.type) w.value_bytes = static_cast<int>(d.value_bytes);
    }
    f(w);
  }
}

TEST(DefaultCosts, EveryKindHasFigures) {
  const cost::cpu_costs cpu = cost::default_cpu_costs(simd_level::avx2, 8);
  const cost::gpu_costs gpu = cost::default_gpu_costs("", 132);
  std::size_t kinds = 0;
  const auto check = [&](const char* engine, const std::string& variant) {
    for (const distribution_info& d : detail::scalar_distribution_list()) {
      const cost::fill_kind k{engine, variant, d.name, d.type};
      const engine_info& e = *std::ranges::find(engine_list(), k.engine, &engine_info::name);
      if (!detail::can_make(e, d)) {
        EXPECT_EQ(cpu.fills.count(k) + gpu.fills.count(k), 0u) << engine << " " << d.name;
        continue;
      }
      ASSERT_EQ(cpu.fills.count(k), 1u) << engine << " " << d.name;
      EXPECT_GT(cpu.fills.at(k).seconds_per_value, 0) << engine << " " << d.name;
      ASSERT_EQ(gpu.fills.count(k), detail::on_cuda(e, d) ? 1u : 0u) << engine << " " << d.name;
      if (detail::on_cuda(e, d)) {
        EXPECT_GT(gpu.fills.at(k).seconds_per_value, 0) << engine << " " << d.name;
      }
      ++kinds;
    }
  };
  for (const engine_info& e : detail::indexed_engine_list()) check(e.name, "");
  for (const engine_info& e : engine_list({engine_kind::bank})) check(e.name, "");
  for (const engine_info& e : engine_list({engine_kind::per_thread})) check(e.name, "");
  for (const engine_info& e : engine_list({engine_kind::quasi})) {
    for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
      for (const auto scramble : {scrambling::none, scrambling::shift, scrambling::owen}) {
        point_set set;
        set.layout = layout;
        set.scramble = scramble;
        catalogue::coordinate_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
          const cost::fill_kind k{e.name, cost::variant_of(set), D::name,
                                  type_name<typename D::result_type>()};
          EXPECT_EQ(cpu.fills.count(k), 1u) << e.name << " " << k.variant << " " << k.distribution;
          EXPECT_EQ(gpu.fills.count(k), 1u) << e.name << " " << k.variant << " " << k.distribution;
          ++kinds;
        });
      }
    }
  }
  EXPECT_GT(kinds, 200u);
}

// Also of vectors and categories, which are priced as something else. Per-thread generators have no GPU fill.
TEST(DefaultCosts, EveryPairByNameHasAPrice) {
  const cost::cpu_costs cpu = cost::default_cpu_costs(simd_level::avx2, 8);
  const cost::gpu_costs gpu = cost::default_gpu_costs("", 132);
  int pairs = 0;
  for (const engine_info& ei : engine_list()) {
    const any_engine e = test::example_engine(ei);
    for (const distribution_info& di : distribution_list()) {
      if (!detail::can_make(ei, di)) continue;
      const cost::fill_work work = cost::work_of(e, test::example_distribution(di), 1000);
      EXPECT_LT(cost::predicted_seconds(cpu, work), 1) << ei.name << " " << di.name << " " << di.type;
      if (detail::on_cuda(ei, di)) {
        EXPECT_LT(cost::predicted_seconds(gpu, work), 1) << ei.name << " " << di.name << " " << di.type;
      }
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 400);
}

TEST(DefaultCosts, MonotoneAndSound) {
  for (const simd_level level : {simd_level::baseline, simd_level::avx2, simd_level::avx512}) {
    for (const int processors : {1, 2, 16, 128}) {
      const cost::model m{cost::default_cpu_costs(level, processors), {cost::default_gpu_costs("", 132)}};
      each_default([&](cost::fill_work w) {
        double cpu = 0, gpu = 0;
        for (double n = 1; n < 1e13; n *= 10) {
          w.values = n;
          w.threads = 1;  // with all of them the second thread's waking may cost more than it brings
          const cost::device_choice one = cost::choose_device(m, w);
          EXPECT_GE(one.cpu_seconds, cpu);
          EXPECT_GE(one.gpu_seconds, gpu);
          cpu = one.cpu_seconds;
          gpu = one.gpu_seconds;
        }
        // Little work is the CPU's, much in the GPU's own memory the GPU's, and a process that makes a
        // million numbers does not start a GPU for them.
        const bool slow =
            level == simd_level::baseline;  // no gathers: some of its quantiles take a microsecond
        w.threads = 0;
        w.values = 16;
        if (!slow) {
          EXPECT_FALSE(cost::choose_device(m, w).on_gpu) << w.kind.engine << " " << w.kind.distribution;
        }
        w.values = 1e10;
        EXPECT_TRUE(cost::choose_device(m, w).on_gpu) << w.kind.engine << " " << w.kind.distribution;
        w.values = 1e6;
        w.gpu_started = false;
        w.to = cost::destination::pinned_memory;
        if (!slow) {
          EXPECT_FALSE(cost::choose_device(m, w).on_gpu) << w.kind.engine << " " << w.kind.distribution;
        }
      });
    }
  }
}

TEST(DefaultCosts, EachEngineHasItsOwnCrossing) {
  const cost::model m{cost::default_cpu_costs(simd_level::avx512, 1), {cost::default_gpu_costs("", 132)}};
  const auto crossing = [&](const cost::fill_kind& k, int bytes) {
    cost::fill_work w;
    w.kind = k;
    w.value_bytes = bytes;
    w.to = cost::destination::pinned_memory;
    for (w.values = 1; w.values < 1e12; w.values *= 1.1) {
      if (cost::choose_device(m, w).on_gpu) return w.values;
    }
    return std::numeric_limits<double>::infinity();
  };
  // What costs the CPU more per value crosses sooner; MTGP's states must go to the GPU first.
  const double words = crossing({"philox4x32", "", "bits", "u32"}, 4);
  const double normals = crossing({"philox4x32", "", "normal", "f32"}, 4);
  const double mtgp = crossing({"mtgp32", "", "normal", "f32"}, 4);
  EXPECT_LT(normals, words / 2);
  EXPECT_GT(mtgp, 2 * normals);
  EXPECT_GT(normals, 1e3);
  EXPECT_LT(normals, 1e5);
}

TEST(DefaultCosts, ASmallerGpuIsSlower) {
  const cost::gpu_costs large = cost::default_gpu_costs("", 132), small = cost::default_gpu_costs("", 33);
  each_default([&](const cost::fill_work& w) {
    EXPECT_DOUBLE_EQ(small.fills.at(w.kind).seconds_per_value, 4 * large.fills.at(w.kind).seconds_per_value);
  });
}

// Every time of table 1 that was measured on an H200 and 16 threads, each pair a choice that the default
// figures can get wrong: docs/performance.md says how often and how badly.
TEST(DefaultCosts, AgainstTheMeasuredTable1) {
  std::ifstream in(TALI_TABLE_1);
  ASSERT_TRUE(in) << TALI_TABLE_1;
  std::string line;
  std::getline(in, line);
  ASSERT_EQ(line, "points,dimensions,wanted,CPU seconds,GPU seconds");
  const cost::model m{cost::default_cpu_costs(simd_level::avx512, 16), {cost::default_gpu_costs("", 132)}};
  int pairs = 0, right = 0;
  double worst = 1;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::array<std::string, 5> cell;
    for (std::string& c : cell) std::getline(cells, c, ',');
    const double points = std::stod(cell[0]), cpu = std::stod(cell[3]), gpu = std::stod(cell[4]);
    cost::fill_work w;
    w.kind = {"sobol32", "", "uniform", "f32"};
    w.rows = std::stod(cell[1]);
    w.values = points * w.rows;
    w.to = cell[2] == "host" ? cost::destination::pinned_memory : cost::destination::executing_device;
    const bool on_gpu = cost::choose_device(m, w).on_gpu;
    ++pairs;
    right += on_gpu == (gpu < cpu) ? 1 : 0;
    worst = std::max(worst, (on_gpu ? gpu : cpu) / std::min(gpu, cpu));
  }
  EXPECT_EQ(pairs, 234);
  EXPECT_GE(right, 216);
  EXPECT_LE(worst, 1.75);
}

}  // namespace
}  // namespace tali
