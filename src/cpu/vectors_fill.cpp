// SPDX-License-Identifier: Apache-2.0
// The CPU drivers of vectors, categories and permutations: each checks the request and gives each thread a
// piece of the range.
#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "core/checks.hpp"
#include "cpu/drivers.hpp"
#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"
#include "cpu/words.hpp"

namespace tali::cpu_driver {

namespace {

/// Memory for the kernels' values of several rows, one part per thread.
class scratch_memory {
 public:
  scratch_memory(int threads, std::size_t doubles)
      : doubles_{doubles},
        at_(doubles == 0
                ? nullptr
                : ::operator new(static_cast<std::size_t>(threads) * doubles * sizeof(double), alignment)) {}

  /// A thread's part.
  [[nodiscard]] double* take() { return static_cast<double*>(at_.get()) + next_++ * doubles_; }

 private:
  static constexpr std::align_val_t alignment{64};
  struct give_back {
    void operator()(void* p) const { ::operator delete(p, alignment); }
  };
  std::size_t doubles_;
  std::atomic<std::size_t> next_ = 0;
  std::unique_ptr<void, give_back> at_;
};

/// The size of a part, in doubles.
template <class D>
std::size_t scratch_of(const typename D::view_type& view) {
  std::size_t rows = max_lanes;
  if constexpr (detail::made_row_by_row<D> || std::is_same_v<D, direction<typename D::result_type>>) {
    rows = 0;
  } else if constexpr (std::is_same_v<D, dirichlet<typename D::result_type>>) {
    if (!view.by_logarithms() || view.size() > max_scratch) rows = 0;
  }
  return rows * view.size();
}

/// Rows of an engine without counters, from their words: as many at a time as have their words in the L1
/// cache, or one.
void fill_rows_from_words(const cpu& where, const request& r, const void* view, std::size_t words_per_row,
                          std::size_t bytes_per_row) {
  const auto run = kernels_of_level<vector_kernels>(where.level).from_words[r];
  words_in_order words(where.level, r, r.first * words_per_row);
  const std::size_t at_a_time = std::min(r.n, std::max<std::size_t>(words_at_a_time / words_per_row, 1));
  std::vector<std::uint32_t> buffer(at_a_time * words_per_row);
  for (std::size_t done = 0; done != r.n;) {
    const std::size_t count = std::min(r.n - done, at_a_time);
    words.take((r.first + done) * words_per_row, buffer.data(), count * words_per_row);
    run(view, buffer.data(), static_cast<char*>(r.to) + done * bytes_per_row, count);
    done += count;
  }
}

template <class D>
void fill_vectors_of(const cpu& where, const request& job) {
  using T = typename D::result_type;
  const auto view = static_cast<const D*>(job.distribution)->view();
  const std::size_t size = view.size(), n = job.elements();
  const bool has_counters = job.engine_entry->kind == engine_kind::counter;
  if (has_counters) {
    const auto [first, rows] = job.furthest();
    detail::check_range(first, rows, static_cast<int>(size));
  } else {
    detail::check_sequence(job, static_cast<std::int64_t>(view.words_per_row()));
  }
  if (n == 0) return;
  check_destination(where, job.to, n * size);
  const auto run = kernels_of_level<vector_kernels>(where.level).fill[job];
  const auto words_of = [](const request& of) {
    return detail::with_engine<catalogue::counter_engines>(
        of, [](const auto& e) { return row_words<detail::rounds_at_run_time>(row_words(e, D::tag)); });
  };
  const auto words =
      has_counters ? words_of(job) : row_words<detail::rounds_at_run_time>(row_words(philox4x32(), 0));
  const int threads = threads_for(where, n * size * sizeof(T));
  // Thousands of values, like the pieces of a range, but whole rows.
  const std::size_t grain = 4096 / size + 1;
  scratch_memory scratch(threads, has_counters ? scratch_of<D>(view) : 0);
  for_thread_pieces(
      threads, job, size * sizeof(T),
      [&](const auto& pieces) {
        double* const scratch_of_thread = scratch.take();
        pieces([&](const request& piece) {
          if (has_counters) {
            const auto of_piece = piece.engine == job.engine ? words : words_of(piece);
            run(of_piece, &view, piece.first, piece.to, piece.n, scratch_of_thread);
          } else {
            fill_rows_from_words(where, piece, &view, view.words_per_row(), size * sizeof(T));
          }
        });
      },
      grain);
}

}  // namespace

void fill_vectors(const cpu& where, const request& r) {
  detail::with_type(catalogue::vector_distributions{},
                    detail::place<catalogue::vector_distributions>(*r.distribution_entry),
                    [&]<class D>(detail::type_list<D>) { fill_vectors_of<D>(where, r); });
}

void fill_categorical(const cpu& where, const request& job) {
  detail::check_sequence(job, categorical::words);
  const std::size_t n = job.elements();
  if (n == 0) return;
  check_destination(where, job.to, n);
  const detail::categorical_view view = static_cast<const categorical*>(job.distribution)->view();
  const auto fill_piece = [&](const request& piece) {
    by_words(where.level, piece, categorical::words, piece.first, piece.n, 1, categorical::words,
             [&](std::uint64_t at, const std::uint32_t* words, std::size_t count) {
               std::uint32_t* const to = static_cast<std::uint32_t*>(piece.to) + (at - piece.first);
               const detail::categorical_view v = view;
               for (std::size_t i = 0; i < count; ++i) {
                 const std::uint32_t w[2] = {words[2 * i], words[2 * i + 1]};
                 to[i] = v(w);
               }
             });
  };
  for_thread_pieces(threads_for(where, n * sizeof(std::uint32_t)), job, sizeof(std::uint32_t),
                    [&](const auto& pieces) { pieces(fill_piece); });
}

}  // namespace tali::cpu_driver

namespace tali::detail {

template <class T>
void run(const cpu& where, const permutation_request<T>& r) {
  check_index_range(r.first, r.n, r.p.last(), permutation_indices);
  if (r.n == 0) return;
  cpu_driver::check_destination(where, r.to, r.n);
  const auto& table = cpu_driver::kernels_of_level<cpu_driver::word_kernels>(where.level);
  cpu_driver::for_pieces(cpu_driver::threads_for(where, r.n * sizeof(T)), r.n,
                         [&](std::size_t begin, std::size_t end) {
                           const T from = static_cast<T>(r.first + begin);
                           if constexpr (sizeof(T) == 4) {
                             table.permute32(r.p, from, r.to + begin, end - begin);
                           } else {
                             table.permute64(r.p, from, r.to + begin, end - begin);
                           }
                         });
}

template void run(const cpu&, const permutation_request<std::uint32_t>&);
template void run(const cpu&, const permutation_request<std::uint64_t>&);

}  // namespace tali::detail
