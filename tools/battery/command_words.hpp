// SPDX-License-Identifier: Apache-2.0
// Words that another program writes: generators that tali doesn't have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "host_fill.hpp"

namespace tali::tool {

/// 32-bit words, in this machine's byte order, from the standard output of a shell command, which begins when
/// the first are asked for. They come in order only.
class command_words : public cpu_host_memory {
 public:
  explicit command_words(std::string command) : command_{std::move(command)} {}

  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 18; }
  [[nodiscard]] int threads() const override { return 1; }

  /// @throws std::runtime_error where the command cannot be begun, or ends before it has written so many
  void fill(std::uint64_t first, std::size_t n, void* to) override;

 private:
  struct closer {
    void operator()(std::FILE* pipe) const;
  };

  std::string command_;
  std::unique_ptr<std::FILE, closer> pipe_;
  std::uint64_t next_ = 0;  ///< number of the word that the command writes next
};

}  // namespace tali::tool
