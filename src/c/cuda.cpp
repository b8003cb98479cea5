// SPDX-License-Identifier: Apache-2.0
// The functions of tali.h that work on CUDA devices.
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>

#include "c/status.hpp"

using tali::c::checked;
using tali::c::guarded;

namespace {

tali::cuda on(int device, tali_cuda_stream stream) {
  tali::cuda where;
  where.ordinal = device;
  where.stream = stream;
  return where;
}

}  // namespace

int tali_cuda_device_count() {
  int n = 0;
  const tali_status s = guarded([&] { n = static_cast<int>(tali::cuda_devices().size()); });
  return s == TALI_OK ? n : 0;
}

tali_status tali_fill_cuda(const tali_engine* engine, const tali_distribution* distribution, uint64_t first,
                           size_t n, void* out, int device, tali_cuda_stream stream) {
  return guarded([&] {
    tali::fill(on(device, stream), checked(engine, "engine").value,
               checked(distribution, "distribution").value, first, out, n);
  });
}

tali_status tali_fill_cuda_arrays(const tali_engine* engine, const char* name, tali_type type, uint64_t first,
                                  size_t n, const void* const* arrays, size_t count, void* out, int device,
                                  tali_cuda_stream stream) {
  return guarded([&] {
    const auto& e = checked(engine, "engine").value;
    tali::detail::run(on(device, stream),
                      tali::c::array_request(e, name, type, first, n, arrays, count, out));
  });
}

tali_status tali_fill_rows_cuda(const tali_key* keys, size_t count, const tali_distribution* distribution,
                                uint64_t first, size_t per_row, void* out, int device,
                                tali_cuda_stream stream) {
  return guarded([&] {
    tali::fill(on(device, stream), tali::c::keys_of(keys, count), checked(distribution, "distribution").value,
               tali::index_range{first, per_row}, out);
  });
}

tali_status tali_fill_block_cuda(const tali_engine* engine, const tali_distribution* distribution,
                                 const uint64_t* global_shape, const uint64_t* offset,
                                 const uint64_t* local_shape, const uint64_t* strides, size_t dimensions,
                                 void* out, int device, tali_cuda_stream stream) {
  return guarded([&] {
    tali::fill(on(device, stream), checked(engine, "engine").value,
               checked(distribution, "distribution").value,
               tali::c::block_of(global_shape, offset, local_shape, strides, dimensions), out);
  });
}

tali_status tali_filler_create_cuda(tali_filler** filler, const tali_engine* engine,
                                    const tali_distribution* distribution, int device,
                                    tali_cuda_stream stream) {
  return tali::c::created(filler, "filler", [&] {
    return tali::open_filler(on(device, stream), checked(engine, "engine").value,
                             checked(distribution, "distribution").value);
  });
}

tali_status tali_generator_fill_cuda(tali_generator* generator, const tali_distribution* distribution,
                                     size_t n, void* out, int device, tali_cuda_stream stream) {
  return guarded([&] {
    checked(generator, "generator")
        .value.fill(on(device, stream), checked(distribution, "distribution").value, out, n);
  });
}

tali_status tali_permutation_fill_cuda(const tali_permutation* permutation, uint64_t first, size_t count,
                                       uint64_t* out, int device, tali_cuda_stream stream) {
  return guarded(
      [&] { tali::fill(on(device, stream), checked(permutation, "permutation").value, first, out, count); });
}
