// SPDX-License-Identifier: Apache-2.0
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
#include "mpi/world.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace tali::tool::mpi {

namespace {

/// The content of the file, and the ranks that make its elements.
struct layout {
  std::string header;
  element item;
  std::uint64_t first = 0;  ///< index of the first element
  std::uint64_t n = 0;      ///< elements
  std::uint64_t share = 0;  ///< per rank, contiguous; the last ranks may have fewer
  std::uint64_t piece = 0;  ///< elements that a rank makes at a time

  [[nodiscard]] std::uint64_t bytes() const { return header.size() + n * item.bytes(); }
};

/// @throws argument_error for formats and ranges that ranks cannot write
layout layout_of(const writing_flags& f, const written_values& content, int ranks) {
  const format how = f.how(content.endless);
  if (how == format::text || how == format::csv) {
    throw argument_error("--format", quoted(how == format::csv ? "csv" : "text"), "a format for --mpi",
                         {"raw", "npy"});
  }
  if (content.endless) throw argument_error("-n", "inf", "a whole number with --mpi");
  if (f.out == "-") throw argument_error("-o", "-", "a file with --mpi");
  layout l;
  if (how == format::npy) l.header = npy_header(content.item.type, content.shape);
  l.item = content.item;
  l.first = content.elements.first;
  l.n = content.elements.size();
  if (l.n > (std::uint64_t{1} << 62) / content.item.bytes() || (l.n == 0 && !content.elements.empty)) {
    throw argument_error("-n", "too large for a file", "fewer than 2^62 bytes");
  }
  const auto all = static_cast<unsigned>(ranks);
  // At most 2^23 bytes, so that the others do not wait long for a slow rank.
  const std::uint64_t max_bytes = std::min(std::uint64_t{1} << 23, f.memory_bytes() / 2);
  l.share = (l.n + all - 1) / all;
  l.piece = std::max<std::uint64_t>(std::min(l.share, max_bytes / l.item.bytes()), 1);
  return l;
}

/// Makes elements, on the threads that the source allows, as little-endian bytes.
void make_elements(host_fill& source, const element& e, std::uint64_t first, std::size_t n, char* to) {
  const std::size_t chunk = std::max<std::size_t>(source.piece_bytes() / e.bytes(), 1);
  tali::detail::for_indices(source.threads(), (n + chunk - 1) / chunk, [&](std::uint64_t k) {
    const std::size_t done = static_cast<std::size_t>(k) * chunk, count = std::min(chunk, n - done);
    source.fill(first + done, count, to + done * e.bytes());
    make_little_endian(to + done * e.bytes(), count * e.row, e.value_bytes);
  });
}

/// A file that all ranks have open. Its destructor is collective too, because exceptions of the functions
/// below are thrown on all ranks.
class shared_file {
 public:
  shared_file(world& all, const std::string& name, const std::string& shown) : all_{all}, shown_{shown} {
    // Checked before the file is opened: a rank that does not see the folder could not take part in the
    // collective close.
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

void write_values(world& all, const writing_flags& f, host_fill& source, const written_values& content) {
  layout l;
  std::optional<output> out;  // on rank 0
  std::shared_ptr<void> buffer;
  std::string name;
  all.together([&] {
    l = layout_of(f, content, all.size());
    buffer = source.allocate(static_cast<std::size_t>(l.piece * l.item.bytes()));
    if (all.rank() != 0) return;
    out.emplace(f.out);
    name = out->name_for_now();
    out->check_space(static_cast<double>(l.bytes()));
  });
  shared_file file(all, all.broadcast(name), f.out);
  progress bar(all.rank() == 0, static_cast<double>(l.bytes()));
  file.write(0, l.header.data(), all.rank() == 0 ? l.header.size() : 0);
  const std::uint64_t begin = std::min(l.n, static_cast<std::uint64_t>(all.rank()) * l.share);
  const std::uint64_t end = std::min(l.n, begin + l.share);
  char* const bytes = static_cast<char*>(buffer.get());
  for (std::uint64_t done = 0; done < l.share; done += l.piece) {  // the same number of times on every rank
    const std::uint64_t at = std::min(end, begin + done);
    const auto n = static_cast<std::size_t>(std::min(end, at + l.piece) - at);
    all.together([&] { make_elements(source, l.item, l.first + at, n, bytes); });
    file.write(l.header.size() + at * l.item.bytes(), bytes, n * l.item.bytes());
    bar.advance(n * l.item.bytes() * static_cast<std::uint64_t>(all.size()));
  }
  file.sync();
  file.close();
  all.together([&] {
    if (out) out->commit();
  });
}

}  // namespace tali::tool::mpi
