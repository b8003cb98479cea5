// SPDX-License-Identifier: Apache-2.0
// Every kernel that a fill can ask for by name compiles, with the embedded headers and no others, for an
// H100. Needs no GPU. All of them take minutes: a run compiles every fourth, and TALI_TURN says
// which; TALI_TURN=all compiles all. simulated_kernels_test compares the list with what fills ask for.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/catalogue.hpp>

#include "gpu/attempts/rejection_names.hpp"
#include "gpu/runtime/compiler.hpp"
#include "registry/spelling.hpp"

namespace tali::test {
namespace {

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = cuda_driver::all_rejection_kernels();
  return all;
}

TEST(KernelsByName, AreNamedOnce) {
  EXPECT_EQ(std::set<std::string>(names().begin(), names().end()).size(), names().size());
  EXPECT_GT(names().size(), 150u);
}

/// Whether this run compiles item `i` of a list.
bool is_chosen(std::size_t i) {
  static const char* const variable = std::getenv("TALI_TURN");
  static const std::string turn = variable == nullptr ? "0" : variable;
  return turn == "all" || i % 4 == std::strtoull(turn.c_str(), nullptr, 10) % 4;
}

TEST(KernelsByName, Compile) {
  const runtime::kernel_compiler compiler(0);
  EXPECT_EQ(compiler.architecture_for(90), "sm_90");
  for (std::size_t i = 0; i < names().size(); ++i) {
    if (!is_chosen(i)) continue;
    SCOPED_TRACE(names()[i]);
    const runtime::kernel_image image = compiler.compile(names()[i], "sm_90");
    EXPECT_TRUE(
        image.code.starts_with("\x7f"
                               "ELF"));
    EXPECT_NE(image.code.find(image.symbol), std::string::npos);
    EXPECT_LT(image.code.size(), std::size_t{1} << 20);
  }
}

/// The host passes distributions by their addresses: they must have the size that the kernel reads.
TEST(KernelsByName, TakeDistributionsOfTheHostsSize) {
  const runtime::kernel_compiler compiler(0);
  catalogue::rejection_distributions::for_each([&]<class D>(int i, detail::type_list<D>) {
    if (!is_chosen(static_cast<std::size_t>(i))) return;
    const std::string name =
        cuda_driver::name_of(cuda_driver::rejection_kernel::compacting, detail::spelling<D>(), 10);
    const std::string ptx = compiler.compile(name, "compute_90").code;
    const std::size_t second = ptx.find("_param_1[", ptx.find(".entry"));
    ASSERT_NE(second, std::string::npos) << name;
    EXPECT_EQ(std::strtoull(ptx.c_str() + second + 9, nullptr, 10), sizeof(D)) << name;
  });
}

/// Not a number of this library's, and not a crash: the compiler's own sentence.
TEST(KernelsByName, AnUnknownNameIsRefused) {
  const runtime::kernel_compiler compiler(0);
  EXPECT_ANY_THROW(
      (void)compiler.compile("tali::cuda_driver::compacting_kernel<tali::no_such<float>, 10>", "sm_90"));
}

}  // namespace
}  // namespace tali::test
