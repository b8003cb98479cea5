// Values made on a GPU and copied to pinned host memory. Compiled in builds with CUDA only.
#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#include <tali/cuda/quasi.hpp>

#include "cuda/check.hpp"
#include "host_fill.hpp"

namespace tali::tool {

namespace {

using cuda_driver::check;

template <class Sequence>
class cuda_host_fill : public host_fill {
 public:
  cuda_host_fill(const Sequence& s, const named_distribution& d) : sequence_(s), distribution_(d) {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    stream_.reset(stream, cudaStreamDestroy);
    void* p = nullptr;
    check(cudaMalloc(&p, piece_bytes()), "cudaMalloc");
    device_.reset(p, cudaFree);
  }

  /// Long enough that the copy, not its start, takes the time.
  [[nodiscard]] std::size_t piece_bytes() const final { return std::size_t{1} << 24; }
  /// One: the copy is the bottleneck, and the next piece is made while others are written.
  [[nodiscard]] int threads() const override { return 1; }

  std::shared_ptr<void> allocate(std::size_t bytes) override {
    void* p = nullptr;
    check(cudaMallocHost(&p, bytes), "cudaMallocHost");
    return {p, cudaFreeHost};
  }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    tali::fill(cuda{0, stream_.get()}, sequence_, distribution_, first, device_.get(), n);
    check(cudaMemcpyAsync(to, device_.get(), n * distribution_.facts().value_bytes, cudaMemcpyDeviceToHost,
                          stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  }

 private:
  Sequence sequence_;
  named_distribution distribution_;
  std::shared_ptr<CUstream_st> stream_;
  std::shared_ptr<void> device_;
};

}  // namespace

std::unique_ptr<host_fill> make_cuda_host_fill(const named_sequence& s, const named_distribution& d) {
  return std::make_unique<cuda_host_fill<named_sequence>>(s, d);
}
std::unique_ptr<host_fill> make_cuda_host_fill(const named_points& p, const named_distribution& d) {
  return std::make_unique<cuda_host_fill<named_points>>(p, d);
}

}  // namespace tali::tool
