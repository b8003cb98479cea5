// SPDX-License-Identifier: Apache-2.0
// Words that another program writes, for generators that tali does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <sys/types.h>

#include "host_fill.hpp"

namespace tali::tool {

/// 32-bit words, in this machine's byte order, from the standard output of a shell command. The command
/// starts with the first request, and ends with this object or with the process. Words come in order only.
class command_words : public cpu_host_memory {
 public:
  explicit command_words(std::string command) : command_{std::move(command)} {}
  command_words(const command_words&) = delete;
  command_words& operator=(const command_words&) = delete;
  ~command_words() override;

  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 18; }
  [[nodiscard]] int threads() const override { return 1; }

  /// @throws std::runtime_error if the command cannot start, or ends before it has written this many words
  void fill(std::uint64_t first, std::size_t n, void* to) override;

 private:
  void begin();
  /// Ends the command, unless it ends by itself within a second; returns how it ended.
  std::string end();

  std::string command_;
  pid_t process_ = -1;
  int from_ = -1;           ///< this end of the pipe
  std::uint64_t next_ = 0;  ///< number of the next word that the command writes
};

}  // namespace tali::tool
