// SPDX-License-Identifier: Apache-2.0
#include "cuda.hpp"

#include <tali/error.hpp>

#if defined(TALI_PYTHON_CUDA)

#include <string_view>

#include <cuda_runtime_api.h>

#include <tali/cuda/fill.hpp>

#include "transform_kernels.hpp"

namespace tali::python {

namespace {

void check(cudaError_t code, const char* call) {
  if (code != cudaSuccess) throw device_error(std::string(call) + ": " + cudaGetErrorString(code));
}

/// Makes a device the thread's device while this object exists.
class on_device {
 public:
  explicit on_device(int ordinal) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    check(cudaSetDevice(ordinal), "cudaSetDevice");
  }
  ~on_device() { cudaSetDevice(before_); }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;

 private:
  int before_ = 0;
};

// NOLINTNEXTLINE: Python passes a stream as an integer
cudaStream_t stream_of(const destination& at) { return reinterpret_cast<cudaStream_t>(at.stream); }

/// Arrays on a device, which are freed after the stream's work.
class copies {
 public:
  explicit copies(const destination& at) : stream_(stream_of(at)) {}
  ~copies() {
    for (void* memory : memory_) (void)cudaFreeAsync(memory, stream_);
  }
  copies(const copies&) = delete;
  copies& operator=(const copies&) = delete;

  /// Enqueues a copy of host memory; the memory has been read on return.
  const void* of(const void* from, std::size_t bytes) {
    void* const to = empty(bytes);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "cudaMemcpyAsync");
    return to;
  }
  /// Memory of this many bytes.
  void* empty(std::size_t bytes) {
    void* to = nullptr;
    check(cudaMallocAsync(&to, bytes, stream_), "cudaMallocAsync");
    memory_.push_back(to);
    return to;
  }
  /// A kernel's operand: an array on the GPU, the copy of one, or the number that all elements share.
  operand operand_of(const double* from, std::size_t step, std::size_t n, bool on_gpu) {
    if (step == 0) return {nullptr, *from};
    if (on_gpu) return {from, 0};
    return {static_cast<const double*>(of(from, n * sizeof(double))), 0};
  }

 private:
  cudaStream_t stream_;
  std::vector<void*> memory_;
};

}  // namespace

void gpu_fill(const destination& at, const detail::request& job) {
  const cuda where{.ordinal = at.device, .stream = stream_of(at)};
  detail::run(where, job);
}

void gpu_fill_arrays(const destination& at, const detail::request& job, int parameters, std::size_t bytes) {
  const on_device device(at.device);
  copies device_copies(at);
  const void* arrays[detail::max_numbers] = {};
  for (int k = 0; k < parameters; ++k) arrays[k] = device_copies.of(job.arrays[k], bytes);
  detail::request with_copies = job;
  with_copies.arrays = arrays;
  gpu_fill(at, with_copies);
}

std::shared_ptr<void> gpu_scratch(const destination& at, std::size_t bytes) {
  const on_device device(at.device);
  void* memory = nullptr;
  check(cudaMallocAsync(&memory, bytes == 0 ? 1 : bytes, stream_of(at)), "cudaMallocAsync");
  return {memory, [at](void* from) {
            int before = 0;
            if (cudaGetDevice(&before) != cudaSuccess) return;
            cudaSetDevice(at.device);
            cudaFreeAsync(from, stream_of(at));
            cudaSetDevice(before);
          }};
}

void gpu_convert(const destination& at, const gpu_numbers& from, bool of_integers, std::size_t to_bytes,
                 void* to, std::size_t n) {
  const on_device device(at.device);
  with_type(from.at == nullptr ? f64 : from.type, [&]<class T>(T) {
    if constexpr (sizeof(T) >= 4) {
      check(launch_converted(static_cast<const T*>(from.at), from.step, from.one, of_integers, to_bytes, to,
                             n, stream_of(at)),
            "conversion of parameters");
    } else {
      throw argument_error("parameter", "of a small type", "numbers of 4 or 8 bytes");
    }
  });
}

void gpu_apply_bounds(const destination& at, const law& l, const bounds& b, std::size_t n, bool on_gpu) {
  const on_device device(at.device);
  copies device_copies(at);
  const operand low = device_copies.operand_of(b.low, b.low_step, n, on_gpu);
  const operand high = device_copies.operand_of(b.high, b.high_step, n, on_gpu);
  check(launch_bounds(l.info->value_bytes, low, high, at.to, n, stream_of(at)), "between bounds");
}

bool gpu_fill_between(const destination& at, const law& l, const detail::request& job, double low,
                      double high) {
  const std::size_t bytes = l.info->value_bytes;
  if (std::string_view(l.info->name) != "uniform" || (bytes != 4 && bytes != 8)) return false;
  detail::request on_device_job = job;
  on_device_job.to = at.to;
  return launch_bounded({.ordinal = at.device, .stream = stream_of(at)}, on_device_job, l.info->value_bytes,
                        low, high);
}

namespace {

void apply_parameters(const destination& at, const law& l, const double* const* p, std::size_t n,
                      bool on_gpu) {
  const on_device device(at.device);
  copies device_copies(at);
  const operand a = device_copies.operand_of(p[0], 1, n, on_gpu);
  const operand b = l.info->form == detail::value_form::exponential
                        ? operand{nullptr, 1}
                        : device_copies.operand_of(p[1], 1, n, on_gpu);
  check(launch_parameters(l.info->form, l.info->value_bytes, a, b, at.to, n, stream_of(at)),
        "with parameters");
}

void fill_each(const destination& at, const law& l, const detail::request& job, const double* const* p,
               bool on_gpu) {
  const engine_info& engine = *job.engine_entry;
  if (job.rows == nullptr && engine.kind == engine_kind::words) {
    throw argument_error("engine", quoted(engine.name),
                         std::string("an engine for arrays of parameters of ") + l.info->name + " on a GPU",
                         {"philox4x32", "philox4x32-7", "pcg32"});
  }
  const on_device device(at.device);
  copies device_copies(at);
  const double* arrays[detail::max_numbers] = {};
  for (int k = 0; k < l.info->numbers; ++k)
    arrays[k] = on_gpu ? p[k] : static_cast<const double*>(device_copies.of(p[k], job.n * sizeof(double)));
  detail::request on_device_job = job;
  on_device_job.to = at.to;
  check(launch_each(on_device_job, arrays, stream_of(at)), "with parameters");
}

}  // namespace

void gpu_fill_separately(const destination& at, const law& l, detail::request job,
                         const separate_parameters& p,
                         const std::function<void(const any_distribution& standard)>& fill) {
  const distribution_info& d = *l.info;
  const std::size_t n = job.elements();
  if (p.are_bounds) {
    fill(any_distribution::of_numbers(d, nullptr));
    return gpu_apply_bounds(at, l, {p.arrays[0], 1, p.arrays[1], 1}, n, p.on_gpu);
  }
  if (d.takes_arrays) {
    const std::shared_ptr<void> record =
        p.reported ? nullptr : gpu_scratch(at, sizeof(detail::cuda_failures));
    job.record = static_cast<detail::cuda_failures*>(record.get());
    return gpu_fill(at, job);
  }
  if (l.standard) {
    fill(*l.standard);
    return apply_parameters(at, l, p.arrays, n, p.on_gpu);
  }
  tali::detail::check_range(job.first, job.n, d.words);
  fill_each(at, l, job, p.arrays, p.on_gpu);
}

void gpu_permutation(const destination& at, const permutation<std::uint32_t>& p, std::uint64_t* to,
                     std::size_t length) {
  const on_device device(at.device);
  copies device_copies(at);
  auto* const narrow = static_cast<std::uint32_t*>(device_copies.empty(length * sizeof(std::uint32_t)));
  tali::fill(cuda{.ordinal = at.device, .stream = stream_of(at)}, p, 0, narrow, length);
  check(launch_resized(narrow, to, sizeof(std::uint64_t), length, stream_of(at)), "a permutation");
}

void gpu_permutation(const destination& at, const permutation<std::uint64_t>& p, std::uint64_t* to,
                     std::size_t length) {
  tali::fill(cuda{.ordinal = at.device, .stream = stream_of(at)}, p, 0, to, length);
}

void gpu_resize_integers(const destination& at, const std::uint32_t* from, std::size_t bytes) {
  const on_device device(at.device);
  check(launch_resized(from, at.to, bytes, at.bytes / bytes, stream_of(at)), "integers of few bits");
  check(cudaStreamSynchronize(stream_of(at)), "cudaStreamSynchronize");
}

void gpu_narrow(const destination& at, const std::int64_t* from) {
  const on_device device(at.device);
  check(launch_narrowed(from, static_cast<std::int32_t*>(at.to), at.bytes / sizeof(std::int32_t),
                        stream_of(at)),
        "integers of 32 bits");
}

void gpu_put_ones(const destination& at) {
  const on_device device(at.device);
  check(cudaMemsetAsync(at.to, 0xff, at.bytes, stream_of(at)), "cudaMemsetAsync");
}

void gpu_read(const destination& beside, const void* from, void* to, std::size_t bytes) {
  const on_device device(beside.device);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_of(beside)), "cudaMemcpyAsync");
  check(cudaStreamSynchronize(stream_of(beside)), "cudaStreamSynchronize");
}

int gpu_device_of(const void* memory) {
  cudaPointerAttributes found{};
  check(cudaPointerGetAttributes(&found, memory), "cudaPointerGetAttributes");
  return found.device;
}

void gpu_copy(const destination& at, const void* from) {
  const on_device current(at.device);
  check(cudaMemcpyAsync(at.to, from, at.bytes, cudaMemcpyHostToDevice, stream_of(at)), "cudaMemcpyAsync");
  check(cudaStreamSynchronize(stream_of(at)), "cudaStreamSynchronize");
}

bool gpu_captures(const destination& at) {
  if (at.stream == 0) return false;  // the default stream cannot be captured
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream_of(at), &status) == cudaSuccess)
    return status != cudaStreamCaptureStatusNone;
  (void)cudaGetLastError();
  return false;
}

void gpu_wait(const destination& at) {
  const on_device current(at.device);
  check(cudaStreamSynchronize(stream_of(at)), "cudaStreamSynchronize");
}

void* gpu_allocate(int device, std::size_t bytes) {
  const on_device current(device);
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes == 0 ? 1 : bytes), "cudaMalloc");
  return memory;
}

void gpu_free(int device, void* memory) noexcept {
  int before = 0;
  if (cudaGetDevice(&before) != cudaSuccess) return;
  cudaSetDevice(device);
  cudaFree(memory);
  cudaSetDevice(before);
}

std::vector<std::string> gpu_names() {
  std::vector<std::string> names;
  for (const cuda_info& d : cuda_devices()) names.push_back(d.name);
  return names;
}

int gpu_count() { return static_cast<int>(cuda_devices().size()); }

bool gpu_built() { return true; }

}  // namespace tali::python

#else

namespace tali::python {

namespace {

[[noreturn]] void refuse() {
  throw device_error("this build of tali has no CUDA; install nvcc and build with CUDA=1");
}

}  // namespace

void gpu_fill(const destination&, const detail::request&) { refuse(); }
void gpu_fill_arrays(const destination&, const detail::request&, int, std::size_t) { refuse(); }
std::shared_ptr<void> gpu_scratch(const destination&, std::size_t) { refuse(); }
void gpu_convert(const destination&, const gpu_numbers&, bool, std::size_t, void*, std::size_t) { refuse(); }
void gpu_apply_bounds(const destination&, const law&, const bounds&, std::size_t, bool) { refuse(); }
bool gpu_fill_between(const destination&, const law&, const detail::request&, double, double) { refuse(); }
void gpu_fill_separately(const destination&, const law&, detail::request, const separate_parameters&,
                         const std::function<void(const any_distribution&)>&) {
  refuse();
}
void gpu_permutation(const destination&, const permutation<std::uint32_t>&, std::uint64_t*, std::size_t) {
  refuse();
}
void gpu_permutation(const destination&, const permutation<std::uint64_t>&, std::uint64_t*, std::size_t) {
  refuse();
}
void gpu_resize_integers(const destination&, const std::uint32_t*, std::size_t) { refuse(); }
void gpu_narrow(const destination&, const std::int64_t*) { refuse(); }
void gpu_put_ones(const destination&) { refuse(); }
void gpu_read(const destination&, const void*, void*, std::size_t) { refuse(); }
int gpu_device_of(const void*) { refuse(); }
void gpu_copy(const destination&, const void*) { refuse(); }
bool gpu_captures(const destination&) { refuse(); }
void gpu_wait(const destination&) { refuse(); }
void* gpu_allocate(int, std::size_t) { refuse(); }
void gpu_free(int, void*) noexcept {}
std::vector<std::string> gpu_names() { return {}; }
int gpu_count() { return 0; }
bool gpu_built() { return false; }

}  // namespace tali::python

#endif
