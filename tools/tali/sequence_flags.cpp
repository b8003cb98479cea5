// SPDX-License-Identifier: Apache-2.0
#include "sequence_flags.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/core.h>

#include <tali/digest.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "errors.hpp"
#include "numbers.hpp"

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

named_distribution take_apart(const std::string& dist, const std::vector<std::string>& flags) {
  if (dist.starts_with(':')) {
    throw argument_error("--dist", quoted(dist), "", detail::names_of(distribution_list()));
  }
  const arguments in_name = parse_parameters(flags);
  try {
    const engine_text parts(dist, "distribution");
    named_distribution all{parts.name, flags};
    for (const auto& [key, value] : parts.options) {
      if (in_name.has(key)) {
        throw argument_error("--param " + key, quoted(in_name.text(key)),
                             fmt::format("no value, because --dist '{}' already sets it", dist));
      }
      all.parameters.push_back(key + '=' + value);
    }
    return all;
  } catch (const argument_error& e) {
    throw on_flag(e, {{"distribution", "--dist"}});
  }
}

bool named_distribution::is_standard() const {
  const arguments all = parse_parameters(parameters);
  return all.get<double>("mu", 0) == 0 && all.get<double>("sigma", 1) == 1;
}

arguments parse_parameters(const std::vector<std::string>& flags) {
  arguments all;
  std::vector<std::string> names;
  for (const std::string& p : flags) {
    const std::size_t equals = p.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw argument_error("--param", quoted(p), "name=value");
    }
    const std::string name = p.substr(0, equals);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw argument_error("--param", quoted(p), "each name once");
    }
    names.push_back(name);
    all.set(name, p.substr(equals + 1));
  }
  return all;
}

any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters) {
  const std::string bare = name.substr(0, name.find(':'));  // parameters may follow it
  for (const distribution_info& d : distribution_list()) {
    if (type.empty() && bare == d.name) type = d.type;
  }
  try {
    return any_distribution(name, type, parameters);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"distribution", "--dist"}, {"type", "--dtype"}, {"parameter", "--param"}}, "--param");
  }
}

}  // namespace tali::tool
