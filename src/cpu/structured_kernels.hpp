// The table of single-thread fills of vectors, categories and permutations, of one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/structured.hpp>

namespace tali::cpu_driver {

/// Lanes of the widest register, so rows that a kernel may make at a time.
inline constexpr std::size_t most_lanes = 16;

/// @param scratch  most_lanes * size doubles, aligned to 64, if scratch_rows says so of the distribution's
/// size
using vectors_fill = void (*)(const void* engine, const void* view, std::uint64_t first, void* to,
                              std::size_t rows, double* scratch);
using categorical_fill = void (*)(const void* engine, const categorical_view& d, std::uint64_t first,
                                  std::uint32_t* to, std::size_t n);

struct structured_table {
  vectors_fill vectors[vector_engines::size][vector_distributions::size];
  categorical_fill categories[engines::size];
  void (*permute32)(const permutation<std::uint32_t>&, std::uint32_t first, std::uint32_t* to, std::size_t n);
  void (*permute64)(const permutation<std::uint64_t>&, std::uint64_t first, std::uint64_t* to, std::size_t n);
};

/// A level's kernels; structured_kernels.cpp is compiled once for each.
template <int RegisterBytes>
void add_structured(structured_table& table);

/// Rows of more values than this are made one by one where their lanes would need scratch memory.
inline constexpr std::uint32_t most_scratch = std::uint32_t{1} << 14;

}  // namespace tali::cpu_driver
