// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

namespace tali::python {

/// Adds jax_handlers: the handlers that tali.jax registers with JAX, by platform.
void add_jax(nanobind::module_& m);

}  // namespace tali::python
