// SPDX-License-Identifier: Apache-2.0
// Sobol's points on the GPU: beside the store ceiling and cuRAND, strategy beside strategy, and where the GPU
// overtakes the CPU.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <tali/cuda/fill.hpp>
#include <tali/tuning.hpp>

#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"
#include "peers.hpp"
#include "sobol_shapes.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

struct kind {
  const char *engine, *distribution, *type;
};

/// Bytes for the largest sets: up to 64 GiB.
std::size_t memory_bytes() {
  std::size_t free_bytes = 0, all = 0;
  require(cudaMemGetInfo(&free_bytes, &all));
  return std::min(std::size_t{64} << 30, free_bytes / 10 * 9) / 4096 * 4096;
}

row row_of(const kind& k, const points_shape& shape, const std::string& variant) {
  return {k.engine, k.distribution, k.type, variant, static_cast<double>(shape.numbers())};
}

/// Beside a plain store; short work runs many times in a row.
row* measure(const table& t, const row& r, void* memory, const std::function<void()>& once) {
  const auto bytes = static_cast<std::size_t>(r.bytes());
  return add_beside_store(t, r, memory, once,
                          static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 26) / bytes, 1, 100)));
}

/// A kind of numbers in a shape: cuRAND's row and tali's, which knows its peer.
void measure_pair(const table& t, const kind& k, const points_shape& shape, void* memory,
                  const std::vector<sobol_peer>& peers, bool every_layout) {
  const point_layout rows = point_layout::dim_major, columns = point_layout::point_major;
  row best;
  for (const sobol_peer& p : peers) {
    if (std::string(p.of) != k.engine || std::string(p.distribution) != k.distribution ||
        std::string(p.type) != k.type || shape.dimensions > 20000) {
      continue;
    }
    row r = row_of(k, shape, variant_of(shape, rows));
    r.engine = p.engine;
    if (const row* made = measure(t, r, memory, [&] { p.fill(memory, shape.points, shape.dimensions); }))
      best = *made;
  }
  const auto tali_row = [&](point_layout layout, scrambling scramble) {
    const any_engine points(k.engine, set_of(shape, layout, scramble));
    const any_distribution d(k.distribution, k.type);
    const auto n = static_cast<std::size_t>(shape.numbers());
    row r = row_of(k, shape, variant_of(shape, layout, scramble));
    if (best.n > 0) {
      r.peer = best.engine;
      r.peer_gb_per_s = best.gb_per_s();
    }
    measure(t, r, memory, [&] { fill(cuda{}, points, d, 0, memory, n); });
  };
  tali_row(rows, scrambling::none);
  if (!every_layout) return;
  tali_row(columns, scrambling::none);
  tali_row(rows, scrambling::owen);
  tali_row(columns, scrambling::owen);
}

constexpr kind all_kinds[] = {{"sobol32", "bits", "u32"},        {"sobol32", "uniform", "f32"},
                              {"sobol32", "uniform", "f64"},     {"sobol32", "normal-icdf", "f32"},
                              {"sobol32", "normal-icdf", "f64"}, {"sobol64", "bits", "u64"},
                              {"sobol64", "uniform", "f64"},     {"sobol64", "normal-icdf", "f64"}};

}  // namespace

/// 10^4 x 10^4, and 2^29 numbers in 1, 100 and 10,000 dimensions.
void run_sobol(const table& t) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << 29;
  const device_memory memory(8 * numbers);
  const auto peers = sobol_peers();
  for (const points_shape shape : {points_shape{10000, 10000}, points_shape{numbers, 1},
                                   points_shape{numbers / 100, 100}, points_shape{numbers / 10000, 10000}}) {
    for (const kind& k : all_kinds) {
      measure_pair(t, k, shape, memory.at(), peers, std::string(k.type) != "f64");
    }
  }
}

/// The paper's tables 2 and 3 and its figures are the rows of 10^4 vectors.
void run_sobol_paper(const table& t) {
  const device_memory memory(memory_bytes());
  const auto peers = sobol_peers();
  for (const points_shape& shape : paper_shapes(memory.bytes() / 4)) {
    for (const kind& k : {all_kinds[0], all_kinds[1]}) {
      measure_pair(t, k, shape, memory.at(), peers, false);
    }
  }
}

/// The paper's solutions 1 to 9: how to bounce, where direction numbers lie, threads per block, bytes a
/// store.
void run_sobol_strategies(const table& t) {
  constexpr std::uint64_t numbers = std::uint64_t{1} << 29;
  const device_memory memory(4 * numbers);
  for (const points_shape shape : {points_shape{10000, 10000}, points_shape{numbers / 128, 128}}) {
    const sobol32 e(set_of(shape, point_layout::dim_major));
    const sobol_view<std::uint32_t> view = view_on(cuda{}, e);
    for (const unsigned block : {32u, 64u, 128u, 256u, 512u, 1024u}) {
      const auto add = [&](const std::string& name, const std::function<void()>& once) {
        row r = row_of(
            all_kinds[0], shape,
            variant_of(shape, point_layout::dim_major) + ": " + name + ", block " + std::to_string(block));
        r.threads = block;
        measure(t, r, memory.at(), once);
      };
      for (const sobol_strategy& s : sobol_strategies()) {
        add(std::string(s.name) + ", " + std::to_string(s.registers()) + " registers",
            [&] { s.run(view, static_cast<std::uint32_t*>(memory.at()), block); });
      }
      const auto n = static_cast<std::size_t>(shape.numbers());
      for (const auto layout : {point_layout::dim_major, point_layout::point_major}) {
        const sobol32 set(set_of(shape, layout));
        for (const int steps : {2, 4, 8, 16, 32, 64}) {
          const cuda where{0, nullptr, {static_cast<int>(block), steps, 0}};
          add(std::string("tali") + (layout == point_layout::dim_major ? "" : " point-major") + ", " +
                  std::to_string(steps) + " steps",
              [&] {
                fill(where, set, bits<std::uint32_t>{}, 0, static_cast<std::uint32_t*>(memory.at()), n);
              });
        }
      }
    }
  }
}

namespace {

/// Seconds of a call as its caller sees them, the median of many.
double seconds_of_call(const std::function<void()>& f) {
  using clock = std::chrono::steady_clock;
  f();
  std::vector<double> t;
  const auto begin = clock::now();
  while (t.size() < 5 || (t.size() < 200 && clock::now() - begin < std::chrono::milliseconds(30))) {
    const auto a = clock::now();
    f();
    t.push_back(std::chrono::duration<double>(clock::now() - a).count());
  }
  return middle(t);
}

}  // namespace

/// The paper's table 1: the dimensions from which the GPU is faster, by the number of vectors. Once with each
/// device filling its own memory, as the paper has it, and once with the result wanted in host memory. Beside
/// each time stands what the cost model expected, by this machine's tuning file or the default figures.
void run_sobol_threshold(const table& t) {
  const options& o = t.asked();
  constexpr std::size_t most = std::size_t{1} << 26;
  std::vector<cost::gpu_identity> gpus;
  for (const cuda_info& d : cuda_devices()) gpus.push_back({d.name, d.multiprocessors});
  const cost::model costs = cost::load_machine_costs(cost::tuning_path(), gpus).costs;
  const device_memory memory(4 * most);
  void* pinned = nullptr;
  require(cudaMallocHost(&pinned, 4 * most));
  const std::shared_ptr<void> host(pinned, [](void* p) { cudaFreeHost(p); });
  const uniform<float> d;
  auto* const on_host = static_cast<float*>(pinned);
  auto* const on_device = static_cast<float*>(memory.at());
  for (const bool to_host : {false, true}) {
    cost::fill_work work;
    work.kind = {all_kinds[1].engine, "", all_kinds[1].distribution, all_kinds[1].type};
    work.to = to_host ? cost::destination::pinned_memory : cost::destination::executing_device;
    work.threads = o.threads;
    for (std::uint64_t vectors = 10; vectors <= 10'000'000; vectors *= 10) {
      crossing c{vectors, to_host, 0, 0, 0};
      std::vector<std::uint32_t> measured;
      for (const std::uint32_t dims : threshold_dimensions()) {
        const points_shape shape{vectors, dims};
        if (shape.numbers() > most) break;
        const auto n = static_cast<std::size_t>(shape.numbers());
        const sobol32 e(set_of(shape, point_layout::dim_major));
        const std::string variant =
            variant_of(shape, point_layout::dim_major) + (to_host ? ", wanted on the host" : "");
        row on_gpu = row_of(all_kinds[1], shape, variant);
        on_gpu.seconds = seconds_of_call([&] {
          fill(cuda{}, e, d, 0, on_device, n);
          if (to_host) require(cudaMemcpyAsync(on_host, on_device, 4 * n, cudaMemcpyDeviceToHost));
          require(cudaStreamSynchronize(nullptr));
        });
        row on_cpu = on_gpu;
        on_cpu.device = "cpu";
        on_cpu.seconds = seconds_of_call([&] { fill(cpu{o.threads}, e, d, 0, std::span(on_host, n)); });
        work.values = static_cast<double>(n);
        work.rows = dims;
        const cost::device_choice expected = cost::choose_device(costs, work);
        on_cpu.predicted_seconds = expected.cpu_seconds;
        on_gpu.predicted_seconds = expected.gpu_seconds;
        t.take(on_cpu);
        t.take(on_gpu);
        measured.push_back(dims);
        c.max_measured = dims;
        if (on_gpu.seconds < on_cpu.seconds) {
          if (c.measured == 0) c.measured = dims;
        } else {
          c.measured = 0;
        }
        if (c.measured != 0 && dims >= 8 * c.measured && expected.on_gpu) break;  // it stays ahead
      }
      c.predicted = cost::predicted_crossing(costs, work, vectors, measured, static_cast<double>(most));
      o.found_crossing(c);
    }
  }
}

}  // namespace tali::bench
