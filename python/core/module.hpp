// SPDX-License-Identifier: Apache-2.0
// The parts of the extension module.
#pragma once

#include <nanobind/nanobind.h>

namespace tali::python {

/// Keys, rows with one key each, and blocks of arrays.
void add_blocks(nanobind::module_& m);
/// dlpack_view and View: DLPack's capsules, by which frameworks share memory.
void add_dlpack(nanobind::module_& m);
/// jax_handlers: the handlers that tali.jax registers with JAX, by platform.
void add_jax(nanobind::module_& m);
/// know_arrays and know_tensors, which register the types of NumPy and PyTorch.
void add_memory(nanobind::module_& m);

}  // namespace tali::python
