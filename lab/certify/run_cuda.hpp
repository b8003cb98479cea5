// Runs a test over the chunks of a sequence, on a GPU: the same team code, the same counts.
#pragma once

#include <cstdint>
#include <functional>

#include <tali/named.hpp>

#include "certify/tally.hpp"

namespace tali::lab::certify {

/// Is told how many more elements were looked at.
using progress_report = std::function<void(std::uint64_t)>;

template <class Test>
tally empty_tally(std::uint64_t chunks) {
  return {chunks, std::vector<std::uint64_t>(static_cast<std::size_t>(Test::counts)),
          std::vector<std::uint64_t>(static_cast<std::size_t>(Test::sums))};
}

/// The numbers that a GPU tests. Words of a jumping engine, and its normal numbers, are made by the block
/// that tests them and never leave it; others are filled into device memory piece by piece.
struct cuda_numbers {
  named_sequence sequence;
  named_distribution distribution;  ///< bits u32 for tests of words
};

/// Counts and sums of chunks 0 ... chunks - 1, from CUDA device 0. In builds with CUDA only.
/// @throws device_error
template <class Test>
tally run_on_cuda(const Test& test, const cuda_numbers& from, std::uint64_t chunks,
                  const progress_report& tell);

}  // namespace tali::lab::certify
