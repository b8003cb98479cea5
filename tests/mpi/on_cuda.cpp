// SPDX-License-Identifier: Apache-2.0
// Fills of a GPU's memory by ranks: that they compile.
#include <span>

#include <tali/cuda/fill.hpp>
#include <tali/mpi/fill.hpp>

namespace tali::test {

template <class Part>
void fill_every_way(MPI_Comm comm, const Part& part, std::span<float> to) {
  mpi::fill(comm, cuda{}, philox4x32(1), normal<float>(), part, to);
  mpi::fill(comm, cuda{}, any_engine(philox4x32(1)), any_distribution("normal", "f32"), part, to);
}

template void fill_every_way(MPI_Comm, const mpi::local_range&, std::span<float>);
template void fill_every_way(MPI_Comm, const mpi::local_array&, std::span<float>);

}  // namespace tali::test
