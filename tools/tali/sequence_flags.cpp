// SPDX-License-Identifier: Apache-2.0
#include "sequence_flags.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <system_error>

#include <fmt/core.h>

#include <tali/digest.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "count.hpp"
#include "errors.hpp"

namespace tali::tool {

engine_text parse_engine(const std::string& text) {
  if (text.starts_with(':')) {  // options without an engine
    throw argument_error("--engine", quoted(text), "", detail::names_of(engine_list()));
  }
  try {
    return engine_text(text);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"engine", "--engine"}});
  }
}

std::uint64_t max_stream_of(const std::string& engine) {
  const std::string name = engine_text(engine).name;
  for (const engine_info& e : engine_list()) {
    if (name == e.name) return e.max_stream;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

argument_error on_sequence_flag(const argument_error& e) {
  return on_flag(e,
                 {{"engine", "--engine"},
                  {"engine option", "--engine option"},
                  {"seed", "--seed"},
                  {"stream", "--stream"}},
                 "--engine");
}

io_error on_engine_file(const io_error& e) { return {"read --engine file", e.file(), e.reason()}; }

std::string engine_content_mark(const std::string& engine) {
  const std::string file = parse_engine(engine).get("file", "");
  std::error_code failed;
  if (file.empty() || !std::filesystem::is_regular_file(file, failed)) return {};
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) throw io_error("read --engine file", file, "");
  return fmt::format(" (content {:016x})", digest(0, text.data(), text.size()));
}

void sequence_flags::add_to(const parser& command) {
  command.add("--engine", engine, "E", "Engine");
  command.add("--seed", seed, "N", "Seed, 64 bits");
  command.add("--stream", stream, "N", "Stream, 64 bits");
}

any_engine sequence_flags::sequence() const {
  const std::uint64_t s = parse_whole("--seed", seed), t = parse_whole("--stream", stream);
  try {
    return any_engine(engine, s, t);
  } catch (const io_error& e) {
    throw on_engine_file(e);
  } catch (const argument_error& e) {
    throw on_sequence_flag(e);
  }
}

}  // namespace tali::tool
