// SPDX-License-Identifier: Apache-2.0
// Reads DLPack capsules, by which frameworks share memory: the part of the binary interface that a
// destination needs.
#pragma once

#include <nanobind/nanobind.h>

namespace tali::python {

/// Adds dlpack_view and View to the module.
void add_dlpack(nanobind::module_& m);

}  // namespace tali::python
