// SPDX-License-Identifier: Apache-2.0
// Every kernel of the library except those of generator banks compiles for GPUs of AMD, with waves of 64
// lanes (gfx90a, gfx942) and of 32 (gfx1100). Needs no GPU. All of them take most of an hour: a run compiles
// one source, for one GPU, and the kernels by name of one distribution per GPU. TALI_TURN says which;
// TALI_TURN=all compiles all, and TALI_TURN=gfx90a all for one GPU.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <tali/catalogue.hpp>

#include "gpu/attempts/rejection_names.hpp"

namespace tali::test {
namespace {

struct gpu {
  const char* name;
  char machine;  ///< in the flags of a code object
  char wave;     ///< lanes
};
constexpr gpu gpus[] = {{"gfx90a", 0x3f, 64}, {"gfx942", 0x4c, 64}, {"gfx1100", 0x41, 32}};

const std::string& turn() {
  static const char* const variable = std::getenv("TALI_TURN");
  static const std::string text = variable == nullptr ? "0" : variable;
  return text;
}

/// Whether this run compiles item `i` of `n` for a GPU.
bool is_chosen(std::size_t i, std::size_t n, const gpu& g) {
  if (turn() == "all" || turn() == g.name) return true;
  if (turn().starts_with("gfx")) return false;
  return i == std::strtoull(turn().c_str(), nullptr, 10) % n;
}

/// Compiles a source for a GPU.
/// @return  the names of its kernels
std::set<std::string> kernels_of(const gpu& g, const std::string& source) {
  const std::string file = ::testing::TempDir() + "amd_kernels." + std::to_string(getpid());
  const std::string object = file + ".o", said = file + ".log";
  const std::string command = std::string(TALI_HIP_COMPILE) + " --offload-arch=" + g.name + " -c -o " +
                              object + " " + source + " > " + said + " 2>&1";
  const int status = std::system(command.c_str());
  std::ostringstream messages, code;
  messages << std::ifstream(said).rdbuf();
  code << std::ifstream(object).rdbuf();
  std::remove(object.c_str());
  std::remove(said.c_str());
  EXPECT_EQ(status, 0) << command << "\n" << messages.str().substr(0, 3000);
  if (status != 0) return {};
  const std::string elf = code.str();
  EXPECT_EQ(elf.substr(0, 4),
            "\x7f"
            "ELF");
  EXPECT_EQ(elf.at(48), g.machine);
  constexpr std::string_view lanes = ".wavefront_size";
  EXPECT_EQ(elf.at(elf.find(lanes) + lanes.size()), g.wave);
  std::set<std::string> names;
  constexpr std::string_view descriptor(".kd\0", 4);
  for (std::size_t at = elf.find(descriptor); at != std::string::npos; at = elf.find(descriptor, at + 1)) {
    const std::size_t begin = elf.rfind('\0', at) + 1;
    names.insert(elf.substr(begin, at - begin));
  }
  return names;
}

/// What clang is given for each source file with kernels.
std::vector<std::string> sources() {
  const std::string folder = TALI_SOURCE;
  std::vector<std::string> all;
  for (const char* name : {"digest.cu", "bulk/arrays_kernels.cu", "rows/vectors_kernels.cu",
                           "words/convert_kernels.cu", "words/segment_engines.cu", "words/word_engines.cu"})
    all.push_back(folder + name);
  const auto add_each = [&](const char* name, int engines) {
    for (int e = 0; e < engines; ++e)
      all.push_back("-DTALI_ENGINE=" + std::to_string(e) + " " + folder + name);
  };
  add_each("bulk/kernels.cu", catalogue::engines::size);
  add_each("bulk/row_kernels.cu", catalogue::engines::size);
  add_each("points/points_kernels.cu", catalogue::quasi_engines::size);
  return all;
}

TEST(AmdKernels, OfEverySourceCompile) {
  if (*TALI_HIP_COMPILE == 0) GTEST_SKIP() << "clang 19 with HIP's headers is missing: install-deps.sh amd";
  const std::vector<std::string> all = sources();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < std::size(gpus); ++k) {
      if (!is_chosen(i * std::size(gpus) + k, all.size() * std::size(gpus), gpus[k])) continue;
      SCOPED_TRACE(std::string(gpus[k].name) + " " + all[i]);
      EXPECT_FALSE(kernels_of(gpus[k], all[i]).empty());
    }
  }
}

TEST(AmdKernels, ByNameCompile) {
  if (*TALI_HIP_COMPILE == 0) GTEST_SKIP() << "clang 19 with HIP's headers is missing: install-deps.sh amd";
  std::map<std::string, std::vector<std::string>> of_distribution;
  for (const std::string& name : cuda_driver::all_rejection_kernels()) {
    const std::size_t begin = name.find('<') + 1;
    of_distribution[name.substr(begin, name.rfind(',') - begin)].push_back(name);
  }
  const std::size_t n = of_distribution.size();
  std::size_t i = 0;
  for (const auto& [distribution, names] : of_distribution) {
    for (std::size_t k = 0; k < std::size(gpus); ++k) {
      if (!is_chosen((i + k * n / std::size(gpus)) % n, n, gpus[k])) continue;
      SCOPED_TRACE(std::string(gpus[k].name) + " " + distribution);
      const std::string source = ::testing::TempDir() + "amd_kernels." + std::to_string(getpid()) + ".hip";
      std::ofstream text(source);
      text << "#include \"gpu/kernel_roots.cuh\"\nextern const void* const kernels[];\nconst void* const "
              "kernels[]{";
      for (const std::string& name : names) text << "\n  reinterpret_cast<const void*>(&" << name << "),";
      text << "};\n";
      text.close();
      EXPECT_EQ(kernels_of(gpus[k], source).size(), names.size());
      std::remove(source.c_str());
    }
    ++i;
  }
}

}  // namespace
}  // namespace tali::test
