// SPDX-License-Identifier: Apache-2.0
// The benchmark's rows as lines of text.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench.hpp"

namespace tali::bench {

inline std::string table_head() {
  char line[240];
  std::snprintf(line, sizeof line, "%-15s %-22s %-10s %-4s %-16s %-28s %10s %9s %9s %8s  %s", "table",
                "engine", "numbers", "type", "device", "variant", "GB/s", "Gnum/s", "ceiling", "of it",
                "times the best peer");
  return line;
}

/// Whether a fill came out quicker than the plain store that bounds it, which asks for a word.
inline bool is_above_ceiling(const row& r) { return r.ratio_to_ceiling() > 1; }

/// That word.
inline constexpr const char* above_ceiling =
    "the store and the fill were timed alternately, each as its own median: a few per cent above is their "
    "noise, and more means that the machine had other work during the store, so measure again";

/// The note below a table that has such rows; nothing if there are none.
inline std::string ceiling_note(const std::vector<row>& all) {
  for (const row& r : all) {
    if (is_above_ceiling(r))
      return std::string("\n* above 100 % of the plain store: ") + above_ceiling + "\n";
  }
  return {};
}

inline std::string table_line(const row& r) {
  char line[320];
  char ceiling[16] = "-", ratio[16] = "-", peer[64] = "";
  if (r.predicted_seconds > 0) {
    std::snprintf(peer, sizeof peer, "%.3g us; predicted %.3g us", r.seconds * 1e6,
                  r.predicted_seconds * 1e6);
  }
  if (r.ceiling_gb_per_s > 0) {
    std::snprintf(ceiling, sizeof ceiling, "%.1f", r.ceiling_gb_per_s);
    std::snprintf(ratio, sizeof ratio, "%.1f %%%s", 100 * r.ratio_to_ceiling(),
                  is_above_ceiling(r) ? "*" : "");
  }
  if (r.peer_gb_per_s > 0) std::snprintf(peer, sizeof peer, "%.2f x %s", r.ratio_to_peer(), r.peer.c_str());
  if (r.group.rfind("cpu-s", 0) == 0 || r.group == "cpu-moved") {  // calls, whose time is the figure
    const std::size_t used = std::strlen(peer);
    std::snprintf(peer + used, sizeof peer - used, "%s%.3g ns a value", used != 0 ? ", " : "",
                  r.seconds / r.n * 1e9);
  }
  std::snprintf(line, sizeof line, "%-15s %-22s %-10s %-4s %-16s %-28s %10.2f %9.3f %9s %8s  %s",
                r.group.c_str(), r.engine.c_str(), r.distribution.c_str(), r.type.c_str(), r.device.c_str(),
                r.variant.c_str(), r.gb_per_s(), r.gnum_per_s(), ceiling, ratio, peer);
  return line;
}

/// Table 1 of the Sobol paper, whose lines these are; nothing if there are none.
inline std::string crossing_table(const std::vector<crossing>& all) {
  if (all.empty()) return {};
  std::string out =
      "\nThe Sobol paper's table 1: the number of dimensions from which the GPU is faster (-: the CPU is, as "
      "far "
      "as measured)\n";
  char line[160];
  std::snprintf(line, sizeof line, "%-18s %-18s %10s %10s %14s\n", "vectors", "wanted in", "measured",
                "predicted", "measured up to");
  out += line;
  const auto text = [](std::uint32_t d) { return d == 0 ? std::string("-") : std::to_string(d); };
  for (const crossing& c : all) {
    std::snprintf(line, sizeof line, "%-18llu %-18s %10s %10s %14u\n",
                  static_cast<unsigned long long>(c.vectors), c.to_host ? "pinned host memory" : "own memory",
                  text(c.measured).c_str(), text(c.predicted).c_str(), c.max_measured);
    out += line;
  }
  return out;
}

}  // namespace tali::bench
