// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of word engines: words stored directly, uniform numbers made by the same kernel, or values
// from words.
#include <optional>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "gpu/banks/bank_kernels.hpp"
#include "gpu/kernels.hpp"
#include "gpu/words/from_words.hpp"
#include "gpu/words/word_engines.hpp"
#include "registry/functions.hpp"

namespace tali::cuda_driver {

namespace {

using detail::request;

/// Calls values_from_words with the engine's words.
template <class Convert>
void from_words(const cuda& where, const request& job, int words, std::size_t batch, const Convert& convert) {
  const word_launcher launch = word_engine_kernels().launch[job];
  const std::size_t kept_bytes = word_engine_kernels().kept_bytes[job];
  std::optional<runtime::stream_memory<char>> memory;
  if (kept_bytes != 0) memory.emplace(kept_bytes, where.stream);
  kept_words kept{memory ? memory->at() : nullptr};
  values_from_words(
      where.stream, job.first, job.n, static_cast<std::uint64_t>(words), batch,
      [&](std::uint64_t first, std::uint64_t n, std::uint32_t* to) {
        launch(where, job.engine, first, n, to, {}, kept.at != nullptr ? &kept : nullptr);
      },
      convert, kept.at != nullptr ? scratch_of_twisters : scratch_bounds{});
}

}  // namespace

void fill_word_engine(const cuda& where, const request& job) {
  const distribution_info& d = *job.distribution_entry;
  if (job.arrays != nullptr) {
    from_words(where, job, d.words, 1,
               [&](const std::uint32_t* at, std::size_t, std::size_t done, std::size_t n) {
                 launch_arrays_from_words(where, job, at, done, n);
               });
    return;
  }
  const finish_of_distribution f = find_finish(d);
  const auto k = static_cast<std::uint64_t>(d.words);
  const int phase = job.engine_entry->functions->phase(job.engine);
  if (f.known && (f.finish == finish_kind::words || phase % d.words == 0)) {
    word_engine_kernels().launch[job](where, job.engine, job.first * k, job.n * k,
                                      static_cast<std::uint32_t*>(job.to), f, nullptr);
    return;
  }
  if (launch_from_engine(job, phase, where.stream)) return;
  from_words(where, job, d.words, d.batch,
             [&](const std::uint32_t* at, std::size_t skip, std::size_t done, std::size_t n) {
               launch_convert(d, job.distribution, at, skip,
                              static_cast<char*>(job.to) + done * d.value_bytes, n, where.stream);
             });
}

void fill_word_engine_categories(const cuda& where, const request& job) {
  from_words(where, job, categorical::words, 1,
             [&](const std::uint32_t* at, std::size_t, std::size_t done, std::size_t n) {
               launch_convert_categories(*static_cast<const detail::categorical_view*>(job.distribution), at,
                                         static_cast<std::uint32_t*>(job.to) + done, n, where.stream);
             });
}

}  // namespace tali::cuda_driver
