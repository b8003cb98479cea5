// SPDX-License-Identifier: Apache-2.0
// The digest of elements in device memory, computed on the device.
#include <tali/cuda/digest.hpp>
#include <tali/detail/device.hpp>
#include <tali/digest.hpp>
#include <tali/error.hpp>

#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali {

namespace {

template <class T>
__global__ void digest_kernel(std::uint64_t first, const T* elements, std::uint64_t n, std::uint64_t* to) {
  std::uint64_t sum = 0;
  const std::uint64_t all = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    std::uint64_t bits = 0;
    memcpy(&bits, &elements[i], sizeof(T));
    sum += detail::digest_term(first + i, bits);
  }
  for (int d = 16; d > 0; d /= 2) sum += detail::gpu::shuffle_xor(detail::gpu::all_lanes, sum, d);
  if (threadIdx.x % 32 == 0)
    detail::gpu::atomic_add(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(sum));
}

}  // namespace

std::uint64_t digest(const cuda& where, std::uint64_t first, const void* elements, std::size_t n,
                     std::size_t bytes) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    throw argument_error("bytes", std::to_string(bytes), "1, 2, 4 or 8");
  cuda_driver::check_device(where.ordinal);
  if (n == 0) return 0;
  const runtime::current_device device(where.ordinal);
  cuda_driver::check_elements("elements", elements, bytes, where.ordinal);
  const runtime::stream_memory<std::uint64_t> sum(1, where.stream);
  runtime::set_bytes(sum.at(), 0, sizeof(std::uint64_t), where.stream);
  const auto add = [&]<class T>(T) {
    runtime::launch("digest kernel", digest_kernel<T>, {1024, 256}, where.stream, first,
                    static_cast<const T*>(elements), n, sum.at());
  };
  switch (bytes) {
    case 1:
      add(std::uint8_t{});
      break;
    case 2:
      add(std::uint16_t{});
      break;
    case 4:
      add(std::uint32_t{});
      break;
    default:
      add(std::uint64_t{});
  }
  std::uint64_t out = 0;
  runtime::copy_to_host(&out, sum.at(), sizeof out, where.stream);
  runtime::synchronise(where.stream);
  return out;
}

}  // namespace tali
