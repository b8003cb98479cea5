// SPDX-License-Identifier: Apache-2.0
// Checkpoints of the training: text, with reals as hexadecimal floats and a checksum at the end.
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include <tali/error.hpp>

#include "../sealed_text.hpp"
#include "../whole_file.hpp"
#include "train.hpp"

namespace tali::lab::normal {

namespace {

constexpr const char* header = "tali-normal-checkpoint 2";

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const training_state& s,
                      const training_options& options) {
  std::string text = fmt::format("{}\n{}\n{} {}\n", header, options.text(), int(s.next), s.round);
  for (const double v : s.y) text += fmt::format("{:a}\n", v);
  for (const row& r : s.integers.rows) {
    for (const std::int32_t v : r) text += fmt::format("{} ", v);
    text += '\n';
  }
  try {
    write_whole_file(file, append_checksum(text));
  } catch (const std::system_error& e) {
    throw io_error("write", file.string(), e.code().message());
  }
}

training_state read_checkpoint(const std::filesystem::path& file, const training_options& options) {
  const std::optional<std::string> text = verify_checksum(read_whole_file(file));
  if (!text) {
    throw io_error("read", file.string(), "the checkpoint is truncated or altered; start again without it");
  }
  std::istringstream lines(*text);
  lines.exceptions(std::ios::badbit);
  std::string line;
  std::getline(lines, line);
  if (line != header)
    throw io_error("read", file.string(), std::string("not a checkpoint of this version, ") + header);
  std::getline(lines, line);
  if (line != options.text()) {
    throw io_error("read", file.string(),
                   "it was made with " + line + "; expected the same options, " + options.text());
  }
  training_state s;
  int next = 0;
  lines >> next >> s.round;
  if (next < int(training_step::continuation) || next > int(training_step::done))
    lines.setstate(std::ios::failbit);
  s.next = static_cast<training_step>(next);
  s.y.resize(std::size_t{row_count} * row_size);
  for (double& v : s.y) {
    lines >> line;
    v = std::strtod(line.c_str(), nullptr);
  }
  for (row& r : s.integers.rows) {
    for (std::int32_t& v : r) lines >> v;
  }
  if (!lines) throw io_error("read", file.string(), "the checkpoint lacks values");
  return s;
}

}  // namespace tali::lab::normal
