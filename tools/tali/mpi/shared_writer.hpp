// SPDX-License-Identifier: Apache-2.0
// Values into one file, by all ranks of MPI.
#pragma once

#include "host_fill.hpp"
#include "mpi/world.hpp"
#include "value_writer.hpp"

namespace tali::tool::mpi {

/// As write_values, each rank its blocks of the file, which are the bytes that one process writes.
/// Collective.
/// @throws argument_error, io_error on all ranks or none
void write_values(world& all, const writing_flags& f, host_fill& source, const written_values& what);

}  // namespace tali::tool::mpi
