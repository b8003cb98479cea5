// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of the banks: it keeps the states on the device and divides a range into launches.
#include "mtgp/bank.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/sequence.hpp>

#include "core/rows.hpp"
#include "gpu/banks/bank_kernels.hpp"
#include "gpu/banks/mtgp_constants.hpp"
#include "gpu/drivers.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"
#include "gpu/words/from_words.hpp"
#include "registry/place.hpp"

namespace tali::detail {

using cuda_driver::find_finish;
using cuda_driver::find_lanes;
using cuda_driver::finish_of_distribution;
using cuda_driver::mtgp_constants;
using cuda_driver::mtgp_lanes_sets;
using cuda_driver::mtgp_launch;

template <mtgp_word Word>
struct cuda_bank_states<Word>::implementation {
  implementation(const cuda& w, const mtgp<Word>& e)
      : where(w),
        host(e),
        position(e.position()),
        end(e.position()),
        rows(e.sets().size(), nowhere),
        constants(e.sets().size(), w.stream),
        states(e.sets().size() * state_words(), w.stream) {
    std::vector<mtgp_constants<Word>> all;
    all.reserve(e.sets().size());
    for (const auto& s : e.sets()) all.push_back(cuda_driver::constants_of(s));
    runtime::copy_to_device(constants.at(), all.data(), all.size() * sizeof all[0], w.stream);
  }

  [[nodiscard]] std::size_t state_words() const { return static_cast<std::size_t>(host.sets()[0].size()); }

  /// Enqueues `words` words, starting at the position.
  void launch(std::uint64_t words, std::uint32_t* to, const finish_of_distribution& f) {
    const std::uint64_t tile = host.row_words() / rows.size();
    for_each_part(position, words, tile, rows.size(), [&](const bank_part& part) {
      bring(part.first, part.first + part.sets, part.row);
      mtgp_launch<Word> l = launch_of(part.first, part.sets);
      l.skip = part.skip;
      l.words = part.n;
      l.to = to;
      l.finish = f.finish;
      l.kind = f.kind;
      cuda_driver::launch_mtgp(l);
      set_rows(part.first, part.first + part.sets, part.row + part.whole_rows(tile));
      to += part.n;
    });
    position += words;
  }

  /// Moves the states of sets begin ... stop - 1 to a row: by steps on the device if they are a little before
  /// it, otherwise by a copy from the host.
  void bring(std::size_t begin, std::size_t stop, std::uint64_t row) {
    while (begin != stop) {
      // The end of the sets that are at the same row.
      std::size_t stop_of_row = begin + 1;
      while (stop_of_row != stop && rows[stop_of_row] == rows[begin]) ++stop_of_row;
      const std::uint64_t current_row = rows[begin];
      if (row < current_row || (row - current_row) * static_cast<std::uint64_t>(host.steps()) > max_steps) {
        const std::span<Word> from = host.states_for_driver(begin, stop_of_row - begin, row);
        runtime::copy_to_device(states.at() + begin * state_words(), from.data(), from.size_bytes(),
                                where.stream);
      } else if (row != current_row) {
        mtgp_launch<Word> l = launch_of(begin, stop_of_row - begin);
        l.silent_rows = row - current_row;
        cuda_driver::launch_mtgp(l);
      }
      set_rows(begin, stop_of_row, row);
      begin = stop_of_row;
    }
  }

  /// Enqueues n values, starting at value `first`, from a kernel that keeps its words out of memory; there is
  /// one word per value. Sets that it does not use are not moved.
  void launch_lanes(const mtgp_lanes_sets& taken, const void* distribution, std::uint64_t first,
                    std::uint64_t n, void* to) requires(sizeof(Word) == 4) {
    const std::uint64_t row = first / host.row_words(),
                        max_rows = max_steps / static_cast<std::uint64_t>(host.steps());
    std::uint64_t current_row = rows[0];
    bool are_together = current_row <= row && row - current_row <= max_rows;
    for (std::size_t k = 0; k < rows.size(); k += taken.tiles) {
      for (std::size_t j = 0; j < taken.sets; ++j) are_together = are_together && rows[k + j] == current_row;
    }
    if (!are_together) {
      const std::size_t all = rows.size();
      const bool at_one_row = std::ranges::count(rows, current_row) == static_cast<std::ptrdiff_t>(all);
      const mtgp_lanes_sets brought = at_one_row ? mtgp_lanes_sets{all, all} : taken;
      for (std::size_t k = 0; k < all; k += brought.tiles) bring(k, k + brought.sets, row);
      current_row = row;
    }
    mtgp_launch<Word> l = launch_of(0, rows.size());
    l.skip = first - current_row * host.row_words();
    l.words = n;
    l.to = static_cast<std::uint32_t*>(to);
    cuda_driver::launch_mtgp_lanes(l, distribution);
    const std::uint64_t end_row = current_row + (l.skip + n) / host.row_words();
    for (std::size_t k = 0; k < rows.size(); k += taken.tiles) set_rows(k, k + taken.sets, end_row);
  }

  void set_rows(std::size_t begin, std::size_t stop, std::uint64_t row) {
    std::fill(rows.begin() + static_cast<std::ptrdiff_t>(begin),
              rows.begin() + static_cast<std::ptrdiff_t>(stop), row);
  }

  void move_to(std::uint64_t target) { position = target; }

  [[nodiscard]] mtgp_launch<Word> launch_of(std::size_t first, std::size_t sets) const {
    mtgp_launch<Word> l{};
    l.mexp = host.sets()[0].mexp;
    l.sets = static_cast<unsigned>(sets);
    l.constants = constants.at() + first;
    l.states = states.at() + first * state_words();
    l.stream = where.stream;
    return l;
  }

  /// The engine at its current position on the device. Waits for the stream.
  [[nodiscard]] mtgp<Word> engine() const {
    mtgp<Word> out = host;
    std::vector<Word> copy(rows.size() * state_words());
    runtime::copy_to_host(copy.data(), states.at(), copy.size() * sizeof(Word), where.stream);
    runtime::synchronise(where.stream);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (rows[k] == nowhere) continue;
      out.state_from_driver(k, rows[k], std::span(copy).subspan(k * state_words(), state_words()));
    }
    out.move_to(end);
    return out;
  }

  /// Launches of multiples of this number of rows are fastest: it is the maximum that a layout makes at a
  /// time.
  static constexpr std::uint64_t rows_a_launch = 8;
  /// The row of a state that is not on the device yet.
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  static constexpr std::uint64_t max_steps = std::uint64_t{1} << 18;

  cuda where;
  mtgp<Word> host;         ///< the engine from which states were last copied
  std::uint64_t position;  ///< of the words of the next launch
  std::uint64_t end;       ///< position after the last fill; a fill of batches may have made words after it
  std::vector<std::uint64_t> rows;  ///< of the sets' states on the device
  runtime::stream_memory<mtgp_constants<Word>, runtime::lifetime::beyond_stream> constants;
  runtime::stream_memory<Word, runtime::lifetime::beyond_stream> states;
};

template <mtgp_word Word>
cuda_bank_states<Word>::cuda_bank_states(const cuda& where, const mtgp<Word>& e) {
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  it_ = std::make_unique<implementation>(where, e);
}

template <mtgp_word Word>
cuda_bank_states<Word>::cuda_bank_states(cuda_bank_states&&) noexcept = default;
template <mtgp_word Word>
cuda_bank_states<Word>& cuda_bank_states<Word>::operator=(cuda_bank_states&& other) noexcept {
  cuda_bank_states taken(std::move(other));
  std::swap(it_, taken.it_);  // the previous state ends with `taken`, on its device
  return *this;
}
template <mtgp_word Word>
cuda_bank_states<Word>::~cuda_bank_states() {
  if (!it_) return;
  runtime::on_device(it_->where.ordinal, [&] { it_.reset(); });
}

template <mtgp_word Word>
void cuda_bank_states<Word>::fill(const bank_job& job) {
  check_bank_job(job);
  const distribution_info& d = *job.distribution_entry;
  if (job.n == 0) return;
  const runtime::current_device device(it_->where.ordinal);
  cuda_driver::check_destination(job.to, d.value_bytes, it_->where.ordinal);
  const auto k = static_cast<std::uint64_t>(d.words);
  const finish_of_distribution f = find_finish(d);
  it_->end = job.base + (job.first + job.n) * k;
  if (f.known && job.base % k == 0) {
    it_->move_to(job.base + job.first * k);
    it_->launch(job.n * k, static_cast<std::uint32_t*>(job.to), f);
    return;
  }
  const std::size_t batch = d.batch;
  if constexpr (sizeof(Word) == 4) {
    const auto taken = find_lanes(it_->host.sets()[0].mexp, it_->host.sets().size(), d,
                                  runtime::multiprocessors(it_->where.ordinal));
    if (taken.tiles != 0 && job.base % batch == 0) {
      it_->launch_lanes(taken, job.distribution, job.base + job.first, job.n, job.to);
      return;
    }
  }
  // Makes words, then values from them. A batch distribution's value needs all words of its batch.
  it_->move_to(job.base + (job.first - job.first % batch) * k);
  cuda_driver::values_from_words(
      it_->where.stream, job.first, job.n, k, batch,
      [&](std::uint64_t, std::uint64_t n, std::uint32_t* to) { it_->launch(n, to, {}); },
      [&](const std::uint32_t* at, std::size_t skip, std::size_t done, std::size_t n) {
        cuda_driver::launch_convert(d, job.distribution, at, skip,
                                    static_cast<char*>(job.to) + done * d.value_bytes, n, it_->where.stream);
      },
      {}, {implementation::rows_a_launch * it_->host.row_words(), job.base});
}

template <mtgp_word Word>
mtgp<Word> cuda_bank_states<Word>::engine() const {
  const runtime::current_device device(it_->where.ordinal);
  return it_->engine();
}

template class cuda_bank_states<std::uint32_t>;
template class cuda_bank_states<std::uint64_t>;

}  // namespace tali::detail

namespace tali::cuda_driver {

namespace {

template <class E>
class bank_filler : public filler::implementation {
 public:
  bank_filler(const cuda& where, const E& e, const request& r)
      : states_(where, e), base_{e.position()}, entry_{r.distribution_entry}, distribution_{r.distribution} {}

  void fill(std::uint64_t first, void* to, std::size_t n) override {
    states_.fill({base_, entry_, distribution_, first, to, n});
  }

 private:
  detail::cuda_bank_states<typename E::word_type> states_;
  std::uint64_t base_;
  const distribution_info* entry_;
  const void* distribution_;
};

}  // namespace

std::unique_ptr<filler::implementation> open_bank(const cuda& where, const request& r) {
  return detail::with_engine<catalogue::bank_engines>(
      r, [&]<class E>(const E& e) -> std::unique_ptr<filler::implementation> {
        return std::make_unique<bank_filler<E>>(where, e, r);
      });
}

void fill_bank(const cuda& where, const request& r) {
  const std::uint64_t base =
      detail::with_engine<catalogue::bank_engines>(r, [](const auto& e) { return e.position(); });
  const auto [first, n] = r.furthest();
  detail::check_bank_job({base, r.distribution_entry, r.distribution, first, r.to, n});
  if (r.elements() == 0) return;
  const auto opened = open_bank(where, r);
  if (r.rows == nullptr) return opened->fill(r.first, r.to, r.n);
  const std::size_t bytes = r.distribution_entry->value_bytes;
  with_destination(where, r.to, r.elements(), bytes, [&] {
    fill_rows(where, r, bytes, {},
              [&](const request& piece) { opened->fill(piece.first, piece.to, piece.n); });
  });
}

}  // namespace tali::cuda_driver
