// SPDX-License-Identifier: Apache-2.0
// The processes that share a command's work: one, or the ranks of MPI (mpi/world.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flags.hpp"

namespace tali::tool {

/// All functions except rank() and size() are collective: every rank calls them, in the same order.
class ranks {
 public:
  virtual ~ranks() = default;
  [[nodiscard]] virtual int rank() const { return 0; }
  [[nodiscard]] virtual int size() const { return 1; }
  /// Whether these are ranks of MPI, even if there is only one.
  [[nodiscard]] virtual bool by_mpi() const { return false; }

  /// Calls f. If it throws on one rank, this throws on all ranks. Work that can fail on one rank and is
  /// followed by a collective call must be in such an f.
  virtual void together(const std::function<void()>& f) { f(); }
  /// On rank 0, the texts of all ranks, in the order of the ranks; on other ranks, nothing.
  virtual std::vector<std::string> gather(const std::string& text) { return {text}; }
  /// The text of rank 0, on all ranks.
  virtual std::string broadcast(const std::string& text) { return text; }
};

/// Adds --mpi to a command. The flag is an error if the program does not run under MPI.
/// @param group  a heading of the command's options; null: the usual one
void add_mpi(const parser& command, const ranks& all, const char* group = nullptr);

/// For commands that run in one process.
/// @throws argument_error if there are ranks of MPI
void refuse_ranks(const ranks& all);

}  // namespace tali::tool
