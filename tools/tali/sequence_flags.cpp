// SPDX-License-Identifier: Apache-2.0
#include "sequence_flags.hpp"

#include <cstdint>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>

#include "count.hpp"
#include "errors.hpp"

namespace tali::tool {

engine_text parse_engine(const std::string& text) {
  try {
    return engine_text(text);
  } catch (const argument_error& e) {
    throw on_flag("--engine", e);
  }
}

usage_error unreadable_catalogue(const std::string& engine) {
  return usage_error(fmt::format("--engine {}: file is '{}'; allowed: a catalogue that can be read",
                                 engine_text(engine).name, engine_text(engine).get("file", "")));
}

void sequence_flags::add_to(CLI::App& command) {
  command.add_option("--engine", engine, "Engine")->capture_default_str()->type_name("E");
  command.add_option("--seed", seed, "Seed, 64 bits")->capture_default_str()->type_name("N");
  command.add_option("--stream", stream, "Stream, 64 bits")->capture_default_str()->type_name("N");
}

any_engine sequence_flags::sequence() const {
  const std::uint64_t s = parse_whole("--seed", seed), t = parse_whole("--stream", stream);
  try {
    return any_engine(engine, s, t);
  } catch (const io_error&) {
    throw unreadable_catalogue(engine);
  } catch (const argument_error& e) {
    throw on_flag(e.argument() == "stream" ? "--stream" : "--engine", e);
  }
}

}  // namespace tali::tool
