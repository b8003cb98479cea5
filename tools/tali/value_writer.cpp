// SPDX-License-Identifier: Apache-2.0
#include "value_writer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/version.hpp>

#include "count.hpp"
#include "errors.hpp"
#include "formats.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "progress.hpp"

namespace tali::tool {

namespace {

enum class format { raw, npy, text };

/// The format that --format names, or the file's suffix.
format format_of(const writing_flags& f, bool endless) {
  if (f.format == "raw") return format::raw;
  if (f.format == "text") return format::text;
  if (f.format != "npy") {
    throw usage_error(fmt::format("--format is '{}'; allowed: raw, npy, text", f.format));
  }
  if (endless) throw usage_error("-n is inf; allowed with --format npy: a whole number");
  return format::npy;
}

/// The format that the file's suffix names, where --format is not given.
std::string format_named_by(const std::string& file) {
  return file.ends_with(".npy") ? "npy" : file.ends_with(".txt") ? "text" : "raw";
}

/// Bytes of values that may be held at a time.
std::uint64_t memory_of(const writing_flags& f) {
  constexpr std::uint64_t least = 1 << 20, usual = std::uint64_t{256} << 20;
  const std::uint64_t memory = f.memory.empty() ? usual : parse_whole("--memory", f.memory);
  if (memory < least) {
    throw usage_error(fmt::format("--memory is {}; allowed: at least {} bytes", memory, least));
  }
  return memory;
}

/// How a range is cut into pieces that fit the memory.
struct cutting {
  std::size_t most;  // elements a piece
  int threads;
};

cutting cutting_of(const host_fill& source, const element& e, bool as_text, std::uint64_t memory) {
  // One piece a thread, one that is written and one that waits; text takes up to 25 bytes an element more.
  const std::uint64_t each = e.bytes() + (as_text ? 25 * e.row : 0);
  cutting c{std::max<std::size_t>(source.piece_bytes() / e.bytes(), 1), source.threads()};
  constexpr std::uint64_t least = 1 << 16;  // smaller pieces are not worth their way through a queue
  const auto pieces = [&] { return static_cast<std::uint64_t>(c.threads) + 2; };
  while (c.threads > 1 && pieces() * least > memory) --c.threads;
  c.most = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(memory / pieces() / each, 1, static_cast<std::uint64_t>(c.most)));
  return c;
}

/// Values on their way out.
struct piece {
  std::shared_ptr<void> values;
  std::size_t n = 0;
  fmt::memory_buffer text;
};

/// Writes the range piece after piece; false if the reader closed the pipe.
bool write_range(host_fill& source, const element& e, const index_range& r, bool as_text,
                 std::uint64_t memory, output& out, progress& bar) {
  const cutting c = cutting_of(source, e, as_text, memory);
  const std::size_t most = c.most;
  const std::uint64_t count = (r.last - r.first) / most + 1;
  const std::size_t size = count == 1 ? static_cast<std::size_t>(r.last - r.first) + 1 : most;
  const auto make = [&](std::uint64_t k, piece& p) {
    const std::uint64_t first = r.first + k * most;
    p.n = static_cast<std::size_t>(std::min<std::uint64_t>(most - 1, r.last - first)) + 1;
    if (!p.values) p.values = source.allocate(size * e.bytes());
    source.fill(first, p.n, p.values.get());
    p.text.clear();
    if (as_text) {
      append_lines(e.type, p.values.get(), p.n * e.row, e.row, p.text);
    } else {
      make_little_endian(p.values.get(), p.n * e.row, e.value_bytes);
    }
  };
  bool open = true;
  const auto use = [&](const piece& p) {
    open = as_text ? out.write(p.text.data(), p.text.size()) : out.write(p.values.get(), p.n * e.bytes());
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
    throw usage_error(fmt::format("--threads is {}; allowed: as many as can be started ({})", threads,
                                  failure.code().message()));
  }
  return open;
}

/// How many of the range's elements an earlier run has left, all of them good; the output stands behind them.
std::uint64_t resume(output& out, host_fill& source, const element& e, const index_range& r,
                     std::size_t header) {
  if (out.resumed_bytes() < header || r.empty) {
    out.cut(0);
    return 0;
  }
  const std::uint64_t all = r.last - r.first + 1;
  const std::uint64_t there = std::min<std::uint64_t>((out.resumed_bytes() - header) / e.bytes(), all);
  // The end is what a crash may have spoilt.
  const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(there, (1 << 16) / e.bytes() + 1));
  if (n != 0) {
    const std::shared_ptr<void> expected = source.allocate(n * e.bytes());
    source.fill(r.first + (there - n), n, expected.get());
    make_little_endian(expected.get(), n * e.row, e.value_bytes);
    std::vector<char> found(n * e.bytes());
    out.read_back(header + (there - n) * e.bytes(), found.data(), found.size());
    if (std::memcmp(found.data(), expected.get(), found.size()) != 0) {
      throw usage_error("--resume: the end of what there is is damaged; allowed: a part as tali left it");
    }
  }
  out.cut(header + there * e.bytes());
  return there;
}

}  // namespace

void writing_flags::add_to(CLI::App& app) {
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    return app.add_option(name, to, help)->capture_default_str()->type_name(value);
  };
  text("--format", format, "raw|npy|text",
       "raw is little-endian, text has a line each; -o x.npy and x.txt name theirs")
      ->group("Output");
  text("-o,--output", out, "FILE", "File, which appears when it is complete; - is standard output")
      ->group("Output");
  app.add_flag("--resume", resume,
               "Keep an unfinished -o FILE as FILE.part, and go on with one that is there")
      ->group("Output");
  text("--memory", memory, "BYTES", "Most memory for values at a time (default: 2^28)")
      ->group("Speed, which changes no value");
}

void write_values(const writing_flags& f, host_fill& source, const written_values& what) {
  const format how = format_of(f, what.endless);
  const std::uint64_t memory = memory_of(f);
  const element& made = what.made;
  index_range r = what.elements;
  const std::uint64_t n = r.size();
  const double bytes = static_cast<double>(n) * static_cast<double>(made.bytes());
  if (f.resume && (how == format::text || what.endless)) {
    throw usage_error("--resume; allowed with --format raw or npy, a whole -n and -o FILE");
  }
  const std::string header = how == format::npy ? npy_header(made.type, what.shape) : std::string();

  std::optional<std::string> part_of;
  if (f.resume) part_of = fmt::format("tali {} {} --format {}", version(), what.name, f.format);
  output out(f.out, part_of);
  if (how != format::text && out.is_terminal()) {
    throw usage_error(
        fmt::format("--format is {}; allowed on a terminal: text (or use -o FILE or a pipe)", f.format));
  }
  if (how != format::text && !what.endless) out.check_space(bytes + static_cast<double>(header.size()));
  bool open = true;
  std::uint64_t done = 0;
  if (f.resume) done = resume(out, source, made, r, header.size());
  if (done == 0) open = out.write(header.data(), header.size());
  if (f.resume && done == n) r.empty = true;  // without it n may be 2^64, which is 0
  r.first += done;
  if (open && !r.empty) {
    std::optional<double> total;
    if (!what.endless) total = bytes - static_cast<double>(done) * static_cast<double>(made.bytes());
    progress bar(!out.is_terminal(), total);
    open = write_range(source, made, r, how == format::text, memory, out, bar);
  }
  if (open) out.commit();
}

}  // namespace tali::tool
