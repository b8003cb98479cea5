// SPDX-License-Identifier: Apache-2.0
#include "certify/source.hpp"

#include <algorithm>
#include <cstring>
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

filler interleaved(std::vector<filler> streams, std::size_t value_bytes) {
  return [streams = std::move(streams), value_bytes](std::uint64_t first, std::size_t n, void* to) {
    const std::uint64_t k = streams.size();
    std::vector<char> values;
    for (std::uint64_t s = 0; s < k; ++s) {
      // Elements i of the interleaved sequence with i mod k = s.
      const std::uint64_t begin = (first + k - 1 - s) / k, end = (first + n + k - 1 - s) / k;
      if (begin == end) continue;
      values.resize((end - begin) * value_bytes);
      streams[s](begin, end - begin, values.data());
      for (std::uint64_t i = begin; i < end; ++i) {
        std::memcpy(static_cast<char*>(to) + (i * k + s - first) * value_bytes,
                    values.data() + (i - begin) * value_bytes, value_bytes);
      }
    }
  };
}

}  // namespace tali::lab::certify
