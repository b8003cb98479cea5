// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <tali/error.hpp>

#include "../sealed_text.hpp"
#include "../whole_file.hpp"
#include "core/string_stream.hpp"

namespace tali::lab::mtgp {

namespace {

std::string header(int bits, const creation& c) {
  return fmt::format("tali-mtgp-checkpoint 1 bits {} mexp {} seed {} restarts {} beam {}", bits, c.mexp,
                     c.seed, c.effort.restarts, c.effort.beam);
}

/// Appends and waits until the line is on disk.
void append_line(const std::string& name, const std::string& line) {
  const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const std::string text = line + '\n';
  const bool good = file >= 0 &&
                    ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                    ::fsync(file) == 0;
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!good) throw io_error("write", name, std::strerror(error));
}

/// A record without its checksum.
template <mtgp_word Word>
std::string text_of(const created<Word>& r) {
  string_stream line;
  line << r.candidates << ' ' << r.recursion_seconds << ' ' << r.tempering_seconds << ' '
       << r.verification_seconds << ' ';
  write_mtgp_line(line, r.set);
  std::string text = line.str();
  text.pop_back();  // the end of the line
  return text;
}

template <mtgp_word Word>
std::optional<created<Word>> record_of(const std::string& line, const std::string& where) {
  const std::size_t last = line.rfind(' ');
  if (last == std::string::npos) return {};
  const std::string text = line.substr(0, last);
  if (line.substr(last + 1) != fmt::format("{:016x}", checksum(text))) return {};
  std::istringstream fields(text);
  created<Word> r;
  std::string set;
  if (!(fields >> r.candidates >> r.recursion_seconds >> r.tempering_seconds >> r.verification_seconds >>
        set)) {
    return {};
  }
  std::istringstream one(std::string(mtgp_columns) + '\n' + set + '\n');
  r.set = read_mtgp_catalogue<Word>(one, where).front().set;
  return r;
}

}  // namespace

template <mtgp_word Word>
checkpoint<Word>::checkpoint(std::string name, const creation& c) : name_(std::move(name)) {
  const std::string expected = header(8 * sizeof(Word), c);
  const std::string all = std::filesystem::exists(name_) ? read_whole_file(name_) : "";
  const std::size_t first_end = all.find('\n');
  if (first_end == std::string::npos) {
    // The file is missing, or its first line is incomplete.
    if (expected.compare(0, all.size(), all) != 0) {
      throw argument_error("checkpoint", name_ + ", which is not a checkpoint", "a checkpoint or a new file");
    }
    held_.cut = !all.empty();
    if (!all.empty()) std::filesystem::resize_file(name_, 0);
    append_line(name_, expected);
    return;
  }
  if (all.substr(0, first_end) != expected) {
    throw argument_error("checkpoint",
                         name_ + " of '" + all.substr(0, std::min<std::size_t>(first_end, 120)) + "'",
                         "one of '" + expected + "'");
  }
  std::size_t good = first_end + 1;
  while (good < all.size()) {
    const std::size_t end = all.find('\n', good);
    if (end == std::string::npos) break;
    const auto record = record_of<Word>(all.substr(good, end - good), name_);
    good = end + 1;
    if (!record) {
      ++held_.altered;
      continue;
    }
    const auto has_id = [&](const created<Word>& r) { return r.set.id() == record->set.id(); };
    if (std::none_of(records_.begin(), records_.end(), has_id)) records_.push_back(*record);
  }
  held_.records = static_cast<int>(records_.size());
  held_.cut = good < all.size();
  if (held_.cut) std::filesystem::resize_file(name_, good);
}

template <mtgp_word Word>
void checkpoint<Word>::append(const created<Word>& record) {
  const std::string text = text_of(record);
  append_line(name_, fmt::format("{} {:016x}", text, checksum(text)));
}

template class checkpoint<std::uint32_t>;
template class checkpoint<std::uint64_t>;

}  // namespace tali::lab::mtgp
