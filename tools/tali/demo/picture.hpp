// SPDX-License-Identifier: Apache-2.0
// The demo's picture, drawn by gnuplot.
#pragma once

#include <string>
#include <vector>

#include "demo/option.hpp"
#include "demo/throughput.hpp"

namespace tali::tool::demo {

/// An engine's estimates as they grow.
struct convergence {
  std::string engine;
  std::vector<monte_carlo::estimate> history;
};

/// Writes the gnuplot script, its data inside, as DIRECTORY/demo.gp and lets gnuplot draw
/// DIRECTORY/demo.png. The directory exists.
/// @return why there is no picture; empty where there is one
/// @throws io_error if the directory cannot be written
std::string draw(const std::string& directory, const std::vector<throughput>& speeds, double exact_price,
                 const std::vector<convergence>& estimates);

}  // namespace tali::tool::demo
