// SPDX-License-Identifier: Apache-2.0
// fmt's code, compiled once: the command line's other files see fmt's declarations alone (CMakeLists.txt),
// since what fmt::format and fmt::print reach takes four seconds to compile in every file. This one is
// compiled with all of fmt and without inlining, so that all of it is there for the linker.
#include <cstdio>

#include <fmt/core.h>

namespace tali::tool {

void reach_fmt(std::FILE* to);  // never called

void reach_fmt(std::FILE* to) {
  fmt::print("{}", fmt::format("{}", 0));
  fmt::print(to, "{}", 0);
}

}  // namespace tali::tool
