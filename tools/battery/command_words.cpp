// SPDX-License-Identifier: Apache-2.0
#include "command_words.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fmt/core.h>

namespace tali::tool {

void command_words::closer::operator()(std::FILE* pipe) const {
  // A command that writes without an end meets a closed pipe.
  static_cast<void>(pclose(pipe));
}

void command_words::fill(std::uint64_t first, std::size_t n, void* to) {
  if (first != next_) {
    throw std::logic_error(fmt::format("word {} of a command is asked for; allowed: {}", first, next_));
  }
  if (!pipe_) {
    pipe_.reset(popen(command_.c_str(), "r"));
    if (!pipe_)
      throw std::runtime_error(fmt::format("'{}' cannot begin: {}", command_, std::strerror(errno)));
  }
  const std::size_t come = std::fread(to, sizeof(std::uint32_t), n, pipe_.get());
  next_ += come;
  if (come != n) {
    throw std::runtime_error(
        fmt::format("'{}' ended after {} words; allowed: what writes without an end", command_, next_));
  }
}

}  // namespace tali::tool
