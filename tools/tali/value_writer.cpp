// SPDX-License-Identifier: Apache-2.0
#include "value_writer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/core.h>

#include "errors.hpp"
#include "formats.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "progress.hpp"

namespace tali::tool {

namespace {

/// The format for the file's suffix, if there is no --format.
std::string format_named_by(const std::string& file) {
  if (file.ends_with(".npy")) return "npy";
  if (file.ends_with(".csv")) return "csv";
  return file.ends_with(".txt") ? "text" : "raw";
}

/// The layout of values in lines.
struct text_rows {
  std::size_t numbers;  ///< per line
  char separator;
};

/// The division of a range into pieces that fit into the memory.
struct cutting {
  std::size_t piece_elements;  // elements per piece
  int threads;
};

cutting cutting_of(const host_fill& source, const element& e, const text_rows* rows, std::uint64_t memory) {
  // One piece per thread, one being written and one waiting; text takes up to 25 more bytes per element.
  const std::uint64_t each = e.bytes() + (rows != nullptr ? 25 * e.row : 0);
  cutting c{std::max<std::size_t>(source.piece_bytes() / e.bytes(), 1), source.threads()};
  constexpr std::uint64_t min_piece = 1 << 16;  // the queue costs more than smaller pieces
  const auto pieces = [&] { return static_cast<std::uint64_t>(c.threads) + 2; };
  while (c.threads > 1 && pieces() * min_piece > memory) --c.threads;
  c.piece_elements = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(memory / pieces() / each, 1, static_cast<std::uint64_t>(c.piece_elements)));
  if (rows != nullptr) {  // whole lines
    const std::size_t elements = std::max<std::size_t>(rows->numbers / e.row, 1);
    c.piece_elements = std::max<std::size_t>(c.piece_elements / elements, 1) * elements;
  }
  return c;
}

/// A piece on its way from a maker to the writer.
struct piece {
  std::shared_ptr<void> values;
  std::size_t n = 0;
  fmt::memory_buffer text;
};

/// Writes the range piece by piece; false if the reader closed the pipe.
bool write_range(host_fill& source, const element& e, const index_range& r, const text_rows* rows,
                 std::uint64_t memory, output& out, progress& bar) {
  const cutting c = cutting_of(source, e, rows, memory);
  const std::size_t piece_elements = c.piece_elements;
  const std::uint64_t count = (r.last - r.first) / piece_elements + 1;
  const std::size_t size = count == 1 ? static_cast<std::size_t>(r.last - r.first) + 1 : piece_elements;
  const auto make = [&](std::uint64_t k, piece& p) {
    const std::uint64_t first = r.first + k * piece_elements;
    p.n = static_cast<std::size_t>(std::min<std::uint64_t>(piece_elements - 1, r.last - first)) + 1;
    if (!p.values) p.values = source.allocate(size * e.bytes());
    source.fill(first, p.n, p.values.get());
    p.text.clear();
    if (rows != nullptr) {
      append_lines(e.type, p.values.get(), p.n * e.row, rows->numbers, rows->separator, p.text);
    } else {
      make_little_endian(p.values.get(), p.n * e.row, e.value_bytes);
    }
  };
  bool open = true;
  const auto use = [&](const piece& p) {
    open = rows != nullptr ? out.write(p.text.data(), p.text.size())
                           : out.write(p.values.get(), p.n * e.bytes());
    bar.advance(p.n * e.bytes());
    return open;
  };
  if (count == 1) {  // not worth a thread
    piece p;
    make(0, p);
    return use(p);
  }
  const int threads = static_cast<int>(std::min<std::uint64_t>(static_cast<unsigned>(c.threads), count));
  std::vector<piece> pieces(static_cast<std::size_t>(threads) + 2);
  try {
    pipeline(pieces, count, threads, make, use);
  } catch (const std::system_error& failure) {  // from std::thread
    throw argument_error(
        "--threads", std::to_string(threads),
        fmt::format("a number of threads that can be started ({})", failure.code().message()));
  }
  return open;
}

/// The names of a table's columns.
std::string csv_header(std::size_t columns) {
  if (columns == 1) return "value\n";
  std::string all;
  for (std::size_t k = 1; k <= columns; ++k) all += fmt::format("{}x{}", k == 1 ? "" : ",", k);
  return all + "\n";
}

}  // namespace

format writing_flags::how(bool endless) const {
  const std::string name = format.empty() ? format_named_by(out) : format;
  if (name == "raw") return tool::format::raw;
  if (name == "text") return tool::format::text;
  if (name == "csv") return tool::format::csv;
  if (name != "npy") {
    throw argument_error("--format", quoted(name), "", {"raw", "npy", "text", "csv"});
  }
  if (endless) throw argument_error("-n", "inf", "a whole number with --format npy");
  return tool::format::npy;
}

std::uint64_t writing_flags::memory_bytes() const {
  constexpr std::uint64_t min_bytes = 1 << 20, usual = std::uint64_t{256} << 20;
  const std::uint64_t bytes = memory.empty() ? usual : parse_whole("--memory", memory);
  if (bytes < min_bytes) {
    throw argument_error("--memory", std::to_string(bytes), fmt::format("at least {} bytes", min_bytes));
  }
  return bytes;
}

void writing_flags::add_to(const parser& app) {
  const parser output = app.under("Output");
  output.add(
      "--format", format, "raw|npy|text|csv",
      "raw is little-endian, text has one element per line, csv a header and one row per element (default: "
      "by the suffix of -o x.npy, x.txt or x.csv, otherwise raw)");
  add_output(output, out, "The values");
  app.under("Speed, which changes no value")
      .add("--memory", memory, "BYTES", "Maximum memory for values in flight (default: 2^28)");
}

void write_values(const writing_flags& f, host_fill& source, const written_values& content) {
  const format how = f.how(content.endless);
  const bool as_text = how == format::text || how == format::csv;
  const std::uint64_t memory = f.memory_bytes();
  const element& item = content.item;
  const index_range& r = content.elements;
  const double bytes =
      r.empty ? 0 : (static_cast<double>(r.last - r.first) + 1) * static_cast<double>(item.bytes());
  const std::string header = how == format::npy   ? npy_header(item.type, content.shape)
                             : how == format::csv ? csv_header(content.columns)
                                                  : std::string();
  output out(f.out);
  if (!as_text && out.is_terminal()) {
    throw argument_error("--format", quoted(how == format::raw ? "raw" : "npy"),
                         "text or csv on a terminal, or -o FILE, or a pipe");
  }
  if (!as_text && !content.endless) out.check_space(bytes + static_cast<double>(header.size()));
  bool open = out.write(header.data(), header.size());
  if (open && !r.empty) {
    std::optional<double> total;
    if (!content.endless) total = bytes;
    progress bar(!out.is_terminal(), total);
    const text_rows rows = how == format::csv ? text_rows{content.columns, ','} : text_rows{item.row, ' '};
    open = write_range(source, item, r, as_text ? &rows : nullptr, memory, out, bar);
  }
  if (open) out.commit();
}

}  // namespace tali::tool
