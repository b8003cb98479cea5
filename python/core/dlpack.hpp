// SPDX-License-Identifier: Apache-2.0
// Reads the capsules of DLPack, by which frameworks lend each other memory: the part of its binary interface
// that a destination needs.
#pragma once

#include <nanobind/nanobind.h>

namespace tali::python {

/// Adds dlpack_view and View to the module.
void add_dlpack(nanobind::module_& m);

}  // namespace tali::python
