// SPDX-License-Identifier: Apache-2.0
// Joules per number: the Sobol paper's table 4 with the counters of the processors themselves instead of a
// meter at the socket. A counter that is not there gives no figure, only its reason.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tali::bench {

/// Fills of one kind on one device for a while.
struct energy_row {
  std::string engine, distribution, type;
  std::string shape;   ///< of a point set, vectors x dimensions; else empty
  std::string device;  ///< cpu, or the GPU's name
  double numbers = 0;  ///< of one fill
  double fills = 0;    ///< that were made in `seconds`; of a long one a part
  double seconds = 0;
  std::optional<double> joules;  ///< in `seconds`: counted, or by a stated power, or nothing

  [[nodiscard]] std::optional<double> joules_per_number() const {
    if (!joules) return {};
    return *joules / (numbers * fills);
  }
  [[nodiscard]] std::optional<double> watts() const {
    if (!joules) return {};
    return *joules / seconds;
  }
  [[nodiscard]] double seconds_per_number() const { return seconds / (numbers * fills); }
};

/// A device's counter as it was found.
struct energy_counter {
  std::string device;  ///< cpu, or the GPU's name
  std::string what;    ///< what is counted, or why nothing is
  bool available = false;
  std::optional<double> idle_watts;      ///< before the fills
  std::optional<double> stated_watts{};  ///< in place of a counter; rows' joules come from it
};

struct energy_report {
  std::vector<energy_counter> counters;
  std::vector<energy_row> rows;
};

struct energy_options {
  std::string filter;  ///< rows whose engine, distribution, type or device contains it
  double seconds = 2;  ///< of fills a row; counters are renewed some ten times a second
  int threads = 0;     ///< of the CPU, 0: all processors
  bool cpu = true, cuda = true;
  std::size_t cpu_bytes = std::size_t{1} << 28;  ///< of a long fill on the CPU, and the most of one call
  std::string powercap = "/sys/class/powercap";
  std::optional<double> cpu_watts;  ///< of the CPU at work, where it has no counter
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

/// @throws argument_error if the filter matches nothing; device_error
energy_report measure_energy(const energy_options& o);

/// What the GPU's joules of a row are to the CPU's of the same numbers: how many times lower.
std::optional<double> times_lower(const energy_report& r, const energy_row& gpu);

/// A column of table 4: one point set of each shape, on one device.
struct energy_total {
  std::string device;
  double seconds = 0;
  std::optional<double> joules;  ///< nothing unless all of them have some
};

std::vector<energy_total> sobol_totals(const energy_report& r);

/// The report as lines of text, with the totals of table 4.
std::string energy_table(const energy_report& r);

}  // namespace tali::bench
