// SPDX-License-Identifier: Apache-2.0
#include "certify/request.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include <certify/normal_tests.hpp>
#include <fmt/core.h>
#include <omp.h>

#include <tali/error.hpp>

#include "errors.hpp"
#include "numbers.hpp"
#include "sequence_flags.hpp"

namespace tali::tool::certify {

namespace {

/// Numbers for a budget. A table, not a clock, so that two runs test the same numbers. The figures are what
/// two cores, or an H200, do in about that time.
struct budget {
  const char* name;
  int on_cpu, on_cuda;  // log2 of n
};
constexpr budget budgets[] = {
    {"10s", 26, 34}, {"1min", 29, 37}, {"10min", 32, 40}, {"1h", 35, 43}, {"1day", 39, 47}};

/// From this count of numbers on, the start of a GPU is worth its time.
constexpr std::uint64_t worth_a_gpu = std::uint64_t{1} << 28;
constexpr std::uint64_t min_n = std::uint64_t{1} << 15, max_n = std::uint64_t{1} << 48;

/// Whether the engine has access to any index.
bool is_jumping(const std::string& engine) {
  return std::ranges::any_of(tali::detail::indexed_engine_list(),
                             [&](const engine_info& e) { return engine == e.name; });
}

std::uint64_t numbers_of(const request_flags& f, device_kind where) {
  if (!f.n.empty()) {
    const std::uint64_t n = parse_whole("-n", f.n);
    if (n < min_n || n > max_n) {
      throw argument_error("-n", f.n, "2^15 to 2^48");
    }
    return n;
  }
  const std::string name = f.budget.empty() ? "10s" : f.budget;
  std::string all;
  for (const budget& b : budgets) {
    if (name == b.name) return std::uint64_t{1} << (where == device_kind::cuda ? b.on_cuda : b.on_cpu);
    all += (all.empty() ? "" : ", ") + std::string(b.name);
  }
  throw argument_error("--budget", quoted(f.budget), fmt::format("{}, or -n N", all));
}

/// Calls f for pieces of at most a host_fill's size.
lab::filler filler_of(std::shared_ptr<host_fill> from, std::size_t value_bytes) {
  return [from, value_bytes](std::uint64_t first, std::size_t n, void* to) {
    const std::size_t chunk = std::max<std::size_t>(1, from->piece_bytes() / value_bytes);
    for (std::size_t done = 0; done < n; done += chunk) {
      from->fill(first + done, std::min(chunk, n - done), static_cast<char*>(to) + done * value_bytes);
    }
  };
}

std::vector<double> frequencies_of(const std::vector<std::string>& texts) {
  using test = lab::normal_frequencies;
  const std::string expected =
      fmt::format("at most {} frequencies from {} to {}, {} or more apart", test::frequencies, test::lowest,
                  test::highest, test::min_distance);
  std::vector<double> all;
  for (const std::string& text : texts) {
    const double f = parse_real("--frequency", text, expected);
    const auto is_near = [&](double g) { return std::abs(f - g) < test::min_distance; };
    if (!(f >= test::lowest) || f > test::highest || std::ranges::any_of(all, is_near) ||
        all.size() == test::frequencies) {
      throw argument_error("--frequency", text, expected);
    }
    all.push_back(f);
  }
  return all;
}

}  // namespace

void request_flags::add_to(const parser& command) {
  command.add("--engine", engine, "E", "Engine or comparator, as in gen");
  command.add("--seed", seed, "N", "Seed, 64 bits");
  command.add("--stream", stream, "N", "Stream, 64 bits");
  command.add("--dist", dist, "D", "Distribution; bits: the words themselves");
  command.add("--dtype", dtype, "T", "Type of the elements (default: the distribution's first)");
  command.add("--param", parameters, "NAME=VALUE", "A parameter of the distribution, name=value; repeatable");
  merged.add_to(command);
  command.add_flag("--difference", difference, "Differences of successive words, modulo 2^32");
  command.add("--budget", budget, "TIME", "Choose -n for about this time: 10s, 1min, 10min, 1h, 1day");
  command.add("-n,--count", n, "N", "How many numbers, instead of --budget; slow tests use a part of them");
  command.add("--only", only, "PART", "Only stages whose names contain PART; repeatable");
  command.add("--frequency", frequencies, "F",
              "For normal numbers: also test the mean of exp(i w x) at F = w / 2 pi; repeatable, at most 16");
  command.add("--device", device, "auto|cpu|cuda",
              "Where to run; with the same -n it never changes a result");
}

request::request(const request_flags& f, std::optional<device_kind> made_on)
    : flags_{f},
      named_{take_apart(f.dist, f.parameters)},
      arguments_{parse_parameters(named_.parameters)},
      distribution_{parse_distribution(named_.name, f.dtype, arguments_)},
      merging_{parse_merging(f.merged)},
      family_{f.engine, parse_whole("--seed", f.seed), parse_whole("--stream", f.stream), merging_.kind} {
  flags_.dtype = distribution_->info().type;
  // From here on in one form, so that equal requests give equal certificates.
  flags_.dist = named_.name;
  flags_.parameters = named_.parameters;
  words_ = flags_.dist == "bits";
  if (words_ && flags_.dtype != "u32") {
    throw argument_error("--dtype", flags_.dtype, "u32 with --dist bits");
  }
  if (f.difference && !words_) {
    throw argument_error("--dist", quoted(flags_.dist), "bits with --difference");
  }
  if (!f.n.empty() && !f.budget.empty()) {
    throw argument_error("--budget", quoted(f.budget), "no -n with it");
  }
  frequencies_ = frequencies_of(f.frequencies);
  if (!frequencies_.empty() && !is_standard_normal()) {
    throw argument_error("--frequency", f.frequencies.front(), "only with standard normal numbers");
  }
  const bool is_alone = merging_.sequences == 1;
  const bool plain = is_alone && !f.difference;
  if (f.device == "cuda" && !plain) {
    throw argument_error(
        "--device", "cuda",
        fmt::format("cpu with {}", is_alone ? std::string("--difference") : f.merged.text()));
  }
  // Throws unless the engine exists and has this number of sequences.
  if (is_alone) {
    (void)family_.alone();
  } else {
    (void)family_.member(merging_.sequences - 1);
  }
  try {
    check_pair((is_alone ? family_.alone() : family_.member(0)).info(), distribution_->info());
  } catch (const argument_error& e) {
    throw on_flag(e, {{"engine", "--engine"}, {"distribution", "--dist"}});
  }
  if (made_on) {
    device_ = *made_on;
    n_ = numbers_of(f, device_);
    return;
  }
  const std::uint64_t count = numbers_of(f, device_kind::cpu);  // also checks the flags
  device_ = choose_device(plain || f.device == "cuda" ? f.device : "cpu", count >= worth_a_gpu);
  if (f.device != "auto" && f.device != "cpu" && f.device != "cuda") (void)choose_device(f.device, false);
  n_ = numbers_of(f, device_);
}

bool request::is_standard_normal() const {
  // Rounded to eight or eleven bits, the numbers do not follow the law that the stages use.
  if (flags_.dtype == "bf16" || flags_.dtype == "f16") return false;
  return named_.name.starts_with("normal") && named_.is_standard();
}

lab::filler request::numbers() const {
  if (merging_.sequences == 1 && !flags_.difference && is_jumping(flags_.engine)) {  // runs on all threads
    return [s = family_.alone(), d = *distribution_](std::uint64_t first, std::size_t n, void* to) {
      fill(cpu{}, s, d, first, to, n);
    };
  }
  // Interleaved sequences alternate too quickly for several threads.
  const int threads = merging_.sequences == 1 ? omp_get_num_procs() : 1;
  std::unique_ptr<host_fill> all =
      make_cpu_host_fill(best_simd_level(), threads, family_, merging_, *distribution_);
  if (flags_.difference) all = make_differences(std::move(all), flags_.dtype);
  return filler_of(std::move(all), distribution_->info().value_bytes);
}

lab::cuda_numbers request::cuda_numbers() const { return {family_.alone(), *distribution_}; }

std::string request::title() const {
  std::string title = fmt::format("{} {}", flags_.dist, flags_.dtype);
  for (const std::string& p : flags_.parameters) title += " " + p;
  std::string from = fmt::format("{}, seed {}, stream {}", flags_.engine, flags_.seed, flags_.stream);
  if (merging_.sequences > 1) {
    const char* const which_sequences = merging_.kind == neighbours::seeds   ? "seeds"
                                        : merging_.kind == neighbours::drawn ? "drawn seeds and streams"
                                                                             : "streams";
    from += fmt::format(" and on, {} {} interleaved", merging_.sequences, which_sequences);
    if (merging_.block > 1) from += fmt::format(", {} elements of each", merging_.block);
  }
  if (flags_.difference) from += ", differences";
  return title + " of " + from;
}

std::string request::command() const {
  std::string c = fmt::format("tali certify --engine {} --seed {} --stream {} --dist {} --dtype {}",
                              flags_.engine, flags_.seed, flags_.stream, flags_.dist, flags_.dtype);
  for (const std::string& p : flags_.parameters) c += " --param " + p;
  if (const std::string m = flags_.merged.text(); !m.empty()) c += ' ' + m;
  if (flags_.difference) c += " --difference";
  for (const std::string& x : flags_.frequencies) c += " --frequency " + x;
  for (const std::string& part : flags_.only) c += fmt::format(" --only '{}'", part);
  return c + fmt::format(" -n {}", n_);
}

}  // namespace tali::tool::certify
