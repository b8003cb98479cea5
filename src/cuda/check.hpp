// CUDA's error codes as exceptions.
#pragma once

#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

namespace tali::cuda_driver {

inline void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw device_error(std::string(what) + " failed: " + cudaGetErrorName(code) + " (" +
                     cudaGetErrorString(code) + ")");
}

/// The device of the calling thread for as long as this lives.
class current_device {
 public:
  explicit current_device(int ordinal) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    if (ordinal != before_) check(cudaSetDevice(ordinal), "cudaSetDevice");
    changed_ = ordinal != before_;
  }
  ~current_device() {
    if (changed_) cudaSetDevice(before_);
  }
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;

 private:
  int before_ = 0;
  bool changed_ = false;
};

}  // namespace tali::cuda_driver
