// SPDX-License-Identifier: Apache-2.0
// tali mtgp search-mt607: the parameters of mt607_per_thread.
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <mtgp/mt607.hpp>

#include <tali/error.hpp>

#include "core/joined_thread.hpp"
#include "mtgp/commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "whole_option.hpp"

namespace tali::tool::mtgp {

namespace {

struct mt607_options {
  std::uint32_t count = 4096;
  std::uint64_t seed = 0;
  int beam = 4;
  unsigned threads = 0;
  std::string out = "-";
};

/// Searches and verifies the parameters of IDs 0 ... count - 1.
std::vector<mt607_parameters> search(const mt607_options& o) {
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
        found[id] = tali::lab::mtgp::search_mt607(id, o.seed, o.beam);
        tali::lab::mtgp::verify_mt607(found[id], fmt::format("id {}: ", id));
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
    std::vector<tali::detail::joined_thread> threads;
    for (unsigned i = 0; i < threads_or_all(o.threads); ++i) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
  return found;
}

void run(const mt607_options& o) {
  output out(o.out);
  std::string text = "id,a,b,c,delta\n";
  for (const mt607_parameters& p : search(o)) {
    text += fmt::format("{},{:#x},{:#x},{:#x},{}\n", p.id(), p.a, p.b, p.c, p.delta);
  }
  if (out.write(text.data(), text.size())) out.commit();
}

}  // namespace

void add_search_mt607(const parser& mtgp) {
  auto o = std::make_shared<mt607_options>();
  const parser command = mtgp.add_command(
      "search-mt607", "Create the parameters of the comparator mt607_per_thread; each set is verified");
  add_whole(command, "-n,--count", o->count, 1, 65536, "N", "How many sets, with IDs 0, 1, ...");
  add_seed(command, o->seed);
  add_whole(command, "--beam", o->beam, 1, 1000, "N", "Partial temperings that a search keeps");
  add_threads(command, o->threads);
  add_output(command, o->out, "The parameters as CSV");
  command.does([o] { run(*o); });
}

}  // namespace tali::tool::mtgp
