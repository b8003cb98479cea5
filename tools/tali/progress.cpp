// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "errors.hpp"

namespace tali::tool {

namespace {

std::string amount(double bytes) {
  const char* unit = "kMGTPE";
  bytes /= 1e3;
  while (bytes >= 1000 && unit[1] != '\0') {
    bytes /= 1e3;
    ++unit;
  }
  return fmt::format("{:.1f} {}B", bytes, *unit);
}

}  // namespace

progress::progress(bool show, std::optional<double> total)
    : show_(show && isatty(STDERR_FILENO) != 0), total_(total) {}

progress::~progress() { clear(); }

void progress::advance(std::uint64_t bytes) {
  done_ += bytes;
  const auto now = clock::now();
  if (!show_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const auto done = static_cast<double>(done_);
  std::string line = amount(done) + ", " + amount(done / seconds) + "/s";
  if (total_ && *total_ > 0) {
    constexpr int width = 30;
    const double part = done / *total_;
    const int filled = static_cast<int>(part * width);
    line = fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %  {}, {:.0f} s left", "", filled, "", width - filled,
                       100 * part, line, seconds * (1 / part - 1));
  }
  draw(line);
}

void progress::say(const std::string& activity) {
  if (show_) draw(activity + " ...");
}

void progress::draw(const std::string& line) {
  say_on_stderr(fmt::format("\r{}\x1b[K", line));
  drawn_ = true;
}

void progress::clear() {
  if (!drawn_) return;
  say_on_stderr("\r\x1b[K");
  drawn_ = false;
}

}  // namespace tali::tool
