// SPDX-License-Identifier: Apache-2.0
// Which cases a fuzzer of the law runs, by its command line, and the run of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>
#include <string>

#include "fuzz/random_case.hpp"

namespace tali::test {

struct case_options {
  std::uint64_t cases, seed = 1, first = 0;
  double seconds;

  /// Takes --cases, --seed, --first and --seconds; false, and a line on standard error, for anything else.
  bool parse(const char* program, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0 && i + 1 < argc; };
      if (is("--cases")) {
        cases = std::strtoull(argv[++i], nullptr, 10);
      } else if (is("--seed")) {
        seed = std::strtoull(argv[++i], nullptr, 10);
      } else if (is("--first")) {
        first = std::strtoull(argv[++i], nullptr, 10);
      } else if (is("--seconds")) {
        seconds = std::strtod(argv[++i], nullptr);
      } else {
        std::fprintf(stderr, "%s [--cases N] [--seconds S] [--seed S] [--first K]: what is '%s'?\n", program,
                     argv[i]);
        return false;
      }
    }
    return true;
  }
};

/// How many cases ran, and how to run the one alone that failed, if one did.
struct cases_run {
  std::uint64_t ran = 0;
  std::string failed;
};

/// Calls run_case(random) for each case, until one fails or the time is over; then says what passed.
template <class F>
cases_run run_cases(const char* program, const case_options& o, const F& run_case) {
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  cases_run done;
  for (; done.ran < o.cases && passed() < o.seconds; ++done.ran) {
    const std::uint64_t k = o.first + done.ran;
    std::seed_seq mixed{static_cast<std::uint32_t>(o.seed), static_cast<std::uint32_t>(o.seed >> 32),
                        static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k >> 32)};
    generator_64 random(mixed);
    try {
      run_case(random);
    } catch (const std::exception& x) {
      done.failed = std::string(program) + " --seed " + std::to_string(o.seed) + " --first " +
                    std::to_string(k) + " --cases 1\n  " + x.what();
      return done;
    }
  }
  std::printf("%s: seed %llu, cases %llu ... %llu passed in %.1f s\n", program,
              static_cast<unsigned long long>(o.seed), static_cast<unsigned long long>(o.first),
              static_cast<unsigned long long>(o.first + done.ran - 1), passed());
  return done;
}

}  // namespace tali::test
