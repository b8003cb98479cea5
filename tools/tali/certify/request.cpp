#include "certify/request.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/error.hpp>
#include <tali/named_grid.hpp>
#include <tali/named_thread_grid.hpp>

#include "count.hpp"
#include "distribution_flags.hpp"
#include "errors.hpp"
#include "grid_host_fill.hpp"
#include "thread_grid_host_fill.hpp"
#include "transforms.hpp"

namespace tali::tool::certify {

namespace {

/// Numbers of a budget. A table and not a clock, so that two runs test the same numbers; the figures are what
/// two cores, and an H200, do in about that time.
struct budget {
  const char* name;
  int on_cpu, on_cuda;  // log2 of n
};
constexpr budget budgets[] = {
    {"10s", 26, 34}, {"1min", 29, 37}, {"10min", 32, 40}, {"1h", 35, 43}, {"1day", 39, 47}};

/// Numbers that are worth the start of a GPU.
constexpr std::uint64_t worth_a_gpu = std::uint64_t{1} << 28;
constexpr std::uint64_t least_n = std::uint64_t{1} << 15, most_n = std::uint64_t{1} << 48;

/// Whether the engine is one of those that reach any index at once.
bool is_jumping(const std::string& engine) {
  return std::ranges::any_of(engine_list(), [&](const engine_facts& e) { return engine == e.name; });
}

std::uint64_t numbers_of(const request_flags& f, device_kind where) {
  if (!f.n.empty()) {
    const std::uint64_t n = parse_whole("-n", f.n);
    if (n < least_n || n > most_n) {
      throw usage_error(fmt::format("-n is {}; allowed: 2^15 ... 2^48", f.n));
    }
    return n;
  }
  const std::string name = f.budget.empty() ? "10s" : f.budget;
  std::string all;
  for (const budget& b : budgets) {
    if (name == b.name) return std::uint64_t{1} << (where == device_kind::cuda ? b.on_cuda : b.on_cpu);
    all += (all.empty() ? "" : ", ") + std::string(b.name);
  }
  throw usage_error(fmt::format("--budget is '{}'; allowed: {}, or -n N", f.budget, all));
}

/// Calls f of pieces that a host_fill takes at a time.
lab::filler filler_of(std::shared_ptr<host_fill> from, std::size_t value_bytes) {
  return [from, value_bytes](std::uint64_t first, std::size_t n, void* to) {
    const std::size_t most = std::max<std::size_t>(1, from->piece_bytes() / value_bytes);
    for (std::size_t done = 0; done < n; done += most) {
      from->fill(first + done, std::min(most, n - done), static_cast<char*>(to) + done * value_bytes);
    }
  };
}

}  // namespace

void request_flags::add_to(CLI::App& command) {
  const auto text = [&](const char* name, std::string& to, const char* value, const char* help) {
    command.add_option(name, to, help)->capture_default_str()->type_name(value);
  };
  text("--engine", engine, "E", "Engine or comparator, as gen takes it");
  text("--seed", seed, "N", "Seed, 64 bits");
  text("--stream", stream, "N", "Stream, 64 bits");
  text("--dist", dist, "D", "Distribution; bits: the words themselves");
  text("--dtype", dtype, "T", "Type of the elements (default: the distribution's first)");
  command.add_option("--param", parameters, "A parameter of the distribution, name=value; repeatable")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  text("--interleave", interleave, "K", "Elements of K streams by turns: T, T + 1, ...");
  command.add_flag("--difference", difference, "Differences of successive words, modulo 2^32");
  text("--budget", budget, "TIME",
       "How many numbers: what about so much time allows; 10s, 1min, 10min, 1h, 1day");
  text("-n", n, "N", "Numbers instead of a budget; slow tests take a share of them");
  text("--device", device, "NAME", "auto, cpu or cuda; of the same -n it never changes a result");
}

request::request(const request_flags& f)
    : flags_{f},
      arguments_{parse_parameters(f.parameters)},
      distribution_{parse_distribution(f.dist, f.dtype, arguments_)},
      seed_{parse_whole("--seed", f.seed)},
      stream_{parse_whole("--stream", f.stream)} {
  flags_.dtype = distribution_->facts().type;
  words_ = f.dist == "bits";
  if (words_ && flags_.dtype != "u32") {
    throw usage_error(fmt::format("--dtype is {}; allowed with --dist bits: u32", flags_.dtype));
  }
  if (f.difference && !words_) {
    throw usage_error(fmt::format("--difference is given with --dist {}; allowed: bits", f.dist));
  }
  if (!f.n.empty() && !f.budget.empty()) {
    throw usage_error(fmt::format("--budget is {} and -n is {}; allowed: one of them", f.budget, f.n));
  }
  if (!f.interleave.empty()) {
    streams_ = parse_whole("--interleave", f.interleave);
    if (streams_ < 2 || streams_ > 65536) {
      throw usage_error(fmt::format("--interleave is {}; allowed: 2 ... 65536", f.interleave));
    }
  }
  const bool plain = is_jumping(f.engine) && streams_ == 1 && !f.difference;
  if (f.device == "cuda" && !plain) {
    throw usage_error(fmt::format("--device is cuda; allowed with {}: cpu", streams_ > 1 ? "--interleave"
                                                                            : f.difference
                                                                                ? "--difference"
                                                                                : "--engine " + f.engine));
  }
  (void)sequence(stream_);  // whether there is such an engine
  try {
    distribution_->check_engine(f.engine);
  } catch (const argument_error& e) {
    throw on_flag("--engine", e);
  }
  const std::uint64_t wanted = numbers_of(f, device_kind::cpu);  // whether the flags are right
  device_ = choose_device(plain || f.device == "cuda" ? f.device : "cpu", wanted >= worth_a_gpu);
  if (f.device != "auto" && f.device != "cpu" && f.device != "cuda") (void)choose_device(f.device, false);
  n_ = numbers_of(f, device_);
}

bool request::is_standard_normal() const {
  return flags_.dist.starts_with("normal") && arguments_.get<double>("mu", 0) == 0 &&
         arguments_.get<double>("sigma", 1) == 1;
}

std::unique_ptr<host_fill> request::sequence(std::uint64_t stream) const {
  const simd_level level = best_simd_level();
  try {
    if (grid_name::is_grid(flags_.engine)) {
      grid_name name(flags_.engine);
      return std::make_unique<cpu_grid_host_fill>(level, 0, named_grid(name, seed_, stream), *distribution_);
    }
    if (thread_grid_name::is_thread_grid(flags_.engine)) {
      return std::make_unique<thread_grid_host_fill>(
          level, named_thread_grid(thread_grid_name(flags_.engine), seed_, stream), *distribution_);
    }
    return std::make_unique<cpu_host_fill<named_sequence>>(
        level, 1, named_sequence(flags_.engine, seed_, stream), *distribution_);
  } catch (const argument_error& e) {
    throw on_flag(e.argument() == "stream" ? "--stream" : "--engine", e);
  }
}

lab::filler request::numbers() const {
  const std::size_t bytes = distribution_->facts().value_bytes;
  if (streams_ == 1 && !flags_.difference && is_jumping(flags_.engine)) {  // on all threads
    return [s = named_sequence(flags_.engine, seed_, stream_), d = *distribution_](
               std::uint64_t first, std::size_t n, void* to) { fill(cpu{}, s, d, first, to, n); };
  }
  std::unique_ptr<host_fill> all;
  if (streams_ == 1) {
    all = sequence(stream_);
  } else {
    std::vector<std::unique_ptr<host_fill>> sources;
    for (std::uint64_t k = 0; k < streams_; ++k) sources.push_back(sequence(stream_ + k));
    all = make_merged(std::move(sources), 1, bytes);
  }
  if (flags_.difference) all = make_differences(std::move(all), flags_.dtype);
  return filler_of(std::move(all), bytes);
}

lab::cuda_numbers request::cuda_numbers() const {
  return {named_sequence(flags_.engine, seed_, stream_), *distribution_};
}

std::string request::title() const {
  std::string what = fmt::format("{} {}", flags_.dist, flags_.dtype);
  for (const std::string& p : flags_.parameters) what += " " + p;
  std::string from = fmt::format("{}, seed {}, stream {}", flags_.engine, flags_.seed, flags_.stream);
  if (streams_ > 1) from += fmt::format(" to {}, by turns", stream_ + streams_ - 1);
  if (flags_.difference) from += ", differences";
  return what + " of " + from;
}

std::string request::command() const {
  std::string c = fmt::format("tali certify --engine {} --seed {} --stream {} --dist {} --dtype {}",
                              flags_.engine, flags_.seed, flags_.stream, flags_.dist, flags_.dtype);
  for (const std::string& p : flags_.parameters) c += " --param " + p;
  if (streams_ > 1) c += " --interleave " + flags_.interleave;
  if (flags_.difference) c += " --difference";
  return c + fmt::format(" -n {}", n_);
}

}  // namespace tali::tool::certify
