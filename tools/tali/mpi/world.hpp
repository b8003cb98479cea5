// SPDX-License-Identifier: Apache-2.0
// The ranks of MPI.
#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include "ranks.hpp"

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

}  // namespace tali::tool::mpi
