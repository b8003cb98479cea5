// SPDX-License-Identifier: Apache-2.0
// CLI11's classes, for declarations: its header takes seconds to compile, and only what adds flags needs it.
#pragma once

namespace CLI {
class App;
class ParseError;
}  // namespace CLI
