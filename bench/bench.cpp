// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include <tali/any.hpp>
#include <tali/error.hpp>

#include "tables.hpp"

namespace tali::bench {

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Engines of tali's that are no comparators; a row's name may say more behind it.
bool is_tali(const row& r) {
  static const auto all =
      engine_list({engine_kind::counter, engine_kind::jumping, engine_kind::words, engine_kind::bank});
  return std::any_of(all.begin(), all.end(),
                     [&](const engine_info& e) { return r.engine.rfind(e.name, 0) == 0; });
}

/// What a row's peers make: normal numbers by whatever method are peers of each other.
std::string kind_of(const row& r) {
  return r.distribution.rfind("normal", 0) == 0 ? "normal" : r.distribution;
}

/// Peers make numbers of the same parameters, which begin a sampling row's variant.
bool same_parameters(const row& a, const row& b) {
  if (a.group.rfind("sampling", 0) != 0) return true;
  return (a.variant + ",").rfind(b.variant + ",", 0) == 0;
}

/// The peer of a row is the fastest of the others in its group that makes the same type and kind of numbers
/// on the same device and threads.
void find_peers(std::vector<row>& rows) {
  for (row& r : rows) {
    if (!is_tali(r)) continue;
    for (const row& p : rows) {
      if (is_tali(p) || p.engine == "store" || p.group != r.group || p.type != r.type ||
          p.device != r.device || kind_of(p) != kind_of(r) || p.n != r.n || !same_parameters(r, p)) {
        continue;
      }
      if (p.gb_per_s() > r.peer_gb_per_s) {
        r.peer = p.engine;
        r.peer_gb_per_s = p.gb_per_s();
      }
    }
  }
}

}  // namespace

double median_of(int repeats, const std::function<double()>& measure) {
  measure();  // warms caches, clocks and code
  std::vector<double> t(static_cast<std::size_t>(repeats));
  for (double& x : t) x = measure();
  const auto middle = t.begin() + static_cast<std::ptrdiff_t>(t.size() / 2);
  std::nth_element(t.begin(), middle, t.end());
  return *middle;
}

const std::vector<group>& groups() {
  static const std::vector<group> all = [] {
    std::vector<group> g = cpu_groups();
    for (const group& x : calls_cpu_groups()) g.push_back(x);
    for (const group& x : sobol_cpu_groups()) g.push_back(x);
    for (const group& x : sampling_cpu_groups()) g.push_back(x);
    for (const group& x : own_cpu_groups()) g.push_back(x);
    for (const group& x : rows_cpu_groups()) g.push_back(x);
#if defined(TALI_HAS_CUDA)
    for (const group& x : cuda_groups()) g.push_back(x);
    for (const group& x : pcg32_cuda_groups()) g.push_back(x);
    for (const group& x : gaussian_cuda_groups()) g.push_back(x);
    for (const group& x : sobol_cuda_groups()) g.push_back(x);
    for (const group& x : sampling_cuda_groups()) g.push_back(x);
    for (const group& x : own_cuda_groups()) g.push_back(x);
    for (const group& x : rows_cuda_groups()) g.push_back(x);
#endif
    return g;
  }();
  return all;
}

bool wanted(const options& o, const row& r) {
  return o.filter.empty() || contains(r.group, o.filter) || contains(r.engine, o.filter) ||
         contains(r.distribution, o.filter) || contains(r.type, o.filter) || contains(r.device, o.filter);
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
      g.run(o, g, rows);
    }
    rows.erase(std::remove_if(rows.begin(), rows.end(), [&](const row& r) { return !wanted(o, r); }),
               rows.end());
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
