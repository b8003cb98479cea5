// SPDX-License-Identifier: Apache-2.0
// Launches the kernel for the exponent and kind of a launch.
#pragma once

#include <string>

#include <tali/error.hpp>

#include "gpu/banks/bank_kernels.hpp"
#include "gpu/banks/mtgp_kernel.cuh"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// The layout of each exponent (docs/mtgp.md): 16 bytes per thread and round if that needs at least a warp of
/// threads; at most 256 threads; four small sets per block; as many rounds as shared memory allows.
template <mtgp_word Word, int Mexp>
struct mtgp_tuning {
  static constexpr int steps = detail::mtgp_steps<Word>(Mexp);
  static constexpr int widest = 16 / static_cast<int>(sizeof(Word));
  static constexpr int width = steps / widest >= 32 ? widest : steps >= 64 ? steps / 32 : 1;
  static constexpr int threads = steps / width < 256 ? steps / width : 256;
  static constexpr int rounds = steps >= 1024 ? 4 : 8;
  static constexpr int sets = threads == 32 ? 4 : 1;
  using layout = mtgp_layout<Word, Mexp, threads, width, rounds, look_up::shuffled, look_up::shuffled, sets>;

  // With many sets, one warp per set is faster, because nothing then waits at a barrier (mtgp32 of 11213 on
  // an H100, GB/s: 3,458 against 3,599 with 528 sets, 4,085 against 3,665 with 1,024 sets).
  static constexpr bool has_lean = sizeof(Word) == 4 && Mexp == 11213;
  static constexpr unsigned lean_sets = 768;
  using lean_layout = mtgp_layout<Word, Mexp, has_lean ? 32 : threads, width, rounds, look_up::shuffled,
                                  look_up::shuffled, has_lean ? 1 : sets>;
};

template <class L, class Finish>
void launch_layout(const mtgp_launch<typename L::word>& l, const Finish& finish) {
  using Word = typename L::word;
  const std::uint64_t row_words = std::uint64_t{l.sets} * L::steps * (sizeof(Word) / 4);
  mtgp_range r{};
  r.skip = l.skip;
  r.words = l.words;
  r.whole_rows = (l.skip + l.words) / row_words;
  r.rows = r.whole_rows + ((l.skip + l.words) % row_words != 0 ? 1 : 0);
  if (l.silent_rows != 0) r.rows = r.whole_rows = l.silent_rows;
  r.sets = l.sets;
  r.aligned = (reinterpret_cast<std::uintptr_t>(l.to) - 4 * l.skip) % (4 * L::words_a_group) == 0;
  const unsigned grid = (l.sets + L::sets - 1) / L::sets;
  runtime::launch("MTGP kernel", mtgp_kernel<L, Finish>, {grid, L::threads * L::sets}, l.stream, l.constants,
                  l.states, l.to, r, finish);
}

template <class L>
void launch_finish(const mtgp_launch<typename L::word>& l) {
  with_finish(l, [&](const auto& finish) { launch_layout<L>(l, finish); });
}

template <mtgp_word Word, int Mexp>
void launch_exponent(const mtgp_launch<Word>& l) {
  using tuning = mtgp_tuning<Word, Mexp>;
  if constexpr (tuning::has_lean) {
    if (l.sets >= tuning::lean_sets) return launch_finish<typename tuning::lean_layout>(l);
  }
  launch_finish<typename tuning::layout>(l);
}

/// The exponents that have kernels.
template <int... Mexp, mtgp_word Word>
void launch_one_of(const mtgp_launch<Word>& l) {
  if (((l.mexp == Mexp && (launch_exponent<Word, Mexp>(l), true)) || ...)) return;
  throw argument_error("mexp", std::to_string(l.mexp), "an exponent that has a kernel");
}

}  // namespace tali::cuda_driver
