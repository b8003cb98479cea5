// SPDX-License-Identifier: Apache-2.0
// The kinds of engines.
#pragma once

namespace tali {

/// How an engine's sequence is made. An engine states it as E::kind.
enum class engine_kind {
  counter,     ///< words are functions of a key and a counter: direct access to any index, and counter-based
               ///< words for rejection
  jumping,     ///< a state that steps, with fast jumps to any index
  words,       ///< also fast access to any index; shared code makes values from words in the cache
  bank,        ///< many interleaved generators with large states and slow jumps
  quasi,       ///< coordinates of points
  per_thread,  ///< comparators: one small state per thread, which reach an index only by steps
};

}  // namespace tali
