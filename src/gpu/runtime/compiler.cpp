// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/compiler.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <dlfcn.h>

#include <tali/error.hpp>

#include "gpu/runtime/kernel_headers.hpp"

namespace tali::runtime {

namespace {

namespace files = std::filesystem;

/// The oldest NVRTC that compiles the headers, as CUDA counts versions.
constexpr int oldest = 12040;

// NVRTC's C interface, which has been the same since CUDA 8. Results are 0, or an error's number.

using program = void*;

struct program_text {
  const char* size_function;
  const char* text_function;
};
constexpr program_text log_text{"nvrtcGetProgramLogSize", "nvrtcGetProgramLog"};
constexpr program_text cubin_text{"nvrtcGetCUBINSize", "nvrtcGetCUBIN"};
constexpr program_text ptx_text{"nvrtcGetPTXSize", "nvrtcGetPTX"};

template <class... A>
int call(void* library, const char* function, A... arguments) {
  const auto f = reinterpret_cast<int (*)(A...)>(dlsym(library, function));
  if (f == nullptr) throw device_error("NVRTC has no function " + std::string(function));
  return f(arguments...);
}

void check(void* library, int result, const char* function) {
  if (result == 0) return;
  const auto name = reinterpret_cast<const char* (*)(int)>(dlsym(library, "nvrtcGetErrorString"));
  throw device_error(function, name != nullptr ? name(result) : "error " + std::to_string(result));
}

/// A program, destroyed with this object.
class open_program {
 public:
  open_program(void* library, const std::string& source) : library_{library} {
    std::vector<const char*> texts, names;
    for (const embedded_header& h : kernel_headers()) {
      texts.push_back(h.text);
      names.push_back(h.name);
    }
    check(library,
          call(library, "nvrtcCreateProgram", &it_, source.c_str(), "tali.cu", static_cast<int>(texts.size()),
               static_cast<const char* const*>(texts.data()), static_cast<const char* const*>(names.data())),
          "nvrtcCreateProgram");
  }
  ~open_program() { (void)call(library_, "nvrtcDestroyProgram", &it_); }
  open_program(const open_program&) = delete;
  open_program& operator=(const open_program&) = delete;

  [[nodiscard]] program at() const { return it_; }

  [[nodiscard]] std::string text(const program_text& which) const {
    std::size_t size = 0;
    check(library_, call(library_, which.size_function, it_, &size), which.size_function);
    std::string text(size, '\0');
    check(library_, call(library_, which.text_function, it_, text.data()), which.text_function);
    return text;
  }

 private:
  void* library_;
  program it_ = nullptr;
};

/// The line of a log that says what is wrong.
std::string first_error(const std::string& log) {
  const std::size_t at = log.find("error");
  const std::size_t begin = at == std::string::npos ? 0 : log.rfind('\n', at) + 1;
  return log.substr(begin, log.find('\n', begin) - begin);
}

/// The header of a distribution's class, among the embedded ones.
const char* header_of(std::string_view class_name) {
  for (const embedded_header& h : kernel_headers()) {
    if (!std::string_view(h.name).starts_with("tali/distribution/")) continue;
    const std::string_view text = h.text;
    const std::string head = "\nclass " + std::string(class_name);
    for (std::size_t at = text.find(head); at != std::string_view::npos; at = text.find(head, at + 1)) {
      const char next = text[at + head.size()];
      if (next == ' ' || next == '\n') return h.name;
    }
  }
  return nullptr;
}

/// A source with what an expression names: the kernel's template and the classes in its arguments.
std::string source_of(const std::string& expression) {
  std::string source = "#include \"gpu/attempts/rejection_kernel.cuh\"\n";
  constexpr std::string_view scope = "tali::";
  for (std::size_t at = expression.find(scope); at != std::string::npos; at = expression.find(scope, at)) {
    at += scope.size();
    const std::size_t end = std::min(expression.find_first_of("<>,: ", at), expression.size());
    if (const char* header = header_of(expression.substr(at, end - at)))
      source += "#include <" + std::string(header) + ">\n";
  }
  return source;
}

/// Where an NVRTC may be, in the order of preference. A name without a folder is the loader's to find.
std::vector<std::string> places() {
  std::vector<std::string> all;
  if (const char* chosen = std::getenv("TALI_NVRTC"); chosen != nullptr && *chosen != 0) return {chosen};
  const std::vector<std::string> names{"libnvrtc.so.13", "libnvrtc.so.12"};
  for (const std::string& name : names) all.push_back(name);
  // Beside a Python package: site-packages/nvidia has the wheels.
  if (const std::string folder = folder_of_library(); !folder.empty()) {
    for (const char* wheel : {"cu13", "cuda_nvrtc"}) {
      for (const std::string& name : names)
        all.push_back((files::path(folder).parent_path() / "nvidia" / wheel / "lib" / name).string());
    }
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* root = std::getenv(variable); root != nullptr && *root != 0) {
      for (const std::string& name : names) all.push_back((files::path(root) / "lib64" / name).string());
    }
  }
  for (const std::string& name : names) all.push_back("/usr/local/cuda/lib64/" + name);
  return all;
}

}  // namespace

std::string folder_of_library() {
  Dl_info found{};
  if (dladdr(reinterpret_cast<const void*>(&folder_of_library), &found) == 0 || found.dli_fname == nullptr)
    return {};
  std::error_code ignored;
  const files::path file = files::canonical(found.dli_fname, ignored);
  // The program's own name may be one without its folder.
  return (ignored ? files::read_symlink("/proc/self/exe", ignored) : file).parent_path().string();
}

std::vector<std::string> compile_options() {
  return {"--std=c++20", "--fmad=false", "--device-as-default-execution-space"};
}

kernel_compiler::kernel_compiler(int driver) {
  std::string tried;
  for (const std::string& file : places()) {
    if (open(file, driver)) return;
    tried += (tried.empty() ? "" : ", ") + file;
  }
  throw device_error("rejection distributions on a GPU need NVRTC 12.4 or newer" +
                     (driver == 0 ? std::string() : ", but not newer than the driver") +
                     ", which is not found as " + tried +
                     "; install CUDA's toolkit or the wheel nvidia-cuda-nvrtc, or set TALI_NVRTC; other "
                     "distributions do not need it");
}

bool kernel_compiler::open(const std::string& file, int driver) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  int major = 0, minor = 0;
  check(library, call(library, "nvrtcVersion", &major, &minor), "nvrtcVersion");
  if (1000 * major + 10 * minor < oldest || (driver != 0 && major > driver / 1000)) return false;
  library_ = library;
  file_ = file;
  version_ = "nvrtc " + std::to_string(major) + "." + std::to_string(minor);
  return true;
}

std::string kernel_compiler::architecture_for(int capability) const {
  int count = 0;
  check(library_, call(library_, "nvrtcGetNumSupportedArchs", &count), "nvrtcGetNumSupportedArchs");
  std::vector<int> known(static_cast<std::size_t>(count));
  check(library_, call(library_, "nvrtcGetSupportedArchs", known.data()), "nvrtcGetSupportedArchs");
  int best = 0;
  for (const int a : known) best = a <= capability ? std::max(best, a) : best;
  if (best == 0) {
    throw device_error(version_ + " does not compile for GPUs of compute capability " +
                       std::to_string(capability));
  }
  return (best == capability ? "sm_" : "compute_") + std::to_string(best);
}

kernel_image kernel_compiler::compile(const std::string& expression, const std::string& architecture) const {
  const open_program p(library_, source_of(expression));
  check(library_, call(library_, "nvrtcAddNameExpression", p.at(), expression.c_str()),
        "nvrtcAddNameExpression");
  std::vector<std::string> options = compile_options();
  options.push_back("--gpu-architecture=" + architecture);
  std::vector<const char*> pointers;
  for (const std::string& o : options) pointers.push_back(o.c_str());
  const int result = call(library_, "nvrtcCompileProgram", p.at(), static_cast<int>(pointers.size()),
                          static_cast<const char* const*>(pointers.data()));
  if (result != 0) throw device_error("compilation of " + expression, first_error(p.text(log_text)));
  const char* symbol = nullptr;
  check(library_, call(library_, "nvrtcGetLoweredName", p.at(), expression.c_str(), &symbol),
        "nvrtcGetLoweredName");
  return {symbol, p.text(architecture.starts_with("sm_") ? cubin_text : ptx_text)};
}

}  // namespace tali::runtime
