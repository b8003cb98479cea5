// SPDX-License-Identifier: Apache-2.0
// The headers in kernels that NVRTC compiles when a program runs: with no other header, for the architectures
// of A100 and H100. Needs no GPU.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nvrtc.h>

namespace tali::test {
namespace {

/// What NVRTC says of a source; empty where it compiles.
std::string complaint(const std::string& source, const std::string& architecture) {
  nvrtcProgram program{};
  EXPECT_EQ(nvrtcCreateProgram(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  std::vector<std::string> options{"--std=c++20", "--gpu-architecture=" + architecture,
                                   "-I" TALI_INCLUDE_FOLDER};
  std::vector<const char*> pointers;
  for (const std::string& o : options) pointers.push_back(o.c_str());
  const nvrtcResult result = nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
  std::string log;
  std::size_t size = 0;
  if (nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && size > 1) {
    log.resize(size);
    nvrtcGetProgramLog(program, log.data());
  }
  nvrtcDestroyProgram(&program);
  return result == NVRTC_SUCCESS ? "" : nvrtcGetErrorString(result) + (": " + log);
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.is_open()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Headers of the host: what fills, files, names and tables need.
const std::set<std::string> host_only{"any.hpp",
                                      "detail/ahead.hpp",
                                      "block.hpp",
                                      "detail/fill_checks.hpp",
                                      "detail/row_list.hpp",
                                      "cost_model.hpp",
                                      "device.hpp",
                                      "direction_numbers.hpp",
                                      "draws.hpp",
                                      "engine/block_engine.hpp",
                                      "engine/gf2_polynomial.hpp",
                                      "engine/mersenne_twister.hpp",
                                      "engine/mrg32k3a.hpp",
                                      "engine/mrg32k3a_recurrence.hpp",
                                      "engine/mtgp.hpp",
                                      "engine/mtgp_curand.hpp",
                                      "engine/mtgp_jump.hpp",
                                      "engine/mtgp_parameters.hpp",
                                      "engine/pcg64.hpp",
                                      "engine/philox4x64.hpp",
                                      "engine/seed_sequence.hpp",
                                      "engine/threefry.hpp",
                                      "engine/xorwow_curand.hpp",
                                      "engine/xoshiro256pp.hpp",
                                      "fill.hpp",
                                      "fill_with.hpp",
                                      "generator.hpp",
                                      "detail/generator_state.hpp",
                                      "detail/any_ahead.hpp",
                                      "detail/covariance_factor.hpp",
                                      "detail/value_form.hpp",
                                      "detail/made_ahead.hpp",
                                      "detail/refill.hpp",
                                      "filler.hpp",
                                      "parameter_arrays.hpp",
                                      "registry.hpp",
                                      "detail/request.hpp",
                                      "rejection/plan.hpp",
                                      "simd/wide.hpp",
                                      "tali.hpp",
                                      "text.hpp",
                                      "tuning.hpp"};

/// Neither SIMD lanes of the CPU nor fills of device memory.
bool is_for_kernels(const std::string& header) {
  static const std::set<std::string> of_lanes{"simd/lanes.hpp",
                                              "simd/registers.hpp",
                                              "simd/masks.hpp",
                                              "math/lanes_arithmetic.hpp",
                                              "math/register_arithmetic.hpp",
                                              "simd/gather.hpp",
                                              "detail/convert_range.hpp",
                                              "detail/store_lanes.hpp"};
  return !host_only.contains(header) && !of_lanes.contains(header) && !header.starts_with("cuda/") &&
         !header.starts_with("mpi/");
}

std::vector<std::string> headers() {
  const std::filesystem::path root = TALI_INCLUDE_FOLDER "/tali";
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".hpp") all.push_back(relative(entry.path(), root).generic_string());
  }
  return all;
}

TEST(nvrtc, host_only_headers_exist) {
  const std::vector<std::string> all = headers();
  const std::set<std::string> there(all.begin(), all.end());
  for (const std::string& h : host_only) EXPECT_TRUE(there.contains(h)) << h;
}

TEST(nvrtc, every_header_for_kernels_compiles) {
  // In two orders, so that a header that leans on another one before it is seen.
  std::string forward, backward;
  int tried = 0;
  for (const std::string& h : headers()) {
    if (!is_for_kernels(h)) continue;
    ++tried;
    const std::string line = "#include <tali/" + h + ">\n";
    forward += line;
    backward = line + backward;
  }
  EXPECT_GT(tried, 60);
  EXPECT_EQ(complaint(forward, "sm_80"), "");
  EXPECT_EQ(complaint(backward, "sm_90"), "");
}

TEST(nvrtc, narrow_types_compile_for_sm_80) {
  EXPECT_EQ(complaint("#define TALI_HALF 1\n" + read(TALI_KERNELS), "sm_80"), "");
}

TEST(nvrtc, wide_types_compile_for_sm_90) {
  EXPECT_EQ(complaint("#define TALI_HALF 2\n" + read(TALI_KERNELS), "sm_90"), "");
}

TEST(nvrtc, no_standard_headers_are_at_hand) { EXPECT_NE(complaint("#include <cstdint>\n", "sm_80"), ""); }

TEST(nvrtc, a_wrong_kernel_is_refused) {
  EXPECT_NE(complaint("#include <tali/engine/pcg32.hpp>\nint x = tali::pcg32::no_such_name;\n", "sm_80"), "");
}

}  // namespace
}  // namespace tali::test
