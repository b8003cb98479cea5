// SPDX-License-Identifier: Apache-2.0
// Converts words to values of any distribution, for the distributions that the kernels of banks and word
// engines do not finish themselves.
#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "gpu/banks/bank_kernels.hpp"
#include "gpu/runtime/runtime.hpp"
#include "gpu/words/convert_kernels.cuh"
#include "registry/place.hpp"

namespace tali::cuda_driver {

namespace {

/// The words of one range: in memory, or from an engine.
struct words_of_range {
  const std::uint32_t* words = nullptr;
  /// The source for threads whose consecutive words are `step` apart.
  word_source (*of_engine)(const void* engine, std::uint64_t first, std::uint64_t step) = nullptr;
  const void* engine = nullptr;
  std::uint64_t first = 0;  ///< the range's first word, counted from the engine's position

  /// @param count  number of words of the range, if they are in memory
  [[nodiscard]] word_source source(std::uint64_t step, std::uint64_t count) const {
    if (words == nullptr) return of_engine(engine, first, step);
    word_source s;
    s.words = words;
    s.in_memory = count;
    return s;
  }
};

template <class D>
void launch_one(const void* distribution, const words_of_range& words, std::size_t skip, void* to,
                std::size_t n, runtime::stream stream) {
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  // Number of blocks of this many threads, whose warps take `words_a_warp` words at a time.
  const auto grid_for = [&](unsigned threads, std::uint64_t words_a_warp,
                            std::uint64_t max_blocks = 132 * 16) {
    const std::uint64_t a_block = threads / detail::warp_size * words_a_warp;
    const std::uint64_t useful = ((n + skip) * D::words + a_block - 1) / a_block;
    return static_cast<unsigned>(useful < max_blocks ? useful : max_blocks);
  };
  if constexpr (lane_distribution<D>) {
    const bool aligned = (reinterpret_cast<std::uintptr_t>(out) / sizeof *out - skip) % D::run == 0;
    if (words.words != nullptr) {
      using lanes = memory_lanes<D>;
      constexpr std::size_t shared = sizeof(typename lanes::shared);
      const unsigned grid = grid_for(lanes::threads, D::batch_size, lanes::max_blocks);
      runtime::launch("conversion kernel", convert_memory_lanes_kernel<D>,
                      {grid, lanes::threads, shared, shared}, stream, d, words.words, skip, out, n, aligned);
      return;
    }
    const unsigned grid = grid_for(convert_lane_threads, D::batch_size);
    runtime::launch(
        "conversion kernel", convert_lanes_kernel<D>, {grid, convert_lane_threads}, stream, d,
        words.source(std::uint64_t{grid} * (convert_lane_threads / detail::warp_size) * D::batch_size, 0),
        skip, out, n, aligned);
  } else {
    const unsigned grid = grid_for(convert_threads, convert_tile);
    std::uint64_t count = (skip + n) * D::words;
    if constexpr (batch_distribution<D>) count += (D::batch_size - count % D::batch_size) % D::batch_size;
    const word_source source =
        words.source(std::uint64_t{grid} * (convert_threads / detail::warp_size) * convert_tile, count);
    if constexpr (batch_distribution<D>) {
      runtime::launch("conversion kernel", convert_spans_kernel<D>, {grid, convert_threads}, stream, d,
                      source, skip, out, n);
    } else {
      runtime::launch("conversion kernel", convert_kernel<D>, {grid, convert_threads}, stream, d, source,
                      skip, out, n);
    }
  }
}

using launcher = void (*)(const void*, const words_of_range&, std::size_t, void*, std::size_t,
                          runtime::stream);

/// Number of values from the beginning of a unit of words, or of a batch, to the beginning of the range.
template <class D>
std::size_t skip_of(std::uint64_t first) {
  if constexpr (lane_distribution<D>) {
    return first % D::batch_size;
  } else if constexpr (batch_distribution<D>) {
    return first % convert_tile;
  } else if constexpr (D::words >= word_source::unit) {
    return 0;
  } else {
    return first % (word_source::unit / D::words);
  }
}
template <class... D>
std::size_t skip_of(const distribution_info& d, std::uint64_t first, detail::type_list<D...>) {
  static constexpr detail::distribution_table<std::size_t (*)(std::uint64_t), catalogue::distributions> all =
      {{&skip_of<D>...}};
  return all[d](first);
}

using source_maker = word_source (*)(const void*, std::uint64_t, std::uint64_t);
template <class E>
constexpr source_maker source_maker_of() {
  if constexpr (source_engines::has<E>) {
    return [](const void* engine, std::uint64_t first, std::uint64_t step) {
      return source_of(*static_cast<const E*>(engine), first, step);
    };
  } else {
    return nullptr;
  }
}
template <class... E>
source_maker source_maker_of(const detail::request& r, detail::type_list<E...>) {
  static constexpr detail::engine_table<source_maker, catalogue::word_engines> all = {
      {source_maker_of<E>()...}};
  return all[r];
}

/// Null if values are never made from words: values of one word each, which the first kernel finishes. If a
/// value takes two words, a range can begin within a value.
template <class D>
constexpr launcher launcher_of() {
  if constexpr (finished_in_kernel<D> && D::words == 1) {
    return nullptr;
  } else {
    return &launch_one<D>;
  }
}
template <class... D>
launcher launcher_of(const distribution_info& d, detail::type_list<D...>) {
  static constexpr detail::distribution_table<launcher, catalogue::distributions> all = {
      {launcher_of<D>()...}};
  return all[d];
}

template <interval I>
void find_uniform(const distribution_info& d, finish_of_distribution& f) {
  if (&d == &info_of<uniform<float, I>>()) f = {true, finish_kind::uniform_f32, I};
  if (&d == &info_of<uniform<double, I>>()) f = {true, finish_kind::uniform_f64, I};
}

}  // namespace

finish_of_distribution find_finish(const distribution_info& d) {
  finish_of_distribution f;
  f.known = &d == &info_of<bits<std::uint32_t>>() || &d == &info_of<bits<std::uint64_t>>();
  find_uniform<interval::close_open>(d, f);
  find_uniform<interval::open_close>(d, f);
  find_uniform<interval::open_open>(d, f);
  find_uniform<interval::close1_open2>(d, f);
  return f;
}

void launch_convert_categories(const detail::categorical_view& view, const std::uint32_t* words,
                               std::uint32_t* to, std::size_t n, runtime::stream stream) {
  if (n != 0) launch_one<detail::categorical_view>(&view, {words}, 0, to, n, stream);
}

void launch_convert(const distribution_info& d, const void* distribution, const std::uint32_t* words,
                    std::size_t skip, void* to, std::size_t n, runtime::stream stream) {
  if (n == 0) return;
  launcher_of(d, catalogue::distributions{})(distribution, {words}, skip, to, n, stream);
}

bool launch_from_engine(const detail::request& job, int phase, runtime::stream stream) {
  const distribution_info& d = *job.distribution_entry;
  const source_maker of_engine = source_maker_of(job, catalogue::word_engines{});
  const launcher launch = launcher_of(d, catalogue::distributions{});
  if (of_engine == nullptr || launch == nullptr || phase != 0) return false;
  if (job.n == 0) return true;
  const std::size_t skip = skip_of(d, job.first, catalogue::distributions{});
  const words_of_range from{nullptr, of_engine, job.engine,
                            (job.first - skip) * static_cast<unsigned>(d.words)};
  launch(job.distribution, from, skip, job.to, job.n, stream);
  return true;
}

}  // namespace tali::cuda_driver
