// SPDX-License-Identifier: Apache-2.0
// tali normal analyse --dist normal.
#pragma once

namespace tali::tool {

/// Prints the deviations of normal that tests can detect, as text or as JSON.
void analyse_walsh(bool f32, bool json);

}  // namespace tali::tool
