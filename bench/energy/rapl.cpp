// SPDX-License-Identifier: Apache-2.0
#include "energy/rapl.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace tali::bench {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!in || !std::getline(in, line)) return {};
  return line;
}

std::optional<std::uint64_t> whole(const fs::path& path) {
  const std::optional<std::string> line = first_line(path);
  if (!line) return {};
  std::uint64_t x = 0;
  const char* const end = line->data() + line->size();
  const auto [rest, failure] = std::from_chars(line->data(), end, x);
  if (failure != std::errc{} || rest != end) return {};
  return x;
}

/// intel-rapl:0 is a package (or the whole platform, psys), intel-rapl:0:1 a part of it; intel-rapl-mmio has
/// the same packages again.
bool is_zone(const std::string& name) { return name.starts_with("intel-rapl:"); }
bool is_package(const std::string& zone) { return std::count(zone.begin(), zone.end(), ':') == 1; }

}  // namespace

rapl::rapl(const std::string& root) {
  std::vector<fs::path> zones;
  std::error_code failure;
  for (fs::directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
    if (is_zone(at->path().filename().string())) zones.push_back(at->path());
  }
  std::sort(zones.begin(), zones.end());
  for (const fs::path& zone : zones) {
    const std::string label = first_line(zone / "name").value_or("");
    const bool package = is_package(zone.filename().string()) && label.starts_with("package");
    if (!package && label != "dram") continue;  // cores and uncore are parts of the package
    const fs::path file = zone / "energy_uj", limit = zone / "max_energy_range_uj";
    const std::optional<std::uint64_t> range = whole(limit), now = whole(file);
    if (!now || !range) {
      const fs::path& missing = now ? limit : file;
      errno = 0;
      (void)first_line(missing);
      const int error = errno;
      why_not_ = missing.string() + (error == 0 ? " holds no number" : " cannot be read (");
      if (error != 0) why_not_ += std::string(std::strerror(error)) + ")";
      counters_.clear();
      return;
    }
    counters_.push_back({file.string(), *range, *now});
    what_ += (what_.empty() ? "" : ", ") + label;
  }
  if (counters_.empty()) why_not_ = "no RAPL counter under " + root;
}

double rapl::joules() {
  double sum = 0;
  for (counter& c : counters_) {
    const std::optional<std::uint64_t> now = whole(c.path);
    if (!now) return -1;
    const std::uint64_t used = *now >= c.last ? *now - c.last : c.range - c.last + *now;
    sum += static_cast<double>(used) * 1e-6;
    c.last = *now;
  }
  return counters_.empty() ? -1 : sum;
}

}  // namespace tali::bench
