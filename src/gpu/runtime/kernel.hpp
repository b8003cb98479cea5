// SPDX-License-Identifier: Apache-2.0
// Kernels by name: a part of the device layer. A kernel is a C++ expression. Its code comes from a cache, or
// is compiled when a device first needs it (kernel_images.hpp), and then stays loaded.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <type_traits>

#include "gpu/runtime/runtime.hpp"

namespace tali::runtime {

/// A kernel's argument that is known by its address only; the kernel knows its size.
struct argument_at {
  const void* at;
};

/// One kernel, and what each device knows it by. Objects have static storage.
class named_kernel {
 public:
  /// Enqueues the kernel; device `ordinal` must be current. The arguments must have the types of the kernel's
  /// parameters, as they are not converted.
  /// @param what        the kernel in error messages
  /// @param expression  returns the kernel as C++
  /// @throws device_error if the kernel must be compiled, and cannot be; or if the launch fails
  /// @throws argument_error as image_of
  template <class Expression, class... A>
  void launch(const char* what, const Expression& expression, int ordinal, const launch_grid& grid, stream s,
              const A&... arguments) {
    void* found = known(ordinal);
    if (found == nullptr) found = load(expression(), ordinal);
    void* addresses[] = {address_of(arguments)...};
    launch_loaded(what, found, grid, s, addresses);
  }

 private:
  static constexpr std::size_t devices = 64;

  template <class A>
  static void* address_of(const A& argument) {
    if constexpr (std::is_same_v<A, argument_at>) {
      return const_cast<void*>(argument.at);
    } else {
      static_assert(std::is_trivially_copyable_v<A>);
      return const_cast<void*>(static_cast<const void*>(&argument));
    }
  }

  [[nodiscard]] void* known(int ordinal) const {
    const auto i = static_cast<std::size_t>(ordinal);
    return i < devices ? at_[i].load(std::memory_order_acquire) : nullptr;
  }
  void* load(const std::string& expression, int ordinal);
  static void launch_loaded(const char* what, void* kernel, const launch_grid& grid, stream s,
                            void** arguments);

  std::array<std::atomic<void*>, devices> at_{};
};

}  // namespace tali::runtime
