// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "tables.hpp"

namespace tali::bench {

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Whether a row is one of those asked for.
bool is_wanted(const options& o, const row& r) {
  return o.filter.empty() || contains(r.group, o.filter) || contains(r.engine, o.filter) ||
         contains(r.distribution, o.filter) || contains(r.type, o.filter) || contains(r.device, o.filter);
}

/// Engines of tali's that are no comparators; a row's name may say more behind it.
bool is_tali(const row& r) {
  static const auto all =
      engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words, engine_kind::bank});
  return std::any_of(all.begin(), all.end(),
                     [&](const engine_info& e) { return r.engine.starts_with(e.name); });
}

/// What a row's peers make: values of the same law by whatever method.
std::string kind_of(const row& r) {
  if (r.distribution.starts_with("normal")) return "normal";
  const std::string_view inverse = "-icdf";
  return r.distribution.ends_with(inverse) ? r.distribution.substr(0, r.distribution.size() - inverse.size())
                                           : r.distribution;
}

/// Peers make numbers of the same parameters, which begin a sampling row's variant.
bool same_parameters(const row& a, const row& b) {
  return !a.group.starts_with("sampling") || (a.variant + ",").starts_with(b.variant + ",");
}

/// Whether a peer's words are those of an engine of tali's.
bool makes_words_of(const row& peer, const row& r) {
  static constexpr std::pair<std::string_view, std::string_view> same[] = {{"curand-mrg32k3a", "mrg32k3a"},
                                                                           {"curand-mt19937", "mt19937"},
                                                                           {"curand-xorwow", "xorwow-curand"},
                                                                           {"std-mt19937", "mt19937"},
                                                                           {"std-mt19937_64", "mt19937-64"}};
  return std::find(std::begin(same), std::end(same),
                   std::pair<std::string_view, std::string_view>(peer.engine, r.engine)) != std::end(same);
}

bool is_peer(const row& p, const row& r) {
  return !is_tali(p) && p.engine != "store" && p.group == r.group && p.type == r.type &&
         p.device == r.device && kind_of(p) == kind_of(r) && p.n == r.n && same_parameters(r, p);
}

/// The peer of a row is the fastest of the others in its group that makes the same type and kind of numbers
/// on the same device and threads; if one of them makes the words of the row's engine, the fastest of those.
void find_peers(std::vector<row>& rows) {
  for (row& r : rows) {
    if (is_tali(r)) {
      bool same_words = false;
      for (const row& p : rows) {
        if (!is_peer(p, r)) continue;
        const bool same = makes_words_of(p, r);
        if (same < same_words || (same == same_words && p.gb_per_s() <= r.peer_gb_per_s)) continue;
        same_words = same;
        r.peer = p.engine;
        r.peer_gb_per_s = p.gb_per_s();
      }
    }
  }
}

}  // namespace

row row_of(const engine_info& e, const any_distribution& d, std::size_t n, const std::string& variant,
           double threads) {
  return {e.name, d.info().name, d.info().type, variant, static_cast<double>(n), threads};
}

double middle(std::vector<double> times) {
  const auto at = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), at, times.end());
  return *at;
}

double median_of(int repeats, const std::function<double()>& measure) {
  measure();  // warms caches, clocks and code
  std::vector<double> t(static_cast<std::size_t>(repeats));
  for (double& x : t) x = measure();
  return middle(std::move(t));
}

double seconds_of(const std::function<void()>& f, int calls) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < calls; ++k) f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / calls;
}

bool table::wants(const row& r) const { return is_wanted(asked_, of_table(r)); }

row* table::add(row r, const std::function<double(row&)>& measure) const {
  if (!wants(r)) return nullptr;
  r.seconds = median_of(asked_.repeats, [&] { return measure(r); });
  return take(std::move(r));
}

row* table::add_beside(row r, const std::function<double(row&)>& store,
                       const std::function<double(row&)>& work) const {
  std::vector<double> stores;
  return add(std::move(r), [&](row& now) {
    stores.push_back(store(now));  // alternately: other programs' load then falls on both
    now.ceiling_gb_per_s = now.bytes() / middle(stores) * 1e-9;
    return work(now);
  });
}

row* table::take(row r) const {
  rows_.push_back(of_table(std::move(r)));
  asked_.progress(rows_.back());
  return &rows_.back();
}

row table::of_table(row r) const {
  r.group = name_;
  if (r.device.empty()) r.device = device_;
  return r;
}

const std::vector<group>& groups() {
  static const std::vector<group> all {
    {"cpu-cache", true, false, &run_cpu_cache}, {"cpu-every", false, false, &run_cpu_every},
        {"cpu-peers", false, false, &run_cpu_peers}, {"cpu-large", true, false, &run_cpu_large},
        {"cpu-single", true, false, &run_cpu_single}, {"cpu-small", true, false, &run_cpu_small},
        {"cpu-moved", true, false, &run_cpu_moved}, {"sobol-cpu", false, false, &run_sobol_cpu},
        {"sampling-cpu", false, false, &run_sampling_cpu},
        {"sampling-groups-cpu", false, false, &run_sampling_groups_cpu}, {"own", false, false, &run_own_cpu},
        {"cpu-rows", false, false, &run_rows_cpu},
#if defined(TALI_HAS_CUDA)
        {"cuda-bulk", true, true, &run_cuda_bulk}, {"cuda-every", false, true, &run_cuda_every},
        {"mtgp-default", false, true, &run_mtgp_default}, {"mtgp-table2", false, true, &run_mtgp_table2},
        {"registers", false, true, &run_registers}, {"small", false, true, &run_small},
        {"shapes", false, true, &run_shapes}, {"pcg32-figure3", false, true, &run_pcg32_figure3},
        {"pcg32-figure4", false, true, &run_pcg32_figure4},
        {"pcg32-optimisations", false, true, &run_pcg32_optimisations},
        {"pcg32-rejected", false, true, &run_pcg32_rejected},
        {"gaussian-methods", false, true, &run_gaussian}, {"sobol", true, true, &run_sobol},
        {"sobol-paper", false, true, &run_sobol_paper},
        {"sobol-strategies", false, true, &run_sobol_strategies},
        {"sobol-threshold", false, true, &run_sobol_threshold}, {"schedules", false, true, &run_schedules},
        {"sampling", false, true, &run_sampling}, {"sampling-groups", false, true, &run_sampling_groups},
        {"own-cuda", false, true, &run_user}, {"cuda-rows", false, true, &run_rows},
#endif
  };
  return all;
}

std::vector<row> run(const options& o) {
  if (o.repeats < 1 || o.repeats > 1000) {
    throw argument_error("repeats", std::to_string(o.repeats), "1 to 1000");
  }
  std::vector<row> rows;
  bool any_group = false;
  const auto run_where = [&](const auto& chosen) {
    for (const group& g : groups()) {
      if (!(g.on_cuda ? o.cuda : o.cpu) || !chosen(g)) continue;
      any_group = true;
      const std::string device = g.on_cuda ? cuda_device_name() : "cpu";
      if (!device.empty()) g.run(table(o, g.name, device, rows));
    }
    std::erase_if(rows, [&](const row& r) { return !is_wanted(o, r); });
  };
  const bool is_name =
      std::any_of(groups().begin(), groups().end(), [&](const group& g) { return g.name == o.filter; });
  run_where([&](const group& g) {
    if (is_name) return g.name == o.filter;
    return g.by_default || (!o.filter.empty() && contains(g.name, o.filter));
  });
  // A name that is in no table of a run without a filter is in the tables of every pair.
  if (rows.empty() && !is_name) {
    run_where([](const group& g) { return std::string_view(g.name).ends_with("-every"); });
  }
  find_peers(rows);
  if (!any_group || (rows.empty() && !o.filter.empty())) {
    std::string names;
    for (const group& g : groups()) names += (names.empty() ? "" : ", ") + std::string(g.name);
    throw argument_error(
        "filter", quoted(o.filter),
        "a part of an engine's, a distribution's, a type's or a device's name, or a table on a device "
        "that is here: " +
            names);
  }
  return rows;
}

}  // namespace tali::bench
