// SPDX-License-Identifier: Apache-2.0
// tali mtgp search-mt607: the parameters of mt607_per_thread.
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <mtgp/mt607.hpp>

#include <tali/error.hpp>

#include "errors.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

struct search_options {
  std::uint32_t count = 4096;
  std::uint64_t seed = 1;
  int beam = 4;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::string out = "-";
};

/// Searches and verifies the parameters of IDs 0 ... count - 1.
std::vector<mt607_parameters> search(const search_options& o) {
  std::vector<mt607_parameters> found(o.count);
  std::atomic<std::uint32_t> next{0};
  std::uint32_t done = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  progress bar(true, {});
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [&] {
    for (std::uint32_t id; (id = next++) < o.count;) {
      try {
        found[id] = lab::mtgp::search_mt607(id, o.seed, o.beam);
        lab::mtgp::verify_mt607(found[id], fmt::format("id {}: ", id));
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
        next = o.count;
        return;
      }
      const std::lock_guard lock(mutex);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      ++done;
      bar.say(fmt::format("[{:#<{}}{:.<{}}] {} of {} sets, {:.0f} s left", "", 30 * done / o.count, "",
                          30 - 30 * done / o.count, done, o.count, seconds / done * (o.count - done)));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < o.threads; ++i) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
  return found;
}

void run(const search_options& o) {
  output out(o.out);
  std::string text = fmt::format("{}\n", mt607_columns);
  for (const mt607_parameters& p : search(o)) {
    text += fmt::format("{},{:#x},{:#x},{:#x},{}\n", p.id(), p.a, p.b, p.c, p.delta);
  }
  if (out.write(text.data(), text.size())) out.commit();
}

}  // namespace

void add_search_mt607(CLI::App& mtgp) {
  auto o = std::make_shared<search_options>();
  auto* const command = mtgp.add_subcommand(
      "search-mt607", "Create the parameters of the comparator mt607_per_thread; each set is verified");
  command->add_option("--count", o->count, "Sets, of IDs 0, 1, ...")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  command->add_option("--seed", o->seed, "Seed of the random choices")->capture_default_str();
  command->add_option("--beam", o->beam, "Partial tempering masks that a search follows")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--threads", o->threads, "Threads (default: one a core)")->check(CLI::Range(1, 4096));
  command->add_option("-o", o->out, "File (default: stdout)")->type_name("FILE");
  command->callback([o] { run(*o); });
}

}  // namespace tali::tool
