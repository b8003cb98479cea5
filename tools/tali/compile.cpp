// SPDX-License-Identifier: Apache-2.0
// tali compile: kernels that are compiled when they are first used, compiled before, and the cache that keeps
// them.
#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "devices.hpp"
#include "output.hpp"
#include "subcommands.hpp"

#if defined(TALI_HAS_CUDA)
#include "gpu/attempts/rejection_names.hpp"
#include "gpu/runtime/kernel_images.hpp"
#endif

namespace tali::tool {

namespace {

struct compile_flags {
  std::string architectures, out;
  bool clear = false;
};

/// @throws argument_error unless the text is a list of compute capabilities
std::vector<int> capabilities_of(const std::string& text) {
  std::vector<int> all;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    int capability = 0;
    const auto [rest, code] = std::from_chars(text.data() + begin, text.data() + end, capability);
    if (code != std::errc() || rest != text.data() + end || capability < 50 || capability > 999) {
      throw argument_error("--arch", quoted(text), "compute capabilities separated by commas, such as 80,90");
    }
    all.push_back(capability);
    begin = end + 1;
  }
  return all;
}

void run(const compile_flags& f) {
  if (f.clear == !f.architectures.empty())
    throw argument_error("--arch", f.architectures, "--arch with -o, or --clear");
  const std::vector<int> capabilities = f.clear ? std::vector<int>() : capabilities_of(f.architectures);
  if (!f.clear && f.out.empty()) throw argument_error("--output", "", "a file");
#if defined(TALI_HAS_CUDA)
  if (f.clear) {
    fmt::print("removed {} files of {}\n", runtime::clear_cache(), runtime::look_at_cache().folder);
    return;
  }
  output out(f.out);  // reported now, not after the work
  const std::string text = runtime::packed_images(cuda_driver::all_rejection_kernels(), capabilities);
  if (out.write(text.data(), text.size())) out.commit();
#else
  throw device_error("this build is without CUDA");
#endif
}

}  // namespace

void add_compile(const parser& app) {
  const parser command =
      app.add_command("compile", "Compile kernels before they are used, or clear their cache");
  command.footer(
      "Kernels of rejection distributions are compiled when a GPU first needs them, and kept in "
      "$TALI_CACHE_DIR,\n"
      "$XDG_CACHE_HOME/tali or ~/.cache/tali; TALI_CACHE=off keeps none. The file that this command writes, "
      "as\n"
      "tali-kernels.cache in the folder of the program or of the Python package, serves machines without a\n"
      "compiler.");
  auto f = std::make_shared<compile_flags>();
  command.add("--arch", f->architectures, "LIST", "Compute capabilities of the GPUs: 80,90");
  add_output(command, f->out, "Compiled kernels");
  command.add_flag("--clear", f->clear, "Empty the user's cache of kernels");
  command.does([f] { run(*f); });
}

}  // namespace tali::tool
