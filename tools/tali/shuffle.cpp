// SPDX-License-Identifier: Apache-2.0
// tali shuffle, tali sample: the lines of a text, or the integers of a range, in a reproducible random order.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "errors.hpp"
#include "lines.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

using permuted = permutation<std::uint64_t>;
using drawn = uniform_int<std::uint64_t>;

/// The command line.
struct shuffle_flags {
  std::string file = "-", range, seed = "0", stream = "0", offset = "0", n, out = "-";
  bool zero_terminated = false;
  bool sample = false;   ///< which of the two commands
  bool replace = false;  ///< for sample only
  parser command;

  [[nodiscard]] bool given(const char* flag) const { return command.given(flag); }
  [[nodiscard]] char end() const { return zero_terminated ? '\0' : '\n'; }
};

/// The lines of a text.
class text_items {
 public:
  static constexpr const char* name = "lines";
  text_items(const std::string& file, char end) : lines_(file, end) {}

  [[nodiscard]] bool empty() const { return lines_.size() == 0; }
  /// The number of lines less one: it may be 2^64.
  [[nodiscard]] std::uint64_t last() const { return lines_.size() - 1; }
  void append(std::uint64_t k, std::string& to) const { to += lines_[k]; }

 private:
  lines lines_;
};

/// Integers of a range, which are computed and not stored.
class integer_items {
 public:
  static constexpr const char* name = "integers";
  /// @param text  LOW-HIGH
  explicit integer_items(const std::string& text) {
    const auto bad = [&] {
      return argument_error(
          "--range", quoted(text),
          "LOW-HIGH, two 64-bit whole numbers with LOW at most HIGH, such as 1-6 or 0-2^40");
    };
    const std::size_t dash = text.find('-');
    if (dash == std::string::npos) throw bad();
    std::uint64_t high = 0;
    try {
      low_ = parse_whole("--range", text.substr(0, dash));
      high = parse_whole("--range", text.substr(dash + 1));
    } catch (const argument_error&) {
      throw bad();
    }
    if (low_ > high) throw bad();
    last_ = high - low_;
  }

  [[nodiscard]] static bool empty() { return false; }
  [[nodiscard]] std::uint64_t last() const { return last_; }
  void append(std::uint64_t k, std::string& to) const {
    std::array<char, 20> digits;
    to.append(digits.data(), std::to_chars(digits.begin(), digits.end(), low_ + k).ptr);
  }

 private:
  std::uint64_t low_ = 0, last_ = 0;
};

/// Elements first ... last of the order, unless `empty`.
struct range {
  std::uint64_t first, last;
  bool empty;
};

/// The requested number of elements of an order that never ends.
range range_with_replacement(const shuffle_flags& f, bool no_items) {
  constexpr std::uint64_t end = std::numeric_limits<std::uint64_t>::max() / drawn::words;
  const std::uint64_t first = parse_whole("--offset", f.offset);
  const std::optional<std::uint64_t> n = parse_count("-n", f.n);
  try {
    tali::detail::check_range(first, n ? *n : end - std::min(end, first) + 1, drawn::words);
  } catch (const argument_error& e) {
    throw on_flag(e, {{"first index + count", "--offset + -n"}});
  }
  if (n && *n == 0) return {0, 0, true};
  if (no_items) throw argument_error("-n", f.n, "0, because the input has no lines");
  return {first, n ? first + (*n - 1) : end, false};
}

/// Elements of a permutation of the items.
template <class Items>
range range_of(const shuffle_flags& f, const Items& items) {
  if (f.replace) return range_with_replacement(f, items.empty());
  const std::uint64_t first = parse_whole("--offset", f.offset);
  bool all = true;  // up to the end
  std::uint64_t n = 0;
  if (f.given("-n")) {
    if (const auto count = parse_count("-n", f.n)) {
      n = *count;
      all = false;
    }
  }
  const bool after_end = items.empty() || first > items.last();
  if (after_end && (items.empty() ? first != 0 : first - 1 != items.last())) {
    throw argument_error(
        "--offset", std::to_string(first),
        fmt::format("at most {}, the number of {}", items.empty() ? 0 : items.last() + 1, Items::name));
  }
  const std::uint64_t left = after_end ? 0 : items.last() - first;  // the number less one
  if (after_end || (!all && n == 0)) return {0, 0, true};
  return {first, first + (all ? left : std::min(n - 1, left)), false};
}

/// Sets items to the numbers of the items at first, first + 1, ... in the order.
using order = std::function<void(std::uint64_t first, std::span<std::uint64_t> items)>;

order order_of(const shuffle_flags& f, std::uint64_t last_item) {
  const philox4x32 engine(parse_whole("--seed", f.seed), parse_whole("--stream", f.stream));
  if (f.replace) {
    return [engine, d = drawn(0, last_item)](std::uint64_t first, std::span<std::uint64_t> items) {
      fill(cpu{1}, engine, d, first, items);
    };
  }
  const bool all_words = last_item == permuted::max_size;
  return [p = all_words ? permuted::all_words(engine) : permuted(engine, last_item + 1)](
             std::uint64_t first, std::span<std::uint64_t> items) { fill(cpu{1}, p, first, items); };
}

template <class Items>
void write(const shuffle_flags& f, const Items& items, const range& r, output& out) {
  if (r.empty) return out.commit();
  constexpr std::uint64_t piece = 4096;
  constexpr std::size_t enough = 1 << 16;
  const order items_of = order_of(f, items.last());
  std::vector<std::uint64_t> indices(piece);
  std::string text;
  progress bar(!out.is_terminal(), {});
  for (std::uint64_t first = r.first;; first += piece) {
    const std::uint64_t n = std::min(r.last - first, piece - 1) + 1;
    const std::span<std::uint64_t> of_piece(indices.data(), n);
    items_of(first, of_piece);
    const bool is_last = first + (n - 1) == r.last;
    for (const std::uint64_t& k : of_piece) {
      items.append(k, text);
      text += f.end();
      if (text.size() < enough && &k != &of_piece.back()) continue;
      if (!out.write(text.data(), text.size())) return;
      bar.advance(text.size());
      text.clear();
    }
    if (is_last) return out.commit();
  }
}

void run(const shuffle_flags& f) {
  if (f.given("--range") && f.given("FILE")) {
    throw argument_error("--range", quoted(f.range),
                         fmt::format("--range or FILE, which is '{}', not both", f.file));
  }
  // All errors that do not depend on the lines are reported before the lines are read.
  for (const auto& [flag, value] :
       {std::pair{"--seed", &f.seed}, {"--stream", &f.stream}, {"--offset", &f.offset}})
    (void)parse_whole(flag, *value);
  if (f.sample && !f.given("-n")) {
    throw argument_error("-n", "", "a whole number, or inf with --replace");
  }
  if (f.given("-n") && !parse_count("-n", f.n) && f.sample && !f.replace) {
    throw argument_error("-n", "inf", "a whole number without --replace");
  }
  if (f.given("--range")) {
    const integer_items items(f.range);
    const range r = range_of(f, items);
    output out(f.out);
    write(f, items, r, out);
  } else {
    output out(f.out);
    const text_items items(f.file, f.end());
    write(f, items, range_of(f, items), out);
  }
}

parser add(const parser& app, const char* name, const char* summary,
           const std::shared_ptr<shuffle_flags>& f) {
  const parser command = app.add_command(name, summary);
  f->command = command;
  command.add("FILE", f->file, "", "The file with the lines; default and -: standard input").default_text("");
  command.add("-i,--range", f->range, "LOW-HIGH",
              "Use the integers LOW ... HIGH instead of lines, without storing them");
  command.add("--seed", f->seed, "N", "Seed, 64 bits");
  command.add("--stream", f->stream, "N", "Stream, 64 bits");
  command.add("--offset", f->offset, "N", "Index of the first element");
  command.add("-n,--count", f->n, "N",
              f->sample ? "How many at most; with --replace exactly how many, or inf"
                        : "How many at most (default: all)");
  command.add_flag("-z,--zero-terminated", f->zero_terminated, "Lines end with a zero byte");
  add_output(command, f->out, "The lines");
  command.does([f] { run(*f); });
  return command;
}

}  // namespace

void add_shuffle(const parser& app) {
  auto f = std::make_shared<shuffle_flags>();
  add(app, "shuffle", "Write the lines of a file, or the integers of a range, in random order", f)
      .footer(
          "Seed, stream and the number of lines determine the order, the same on every machine.\n"
          "Example: tali shuffle --seed 1 -i 1-10^15 -n 10");
}

void add_sample(const parser& app) {
  auto f = std::make_shared<shuffle_flags>();
  f->sample = true;
  const parser command = add(app, "sample", "Draw lines of a file, or integers of a range", f);
  command.add_flag("-r,--replace", f->replace, "Draw each time from all lines: a line may come again");
  command.footer(
      "Without --replace these are the first lines of tali shuffle.\n"
      "Example: tali sample --seed 1 -i 1-49 -n 6");
}

}  // namespace tali::tool
