// SPDX-License-Identifier: Apache-2.0
// Words that another program writes: generators that tali doesn't have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <sys/types.h>

#include "host_fill.hpp"

namespace tali::tool {

/// 32-bit words, in this machine's byte order, from the standard output of a shell command. It begins when
/// the first are asked for, and ends with this object or with the process. Words come in order only.
class command_words : public cpu_host_memory {
 public:
  explicit command_words(std::string command) : command_{std::move(command)} {}
  command_words(const command_words&) = delete;
  command_words& operator=(const command_words&) = delete;
  ~command_words() override;

  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 18; }
  [[nodiscard]] int threads() const override { return 1; }

  /// @throws std::runtime_error where the command cannot begin, or ends before it has written so many
  void fill(std::uint64_t first, std::size_t n, void* to) override;

 private:
  void begin();
  /// Ends the command, if it hasn't by itself within a second, and says how it ended.
  std::string end();

  std::string command_;
  pid_t process_ = -1;
  int from_ = -1;           ///< the end of its pipe
  std::uint64_t next_ = 0;  ///< number of the word that the command writes next
};

}  // namespace tali::tool
