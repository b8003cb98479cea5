// SPDX-License-Identifier: Apache-2.0
// The launches of all word engines.
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/detail/tuning.hpp>

#include "gpu/runtime/runtime.hpp"
#include "gpu/words/word_engines.hpp"
#include "gpu/words/word_engines_kernel.cuh"

namespace tali::cuda_driver {

namespace {

template <class E, class Finish>
void launch_finish(const cuda& where, const void* engine, std::uint64_t first, std::uint64_t words,
                   std::uint32_t* to, const Finish& finish) {
  const E& e = *static_cast<const E*>(engine);
  word_range r = units_of<E>(first, words, to, e.phase());
  const cut c =
      cut_range(where, r.units, default_shape(r.units, runtime::multiprocessors(where.ordinal), true), 1);
  set_cut(r, c);
  const typename E::stride stride(r.stride * words_a_step<E>);
  runtime::launch("kernel of words", word_engine_kernel<E, Finish>, {c.grid, c.block}, where.stream, e, r,
                  stride, finish, to);
}

template <class E>
void launch_words(const cuda& where, const void* engine, std::uint64_t first, std::uint64_t words,
                  std::uint32_t* to, finish_of_distribution f, kept_words*) {
  with_finish(f, [&](const auto& finish) { launch_finish<E>(where, engine, first, words, to, finish); });
}

template <class E>
word_launcher launcher_of() {
  if constexpr (catalogue::segment_engines::has<E>) {
    return segment_launcher<E>();
  } else if constexpr (catalogue::cuda_word_engines::has<E>) {
    return &launch_words<E>;
  } else {
    return nullptr;
  }
}

template <class... E>
word_engines_table table_of(detail::type_list<E...>) {
  return {{{launcher_of<E>()...}}, {{detail::kept_bytes_of<E>...}}};
}

}  // namespace

const word_engines_table& word_engine_kernels() {
  static const word_engines_table table = table_of(catalogue::word_engines{});
  return table;
}

}  // namespace tali::cuda_driver
