// SPDX-License-Identifier: Apache-2.0
#include "partial_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tali/digest.hpp>
#include <tali/error.hpp>

#include "errors.hpp"
#include "temporary_file.hpp"

namespace tali::tool {

namespace {

/// A checksum in the note: 16 digits and the end of the line.
constexpr std::uint64_t line_bytes = 17;

std::string line_of(std::uint64_t checksum) {
  char line[line_bytes + 1];
  std::snprintf(line, sizeof line, "%016llx\n", static_cast<unsigned long long>(checksum));
  return line;
}

bool write_all(int descriptor, const char* at, std::size_t n) {
  while (n != 0) {
    const ssize_t done = ::write(descriptor, at, n);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    at += done;
    n -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace

void block_checksum::add(const char* bytes, std::size_t n) {
  const char* const end = bytes + n;
  for (; bytes != end && filled_ != 0; ++bytes) {
    word_ |= std::uint64_t{static_cast<unsigned char>(*bytes)} << (8 * filled_++);
    if (filled_ == 8) sum_ += digest_term(words_++, std::exchange(word_, 0)), filled_ = 0;
  }
  for (; end - bytes >= 8; bytes += 8) {
    std::uint64_t word = 0;
    for (unsigned k = 0; k < 8; ++k) word |= std::uint64_t{static_cast<unsigned char>(bytes[k])} << (8 * k);
    sum_ += digest_term(words_++, word);
  }
  for (; bytes != end; ++bytes) word_ |= std::uint64_t{static_cast<unsigned char>(*bytes)} << (8 * filled_++);
}

std::uint64_t block_checksum::value() const {
  return sum_ + digest_term(~words_, word_ + (std::uint64_t{filled_} << 60));
}

partial_file::partial_file(std::string final_name, const std::string& what)
    : final_name_(std::move(final_name)), part_(final_name_ + ".part"), note_(part_ + ".of") {
  try {
    begin(what);
  } catch (...) {
    close_both();
    throw;
  }
}

void partial_file::begin(const std::string& what) {
  open_note();
  struct stat there {};
  const bool exists = stat(part_.c_str(), &there) == 0 && there.st_size != 0;
  const std::string header = what + '\n';
  note_header_ = header.size();
  is_new_ = !exists;
  if (!exists) {  // the note first, also on the disk: a part without one could not be resumed
    if (ftruncate(note_descriptor_, 0) != 0 || lseek(note_descriptor_, 0, SEEK_SET) < 0 ||
        !write_all(note_descriptor_, header.data(), header.size())) {
      fail(note_, errno);
    }
    sync(note_descriptor_, note_);
    directory_sync(note_).now();
  }
  descriptor_ = open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(part_, errno);
  if (fstat(descriptor_, &there) != 0) fail(part_, errno);
  if (!S_ISREG(there.st_mode)) fail(part_, EINVAL);
  size_ = static_cast<std::uint64_t>(there.st_size);
  if (exists) size_ = verify(header);
}

void partial_file::open_note() {
  for (;;) {
    note_descriptor_ = open(note_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (note_descriptor_ < 0) fail(note_, errno);
    if (flock(note_descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      refuse("another process is writing", "one process at a time");
    }
    // Before it was locked, a process that completed the file may have removed it.
    struct stat there {};
    if (fstat(note_descriptor_, &there) != 0) fail(note_, errno);
    is_locked_ = there.st_nlink != 0;
    if (is_locked_) return;
    close(std::exchange(note_descriptor_, -1));
  }
}

void partial_file::sync(int descriptor, const std::string& name) const {
  try {
    sync_file(descriptor);
  } catch (const std::system_error& e) {
    fail(name, e.code().value());
  }
}

partial_file::~partial_file() { close_both(); }

void partial_file::close_both() {
  struct stat part {
  }, note{};
  if (descriptor_ >= 0) (void)fstat(descriptor_, &part);
  if (is_new_ && part.st_size == 0) {
    if (descriptor_ >= 0) unlink(part_.c_str());
    unlink(note_.c_str());
  } else if (is_locked_ && fstat(note_descriptor_, &note) == 0 && note.st_size == 0) {
    unlink(note_.c_str());  // made for a part that was refused
  }
  is_new_ = is_locked_ = false;
  for (int* const d : {&descriptor_, &note_descriptor_}) {
    if (*d >= 0) close(std::exchange(*d, -1));
  }
}

void partial_file::fail(const std::string& name, int error) const {
  throw io_error("write -o", final_name_, name + ": " + std::strerror(error));
}

void partial_file::refuse(const std::string& is_what, const std::string& expected) const {
  throw argument_error("--resume", "'" + part_ + "', which " + is_what, expected);
}

std::uint64_t partial_file::verify(const std::string& header) {
  struct stat there {};
  if (fstat(note_descriptor_, &there) != 0) fail(note_, errno);
  std::string note(static_cast<std::size_t>(there.st_size), '\0');
  for (std::size_t at = 0; at < note.size();) {
    const ssize_t done = pread(note_descriptor_, note.data() + at, note.size() - at, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(note_, done == 0 ? EIO : errno);
    at += static_cast<std::size_t>(done);
  }
  if (!note.starts_with(header)) {
    refuse("is part of something else", "a part of the same command's file, or no part");
  }
  std::uint64_t good = 0;
  for (std::size_t at = header.size(); at + line_bytes <= note.size();
       at += line_bytes, good += block_bytes) {
    const std::string found = note.substr(at, line_bytes);
    // What a crash has left behind the last whole line is no checksum.
    if (found.find_first_not_of("0123456789abcdef") != line_bytes - 1 || found.back() != '\n') break;
    if (good + block_bytes > size_ || line_of(checksum_of(good, good + block_bytes)) != found) {
      refuse("is damaged in bytes " + std::to_string(good) + " to " + std::to_string(good + block_bytes - 1),
             "an unchanged part, or no part");
    }
  }
  return good;
}

void partial_file::read(std::uint64_t offset, char* to, std::size_t n) const {
  while (n != 0) {
    const ssize_t done = pread(descriptor_, to, n, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(part_, done == 0 ? EIO : errno);
    to += done;
    offset += static_cast<std::uint64_t>(done);
    n -= static_cast<std::size_t>(done);
  }
}

std::uint64_t partial_file::checksum_of(std::uint64_t begin, std::uint64_t end) const {
  std::vector<char> bytes(static_cast<std::size_t>(end - begin));
  read(begin, bytes.data(), bytes.size());
  block_checksum sum;
  sum.add(bytes.data(), bytes.size());
  return sum.value();
}

void partial_file::cut(std::uint64_t size) {
  const std::uint64_t blocks = size / block_bytes;
  const auto note_size = static_cast<off_t>(note_header_ + blocks * line_bytes);
  if (ftruncate(note_descriptor_, note_size) != 0 || lseek(note_descriptor_, note_size, SEEK_SET) < 0) {
    fail(note_, errno);
  }
  block_ = {};
  std::vector<char> rest(static_cast<std::size_t>(size % block_bytes));
  read(blocks * block_bytes, rest.data(), rest.size());
  block_.add(rest.data(), rest.size());
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail(part_, errno);
  if (lseek(descriptor_, static_cast<off_t>(size), SEEK_SET) < 0) fail(part_, errno);
  size_ = size;
}

bool partial_file::write(const char* bytes, std::size_t n) {
  while (n != 0) {
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(n, block_bytes - size_ % block_bytes));
    if (!write_all(descriptor_, bytes, now)) return false;
    block_.add(bytes, now);
    size_ += now;
    bytes += now;
    n -= now;
    if (size_ % block_bytes == 0 && !note_block()) return false;
  }
  return true;
}

bool partial_file::note_block() {
  const std::string line = line_of(std::exchange(block_, {}).value());
  // The block before its checksum: one without is made again after a crash.
  if (fdatasync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) return false;
  return write_all(note_descriptor_, line.data(), line.size());
}

void partial_file::note_blocks(const std::vector<std::uint64_t>& checksums) {
  std::string lines;
  for (const std::uint64_t sum : checksums) lines += line_of(sum);
  if (!write_all(note_descriptor_, lines.data(), lines.size())) fail(note_, errno);
  size_ += checksums.size() * block_bytes;
}

void partial_file::commit() {
  sync(descriptor_, part_);
  const directory_sync directory(final_name_);
  if (close(std::exchange(descriptor_, -1)) != 0) fail(part_, errno);
  if (std::rename(part_.c_str(), final_name_.c_str()) != 0) fail(final_name_, errno);
  unlink(note_.c_str());
  is_new_ = is_locked_ = false;
  directory.now();
}

}  // namespace tali::tool
