// SPDX-License-Identifier: Apache-2.0
// A file that is written over several runs of the program: FILE.part until it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tali::tool {

/// A checksum of bytes that come piece after piece, 64 bits. It guards against mistakes of disks, not against
/// forgery.
class block_checksum {
 public:
  void add(const char* bytes, std::size_t n);
  [[nodiscard]] std::uint64_t value() const;

 private:
  std::uint64_t sum_ = 0, words_ = 0, word_ = 0;
  unsigned filled_ = 0;  ///< bytes of word_
};

/// An existing part, to be resumed. FILE.part.of, beside it, says what it is a part of, so that no run
/// resumes another's, followed by a checksum per block of the part. A block's checksum is written when the
/// block is on the disk, and only blocks that have one are kept.
class partial_file {
 public:
  static constexpr std::uint64_t block_bytes = std::uint64_t{1} << 23;

  /// @param what   everything that determines the file's bytes, as a line of text
  /// @throws io_error, or argument_error if there is a part of something else, one that another process is
  /// writing, or one whose blocks are not what their checksums say
  partial_file(std::string final_name, const std::string& what);
  ~partial_file();
  partial_file(const partial_file&) = delete;
  partial_file& operator=(const partial_file&) = delete;

  /// Good bytes that are there.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// Keeps the first `size` of the good bytes and stands behind them.
  /// @throws io_error
  void cut(std::uint64_t size);
  /// Appends. False with errno if the bytes could not be written.
  [[nodiscard]] bool write(const char* bytes, std::size_t n);
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// FILE.part.
  [[nodiscard]] const std::string& name() const { return part_; }
  /// Notes the checksums, in order, of blocks that other processes have written after the good bytes and that
  /// are on the disk.
  /// @throws io_error
  void note_blocks(const std::vector<std::uint64_t>& checksums);
  /// Gives the complete file its name.
  /// @throws io_error
  void commit();

 private:
  [[noreturn]] void fail(const std::string& name, int error) const;
  [[noreturn]] void refuse(const std::string& is_what, const std::string& expected) const;
  /// Opens the part and its note, and verifies them.
  void begin(const std::string& what);
  /// Closes both files, and removes them where this process has begun them and written nothing.
  void close_both();
  /// Opens and locks the note.
  void open_note();
  void sync(int descriptor, const std::string& name) const;
  void read(std::uint64_t offset, char* to, std::size_t n) const;
  [[nodiscard]] std::uint64_t checksum_of(std::uint64_t begin, std::uint64_t end) const;
  /// Reads the note. @return the good bytes that its checksums stand for
  [[nodiscard]] std::uint64_t verify(const std::string& what);
  [[nodiscard]] bool note_block();

  std::string final_name_, part_, note_;
  std::uint64_t size_ = 0, note_header_ = 0;
  block_checksum block_;  ///< of what is behind the last whole block
  int descriptor_ = -1, note_descriptor_ = -1;
  bool is_new_ = false;     ///< there was no part
  bool is_locked_ = false;  ///< the note is no other process's
};

}  // namespace tali::tool
