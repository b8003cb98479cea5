// SPDX-License-Identifier: Apache-2.0
#include "journal.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "record.hpp"

namespace tali::lab {

namespace {

using nlohmann::ordered_json;

std::string line_of(const subject& s) {
  return ordered_json{{"battery", s.battery}, {"sequence", s.sequence}}.dump() + '\n';
}

}  // namespace

journal::journal(std::string path, const subject& about) : path_(std::move(path)), about_(about) {
  if (path_.empty()) return;
  std::error_code none;
  if (std::filesystem::file_size(path_, none) > 0 && !none)
    read();
  else
    append(line_of(about_));
}

void journal::read() {
  std::ifstream in(path_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw std::runtime_error("cannot read " + path_ + ": " + std::strerror(errno));
  int number = 0;
  std::size_t good = 0;
  for (std::size_t end; (end = text.find('\n', good)) != std::string::npos; good = end + 1) {
    ++number;
    try {
      const auto j = ordered_json::parse(text.begin() + static_cast<std::ptrdiff_t>(good),
                                         text.begin() + static_cast<std::ptrdiff_t>(end));
      if (number == 1) {
        const subject found{j.at("battery"), j.at("sequence")};
        if (found != about_) {
          throw std::runtime_error(path_ + " is about " + found.battery + " of '" + found.sequence +
                                   "'; expected a file about " + about_.battery + " of '" + about_.sequence +
                                   "', or a new one");
        }
        continue;
      }
      auto [test, o] = outcome_of(j);
      finished_[test] = std::move(o);
    } catch (const nlohmann::json::exception&) {
      throw std::runtime_error(path_ + ", line " + std::to_string(number) +
                               ", is not a record of a battery; expected a file from an earlier run");
    }
  }
  if (good != text.size()) std::filesystem::resize_file(path_, good);
  if (number == 0) append(line_of(about_));
}

void journal::add(int test, const outcome& o) {
  finished_[test] = o;
  if (!path_.empty()) append(record_of(test, o).dump() + '\n');
}

void journal::append(const std::string& line) {
  const auto fail = [&](int error) {
    throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(error));
  };
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) fail(errno);
  int error = 0;
  const ssize_t n = ::write(file, line.data(), line.size());
  if (n < 0)
    error = errno;
  else if (static_cast<std::size_t>(n) != line.size())
    error = ENOSPC;                                                        // the rest did not fit
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) error = errno;  // EINVAL: a device
  ::close(file);
  if (error != 0) fail(error);
}

}  // namespace tali::lab
