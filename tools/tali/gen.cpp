// SPDX-License-Identifier: Apache-2.0
// tali gen: a range of a sequence, or of a point set, as bytes or text.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <empirical/normal_to_uniform.hpp>
#include <fmt/core.h>
#include <omp.h>

#include <tali/any.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/sequence.hpp>
#include <tali/version.hpp>

#include "count.hpp"
#include "devices.hpp"
#include "distribution_flags.hpp"
#include "errors.hpp"
#include "formats.hpp"
#include "host_fill.hpp"
#include "output.hpp"
#include "pipeline.hpp"
#include "plot.hpp"
#include "points_request.hpp"
#include "progress.hpp"
#include "sequences.hpp"
#include "subcommands.hpp"
#include "transforms.hpp"
#include "uniform_host_fill.hpp"

namespace tali::tool {

namespace {

/// The command line as it was given.
struct flags {
  std::string engine = "philox4x32", seed = "0", stream = "0", offset = "0", n;
  std::string dist = "bits", dtype, device = "auto", format = "raw", out = "-", threads, simd, memory;
  std::vector<std::string> parameters;
  merging_flags merged;
  std::string bits;
  bool difference = false;
  bool as_uniform = false, without_root = false;
  bool resume = false;
  points_flags points;
  CLI::App* command = nullptr;

  [[nodiscard]] bool given(const char* flag) const { return command->count(flag) != 0; }
};

/// What is to be made: elements first ... last, unless empty.
struct range {
  std::uint64_t first, last;
  bool empty;
};

enum class format { raw, npy, text };

/// What an element of the output is: a value, or a row of values.
struct element {
  std::string_view type;
  std::size_t value_bytes;
  std::size_t row = 1;

  [[nodiscard]] std::size_t bytes() const { return row * value_bytes; }
};

/// Flags of points with an engine of sequences, and the other way round, would be ignored: refused instead.
void check_flags_of(const flags& f, bool quasi) {
  if (quasi) {
    if (f.given("--stream")) {
      throw usage_error(fmt::format(
          "--stream is {}; allowed with a pseudo-random engine; for points: --replicate", f.stream));
    }
    for (const char* flag : {"--interleave", "--interleave-seeds", "--interleave-drawn", "--concatenate",
                             "--difference", "--bits", "--as-uniform", "--as-uniform-without-root"}) {
      if (f.given(flag)) {
        throw usage_error(
            fmt::format("{} is given with {}; allowed with a pseudo-random engine", flag, f.engine));
      }
    }
    for (const char* flag : {"--seed", "--replicate"}) {
      if (f.given(flag) && f.points.scramble == "none") {
        throw usage_error(fmt::format("{} is {}; allowed with --scramble shift or owen", flag,
                                      f.command->get_option(flag)->results().front()));
      }
    }
    return;
  }
  for (const char* flag : {"--dims", "--layout", "--scramble", "--replicate", "--directions", "--first-point",
                           "--count", "--plot", "--plot-dims"}) {
    if (!f.given(flag)) continue;
    std::string names;
    for (const engine_info& e : engine_list({engine_kind::quasi}))
      names += (names.empty() ? "" : ", ") + std::string(e.name);
    throw usage_error(fmt::format("{} is {}; allowed with a quasi-random engine: {}", flag,
                                  f.command->get_option(flag)->results().front(), names));
  }
}

any_distribution distribution_of(const flags& f) {
  std::string type = f.dtype;
  // A float's 24 bits leave gaps among 32-bit words, which batteries see.
  const bool as_uniform = f.as_uniform || f.without_root;
  if (as_uniform && type.empty()) type = "f64";
  if (as_uniform && type != "f64") {
    throw usage_error(fmt::format("--dtype is {}; allowed with --as-uniform: f64", type));
  }
  return parse_distribution(f.dist, type, parse_parameters(f.parameters));
}

range range_of(const flags& f, const any_distribution& d) {
  const std::uint64_t first = parse_whole("--offset", f.offset);
  if (f.n.empty()) throw usage_error("-n is missing; allowed: a whole number or inf");
  const std::optional<std::uint64_t> n = parse_count("-n", f.n);
  const auto words = static_cast<int>(static_cast<std::size_t>(d.info().words) * d.row_size());
  const std::uint64_t end = std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(words);
  if (!n) {
    const bool empty = first != 0 && first - 1 == end;  // just behind the last element
    if (first > end && !empty) {
      throw usage_error(fmt::format("--offset is {}; allowed: at most {} (2^64 words, {} an element)", first,
                                    end + 1, words));
    }
    return {first, end, empty};
  }
  try {
    check_range(first, *n, words);
  } catch (const argument_error& e) {
    throw on_flag("--offset + -n", e);
  }
  return {first, first + *n - 1, *n == 0};
}

/// The format that the file's suffix names, where --format is not given.
std::string format_named_by(const std::string& file) {
  return file.ends_with(".npy") ? "npy" : file.ends_with(".txt") ? "text" : "raw";
}

format format_of(const flags& f) {
  if (f.format == "raw") return format::raw;
  if (f.format == "text") return format::text;
  if (f.format != "npy") {
    throw usage_error(fmt::format("--format is '{}'; allowed: raw, npy, text", f.format));
  }
  if (f.n == "inf") throw usage_error("-n is inf; allowed with --format npy: a whole number");
  return format::npy;
}

/// Threads of the CPU.
int threads_of(const flags& f) {
  constexpr std::uint64_t most = 4096, enough = 16;  // 16 outrun every pipe and disk
  const std::uint64_t threads = f.threads.empty() ? 0 : parse_whole("--threads", f.threads);
  if (threads > most) {
    throw usage_error(fmt::format("--threads is {}; allowed: 0 (as many as pay) ... {}", threads, most));
  }
  if (threads != 0) return static_cast<int>(threads);
  return static_cast<int>(std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, enough));
}

simd_level level_of(const flags& f) {
  if (f.simd.empty()) return simd_levels().back();
  std::string allowed;
  for (const simd_level level : simd_levels()) {
    if (f.simd == simd_level_name(level)) return level;
    allowed += (allowed.empty() ? "" : ", ") + std::string(simd_level_name(level));
  }
  throw usage_error(fmt::format("--simd is '{}'; allowed on this machine: {}", f.simd, allowed));
}

/// Bytes a second that one writer gets rid of, at best: a copy from memory to memory.
constexpr double quickest_consumer = 16e9;

/// Where the values are made.
class maker {
 public:
  /// @param points  of a quasi-random engine, else null
  maker(const flags& f, const any_distribution& d, const range& r, const any_engine* points)
      : flags_(f),
        distribution_(d),
        threads_{threads_of(f)},
        level_{level_of(f)},
        family_{f.engine, parse_whole("--seed", f.seed), parse_whole("--stream", f.stream),
                parse_merging(f.merged).which} {
    const bool about_cpu = !f.threads.empty() || !f.simd.empty();
    if (f.device == "cuda" && about_cpu) {
      throw usage_error(fmt::format("{}; allowed: with --device cpu or auto",
                                    f.simd.empty() ? "--threads is " + f.threads : "--simd is " + f.simd));
    }
    engine_ = points != nullptr ? *points : family_.alone();
    const bool for_cpu = f.device == "auto" && (r.empty || !f.simd.empty());
    on_cuda_ = !for_cpu && choose_device(f.device, work_for(r)) == device_kind::cuda;
  }

  /// The sequence that the flags name, or number k of those that belong together.
  [[nodiscard]] std::unique_ptr<host_fill> make(std::uint64_t k, bool is_one_of_several) const {
    const any_engine e = is_one_of_several ? family_.member(k) : *engine_;
    if (e.info().kind == engine_kind::per_thread && flags_.device == "cuda")
      throw usage_error(fmt::format("--device is cuda; allowed with {}: cpu", flags_.engine));
    if (e.info().kind != engine_kind::per_thread) {
      if (auto made = on_cuda(e)) return made;
    }
    return make_cpu_host_fill(level_, threads_, e, distribution_);
  }

 private:
  /// What the choice of a device needs to know.
  [[nodiscard]] fill_work work_for(const range& r) const {
    fill_work w = work_of(*engine_, distribution_, r.empty ? 0 : static_cast<double>(r.last - r.first) + 1);
    w.to = destination::pinned_memory;
    w.threads = threads_;
    w.gpu_started = false;
    w.consumer_bytes_per_second = quickest_consumer;
    return w;
  }

  /// Nothing where the CPU is to make the values.
  [[nodiscard]] std::unique_ptr<host_fill> on_cuda(const any_engine& s) const {
    if (!on_cuda_) return {};
    try {
      return make_cuda_host_fill(s, distribution_);
    } catch (const device_error&) {
      if (flags_.device == "cuda") throw;  // auto: the CPU does as well, and gives the same values
      return {};
    }
  }

  const flags& flags_;
  const any_distribution& distribution_;
  int threads_;
  simd_level level_;
  sequence_family family_;
  std::optional<any_engine> engine_;  ///< that the flags name
  bool on_cuda_;
};

/// Whether normal numbers leave as uniform words.
bool maps_to_uniform(const flags& f) {
  if (!f.as_uniform && !f.without_root) return false;
  if (!f.parameters.empty()) {
    throw usage_error(fmt::format("--param is '{}'; allowed with --as-uniform: none", f.parameters.front()));
  }
  return true;
}

/// The source with what was asked for done to it, and what comes out then.
std::unique_ptr<host_fill> source_of(const flags& f, const any_distribution& d, const range& r,
                                     const any_engine* points, element& made) {
  const merging m = parse_merging(f.merged);
  const bool as_uniform = maps_to_uniform(f);
  if (d.info().kind == distribution_kind::vector &&
      (m.sequences != 1 || as_uniform || f.difference || !f.bits.empty())) {
    throw usage_error(
        fmt::format("--dist is {}, whose elements are rows; allowed with --interleave, --concatenate, "
                    "--difference, --bits "
                    "and --as-uniform: a distribution of single values",
                    f.dist));
  }
  const std::string type(as_uniform ? "u32" : made.type);
  if (f.difference && (type == "f32" || type == "f64") && f.dist != "uniform") {
    throw usage_error(
        fmt::format("--difference is given with --dist {}; allowed: uniform, or integers", f.dist));
  }
  std::optional<bit_range> which;
  if (!f.bits.empty()) {
    if (type != "u32" && type != "u64" && type != "i32" && type != "i64") {
      throw usage_error(fmt::format("--bits is {}; allowed: with integers of 32 or 64 bits", f.bits));
    }
    which = parse_bits(f.bits, type);
  }
  const maker all(f, d, r, points);
  std::unique_ptr<host_fill> source;
  if (m.sequences == 1) {
    source = all.make(0, false);
  } else {
    std::vector<std::unique_ptr<host_fill>> sources;
    for (std::uint64_t k = 0; k < m.sequences; ++k) sources.push_back(all.make(k, true));
    source = make_merged(std::move(sources), m.block, made.value_bytes);
  }
  const auto becomes_words = [&made] {
    made.type = "u32";
    made.value_bytes = sizeof(std::uint32_t);
  };
  if (as_uniform) {
    // Pieces that come one at a time, as a GPU's do, are mapped by the threads that were allowed.
    const int mapping_threads = source->threads() == 1 ? std::min(threads_of(f), omp_get_num_procs()) : 1;
    source = std::make_unique<uniform_host_fill>(
        std::move(source), f.without_root ? &lab::normal_to_uniform_without_root : &lab::normal_to_uniform,
        mapping_threads);
    becomes_words();
  }
  if (f.difference) source = make_differences(std::move(source), type);
  if (which) {
    source = make_bits(std::move(source), *which, made.value_bytes);
    becomes_words();
  }
  return source;
}

/// Bytes of values that may be held at a time.
std::uint64_t memory_of(const flags& f) {
  constexpr std::uint64_t least = 1 << 20, usual = std::uint64_t{256} << 20;
  const std::uint64_t memory = f.memory.empty() ? usual : parse_whole("--memory", f.memory);
  if (memory < least)
    throw usage_error(fmt::format("--memory is {}; allowed: at least {} bytes", memory, least));
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
bool write_range(host_fill& source, const element& e, const range& r, bool as_text, std::uint64_t memory,
                 output& out, progress& bar) {
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
std::uint64_t resume(output& out, host_fill& source, const element& e, const range& r, std::size_t header) {
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

/// What is to be written.
struct order {
  const any_distribution& distribution;
  range elements;
  const any_engine* points;          // of a quasi-random engine, else null
  std::vector<std::uint64_t> shape;  // of a NumPy array
};

/// The command line without what changes no byte.
std::string name_of(const flags& f, const any_distribution& d) {
  std::string name = fmt::format(
      "tali {} gen --engine {} --seed {} --stream {} --offset {} -n {} --dist {} --dtype {} --format {}",
      version(), f.engine, f.seed, f.stream, f.offset, f.n, f.dist, d.info().type, f.format);
  for (const std::string& p : f.parameters) name += " --param " + p;
  if (f.as_uniform) name += " --as-uniform";
  if (f.without_root) name += " --as-uniform-without-root";
  if (f.difference) name += " --difference";
  const merging_flags& m = f.merged;
  name += fmt::format(
      " --interleave '{}' --interleave-seeds '{}' --interleave-drawn '{}' --concatenate '{}' --bits '{}'",
      m.interleave, m.interleave_seeds, m.interleave_drawn, m.concatenate, f.bits);
  if (is_quasi_engine(f.engine)) {
    const points_flags& p = f.points;
    name += fmt::format(
        " --dims {} --layout {} --scramble {} --replicate {} --directions {} --first-point {} --count {}",
        p.dims, p.layout, p.scramble, p.replicate, p.directions, p.first_point, p.count);
  }
  return name;
}

void write(const flags& f, const order& o) {
  const format how = format_of(f);
  const std::uint64_t memory = memory_of(f);
  range r = o.elements;
  element made{o.distribution.info().type, o.distribution.info().value_bytes, o.distribution.row_size()};
  const std::unique_ptr<host_fill> source = source_of(f, o.distribution, r, o.points, made);
  const std::uint64_t n = r.empty ? 0 : r.last - r.first + 1;
  const double bytes = static_cast<double>(n) * static_cast<double>(made.bytes());
  const bool endless = f.n == "inf";
  if (f.resume && (how == format::text || endless)) {
    throw usage_error(fmt::format("--resume; allowed with --format raw or npy, a whole -n and -o FILE"));
  }
  const std::string header = how == format::npy ? npy_header(made.type, o.shape) : std::string();

  output out(f.out, f.resume ? std::optional(name_of(f, o.distribution)) : std::nullopt);
  if (how != format::text && out.is_terminal()) {
    throw usage_error(
        fmt::format("--format is {}; allowed on a terminal: text (or use -o FILE or a pipe)", f.format));
  }
  if (how != format::text && !endless) out.check_space(bytes + static_cast<double>(header.size()));
  bool open = true;
  std::uint64_t done = 0;
  if (f.resume) done = resume(out, *source, made, r, header.size());
  if (done == 0) open = out.write(header.data(), header.size());
  if (f.resume && done == n) r.empty = true;  // without it n may be 2^64, which is 0
  r.first += done;
  if (open && !r.empty) {
    std::optional<double> total;
    if (!endless) total = bytes - static_cast<double>(done) * static_cast<double>(made.bytes());
    progress bar(!out.is_terminal(), total);
    open = write_range(*source, made, r, how == format::text, memory, out, bar);
  }
  if (open) out.commit();
}

void run_points(const flags& f) {
  const points_request request = request_of(f.points, f.engine, f.n, f.offset, f.seed);
  const any_engine& points = *request.points;
  any_distribution distribution = distribution_of(f);
  if (!f.points.plot.empty()) {
    plot_points(f.points.plot, points, plot_dims_of(f.points, *points.points()));
    if (f.out == "-") return;
  }
  try {
    check_pair(points.info(), distribution.info());
  } catch (const argument_error& e) {
    throw on_flag("--dist", e);
  }
  write(f, {distribution, {request.first, request.last, request.empty}, &points, request.shape});
}

void run(const flags& f) {
  if ((f.as_uniform || f.without_root) && !f.dist.starts_with("normal")) {
    throw usage_error(
        fmt::format("--as-uniform is for normal numbers and --dist is '{}'; allowed: normal, normal-warp, "
                    "normal-warp-coarse, normal-icdf",
                    f.dist));
  }
  const bool quasi = is_quasi_engine(f.engine);
  check_flags_of(f, quasi);
  if (quasi) {
    run_points(f);
    return;
  }
  const any_distribution distribution = distribution_of(f);
  const std::string engine = engine_text(f.engine).name;
  for (const engine_info& e : engine_list()) {
    if (engine != e.name) continue;
    try {
      check_pair(e, distribution.info());
    } catch (const argument_error& refused) {
      throw on_flag("--engine", refused);
    }
  }
  const range r = range_of(f, distribution);
  std::vector<std::uint64_t> shape{r.empty ? 0 : r.last - r.first + 1};
  if (distribution.info().kind == distribution_kind::vector) shape.push_back(distribution.row_size());
  write(f, {distribution, r, nullptr, shape});
}

}  // namespace

void add_gen(CLI::App& app) {
  auto* const command = app.add_subcommand("gen", "Write a range of a sequence: raw, NumPy or text");
  command->footer(
      "Numbers: 12345, 1e9, 2^30, 0xff. Engines, distributions and their parameters: tali info.\n"
      "Example: tali gen --engine pcg32 --seed 42 -n inf | RNG_test stdin32");
  auto f = std::make_shared<flags>();
  f->command = command;
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    command->add_option(name, to, help)->capture_default_str()->type_name(value);
  };
  text("--engine", f->engine, "E", "Engine");
  text("--seed", f->seed, "N", "Seed, 64 bits");
  text("--stream", f->stream, "N", "Stream, 64 bits");
  text("--offset", f->offset, "N", "Index of the first element");
  text("-n", f->n, "N", "Number of elements (of points: of points), or inf");
  text("--dist", f->dist, "D", "Distribution; parameters may follow, as gamma:shape=2.5");
  text("--dtype", f->dtype, "T", "Type of the elements (default: the distribution's first)");
  command->add_option("--param", f->parameters, "A parameter of the distribution, name=value; repeatable")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  f->merged.add_to(*command);
  command->add_flag("--difference", f->difference, "Differences of successive elements, modulo 1 or 2^w");
  text("--bits", f->bits, "LO:HI",
       "Only these bits of every element, 1 the most significant, as 32-bit words");
  text("--device", f->device, "auto|cpu|cuda", "Where they are made; never changes a value");
  text("--format", f->format, "raw|npy|text",
       "raw is little-endian, text has a line each; -o x.npy and x.txt name theirs");
  text("-o,--output", f->out, "FILE", "File, which appears when it is complete; - is standard output");
  text("--threads", f->threads, "N", "Threads of the CPU (default: as many as pay)");
  text("--simd", f->simd, "LEVEL",
       "SIMD level of the CPU: baseline, avx2, avx512, neon (default: the best here)");
  command->add_flag("--as-uniform", f->as_uniform,
                    "Normal numbers mapped to uniform 32-bit words by their distribution function");
  command->add_flag("--as-uniform-without-root", f->without_root,
                    "The same without the factor sqrt(1/2): a control that every battery must catch");
  text("--memory", f->memory, "BYTES", "Most memory for values at a time (default: 2^28)");
  command->add_flag("--resume", f->resume,
                    "Keep an unfinished -o FILE as FILE.part, and go on with one that is there");
  text("--dims", f->points.dims, "D", "Dimensions");
  text("--layout", f->points.layout, "point-major|dim-major", "Order: k D + d or d N + k");
  text("--scramble", f->points.scramble, "none|shift|owen", "At random, by --seed; shift is digital");
  text("--replicate", f->points.replicate, "N", "Which of a seed's independent randomisations");
  text("--first-point", f->points.first_point, "K", "Begin there; 1 leaves out the origin");
  text("--directions", f->points.directions, "FILE", "Direction numbers in Joe and Kuo's format");
  text("--count", f->points.count, "N", "Elements from --offset on (default: all)");
  text("--plot", f->points.plot, "FILE", "Draw two dimensions, as .png or .svg");
  text("--plot-dims", f->points.plot_dims, "A,B", "Dimensions of --plot, from 1");
  const auto group = [&](const char* heading, std::initializer_list<const char*> options) {
    for (const char* o : options) command->get_option(o)->group(heading);
  };
  group("Numbers", {"--engine", "--seed", "--stream", "--offset", "-n", "--dist", "--dtype", "--param"});
  group("Output", {"--format", "--output", "--resume"});
  group("Speed, which changes no value", {"--device", "--threads", "--simd", "--memory"});
  group("Transforms, for statistical tests",
        {"--interleave", "--interleave-seeds", "--interleave-drawn", "--concatenate", "--difference",
         "--bits", "--as-uniform", "--as-uniform-without-root"});
  group("Points of a quasi-random engine",
        {"--dims", "--layout", "--scramble", "--replicate", "--first-point", "--directions", "--count",
         "--plot", "--plot-dims"});
  command->callback([f] {
    if (!f->given("--format")) f->format = format_named_by(f->out);
    run(*f);
  });
}

}  // namespace tali::tool
