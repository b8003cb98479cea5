// SPDX-License-Identifier: Apache-2.0
// The figures of the cost model that `tali tune` has measured on this machine, kept in a file.
//
// A file counts only on the machine and for the version of tali that it was made with: its key holds the
// CPU's model, the GPUs' names and the version. Anything else, a damaged file too, is passed over with a
// note, and the default figures are used: a choice of device changes no value, so nothing can break.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tali/cost_model.hpp>

namespace tali {

/// The machine and version that a tuning file is valid for.
struct tuning_key {
  std::string version;  ///< of tali
  std::string cpu;      ///< model, as the operating system names it
  std::vector<std::string> gpus;

  bool operator==(const tuning_key&) const = default;
};

/// The content of a tuning file.
struct tuning {
  tuning_key key;
  std::string measured;  ///< when, as 2026-11-21T12:00:00Z
  bool quick = false;    ///< measured in little time, and so roughly
  cost_model costs;
};

/// The properties of a GPU that default figures depend on.
struct gpu_identity {
  std::string name;
  int multiprocessors;
};

/// The CPU's model, or its architecture if the system does not name it.
std::string cpu_model();

/// The tuning file of this machine: $TALI_TUNING if it is set, else tuning-CPU.json in $XDG_CONFIG_HOME/tali
/// or ~/.config/tali, where CPU is the model's name in small letters, digits and dashes. Empty if TALI_TUNING
/// is empty or that folder does not exist: then no file is read.
std::string tuning_path();

/// The tuning as JSON.
std::string format_tuning(const tuning& t);

/// Parses format_tuning's JSON. @throws error that says what is wrong
tuning parse_tuning(std::string_view text);

/// A cost model and where it comes from.
struct machine_costs {
  cost_model costs;
  bool tuned = false;  ///< from the file
  std::string path;    ///< of the file that was tried
  std::string note;    ///< why it was not used, or when it was measured
};

/// The file's figures if it is from this machine, else the default ones. Default figures complete what the
/// file lacks, such as an engine that is newer.
/// @param gpus  the usable GPUs; nullopt: they have not been queried,
///              which costs some tenths of a second. Then the file is believed, or one GPU is assumed as in
///              default_gpu_costs
machine_costs load_machine_costs(const std::string& path,
                                 const std::optional<std::vector<gpu_identity>>& gpus);

/// The default figures, without a file.
cost_model default_cost_model(const std::optional<std::vector<gpu_identity>>& gpus);

}  // namespace tali
