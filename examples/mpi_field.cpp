// SPDX-License-Identifier: Apache-2.0
// A random field on a periodic grid, smoothed: each rank of MPI has a block of it with a halo one element
// wide, which neighbours exchange before every step. The field and its smoothing are the same to the last bit
// whatever the number of ranks, and so is the digest that is printed.
//
//     mpirun -n 6 ./mpi_field
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include <tali/mpi/fill.hpp>
#include <tali/tali.hpp>

namespace {

constexpr std::uint64_t height = 600, width = 840;
constexpr int steps = 10;

using field = std::vector<double>;

/// Gives every rank the elements around its block: first rows, then columns with their corners.
void exchange_halo(MPI_Comm cart, const tali::mpi::local_array& part, field& x) {
  const auto stride = static_cast<std::size_t>(part.strides()[0]);
  const auto rows = static_cast<std::size_t>(part.shape()[0]), columns = stride - 2;
  MPI_Datatype row = MPI_DATATYPE_NULL, column = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(columns), MPI_DOUBLE, &row);
  MPI_Type_vector(static_cast<int>(rows + 2), 1, static_cast<int>(stride), MPI_DOUBLE, &column);
  MPI_Type_commit(&row);
  MPI_Type_commit(&column);
  int before = 0, after = 0;
  MPI_Cart_shift(cart, 0, 1, &before, &after);
  MPI_Sendrecv(&x[rows * stride + 1], 1, row, after, 0, &x[1], 1, row, before, 0, cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&x[stride + 1], 1, row, before, 1, &x[(rows + 1) * stride + 1], 1, row, after, 1, cart,
               MPI_STATUS_IGNORE);
  MPI_Cart_shift(cart, 1, 1, &before, &after);
  MPI_Sendrecv(&x[columns], 1, column, after, 2, &x[0], 1, column, before, 2, cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&x[1], 1, column, before, 3, &x[columns + 1], 1, column, after, 3, cart, MPI_STATUS_IGNORE);
  MPI_Type_free(&row);
  MPI_Type_free(&column);
}

/// Each element and its four neighbours, added up in one order.
void smooth(const tali::mpi::local_array& part, const field& from, field& to) {
  const auto stride = static_cast<std::size_t>(part.strides()[0]);
  for (std::size_t i = 1; i <= part.shape()[0]; ++i) {
    for (std::size_t j = 1; j <= part.shape()[1]; ++j) {
      const std::size_t k = i * stride + j;
      to[k] = 0.5 * from[k] + 0.125 * ((from[k - stride] + from[k + stride]) + (from[k - 1] + from[k + 1]));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 1, rank = 0, ranks[2] = {}, periodic[2] = {1, 1};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, ranks);
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 2, ranks, periodic, 1, &cart);
  MPI_Comm_rank(cart, &rank);

  const tali::mpi::local_array part(cart, {height, width}, /*halo=*/1);
  field x(part.memory_size()), y(part.memory_size());
  tali::mpi::fill(cart, tali::cpu{}, tali::philox4x32(7), tali::normal_icdf<double>(), part, x);
  for (int step = 0; step < steps; ++step) {
    exchange_halo(cart, part, x);
    smooth(part, x, y);
    std::swap(x, y);
  }
  const std::uint64_t digest = tali::mpi::digest(cart, part, x);
  if (rank == 0) {
    std::printf("%llu x %llu after %d steps: digest %016llx\n", static_cast<unsigned long long>(height),
                static_cast<unsigned long long>(width), steps, static_cast<unsigned long long>(digest));
  }
  MPI_Comm_free(&cart);
  MPI_Finalize();
}
