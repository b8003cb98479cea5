// SPDX-License-Identifier: Apache-2.0
// The kinds of engines that there are.
#pragma once

namespace tali {

/// How an engine's sequence is made. An engine states it as E::kind.
enum class engine_kind {
  counter,     ///< words are functions of a key and a counter: any index at once, and words by name
  jumping,     ///< a state that steps, and reaches any index at once
  words,       ///< any index too; values are made from its words in the cache, by code that all such share
  bank,        ///< many interleaved generators, each a large state that jumps at some cost
  quasi,       ///< coordinates of points
  per_thread,  ///< comparators: a small state for every thread, which reach an index by steps alone
};

}  // namespace tali
