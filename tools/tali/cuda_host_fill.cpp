// SPDX-License-Identifier: Apache-2.0
// Values made on a GPU and copied to pinned host memory. Compiled in builds with CUDA only.
#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>

#include "cuda.hpp"
#include "host_fill.hpp"

namespace tali::tool {

namespace {

using lab::check;

/// A stream, a piece of device memory, and copies from it.
class cuda_host_memory : public host_fill {
 public:
  explicit cuda_host_memory(std::size_t piece_bytes) : piece_bytes_{piece_bytes} {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    stream_.reset(stream, cudaStreamDestroy);
    void* p = nullptr;
    check(cudaMalloc(&p, piece_bytes), "cudaMalloc");
    device_.reset(p, cudaFree);
  }

  [[nodiscard]] std::size_t piece_bytes() const final { return piece_bytes_; }
  /// One: the copy is the bottleneck, and the next piece is made while others are written.
  [[nodiscard]] int threads() const override { return 1; }

  std::shared_ptr<void> allocate(std::size_t bytes) override {
    void* p = nullptr;
    check(cudaMallocHost(&p, bytes), "cudaMallocHost");
    return {p, cudaFreeHost};
  }

 protected:
  void copy(void* to, std::size_t bytes) {
    check(cudaMemcpyAsync(to, device_.get(), bytes, cudaMemcpyDeviceToHost, stream_.get()),
          "cudaMemcpyAsync");
    check(cudaStreamSynchronize(stream_.get()), "cudaStreamSynchronize");
  }
  [[nodiscard]] cuda where() const { return {0, stream_.get()}; }
  [[nodiscard]] void* device() const { return device_.get(); }

 private:
  std::size_t piece_bytes_;
  std::shared_ptr<CUstream_st> stream_;
  std::shared_ptr<void> device_;
};

/// Long enough that the copy, not its start, takes the time.
constexpr std::size_t long_piece = std::size_t{1} << 24;

class cuda_host_fill : public cuda_host_memory {
 public:
  cuda_host_fill(const any_engine& e, const any_distribution& d)
      : cuda_host_memory(e.row_words() == 1 ? long_piece : serial_piece_bytes(e, d.info())),
        filler_(open_filler(where(), e, d)),
        element_bytes_{d.element_bytes()} {}

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    filler_.fill(first, device(), n);
    copy(to, n * element_bytes_);
  }

 private:
  filler filler_;
  std::size_t element_bytes_;
};

}  // namespace

std::unique_ptr<host_fill> make_cuda_host_fill(const any_engine& e, const any_distribution& d) {
  return std::make_unique<cuda_host_fill>(e, d);
}

}  // namespace tali::tool
