// SPDX-License-Identifier: Apache-2.0
// Values made on GPUs and copied to pinned host memory. Only in builds with CUDA.
#include <cuda_runtime.h>

#include <tali/cuda/several.hpp>

#include "cuda.hpp"
#include "host_fill.hpp"

namespace tali::tool {

namespace {

/// Large enough that the copy takes longer than its start.
constexpr std::size_t long_piece = std::size_t{1} << 24;

class cuda_host_fill : public host_fill {
 public:
  cuda_host_fill(const any_engine& e, const any_distribution& d, const std::vector<int>& ordinals)
      : piece_bytes_{e.row_words() == 1 ? long_piece : serial_piece_bytes(e, d.info())},
        filler_({ordinals}, e, d, piece_bytes_) {}

  [[nodiscard]] std::size_t piece_bytes() const override { return piece_bytes_; }
  [[nodiscard]] int threads() const override { return filler_.lanes(); }

  std::shared_ptr<void> allocate(std::size_t bytes) override {
    void* p = nullptr;
    check(cudaMallocHost(&p, bytes), "cudaMallocHost");
    return {p, cudaFreeHost};
  }

  void fill(std::uint64_t first, std::size_t n, void* to) override { filler_.fill(first, to, n); }

 private:
  std::size_t piece_bytes_;
  tali::detail::cuda_host_filler filler_;
};

}  // namespace

std::unique_ptr<host_fill> make_cuda_host_fill(const any_engine& e, const any_distribution& d,
                                               const std::vector<int>& ordinals) {
  return std::make_unique<cuda_host_fill>(e, d, ordinals);
}

}  // namespace tali::tool
