// SPDX-License-Identifier: Apache-2.0
#include "certify/source.hpp"

#include <algorithm>
#include <vector>

#include <tali/simd/half.hpp>

namespace tali::lab::certify {

namespace {

template <class T>
void fill_converted(const filler& f, std::uint64_t first, std::size_t n, double* to) {
  constexpr std::size_t piece = std::size_t{1} << 16;
  std::vector<T> values(std::min(n, piece));
  for (std::size_t done = 0; done < n; done += piece) {
    const std::size_t count = std::min(piece, n - done);
    f(first + done, count, values.data());
    for (std::size_t i = 0; i < count; ++i) to[done + i] = static_cast<double>(values[i]);
  }
}

}  // namespace

void filled_values::fill(std::uint64_t first, std::size_t n, double* to) {
  if (type_ == "f64") return fill_(first, n, to);
  if (type_ == "f32") return fill_converted<float>(fill_, first, n, to);
  if (type_ == "bf16") return fill_converted<bfloat16>(fill_, first, n, to);
  if (type_ == "f16") return fill_converted<float16>(fill_, first, n, to);
  if (type_ == "u8") return fill_converted<std::uint8_t>(fill_, first, n, to);
  if (type_ == "u32") return fill_converted<std::uint32_t>(fill_, first, n, to);
  if (type_ == "i32") return fill_converted<std::int32_t>(fill_, first, n, to);
  if (type_ == "u64") return fill_converted<std::uint64_t>(fill_, first, n, to);
  fill_converted<std::int64_t>(fill_, first, n, to);
}

}  // namespace tali::lab::certify
