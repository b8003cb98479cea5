// SPDX-License-Identifier: Apache-2.0
// elementary-measure: finds the largest errors of the elementary functions.
//
//   elementary-measure [--tries N] [--seed S] [--search] [--record FILE] [FUNCTION...]
//
// Functions of one float are tested at every float of the range, or at every word, against double, and the
// worst arguments again against MPFR. Other functions, and all functions with --search, are tested at N
// arguments against MPFR (default two million, or a tenth of that if MPFR is slow): half of them random, half
// around the worst of those. Prints the record's lines; with --record replaces FILE's lines of the same
// functions. Exits with 1 if an error exceeds the promise.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "elementary/record.hpp"
#include "elementary/search.hpp"

namespace tali::lab {
namespace {

struct options {
  std::uint64_t tries = 2'000'000, seed = 11;
  bool search = false;
  std::string record;
  std::vector<std::string> functions;
};

template <class Function, class T>
std::vector<record_line> measure(const options& o) {
  constexpr std::size_t list_length = 8;
  constexpr bool is_float = std::is_same_v<T, float>;
  bad_points<T> found;
  if constexpr (is_float && has_quick<Function>) {
    if (!o.search) found = all_floats<Function>(list_length);
  }
  if (found.tried == 0)
    found =
        directed_search<Function, T>(takes_log_gamma<Function> ? o.tries / 10 : o.tries, o.seed, list_length);
  std::vector<record_line> lines;
  for (const bad_point<T>& p : found.points) {
    lines.push_back({Function::name, is_float ? "f32" : "f64", argument_text<Function>(p.x),
                     has_two_arguments<Function> ? argument_text<Function>(p.y) : "0", p.error, found.tried,
                     found.all});
    std::fputs(record_text(lines.back()).c_str(), stdout);
  }
  std::fflush(stdout);
  return lines;
}

int run(const options& o) {
  bool good = true;
  std::vector<record_line> before, all;
  if (!o.record.empty()) before = read_record(o.record);
  for_each_function([&]<class Function>(Function) {
    bool selected = o.functions.empty();
    for (const std::string& f : o.functions) selected = selected || f == Function::name;
    if (!selected) {
      for (const record_line& r : before) {
        if (r.function == Function::name) all.push_back(r);
      }
      return;
    }
    for (const record_line& r : measure<Function, float>(o)) {
      good = good && r.error <= Function::template promised<float>;
      all.push_back(r);
    }
    for (const record_line& r : measure<Function, double>(o)) {
      good = good && r.error <= Function::template promised<double>;
      all.push_back(r);
    }
  });
  if (!o.record.empty()) {
    std::ofstream out(o.record);
    out << record_head;
    for (const record_line& r : all) out << record_text(r);
    if (!out.flush()) {
      std::fprintf(stderr, "elementary-measure: '%s' cannot be written\n", o.record.c_str());
      return 1;
    }
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace tali::lab

int main(int argc, char** argv) {
  tali::lab::options o;
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0 && i + 1 < argc; };
    if (is("--tries") && std::atoll(argv[i + 1]) > 0) {
      o.tries = static_cast<std::uint64_t>(std::atoll(argv[++i]));
    } else if (is("--seed")) {
      o.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--search") == 0) {
      o.search = true;
    } else if (is("--record")) {
      o.record = argv[++i];
    } else if (argv[i][0] != '-') {
      o.functions.emplace_back(argv[i]);
    } else {
      std::fprintf(stderr,
                   "elementary-measure [--tries N] [--seed S] [--search] [--record FILE] [FUNCTION...]: what "
                   "is '%s'?\n",
                   argv[i]);
      return 2;
    }
  }
  return tali::lab::run(o);
}
