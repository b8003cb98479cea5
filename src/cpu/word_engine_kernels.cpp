// SPDX-License-Identifier: Apache-2.0
// The word engines at one SIMD level. CMake compiles this file once for every level, with the level's
// compiler flags and TALI_REGISTER_BYTES.
#include "cpu/word_engine_kernels.hpp"

#include <new>
#include <type_traits>

#include "cpu/block_run.hpp"
#include "cpu/level_kernels.hpp"
#include "linear/near.hpp"

namespace tali::cpu_driver {

namespace {

/// An engine's own way to make words in order, or that of engines of blocks.
template <class E>
struct run_of_engine {
  using type = typename E::template run<TALI_REGISTER_BYTES>;
};
template <class Blocks>
struct run_of_engine<block_engine<Blocks>> {
  using type = block_run<Blocks, TALI_REGISTER_BYTES>;
};

template <class E>
constexpr word_run run_of() {
  using run = typename run_of_engine<E>::type;
  static_assert(sizeof(run) <= run_bytes && alignof(run) <= run_alignment);
  static_assert(std::is_trivially_destructible_v<run>);
  constexpr std::uint64_t near = detail::near_words<E>;
  // Kept runs are of engines that are told apart by their bytes.
  static_assert(near == 0 || (sizeof(E) <= kept_engine_bytes && std::has_unique_object_representations_v<E>));
  return {[](void* memory, const void* engine, std::uint64_t first) {
            new (memory) run(*static_cast<const E*>(engine), first);
          },
          [](void* memory, std::uint32_t* to, std::size_t n) { static_cast<run*>(memory)->next(to, n); },
          [](void* memory, std::uint64_t n) { static_cast<run*>(memory)->skip(n); }, near, sizeof(E)};
}

template <class... E>
constexpr word_engine_kernels kernels_of(type_list<E...>) {
  return {{{run_of<E>()...}}};
}

}  // namespace

template <>
constinit const word_engine_kernels level_kernels<word_engine_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(word_engines{});

}  // namespace tali::cpu_driver
