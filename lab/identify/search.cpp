// SPDX-License-Identifier: Apache-2.0
#include "identify/search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "core/batch.hpp"
#include "cpu/kernels.hpp"
#include "cpu/loops.hpp"

namespace tali::lab::identify {

namespace {

const cpu one_thread{.threads = 1};
constexpr std::size_t piece_values = 2048;  // whole batches of every distribution, in the L1 cache
static_assert(piece_values % detail::largest_batch() == 0);

/// The two bounds of a number, as values of type T.
template <class T>
struct bounds {
  T low, high;

  [[nodiscard]] bool have(T x) const { return x >= low && x <= high; }
};

/// The smallest and the largest T between two doubles.
template <class T>
bounds<T> narrowed(double low, double high) {
  auto a = static_cast<T>(low), b = static_cast<T>(high);
  constexpr T infinity = std::numeric_limits<T>::infinity();
  if (static_cast<double>(a) < low) a = std::nextafter(a, infinity);
  if (static_cast<double>(b) > high) b = std::nextafter(b, -infinity);
  return {a, b};
}

/// Whether any of n values is within the bounds; without a branch per value.
template <class T>
bool any_within(const bounds<T>& b, const T* x, std::size_t n) {
  unsigned found = 0;
  for (std::size_t i = 0; i < n; ++i) {
    found |= static_cast<unsigned>(x[i] >= b.low) & static_cast<unsigned>(x[i] <= b.high);
  }
  return found != 0;
}

/// The numbers' position in a sequence, and their distribution.
struct place {
  const distribution_candidate* distribution;
  std::uint64_t index;
};

/// The numbers in one reading, and the distributions that could have made them.
class task {
 public:
  task(const reading& r, const std::vector<std::string>& selected)
      : candidates(distribution_candidates(r, selected)), observed(&r) {}
  task(const task&) = delete;
  task& operator=(const task&) = delete;
  virtual ~task() = default;

  /// The distributions that the engine supports.
  [[nodiscard]] std::vector<const distribution_candidate*> of(const engine_info& e) const {
    std::vector<const distribution_candidate*> some;
    for (const distribution_candidate& d : candidates) {
      try {
        check_pair(e, d.distribution);
        some.push_back(&d);
      } catch (const argument_error&) {  // numbers that no library makes
      }
    }
    return some;
  }

  /// Number of words for the values at these indices, in whole batches.
  [[nodiscard]] std::size_t words_for(std::size_t indices) const {
    std::size_t largest = 0;
    for (const distribution_candidate& d : candidates) {
      const distribution_info& info = d.distribution.info();
      largest = std::max(largest,
                         detail::whole_batches(indices, info.batch) * static_cast<std::size_t>(info.words));
    }
    return largest;
  }

  /// Searches for the numbers at indices 0 ... indices - 1 of a sequence, given its words.
  virtual void look(const any_engine& e, const std::vector<const distribution_candidate*>& some,
                    const std::uint32_t* words, std::size_t indices, std::vector<place>& found) const = 0;

  std::vector<distribution_candidate> candidates;
  const reading* observed;
};

template <class T>
class typed_task final : public task {
 public:
  typed_task(const reading& r, const std::vector<std::string>& selected) : task(r, selected) {
    for (std::size_t i = 0; i < std::min(r.size(), max_numbers); ++i) {
      if constexpr (std::is_floating_point_v<T>) {
        numbers_.push_back(narrowed<T>(r.low[i], r.high[i]));
      } else {
        numbers_.push_back({static_cast<T>(r.integers[i]), static_cast<T>(r.integers[i])});
      }
    }
  }

  void look(const any_engine& e, const std::vector<const distribution_candidate*>& some,
            const std::uint32_t* words, std::size_t indices, std::vector<place>& found) const override {
    alignas(64) T values[piece_values];
    for (const distribution_candidate* d : some) {
      const distribution_info& info = d->distribution.info();
      const auto k = static_cast<std::size_t>(info.words);
      const auto convert = cpu_driver::conversion(one_thread.level, info);
      for (std::size_t at = 0; at < indices; at += piece_values) {
        const std::size_t count = std::min(piece_values, indices - at);
        convert(d->distribution.get(), words + at * k, values, detail::whole_batches(count, info.batch));
        // Nearly every sequence is rejected here.
        if (!any_within(numbers_[0], values, count)) continue;
        for (std::size_t i = 0; i < count; ++i) {
          if (numbers_[0].have(values[i]) && stand_at(e, d->distribution, at + i))
            found.push_back({d, at + i});
        }
      }
    }
  }

 private:
  [[nodiscard]] bool stand_at(const any_engine& e, const any_distribution& d, std::uint64_t index) const {
    std::vector<T> values(numbers_.size());
    fill(one_thread, e, d, index, values.data(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!numbers_[i].have(values[i])) return false;
    }
    return true;
  }

  std::vector<bounds<T>> numbers_;
};

std::unique_ptr<task> task_of(const reading& r, const std::vector<std::string>& selected) {
  if (r.type == "u32") return std::make_unique<typed_task<std::uint32_t>>(r, selected);
  if (r.type == "u64") return std::make_unique<typed_task<std::uint64_t>>(r, selected);
  if (r.type == "f32") return std::make_unique<typed_task<float>>(r, selected);
  return std::make_unique<typed_task<double>>(r, selected);
}

double bits_of(const task& t, const distribution_candidate& d) {
  double bits = 0;
  for (std::size_t i = 0; i < std::min(t.observed->size(), max_numbers); ++i)
    bits += bits_of_number(*t.observed, d, i);
  return bits;
}

class whole_search {
 public:
  whole_search(const std::vector<reading>& readings, const search_request& request)
      : request_(request), engines_(engine_candidates(request.engines)) {
    check_request();
    std::optional<argument_error> refused;
    for (const reading& r : readings) {
      try {
        tasks_.push_back(task_of(r, request.distributions));
      } catch (const argument_error& e) {  // the distribution has no such values
        refused = e;
      }
    }
    if (tasks_.empty()) throw refused ? *refused : argument_error("numbers", "none", "one or more");
    check_size();
  }

  search_result run() {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t seeds = request_.last_seed - request_.first_seed + 1;
    const std::uint64_t likely = std::min<std::uint64_t>(seeds, 1024), indices = request_.max_index + 1;
    const std::uint64_t beginning = std::min<std::uint64_t>(indices, 16);
    units_ = engines_.size() * seeds * (seeds > likely && indices > beginning ? 2 : 1);
    // Most numbers have a small seed, or are at the beginning of a sequence: these searches are short.
    turn(0, likely, indices);
    turn(likely, seeds, beginning);
    result_.sequences = looked_;
    if (indices > beginning) turn(likely, seeds, indices);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    result_.seconds = passed.count();
    std::ranges::stable_sort(result_.matches, {}, &match::seed);
    return std::move(result_);
  }

 private:
  /// Searches every engine's seeds first_seed + from ... first_seed + to - 1, in growing parts; stops after
  /// the first match, unless all are requested.
  void turn(std::uint64_t from, std::uint64_t to, std::uint64_t indices) {
    for (std::uint64_t n = std::uint64_t{1} << 14; from < to; from += n, n *= 4) {
      n = std::min(n, to - from);
      for (const engine_candidate& e : engines_) {
        if (!result_.matches.empty() && !request_.all) return;
        look_through(e, request_.first_seed + from, n, static_cast<std::size_t>(indices));
      }
    }
  }

  void check_request() const {
    constexpr std::uint64_t max_index = std::uint64_t{1} << 24;
    if (request_.first_seed > request_.last_seed) {
      throw argument_error("seeds",
                           std::to_string(request_.first_seed) + ":" + std::to_string(request_.last_seed),
                           "the smallest and the largest seed");
    }
    if (request_.last_seed - request_.first_seed >= std::uint64_t{1} << 40) {
      throw argument_error("seeds",
                           std::to_string(request_.first_seed) + ":" + std::to_string(request_.last_seed),
                           "at most 2^40 seeds");
    }
    if (request_.max_index > max_index)
      throw argument_error("index", std::to_string(request_.max_index), "0 to 2^24");
  }

  /// Throws if there are too few numbers, and records the size of the search.
  void check_size() {
    std::size_t distributions = 0;
    double fewest = std::numeric_limits<double>::infinity();
    for (const auto& t : tasks_) {
      distributions += t->candidates.size();
      for (const distribution_candidate& d : t->candidates) {
        fewest = std::min(fewest, bits_of(*t, d));
        result_.distributions.push_back(t->observed->type + " " + d.text);
      }
    }
    for (const engine_candidate& e : engines_) result_.engines.push_back(e.text);
    result_.numbers = std::min(tasks_[0]->observed->size(), max_numbers);
    result_.log2_candidates = std::log2(static_cast<double>(request_.last_seed - request_.first_seed) + 1) +
                              std::log2(static_cast<double>(request_.max_index) + 1) +
                              std::log2(static_cast<double>(engines_.size() * distributions));
    const double needed = result_.log2_candidates + bits_beyond;
    if (fewest < needed) {
      throw argument_error("size",
                           std::to_string(result_.numbers) + " numbers of " +
                               std::to_string(static_cast<int>(fewest)) + " bits together",
                           "more numbers, of " + std::to_string(static_cast<int>(std::ceil(needed))) +
                               " bits for a search of this size");
    }
  }

  void look_through(const engine_candidate& engine, std::uint64_t first, std::uint64_t seeds,
                    std::size_t indices) {
    std::vector<std::vector<const distribution_candidate*>> some;
    std::size_t words = 0;
    for (const auto& t : tasks_) {
      some.push_back(t->of(engine.info));
      words = std::max(words, t->words_for(indices));
    }
    constexpr std::uint64_t chunk = 64;
    detail::share_indices(request_.threads, (seeds + chunk - 1) / chunk, [&](const auto& next) {
      std::vector<std::uint32_t> memory(words);
      std::vector<place> found;
      for (std::uint64_t k = 0; next(k);) {
        const std::uint64_t begin = k * chunk, end = std::min(seeds, begin + chunk);
        for (std::uint64_t i = begin; i < end; ++i) one(engine, first + i, indices, some, memory, found);
        const std::lock_guard lock(mutex_);
        looked_ += end - begin;
        if (request_.progress) request_.progress(looked_, units_);
      }
    });
  }

  void one(const engine_candidate& engine, std::uint64_t seed, std::size_t indices,
           const std::vector<std::vector<const distribution_candidate*>>& some,
           std::vector<std::uint32_t>& words, std::vector<place>& found) {
    static const any_distribution plain{bits<std::uint32_t>()};
    const std::optional<any_engine> e = engine_of(engine.text, seed);
    if (!e) return;
    fill(one_thread, *e, plain, 0, words.data(), words.size());
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
      found.clear();
      tasks_[t]->look(*e, some[t], words.data(), indices, found);
      for (const place& p : found) add(engine, seed, *tasks_[t], p);
    }
  }

  /// Nothing if the engine does not have the seed or the stream.
  [[nodiscard]] std::optional<any_engine> engine_of(const std::string& text, std::uint64_t seed) const {
    try {
      return any_engine(text, seed, request_.stream);
    } catch (const argument_error&) {
      return std::nullopt;
    }
  }

  void add(const engine_candidate& engine, std::uint64_t seed, const task& t, const place& p) {
    const std::lock_guard lock(mutex_);
    for (match& m : result_.matches) {
      if (m.engine == engine.text && m.seed == seed && m.index == p.index && m.type == t.observed->type &&
          m.note == t.observed->note) {
        const std::string& text = p.distribution->text;  // may be found twice
        if (std::ranges::find(m.distributions, text) == m.distributions.end())
          m.distributions.push_back(text);
        return;
      }
    }
    result_.matches.push_back({engine.text,
                               seed,
                               request_.stream,
                               p.index,
                               {p.distribution->text},
                               t.observed->type,
                               t.observed->note,
                               bits_of(t, *p.distribution)});
  }

  const search_request& request_;
  std::vector<engine_candidate> engines_;
  std::vector<std::unique_ptr<task>> tasks_;
  std::mutex mutex_;
  std::uint64_t looked_ = 0, units_ = 0;  ///< number of sequences searched, and to search; some count twice
  search_result result_;
};

}  // namespace

search_result search(const std::vector<reading>& readings, const search_request& request) {
  return whole_search(readings, request).run();
}

}  // namespace tali::lab::identify
