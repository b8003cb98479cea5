// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <vector>

#include <tali/named_thread_grid.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

#include "batch.hpp"
#include "cpu/words.hpp"

namespace tali {

namespace {

using comparators = type_list<xorwow, hybrid_taus, warp_standard, mt607_per_thread>;

/// The most threads that a comparator may have, and the threads that share a generator.
struct threads_range {
  std::size_t most, together;
};
threads_range threads_of(std::string_view engine) {
  threads_range r{};
  comparators::each([&]<class E>(int, type_list<E>) {
    if (engine == E::name) {
      r.together = E::generator::width;
      r.most = std::min(E::most_generators * r.together, std::size_t{1} << 24);
    }
  });
  return r;
}

}  // namespace

std::span<const engine_info> thread_grid_list() { return detail::infos_of_engines(comparators{}); }

bool thread_grid_name::is_thread_grid(std::string_view text) {
  return threads_of(text.substr(0, text.find(':'))).most != 0;
}

thread_grid_name::thread_grid_name(std::string_view text) : engine(text.substr(0, text.find(':'))) {
  const threads_range range = threads_of(engine);
  if (range.most == 0) {
    std::string all;
    for (const engine_info& f : thread_grid_list()) all += (all.empty() ? "" : ", ") + std::string(f.name);
    throw argument_error("engine", "'" + engine + "'", all);
  }
  if (text.size() == engine.size()) return;
  const std::string_view rest = text.substr(engine.size() + 1), key = "threads=";
  if (!rest.starts_with(key))
    throw argument_error("engine", "'" + std::string(text) + "'", engine + ":threads=T");
  const std::string_view value = rest.substr(key.size());
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), threads);
  if (failure != std::errc{} || end != value.data() + value.size() || threads < 1 || threads > range.most ||
      threads % range.together != 0) {
    throw argument_error(
        "engine threads", "'" + std::string(value) + "'",
        (range.together == 1 ? "1 ... " : "multiples of " + std::to_string(range.together) + " up to ") +
            std::to_string(range.most));
  }
}

named_thread_grid::any_engine named_thread_grid::make(const thread_grid_name& name, std::uint64_t seed,
                                                      std::uint64_t stream) {
  any_engine e = xorwow(1);
  comparators::each([&]<class E>(int, type_list<E>) {
    if (name.engine == E::name) e = E(name.threads / E::generator::width, seed, stream);
  });
  return e;
}

named_thread_grid::named_thread_grid(const thread_grid_name& name, std::uint64_t seed, std::uint64_t stream)
    : name_(name), seed_{seed}, stream_{stream}, engine_(make(name, seed, stream)) {}

void named_thread_grid::fill(simd_level level, const named_distribution& d, std::uint64_t first, void* to,
                             std::size_t n) {
  d.check_engine(name_.engine);
  const auto k = static_cast<std::uint64_t>(d.info().words);
  check_range(first, n, d.info().words);
  if (n == 0) return;
  const std::size_t bytes = d.info().value_bytes;
  // Values that lanes make together come in batches; those before `first` are made only for the others' sake.
  const std::size_t batch = detail::batch_of(d.index());
  const auto before = static_cast<std::size_t>(first % batch);
  const std::uint64_t begin = (first - before) * k;
  const cpu_driver::converted_range range{cpu_driver::kernels_of_words(level).convert[d.index()],
                                          d.distribution(),
                                          batch,
                                          static_cast<std::size_t>(k),
                                          bytes,
                                          first,
                                          n,
                                          to};
  constexpr std::size_t at_a_time = 8 * detail::largest_batch();  // values
  std::vector<std::uint32_t> words(at_a_time * k);
  if (std::visit([](const auto& e) { return e.position(); }, engine_) > begin) {
    engine_ = make(name_, seed_, stream_);
  }
  std::visit(
      [&](auto& e) {
        e.discard(begin - e.position());
        for (std::size_t done = 0; done < before + n; done += at_a_time) {
          const std::size_t wanted = std::min(at_a_time, before + n - done);
          const std::size_t made = (wanted + batch - 1) / batch * batch;
          for (std::size_t i = 0; i < made * k; ++i) words[i] = e();
          range.write(first - before + done, words.data(), made);
        }
      },
      engine_);
}

}  // namespace tali
