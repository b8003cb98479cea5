// SPDX-License-Identifier: Apache-2.0
// fmt's code, compiled once: the command line's other files see only fmt's declarations (CMakeLists.txt),
// because the code behind fmt::format and fmt::print takes four seconds to compile in every file. This file
// is compiled with all of fmt and without inlining, so that the linker finds all of it.
#include <cstdio>

#include <fmt/core.h>

namespace tali::tool {

void reach_fmt(std::FILE* to);  // never called

void reach_fmt(std::FILE* to) {
  fmt::print("{}", fmt::format("{}", 0));
  fmt::print(to, "{}", 0);
}

}  // namespace tali::tool
