// SPDX-License-Identifier: Apache-2.0
// Which engines' words a library makes its uniform numbers of in a given way.
#pragma once

namespace tali::detail {

/// Does nothing where the distribution is no uniform_as, or null.
/// @param engine, distribution  indices in the catalogue
/// @throws argument_error where the way is not that of the engine's library: the numbers would be nobody's
void check_uniform_way(int engine, int distribution, const void* its);

}  // namespace tali::detail
