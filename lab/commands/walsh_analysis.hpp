// SPDX-License-Identifier: Apache-2.0
// tali normal analyse --dist normal.
#pragma once

namespace tali::tool {

/// Prints what tests can see of normal, as text or as JSON.
void analyse_walsh(bool f32, bool json);

}  // namespace tali::tool
