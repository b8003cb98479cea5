// SPDX-License-Identifier: Apache-2.0
// GoogleTest under mpirun: every rank runs every test. A failure on one rank ends all of them, because the
// others may wait for it in a collective call.
#include <cstdio>

#include <gtest/gtest.h>
#include <mpi.h>

namespace {

class abort_on_failure : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& r) override {
    if (!r.failed()) return;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr, "rank %d, %s:%d: %s\n", rank, r.file_name() == nullptr ? "" : r.file_name(),
                 r.line_number(), r.message());
    std::fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  if (rank != 0) delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new abort_on_failure);  // GoogleTest deletes it
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
