// SPDX-License-Identifier: Apache-2.0
// The file with the cost model's figures, which `tali tune` measures on this machine.
//
// A file is valid only on the machine and for the version of tali that made it: its key has the CPU's model,
// the GPUs' names and the version. Any other file, or a damaged one, is ignored with a note, and the default
// figures are used. This is safe, because the choice of a device affects speed only.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tali/cost_model.hpp>

namespace tali::cost {

/// The machine and version that a tuning file is valid for.
struct tuning_key {
  std::string version;  ///< tali's version
  std::string cpu;      ///< the model's name in the operating system
  std::vector<std::string> gpus;

  bool operator==(const tuning_key&) const = default;
};

/// The content of a tuning file.
struct tuning {
  tuning_key key;
  std::string measured;  ///< when, as 2026-11-21T12:00:00Z
  bool quick = false;    ///< a quick, rough measurement
  model costs;
};

/// The properties of a GPU that default figures depend on.
struct gpu_identity {
  std::string name;
  int multiprocessors;
};

/// The CPU's model, or its architecture if the system does not name it.
std::string cpu_model();

/// The tuning file of this machine: $TALI_TUNING if it is set, otherwise tuning-CPU.json in
/// $XDG_CONFIG_HOME/tali or ~/.config/tali, where CPU is the model's name in lower-case letters, digits and
/// dashes. Empty if TALI_TUNING is empty or the folder does not exist; then no file is read.
std::string tuning_path();

/// A tuning as JSON.
std::string format_tuning(const tuning& t);

/// Parses format_tuning's JSON. @throws error that says what is wrong
tuning parse_tuning(std::string_view text);

/// A cost model and its origin.
struct machine_costs {
  model costs;
  bool tuned = false;  ///< whether the figures are from the file
  std::string path;    ///< path of the file
  std::string note;    ///< why the file was not used, or when it was measured
};

/// The file's figures if it is from this machine, otherwise the default figures. Default figures also replace
/// missing ones, such as those of a newer engine.
/// @param gpus  the usable GPUs; nullopt: not queried, because that takes a few tenths of a second. The file
/// is
///              then trusted, or one GPU as in default_gpu_costs is assumed
machine_costs load_machine_costs(const std::string& path,
                                 const std::optional<std::vector<gpu_identity>>& gpus);

/// The default figures, without a file.
model default_cost_model(const std::optional<std::vector<gpu_identity>>& gpus);

}  // namespace tali::cost
