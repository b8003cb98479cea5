// SPDX-License-Identifier: Apache-2.0
// NVRTC, which compiles a kernel when it is first used. Its library is opened then: from CUDA's toolkit, or
// from the wheel nvidia-cuda-nvrtc, which PyTorch, CuPy and JAX bring. No CUDA header is needed.
#pragma once

#include <string>
#include <vector>

namespace tali::runtime {

/// A kernel as a driver loads it.
struct kernel_image {
  std::string symbol;  ///< the kernel's name in the code
  std::string code;    ///< for one architecture, or PTX
};

/// The options of every kernel, apart from the architecture: the only place that has them. Values may not
/// depend on the compiler (law 2), so a * b + c stays two operations.
std::vector<std::string> compile_options();

class kernel_compiler {
 public:
  /// Opens the first NVRTC of CUDA 12.4 or newer that is found, and is not newer than the driver.
  /// @param driver  the driver's CUDA version, 1000 major + 10 minor; 0: any
  /// @throws device_error if there is none, with the places that were searched
  explicit kernel_compiler(int driver);

  /// For example "nvrtc 13.0".
  [[nodiscard]] const std::string& version() const { return version_; }
  /// The library's file.
  [[nodiscard]] const std::string& file() const { return file_; }

  /// "sm_90": the code's form for a GPU of this compute capability (90), or "compute_90", PTX that the driver
  /// translates, if NVRTC is older than the GPU.
  /// @throws device_error if the GPU is older than all that NVRTC knows
  [[nodiscard]] std::string architecture_for(int capability) const;

  /// Compiles a kernel from the embedded headers.
  /// @param expression    the kernel as C++: "tali::f<tali::gamma<float>, 10>"
  /// @throws device_error with the compiler's first line
  [[nodiscard]] kernel_image compile(const std::string& expression, const std::string& architecture) const;

 private:
  bool open(const std::string& file, int driver);

  void* library_ = nullptr;  ///< stays open
  std::string version_, file_;
};

/// The folder of the file that has tali's code: a program, or a shared library. Empty if unknown.
std::string folder_of_library();

}  // namespace tali::runtime
