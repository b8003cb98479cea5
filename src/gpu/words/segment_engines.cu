// SPDX-License-Identifier: Apache-2.0
// The launches of word engines whose jumps cost more than some words: threads or blocks make segments of a
// range.
#include <mutex>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>

#include "gpu/runtime/runtime.hpp"
#include "gpu/words/segment_launch.hpp"
#include "gpu/words/word_engines.hpp"
#include "linear/device_tables.hpp"

namespace tali::cuda_driver {

namespace {

template <class G>
void launch_of_threads(const cuda& where, const void* engine, std::uint64_t first, std::uint64_t words,
                       std::uint32_t* to, finish_of_distribution f, kept_words*) {
  check_shape(where.shape);
  const int all = runtime::multiprocessors(where.ordinal);
  const std::uint32_t* matrices = nullptr;
  if constexpr (G::linear_words != 0) {
    const detail::step_matrices& m = detail::step_matrices_of<typename G::engine>();
    matrices = runtime::copy_of_table(m.copies, 0, where.ordinal, m.rows.data(), m.rows.size());
  }
  const auto& e = *static_cast<const typename G::engine*>(engine);
  up_to_the_end(e, first, words, to, [&](const auto& at, std::uint64_t n, std::uint32_t* destination) {
    // A step of a launch's shape is 16 bytes per thread.
    const segments_cut c =
        cut_segments<G>(at, n, all, static_cast<std::uint64_t>(where.shape.steps) * 4 / G::width);
    with_finish(f, [&]<class Finish>(const Finish& finish) {
      runtime::launch("kernel of words", segments_kernel<G, Finish>, {c.grid, segment_threads}, where.stream,
                      G::start_of(at), matrices, c.range, finish, destination);
    });
  });
}

template <class Word>
void launch_range(const cuda& where, const mersenne_twister<Word>* e, std::uint64_t words, std::uint64_t skip,
                  std::uint32_t* to, finish_of_distribution f, Word* kept) {
  using layout = twister_layout<Word>;
  constexpr auto near = static_cast<std::uint32_t>(detail::twister_polynomials::near);
  twister_range r{words, skip, 0, reinterpret_cast<std::uintptr_t>(to) % 16 == 0};
  const std::uint64_t outputs = (words + skip + layout::words - 1) / layout::words;
  std::uint64_t windows = 1;
  r.outputs = outputs;
  int log2 = 0;
  if (outputs > outputs_of_a_block) {
    log2 = log2_of_segment<Word>(outputs);
    if (where.shape.steps != 0) {
      log2 = detail::log2_of(static_cast<std::uint64_t>(where.shape.steps));
      while (outputs > std::uint64_t{detail::twister_polynomials::segments} << log2) ++log2;
    }
    r.outputs = std::uint64_t{1} << log2;
    windows = (outputs + r.outputs - 1) / r.outputs;
  }
  const runtime::stream_memory<Word> memory(windows * layout::n, where.stream);
  runtime::launch("kernel of words", twister_begin_kernel<Word>,
                  {static_cast<unsigned>(windows), detail::warp_size}, where.stream,
                  e != nullptr ? window_of(*e) : twister_window<Word>{}, e != nullptr ? nullptr : kept,
                  memory.at());
  if (windows > 1) {
    const auto& p = detail::twister_polynomials::of<Word>(log2);
    const std::uint32_t* const polynomials =
        runtime::copy_of_table(p.copies, 0, where.ordinal, p.coefficients.data(), p.coefficients.size());
    const auto all = static_cast<std::uint32_t>(windows), rows = (all + near) / (near + 1);
    const auto jump = [&](std::uint32_t jumps, const std::uint32_t* by, twister_jumps how) {
      how.parts = parts_of_jumps(std::min(jumps, all), runtime::multiprocessors(where.ordinal));
      runtime::launch("jump kernel", twister_jump_kernel<Word>, {jumps * how.parts, layout::jump_threads},
                      where.stream, by, how, memory.at());
    };
    if (rows > 1) {
      jump(rows - 1, polynomials + std::size_t{near} * layout::polynomial_words,
           {rows - 1, 0, near + 1, all});
    }
    jump(rows * near, polynomials, {near, near + 1, 1, all});
  }
  with_finish(f, [&]<class Finish>(const Finish& finish) {
    runtime::launch("kernel of words", twister_kernel<Word, Finish>,
                    {static_cast<unsigned>(windows), layout::threads}, where.stream, memory.at(), r, finish,
                    to, kept);
  });
}

/// Number of words after which a destination's alignment repeats, and whole values are made.
inline constexpr std::uint64_t line_words = 32;

template <class Word>
void launch_of_blocks(const cuda& where, const void* engine, std::uint64_t first, std::uint64_t words,
                      std::uint32_t* to, finish_of_distribution f, kept_words* kept) {
  if (words == 0) return;
  check_shape(where.shape);
  const auto& e = *static_cast<const mersenne_twister<Word>*>(engine);
  // 2^40 outputs per segment: more segments than this would not fit on the device.
  const std::uint64_t position = e.position() + first, left = 0 - position;
  const auto skip = position % twister_layout<Word>::words;
  if (kept != nullptr && kept->begun && (left == 0 || words <= left)) {
    return launch_range<Word>(where, nullptr, words, skip, to, f, static_cast<Word*>(kept->at));
  }
  up_to_the_end(
      e, first, words, to, [&](mersenne_twister<Word> at, std::uint64_t n, std::uint32_t* destination) {
        auto* const after = kept != nullptr ? static_cast<Word*>(kept->at) : nullptr;
        if (at.at() == 0) {  // a jump must not see the first word of a state that a user has set
          const std::uint64_t few = std::min<std::uint64_t>(n, line_words);
          launch_range<Word>(where, &at, few, static_cast<std::uint64_t>(at.phase()), destination, f,
                             nullptr);
          at.discard(few);
          destination += few;
          n -= few;
        }
        if (n != 0)
          launch_range<Word>(where, &at, n, static_cast<std::uint64_t>(at.phase()), destination, f, after);
        if (kept != nullptr) kept->begun = n != 0;
      });
}

}  // namespace

template <>
word_launcher segment_launcher<xorwow_curand>() {
  return &launch_of_threads<xorwow_segments>;
}
template <>
word_launcher segment_launcher<xoshiro256pp>() {
  return &launch_of_threads<xoshiro256pp_segments>;
}
template <>
word_launcher segment_launcher<mrg32k3a>() {
  return &launch_of_threads<mrg32k3a_segments>;
}
template <>
word_launcher segment_launcher<mt19937>() {
  return &launch_of_blocks<std::uint32_t>;
}
template <>
word_launcher segment_launcher<mt19937_64>() {
  return &launch_of_blocks<std::uint64_t>;
}

}  // namespace tali::cuda_driver
