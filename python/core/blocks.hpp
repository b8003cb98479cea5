// SPDX-License-Identifier: Apache-2.0
// Keys, rows with one key each, and blocks of arrays.
#pragma once

#include <nanobind/nanobind.h>

namespace tali::python {

void add_blocks(nanobind::module_& m);

}  // namespace tali::python
