// SPDX-License-Identifier: Apache-2.0
#include "mpi/world.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/mpi/detail/agreement.hpp>

namespace tali::tool::mpi {

using tali::mpi::detail::check;

world::world() : rank_{tali::mpi::detail::rank_of(comm())}, size_{tali::mpi::detail::size_of(comm())} {}

int world::place_on_machine() const {
  MPI_Comm machine = MPI_COMM_NULL;
  check(MPI_Comm_split_type(comm(), MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine),
        "MPI_Comm_split_type");
  const int place = tali::mpi::detail::rank_of(machine);
  check(MPI_Comm_free(&machine), "MPI_Comm_free");
  return place;
}

void world::together(const std::function<void()>& f) { tali::mpi::detail::together(comm(), f); }

std::vector<std::string> world::gather(const std::string& text) {
  const bool first = rank_ == 0;
  const auto n = static_cast<std::uint64_t>(text.size());
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_));
  check(MPI_Gather(&n, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, 0, comm()), "MPI_Gather");
  std::vector<std::string> all;
  std::vector<int> counts(sizes.size()), begins(sizes.size());
  std::string joined;
  together([&] {
    if (!first) return;
    std::uint64_t sum = 0;
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      begins[r] = static_cast<int>(sum);
      counts[r] = static_cast<int>(sizes[r]);
      sum += sizes[r];
      if (sum > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
        throw error("the results of all ranks together are larger than 2 GiB; use fewer ranks");
      }
    }
    joined.resize(static_cast<std::size_t>(sum));
  });
  check(MPI_Gatherv(text.data(), static_cast<int>(n), MPI_CHAR, joined.data(), counts.data(), begins.data(),
                    MPI_CHAR, 0, comm()),
        "MPI_Gatherv");
  for (std::size_t r = 0; first && r < sizes.size(); ++r) {
    all.push_back(joined.substr(static_cast<std::size_t>(begins[r]), static_cast<std::size_t>(counts[r])));
  }
  return all;
}

std::string world::broadcast(const std::string& text) {
  auto n = static_cast<std::uint64_t>(text.size());
  check(MPI_Bcast(&n, 1, MPI_UINT64_T, 0, comm()), "MPI_Bcast");
  std::string theirs = text;
  together([&] { theirs.resize(static_cast<std::size_t>(n)); });
  check(MPI_Bcast(theirs.data(), static_cast<int>(n), MPI_CHAR, 0, comm()), "MPI_Bcast");
  return theirs;
}

}  // namespace tali::tool::mpi
