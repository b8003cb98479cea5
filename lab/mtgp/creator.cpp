// SPDX-License-Identifier: Apache-2.0
#include "creator.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include <tali/error.hpp>

#include "core/joined_thread.hpp"
#include "recursion_search.hpp"
#include "verify.hpp"

namespace tali::lab::mtgp {

template <mtgp_word Word>
std::optional<created<Word>> create_one(const target& t, const tempering_effort& effort,
                                        const std::atomic<bool>& stop) {
  auto r = search_recursion<Word>(t, stop);
  if (!r) return {};
  const auto temper = search_tempering(r->set, r->characteristic, t, effort, stop);
  if (!temper) return {};
  created<Word> result;
  result.set = r->set;
  result.set.tempering = temper->rows;
  result.set.delta = temper->delta;
  result.set.sha1 = digest(r->characteristic);
  result.set.weight = static_cast<int>(r->characteristic.weight());
  result.candidates = r->cost.candidates;
  result.recursion_seconds = r->cost.seconds;
  result.tempering_seconds = temper->seconds;
  const double begin = cpu_seconds();
  verify(result.set, "the set just found for ID " + std::to_string(t.id) + ": ");
  result.verification_seconds = cpu_seconds() - begin;
  return result;
}

template <mtgp_word Word>
creation_result<Word> create(const creation& c, const std::function<void(std::size_t)>& begun,
                             const std::function<void(std::size_t)>& finished) {
  check_exponent<Word>(c.mexp);
  if (c.threads == 0) throw argument_error("threads", "0", "1 or more");
  if (c.count == 0 || std::uint64_t{c.first_id} + c.count > std::uint64_t{1} << 32) {
    throw argument_error(
        "count", std::to_string(c.count),
        "1 to " + std::to_string((std::uint64_t{1} << 32) - c.first_id) + ", because IDs have 32 bits");
  }

  std::vector<created<Word>> done;
  std::optional<checkpoint<Word>> file;
  if (!c.checkpoint.empty()) {
    file.emplace(c.checkpoint, c);
    begun(file->records().size());
    for (const created<Word>& s : file->records()) {
      if (s.set.id() >= c.first_id && s.set.id() - c.first_id < c.count) done.push_back(s);
    }
  }
  std::vector<std::uint32_t> todo;
  for (std::uint32_t i = 0; i < c.count; ++i) {
    const std::uint32_t id = c.first_id + i;
    if (std::none_of(done.begin(), done.end(), [&](const auto& s) { return s.set.id() == id; }))
      todo.push_back(id);
  }

  std::atomic<bool> stop{false};
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // protects done, file, failure, running
  std::condition_variable all_ended;
  std::exception_ptr failure;
  const std::size_t n_threads = std::min<std::size_t>(c.threads, todo.size());
  std::size_t running = n_threads;
  const auto work = [&] {
    try {
      for (;;) {
        const std::size_t i = next++;
        if (i >= todo.size() || stop) break;
        const auto result = create_one<Word>({c.mexp, todo[i], c.seed}, c.effort, stop);
        if (!result) break;
        const std::lock_guard lock(mutex);
        if (file) file->append(*result);
        done.push_back(*result);
        finished(done.size());
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
    const std::lock_guard lock(mutex);
    --running;
    all_ended.notify_one();
  };
  {
    std::vector<detail::joined_thread> threads;
    for (std::size_t i = 0; i < n_threads; ++i) threads.emplace_back(work);
    std::unique_lock lock(mutex);
    const auto ended = [&] { return running == 0; };
    if (c.time_limit) {
      all_ended.wait_for(lock, std::chrono::duration<double>(*c.time_limit), ended);
      stop = true;
    }
    all_ended.wait(lock, ended);
  }
  if (failure) std::rethrow_exception(failure);
  std::sort(done.begin(), done.end(), [](const auto& a, const auto& b) { return a.set.id() < b.set.id(); });
  const bool complete = done.size() == c.count;
  return {std::move(done), complete};
}

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> catalogue(const std::vector<created<Word>>& sets, std::size_t keep) {
  std::vector<mtgp_parameters<Word>> all;
  for (const created<Word>& s : sets) all.push_back(s.set);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.delta != b.delta ? a.delta < b.delta : a.id() < b.id();
  });
  if (all.size() > keep) all.resize(keep);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].number = static_cast<std::uint32_t>(i + 1);
  return all;
}

template std::optional<created<std::uint32_t>> create_one(const target&, const tempering_effort&,
                                                          const std::atomic<bool>&);
template creation_result<std::uint32_t> create(const creation&, const std::function<void(std::size_t)>&,
                                               const std::function<void(std::size_t)>&);
template std::vector<mtgp_parameters<std::uint32_t>> catalogue(const std::vector<created<std::uint32_t>>&,
                                                               std::size_t);
template std::optional<created<std::uint64_t>> create_one(const target&, const tempering_effort&,
                                                          const std::atomic<bool>&);
template creation_result<std::uint64_t> create(const creation&, const std::function<void(std::size_t)>&,
                                               const std::function<void(std::size_t)>&);
template std::vector<mtgp_parameters<std::uint64_t>> catalogue(const std::vector<created<std::uint64_t>>&,
                                                               std::size_t);

}  // namespace tali::lab::mtgp
