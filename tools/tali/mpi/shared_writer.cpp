// SPDX-License-Identifier: Apache-2.0
#include "mpi/shared_writer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include <fmt/core.h>
#include <unistd.h>

#include <tali/error.hpp>
#include <tali/mpi/detail/agreement.hpp>

#include "cpu/loops.hpp"
#include "errors.hpp"
#include "formats.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace tali::tool::mpi {

namespace {

using tali::mpi::detail::check;

/// The bytes of the file, and which rank makes which.
struct layout {
  std::string header;
  element made;
  std::uint64_t first = 0;   ///< index of the first element
  std::uint64_t bytes = 0;   ///< of the file
  std::uint64_t block = 0;   ///< bytes that a rank makes at a time
  std::uint64_t rounds = 0;  ///< in each of which every rank makes a block or none; each rank's are together

  [[nodiscard]] std::uint64_t begin_of(std::uint64_t round, std::uint64_t rank) const {
    return std::min(bytes, (rank * rounds + round) * block);
  }
};

/// @throws argument_error for what ranks do not write
layout layout_of(const writing_flags& f, const written_values& what, int ranks) {
  const format how = f.how(what.endless);
  if (how == format::text || how == format::csv) {
    throw argument_error("--format", quoted(how == format::csv ? "csv" : "text"), "a format for --mpi",
                         {"raw", "npy"});
  }
  if (what.endless) throw argument_error("-n", "inf", "a whole number with --mpi");
  if (f.out == "-") throw argument_error("-o", "-", "a file with --mpi");
  layout l;
  if (how == format::npy) l.header = npy_header(what.made.type, what.shape);
  l.made = what.made;
  l.first = what.elements.first;
  const std::uint64_t n = what.elements.size();
  if (n > (std::uint64_t{1} << 62) / what.made.bytes() || (n == 0 && !what.elements.empty)) {
    throw argument_error("-n", "too large for a file", "fewer than 2^62 bytes");
  }
  l.bytes = l.header.size() + n * what.made.bytes();
  constexpr std::uint64_t page = 4096;
  const auto all = static_cast<unsigned>(ranks);
  const std::uint64_t share = l.bytes / all / page * page + page;
  // No more than 2^23 bytes, so that ranks that are slow hold up little.
  l.block = std::min({std::uint64_t{1} << 23, share, f.memory_bytes() / 2 / page * page});
  l.rounds = ((l.bytes + l.block - 1) / l.block + all - 1) / all;
  return l;
}

/// Elements to memory, on the threads that the source allows, as little-endian bytes.
void make_elements(host_fill& source, const element& e, std::uint64_t first, std::size_t n, char* to) {
  const std::size_t most = std::max<std::size_t>(source.piece_bytes() / e.bytes(), 1);
  tali::detail::for_indices(source.threads(), (n + most - 1) / most, [&](std::uint64_t k) {
    const std::size_t done = static_cast<std::size_t>(k) * most, count = std::min(most, n - done);
    source.fill(first + done, count, to + done * e.bytes());
    make_little_endian(to + done * e.bytes(), count * e.row, e.value_bytes);
  });
}

/// Bytes begin ... end - 1 of the file.
void make_bytes(host_fill& source, const layout& l, std::uint64_t begin, std::uint64_t end, char* to) {
  if (begin >= end) return;
  const std::uint64_t header = l.header.size();
  if (begin < header) {
    const std::uint64_t n = std::min(end, header) - begin;
    std::memcpy(to, l.header.data() + begin, static_cast<std::size_t>(n));
    to += n;
    begin += n;
  }
  if (begin == end) return;
  begin -= header;
  end -= header;
  const std::uint64_t bytes = l.made.bytes(), first = begin / bytes, last = (end - 1) / bytes;
  const auto n = static_cast<std::size_t>(last - first + 1);
  if (begin % bytes == 0 && end % bytes == 0 &&
      reinterpret_cast<std::uintptr_t>(to) % l.made.value_bytes == 0) {
    make_elements(source, l.made, l.first + first, n, to);
    return;
  }
  const std::shared_ptr<void> whole = source.allocate(n * static_cast<std::size_t>(bytes));
  char* const at = static_cast<char*>(whole.get());
  make_elements(source, l.made, l.first + first, n, at);
  std::memcpy(to, at + (begin - first * bytes), static_cast<std::size_t>(end - begin));
}

/// A file that all ranks have open. Its destructor is collective too, as what throws here throws on all
/// ranks.
class shared_file {
 public:
  shared_file(world& all, const std::string& name, const std::string& shown) : all_{all}, shown_{shown} {
    // Asked before the file is opened: a rank that does not see the folder could not close it with the
    // others.
    all.together([&] {
      if (access(name.c_str(), W_OK) != 0) fail(std::strerror(errno));
    });
    const int code = MPI_File_open(all.comm(), name.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_);
    all.together([&] { require(code); });
  }
  ~shared_file() {
    if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
  }
  shared_file(const shared_file&) = delete;
  shared_file& operator=(const shared_file&) = delete;

  void write(std::uint64_t at, const void* bytes, std::size_t n) {
    MPI_Status status;
    const int code = MPI_File_write_at_all(file_, static_cast<MPI_Offset>(at), bytes, static_cast<int>(n),
                                           MPI_BYTE, &status);
    all_.together([&] {
      require(code);
      int written = 0;
      MPI_Get_count(&status, MPI_BYTE, &written);
      if (static_cast<std::size_t>(written) != n)
        fail(fmt::format("{} of {} bytes were written", written, n));
    });
  }
  void sync() {
    const int code = MPI_File_sync(file_);
    all_.together([&] { require(code); });
  }
  void close() {
    const int code = MPI_File_close(&file_);
    all_.together([&] { require(code); });
  }

 private:
  void require(int code) const {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    fail({text.data(), static_cast<std::size_t>(length)});
  }
  [[noreturn]] void fail(const std::string& reason) const { throw io_error("write -o", shown_, reason); }

  world& all_;
  std::string shown_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace

void write_values(world& all, const writing_flags& f, host_fill& source, const written_values& what) {
  layout l;
  std::optional<output> out;  // on rank 0
  std::shared_ptr<void> buffer;
  std::string name;
  all.together([&] {
    l = layout_of(f, what, all.size());
    buffer = source.allocate(static_cast<std::size_t>(l.block));
    if (all.rank() != 0) return;
    out.emplace(f.out);
    name = out->name_for_now();
    out->check_space(static_cast<double>(l.bytes));
  });
  name = all.broadcast(name);
  const auto ranks = static_cast<std::uint64_t>(all.size()), rank = static_cast<std::uint64_t>(all.rank());
  shared_file file(all, name, f.out);
  progress bar(all.rank() == 0, static_cast<double>(l.bytes));
  char* const bytes = static_cast<char*>(buffer.get());
  for (std::uint64_t round = 0; round < l.rounds; ++round) {
    const std::uint64_t begin = l.begin_of(round, rank), end = std::min(l.bytes, begin + l.block);
    const auto n = static_cast<std::size_t>(end - begin);
    all.together([&] { make_bytes(source, l, begin, end, bytes); });
    file.write(begin, bytes, n);
    bar.advance(n * ranks);
  }
  file.sync();
  file.close();
  all.together([&] {
    if (out) out->commit();
  });
}

}  // namespace tali::tool::mpi
