// SPDX-License-Identifier: Apache-2.0
// Writes values to one file from all ranks of MPI.
#pragma once

#include "host_fill.hpp"
#include "mpi/world.hpp"
#include "value_writer.hpp"

namespace tali::tool::mpi {

/// Like write_values. Each rank writes its blocks of the file; the bytes are the same as those of one
/// process. Collective.
/// @throws argument_error, io_error on all ranks or on none
void write_values(world& all, const writing_flags& f, host_fill& source, const written_values& content);

}  // namespace tali::tool::mpi
