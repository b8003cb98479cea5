// SPDX-License-Identifier: Apache-2.0
// The empirical tests' kernels: a warp makes 128 numbers per step and tests them in its registers.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <cub/device/device_radix_sort.cuh>

#include <tali/error.hpp>

#include "cuda.hpp"
#include "empirical/normals.hpp"

namespace tali::lab {

namespace {

using tool::check;
using tool::device_array;
using tool::device_of_process;
using tool::use_device;

constexpr unsigned block = 256;
/// The spans of one launch; warp w tests first_span + w, + w + warps, ...
struct spans {
  std::uint64_t first, count, steps;
};

/// Fills x[k], which is element index_of(k) of the batch, for distributions of any kind.
template <class D>
struct maker {
  static constexpr int values = 4, words = values * D::words, batch_size = values * warp_size;
  struct table_type {};
  __device__ static void load(const D&, table_type&) {}
  __device__ static int index_of(int k) { return static_cast<int>(threadIdx.x % warp_size) * values + k; }
  __device__ static void make(const D& d, const std::uint32_t (&w)[words], const table_type&,
                              typename D::result_type (&x)[values]) {
#pragma unroll
    for (int k = 0; k < values; ++k) {
      std::uint32_t value_words[D::words];
#pragma unroll
      for (int j = 0; j < D::words; ++j) value_words[j] = w[k * D::words + j];
      x[k] = d(value_words);
    }
  }
};
template <batch_distribution D>
struct maker<D> {
  static constexpr int values = D::lane_values, words = D::lane_words, batch_size = D::batch_size;
  using table_type = typename D::shared_table;
  __device__ static void load(const D& d, table_type& table) {
    if constexpr (requires { d.load(table); }) {
      d.load(table);
    } else {
      table.load();
    }
  }
  __device__ static int index_of(int k) { return D::index_of(static_cast<int>(threadIdx.x % warp_size), k); }
  __device__ static void make(const D& d, const std::uint32_t (&w)[words], const table_type& table,
                              typename D::lane_type (&x)[values]) {
    lane_outputs(d, w, table, x);
  }
};

/// The warp Gaussian with a table in device memory.
class warp_normal_by_table : public detail::warp_span {
 public:
  using result_type = double;
  using lane_type = double;
  using shared_table = warp_normal_table<32>;

  warp_normal_by_table(const std::int32_t* values, const detail::warp_coefficients& k)
      : values_{values}, coefficients_{k} {}
  __device__ void load(shared_table& table) const { table.load(values_); }
  __device__ double operator()(std::uint32_t entropy, const shared_table& table) const {
    return detail::warp_gaussian<cuda_warp, 32, warp_grain::fine>(entropy, table.value, coefficients_);
  }

 private:
  const std::int32_t* values_;
  detail::warp_coefficients coefficients_;
};

/// @tparam V  tests numbers: see(place from the launch's first element, value), then done()
template <class E, class D, class V>
__global__ void __launch_bounds__(block) look_kernel(const E engine, const D distribution, const spans s,
                                                     const typename E::stride stride, V visitor) {
  using make = maker<D>;
  __shared__ typename make::table_type table;
  make::load(distribution, table);
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (block / warp_size);
  std::uint64_t span = blockIdx.x * std::uint64_t{block / warp_size} + threadIdx.x / warp_size;
  const std::uint64_t lane = threadIdx.x % warp_size;
  typename E::template cursor<scalar> at(
      engine, (s.first + span) * (make::batch_size * D::words) + lane * make::words, 0);
  for (std::uint64_t step = 0; step < s.steps; ++step, span += warps) {
    std::uint32_t w[make::words];
    at.take(w);
    typename D::result_type x[make::values];
    make::make(distribution, w, table, x);
    if (span < s.count) {
#pragma unroll
      for (int k = 0; k < make::values; ++k) {
        visitor.see(span * make::batch_size + static_cast<std::uint64_t>(make::index_of(k)), x[k]);
      }
    }
    at.advance(stride);
  }
  visitor.done();
}

struct moment_visitor {
  moment_accumulator sums;
  unsigned long long* low;   // the lower 32 bits of each sum
  unsigned long long* high;  // the other bits, so that neither overflows

  __device__ void see(std::uint64_t, double x) { sums.add(x); }
  __device__ void done() {
#pragma unroll
    for (int k = 0; k < moment_order; ++k) {
      long long sum = sums.units[k];
      for (int d = warp_size / 2; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
      if (threadIdx.x % warp_size == 0) {
        atomicAdd(&low[k], static_cast<unsigned long long>(sum) & 0xffffffffu);
        atomicAdd(&high[k], static_cast<unsigned long long>(sum >> 32));
      }
    }
  }
};

/// Numbers beyond the threshold, in any order, with their places, by which they are sorted.
struct tail_visitor {
  double threshold;
  unsigned* count;
  unsigned capacity;
  unsigned* places;
  double* values;

  __device__ void see(std::uint64_t place, double x) {
    if (absolute(x) > threshold) {
      const unsigned slot = atomicAdd(count, 1u);
      if (slot < capacity) {
        places[slot] = static_cast<unsigned>(place);
        values[slot] = x;
      }
    }
  }
  __device__ void done() {}
};

unsigned grid_size() {
  int device = 0, multiprocessors = 0, per_multiprocessor = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute");
  check(cudaDeviceGetAttribute(&per_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device),
        "cudaDeviceGetAttribute");
  return static_cast<unsigned>(multiprocessors * per_multiprocessor) / block;
}

/// Keeps freed memory in the process, up to 1 GiB, for the next piece.
void keep_freed_memory() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, device), "cudaDeviceGetDefaultMemPool");
  std::uint64_t threshold = std::uint64_t{1} << 30;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold),
        "cudaMemPoolSetAttribute");
}

/// The values of a range's table in device memory, or null.
std::shared_ptr<std::int32_t> values_on_device(const normal_range& r) {
  if (r.table == nullptr) return nullptr;
  auto copy = device_array<std::int32_t>(std::size(r.table->values));
  check(cudaMemcpy(copy.get(), r.table->values, sizeof r.table->values, cudaMemcpyHostToDevice),
        "cudaMemcpy");
  return copy;
}

/// @param values  values_on_device(r)
template <class V>
void look(const normal_range& r, const std::int32_t* values, std::uint64_t first_span, std::uint64_t count,
          const V& visitor, cudaStream_t stream) {
  const unsigned grid = grid_size();
  const std::uint64_t warps = std::uint64_t{grid} * (block / warp_size);
  const spans s{first_span, count, (count + warps - 1) / warps};
  bool found_engine = false;
  engines::for_each([&]<class E>(int, type_list<E>) {
    const E* const engine = r.sequence.get_if<E>();
    if (engine == nullptr) return;
    found_engine = true;
    const auto launch = [&]<class D>(const D& d) {
      look_kernel<E, D, V><<<grid, block, 0, stream>>>(
          *engine, d, s, typename E::stride(warps * maker<D>::batch_size * D::words), visitor);
    };
    if (values != nullptr) return launch(warp_normal_by_table(values, r.table->coefficients));
    normals::for_each([&]<class D>(int, type_list<D>) {
      if (const D* const d = r.distribution.get_if<D>()) launch(*d);
    });
  });
  if (!found_engine) {
    throw argument_error("engine", r.sequence.info().name, "an engine with a fill kernel");
  }
  check(cudaGetLastError(), "launch of the looking kernel");
}

/// Number of values that a warp makes per step.
std::uint64_t span_of(const normal_range& r) {
  std::uint64_t span = 0;
  normals::for_each([&]<class D>(int, type_list<D>) {
    if (r.distribution.get_if<D>() != nullptr) span = maker<D>::batch_size;
  });
  return span;
}

/// A range as an odd beginning and an odd end, for the CPU, and the whole spans between them.
struct parts {
  std::uint64_t head, spans, tail;
};
parts parts_of(const normal_range& r) {
  const std::uint64_t span = span_of(r), past = r.first % span;
  const std::uint64_t head = std::min(r.n, past == 0 ? std::uint64_t{0} : span - past);
  return {head, (r.n - head) / span, (r.n - head) % span};
}
normal_range piece_of(const normal_range& r, std::uint64_t from, std::uint64_t n) {
  return {r.sequence, r.distribution, r.first + from, n, r.table};
}

}  // namespace

moment_sums sum_moments_cuda(const normal_range& r) {
  use_device(device_of_process());
  const parts p = parts_of(r);
  moment_sums all = sum_moments(cpu{1}, piece_of(r, 0, p.head));
  all.add(sum_moments(cpu{1}, piece_of(r, r.n - p.tail, p.tail)));
  const auto sums = device_array<unsigned long long>(2 * moment_order);
  const auto values = values_on_device(r);
  const std::uint64_t span = span_of(r);
  // As many spans as give a lane the accumulator's maximum of 2^16 numbers.
  const std::uint64_t max_spans =
      std::uint64_t{grid_size()} * (block / warp_size) * ((std::uint64_t{1} << 16) * warp_size / span);
  for (std::uint64_t done = 0; done < p.spans; done += max_spans) {
    const std::uint64_t count = std::min(max_spans, p.spans - done);
    check(cudaMemset(sums.get(), 0, 2 * moment_order * sizeof(long long)), "cudaMemset");
    moment_visitor v{};
    v.low = sums.get();
    v.high = sums.get() + moment_order;
    look(r, values.get(), (r.first + p.head) / span + done, count, v, nullptr);
    unsigned long long units[2 * moment_order];
    check(cudaMemcpy(units, sums.get(), sizeof units, cudaMemcpyDeviceToHost), "cudaMemcpy");
    moment_sums part;
    part.n = count * span;
    for (std::size_t k = 0; k < moment_order; ++k) {
      part.units[k] = (moment_sums::wide{static_cast<long long>(units[moment_order + k])} << 32) + units[k];
    }
    all.add(part);
  }
  return all;
}

std::vector<double> tail_cuda(const normal_range& r, double threshold) {
  use_device(device_of_process());
  keep_freed_memory();
  const parts p = parts_of(r);
  std::vector<double> out = tail(cpu{1}, piece_of(r, 0, p.head), threshold);
  cudaStream_t raw = nullptr;
  check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  const std::shared_ptr<CUstream_st> stream(raw, cudaStreamDestroy);
  // Places are below 2^32; there is room for the expected number and ten standard deviations.
  const std::uint64_t span = span_of(r), max_spans = (std::uint64_t{1} << 31) / span;
  const std::uint64_t spans_at_once = std::min(p.spans, max_spans);
  const double expected = expected_tail(threshold, static_cast<double>(spans_at_once * span));
  const auto capacity = static_cast<unsigned>(
      std::min(expected + 10 * std::sqrt(expected) + 100, static_cast<double>(spans_at_once * span)));
  const auto table = values_on_device(r);
  const auto count = device_array<unsigned>(1, raw);
  const auto places = device_array<unsigned>(capacity, raw),
             sorted_places = device_array<unsigned>(capacity, raw);
  const auto values = device_array<double>(capacity, raw),
             sorted_values = device_array<double>(capacity, raw);
  std::size_t bytes = 0;
  check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, places.get(), sorted_places.get(), values.get(),
                                        sorted_values.get(), capacity, 0, 32, raw),
        "cub::DeviceRadixSort");
  const auto workspace = device_array<unsigned char>(bytes, raw);
  for (std::uint64_t done = 0; done < p.spans; done += max_spans) {
    check(cudaMemsetAsync(count.get(), 0, sizeof(unsigned), raw), "cudaMemsetAsync");
    look(r, table.get(), (r.first + p.head) / span + done, std::min(max_spans, p.spans - done),
         tail_visitor{threshold, count.get(), capacity, places.get(), values.get()}, raw);
    unsigned found = 0;
    check(cudaMemcpyAsync(&found, count.get(), sizeof found, cudaMemcpyDeviceToHost, raw), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(raw), "cudaStreamSynchronize");
    if (found > capacity) {
      throw error("the tail has " + std::to_string(found) + " numbers, ten standard deviations more than a " +
                  "normal distribution's");
    }
    check(cub::DeviceRadixSort::SortPairs(workspace.get(), bytes, places.get(), sorted_places.get(),
                                          values.get(), sorted_values.get(), found, 0, 32, raw),
          "cub::DeviceRadixSort");
    const std::size_t before = out.size();
    out.resize(before + found);
    check(cudaMemcpyAsync(out.data() + before, sorted_values.get(), found * sizeof(double),
                          cudaMemcpyDeviceToHost, raw),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(raw), "cudaStreamSynchronize");
  }
  const std::vector<double> end = tail(cpu{1}, piece_of(r, r.n - p.tail, p.tail), threshold);
  out.insert(out.end(), end.begin(), end.end());
  return out;
}

}  // namespace tali::lab
