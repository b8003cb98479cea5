// SPDX-License-Identifier: Apache-2.0
// The ranks of MPI.
#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include "host_fill.hpp"
#include "ranks.hpp"
#include "value_writer.hpp"

namespace tali::tool::mpi {

/// All ranks that mpirun has started.
class world final : public ranks {
 public:
  world();
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] bool by_mpi() const override { return true; }
  void together(const std::function<void()>& f) override;
  std::vector<std::string> gather(const std::string& text) override;
  std::string broadcast(const std::string& text) override;

  /// This rank's number among the ranks of its machine. Collective.
  [[nodiscard]] int place_on_machine() const;

  [[nodiscard]] MPI_Comm comm() const { return MPI_COMM_WORLD; }

 private:
  int rank_, size_;
};

// Writes values to one file from all ranks of MPI.

/// Like write_values. Each rank writes its blocks of the file; the bytes are the same as those of one
/// process. Collective.
/// @throws argument_error, io_error on all ranks or on none
void write_values(world& all, const writing_flags& f, host_fill& source, const written_values& content);

}  // namespace tali::tool::mpi
