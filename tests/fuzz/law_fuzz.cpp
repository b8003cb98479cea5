// SPDX-License-Identifier: Apache-2.0
// The law's fuzzer: element i of a sequence is a pure function of the sequence's name and i.
//
//   law_fuzz [--cases N] [--seconds S] [--seed S] [--first K]
//
// Case k of a seed is the same in every run. It draws an engine, a distribution, parameters, a range, and
// ways to fill it: cuts, threads, SIMD levels, schedules, rows of keys, blocks of arrays, parameters of every
// element's own, fillers. All ways must give the bits that one thread gives at the lowest level in one call,
// these the bits of the definition, and no byte elsewhere may change. Ends after N cases or S seconds,
// whichever is first. Prints the seed, and of a case that fails how to run it alone; exits with 1 then.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "fuzz/cases.hpp"
#include "fuzz/definition.hpp"
#include "fuzz/guarded_memory.hpp"
#include "fuzz/random_block.hpp"
#include "fuzz/random_case.hpp"
#include "support/definitions.hpp"

namespace tali::test {
namespace {

using bytes = std::vector<unsigned char>;
constexpr std::size_t max_bytes = std::size_t{1} << 20;

struct failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a case is about, for its message.
struct subject {
  const any_engine& e;
  const any_distribution& d;
  std::string text;
  [[noreturn]] void fail(const std::string& what) const { throw failure(text + ": " + what); }
};

cpu drawn_device(generator_64& random) {
  static const std::vector<simd_level> levels = simd_levels();
  static constexpr schedule kinds[] = {schedule::automatic, schedule::grouped, schedule::compacting};
  cpu where;
  where.threads = static_cast<int>(one_in(random, 6) ? 2 + below(random, 5) : 1);
  where.level = levels[below(random, levels.size())];
  where.rejection.kind = kinds[below(random, 3)];
  static constexpr int groups[] = {0, 1, 2, 4};
  where.rejection.group = groups[below(random, 4)];
  return where;
}

std::string text_of(const cpu& where) {
  return std::string(simd_level_name(where.level)) + ", " + std::to_string(where.threads) +
         " threads, schedule " + std::to_string(static_cast<int>(where.rejection.kind)) + " group " +
         std::to_string(where.rejection.group);
}

const cpu plain{1, simd_levels().front(), {}};

/// n elements from `first` on, by one call of one thread.
bytes plain_fill(const subject& s, std::uint64_t first, std::size_t n) {
  bytes out(n * s.d.element_bytes());
  fill(plain, s.e, s.d, first, out.data(), n);
  return out;
}

/// Memory for n bytes: before the last page, or somewhere behind the first one.
unsigned char* drawn_memory(generator_64& random, guarded_memory& memory, std::size_t n,
                            std::size_t alignment) {
  return one_in(random, 2) ? memory.before_end(n) : memory.behind(n, alignment * below(random, 70));
}

void check_definition(generator_64& random, const subject& s, std::uint64_t first, const bytes& all) {
  const std::size_t size = s.d.element_bytes(), n = all.size() / size;
  for (int k = 0; k < 4; ++k) {
    const std::size_t i = k == 0 ? 0 : k == 1 ? n - 1 : below(random, n);
    const std::vector<std::byte> one = by_definition(s.e, s.d, first + i, 1);
    if (one.empty()) return;
    if (std::memcmp(one.data(), all.data() + i * size, size) != 0)
      s.fail("element " + std::to_string(first + i) + " is not its definition");
  }
}

/// The range in pieces, each filled somewhere else.
void check_pieces(generator_64& random, const subject& s, std::uint64_t first, const bytes& expected,
                  guarded_memory& memory) {
  const std::size_t size = s.d.element_bytes(), n = expected.size() / size;
  unsigned char* const to = drawn_memory(random, memory, expected.size(), s.d.info().value_bytes);
  const std::size_t longest = one_in(random, 3) ? n : 1 + below(random, n);
  std::string ways;
  for (std::size_t at = 0; at < n;) {
    const std::size_t here = std::min<std::size_t>(n - at, 1 + below(random, longest));
    const cpu where = drawn_device(random);
    ways = text_of(where) + ", " + std::to_string(here) + " elements at " + std::to_string(first + at);
    fill(where, s.e, s.d, first + at, to + at * size, here);
    if (std::memcmp(to + at * size, expected.data() + at * size, here * size) != 0)
      s.fail("other bits at " + ways);
    if (!memory.untouched()) s.fail("wrote elsewhere at " + ways);
    at += here;
  }
  if (std::memcmp(to, expected.data(), expected.size()) != 0) s.fail("a piece changed another");
}

void check_filler(generator_64& random, const subject& s, std::uint64_t first, const bytes& expected,
                  guarded_memory& memory) {
  const std::size_t size = s.d.element_bytes(), n = expected.size() / size;
  unsigned char* const to = drawn_memory(random, memory, expected.size(), s.d.info().value_bytes);
  const cpu where = drawn_device(random);
  filler f(where, s.e, s.d);
  // Out of order now and then: a piece that is asked for twice, and gaps.
  for (int k = 0; k < 4; ++k) {
    const std::size_t at = k == 0 ? 0 : below(random, n), here = 1 + below(random, n - at);
    f.fill(first + at, to + at * size, here);
    if (std::memcmp(to + at * size, expected.data() + at * size, here * size) != 0)
      s.fail("other bits by a filler at " + text_of(where));
    if (!memory.untouched()) s.fail("a filler wrote elsewhere at " + text_of(where));
  }
}

/// A block of an array of at most three dimensions, whose elements are first ... of the sequence.
void check_block(generator_64& random, const subject& s, const bytes& all, guarded_memory& memory) {
  const std::size_t size = s.d.element_bytes();
  const random_block drawn(random, all.size() / size);
  const block part = drawn.part();
  const std::size_t extent = static_cast<std::size_t>(part.extent()) * size;
  if (extent > max_bytes) return;
  const bytes expected = drawn.expected(all, size);
  unsigned char* const to = drawn_memory(random, memory, extent, s.d.info().value_bytes);
  const cpu where = drawn_device(random);
  fill(where, s.e, s.d, part, to);
  if (std::memcmp(to, expected.data(), extent) != 0) s.fail("other bits of a block at " + text_of(where));
  if (!memory.untouched()) s.fail("a block wrote elsewhere at " + text_of(where));
}

/// Rows of as many keys.
void check_rows(generator_64& random, const subject& s, guarded_memory& memory) {
  const std::size_t size = s.d.element_bytes();
  std::vector<key> keys;
  const key root(random());
  for (std::uint64_t k = 1 + below(random, 9); k != 0; --k) keys.push_back(root.fold_in(random()));
  const std::size_t n = 1 + below(random, std::min<std::size_t>(max_bytes / 16 / size, 300));
  const std::uint64_t first = drawn_first(random, last_index(any_engine("philox4x32"), s.d),
                                          static_cast<std::uint64_t>(s.d.info().words), n);
  bytes expected;
  for (const key& k : keys) {
    bytes row(n * size);
    fill(plain, any_engine(philox4x32(k)), s.d, first, row.data(), n);
    expected.insert(expected.end(), row.begin(), row.end());
  }
  unsigned char* const to = drawn_memory(random, memory, expected.size(), s.d.info().value_bytes);
  const cpu where = drawn_device(random);
  fill(where, std::span<const key>(keys), s.d, index_range{first, n}, to);
  if (std::memcmp(to, expected.data(), expected.size()) != 0)
    s.fail("other bits of rows with keys at " + text_of(where) + ", first " + std::to_string(first));
  if (!memory.untouched()) s.fail("rows with keys wrote elsewhere at " + text_of(where));
}

/// Parameters of every element's own, by any engine that reaches an index at once.
void check_arrays(generator_64& random, guarded_memory& memory) {
  const auto& all = array_distributions();
  const array_distribution& a = all[below(random, all.size())];
  const distribution_info& info = distribution_list()[static_cast<std::size_t>(a.index)];
  const char* const name = one_in(random, 2) ? "philox4x32" : one_in(random, 2) ? "philox4x32-7" : "pcg32";
  const any_engine e(name, random(), random() % (std::uint64_t{1} << 63));
  const std::string text = std::string(name) + ' ' + info.name + ' ' + info.type + " with arrays";
  const std::size_t n = 1 + below(random, one_in(random, 10) ? 1500 : 90);
  std::vector<bytes> memory_of(static_cast<std::size_t>(a.parameters), bytes(n * a.parameter_bytes));
  std::vector<void*> arrays;
  for (bytes& m : memory_of) arrays.push_back(m.data());
  for (std::size_t i = 0; i < n; ++i) a.draw(random, arrays, i);
  const any_distribution usual(info.name, info.type);
  const std::uint64_t first =
      drawn_first(random, last_index(e, usual), static_cast<std::uint64_t>(info.words), n);
  bytes expected(n * a.value_bytes);
  for (std::size_t i = 0; i < n; ++i) a.define(e, arrays, i, first + i, expected.data() + i * a.value_bytes);
  unsigned char* const to = drawn_memory(random, memory, expected.size(), a.value_bytes);
  const cpu where = drawn_device(random);
  std::vector<const void*> at(arrays.begin(), arrays.end());
  detail::run(where, {&e.info(), e.get(), &distribution_list()[static_cast<std::size_t>(a.index)], nullptr,
                      first, to, n, at.data()});
  if (std::memcmp(to, expected.data(), expected.size()) != 0)
    throw failure(text + ": other bits at " + text_of(where) + ", first " + std::to_string(first));
  if (!memory.untouched()) throw failure(text + ": wrote elsewhere at " + text_of(where));
}

void run_case(generator_64& random, guarded_memory& memory) {
  if (one_in(random, 8)) return check_arrays(random, memory);
  const any_engine e = drawn_engine(random);
  const any_distribution d = drawn_distribution(random, e);
  const std::size_t size = d.element_bytes();
  const std::uint64_t last = last_index(e, d);
  std::uint64_t n = 1 + below(random, one_in(random, 30) ? 30000 : one_in(random, 3) ? 3000 : 80);
  n = std::min({n, std::uint64_t{max_bytes / size}, last + (last != ~std::uint64_t{0})});
  if (n == 0) return;
  // Banks and comparators step to an index, and the Mersenne Twisters jump to one in a tenth of a second: far
  // ones now and then.
  const bool steps = e.info().kind == engine_kind::bank || e.info().kind == engine_kind::per_thread;
  const bool jumps_long = std::string_view(e.info().name).starts_with("mt19937");
  const std::uint64_t first = (steps && !one_in(random, 30)) || (jumps_long && !one_in(random, 60))
                                  ? below(random, 5000)
                              : steps && e.info().kind == engine_kind::per_thread
                                  ? below(random, 100000)
                                  : drawn_first(random, last, static_cast<std::uint64_t>(d.info().words), n);
  const subject s{e, d,
                  std::string(e.info().name) + ' ' + d.info().name + ' ' + d.info().type + ", " +
                      std::to_string(n) + " elements from " + std::to_string(first)};
  const bytes expected = plain_fill(s, first, n);
  check_definition(random, s, first, expected);
  check_pieces(random, s, first, expected, memory);
  if (!steps && one_in(random, 3)) check_filler(random, s, first, expected, memory);
  if (!steps && e.info().kind == engine_kind::counter && one_in(random, 3)) check_rows(random, s, memory);
  if (one_in(random, steps ? 12 : 4)) {
    check_block(random, s,
                first == 0 ? expected : plain_fill(s, 0, static_cast<std::size_t>(std::min(n, last))),
                memory);
  }
}

int run(const case_options& o) {
  guarded_memory memory(max_bytes + (std::size_t{1} << 16));
  const cases_run done = run_cases("law_fuzz", o, [&](generator_64& random) { run_case(random, memory); });
  if (done.failed.empty()) return 0;
  std::printf("%s\n", done.failed.c_str());
  return 1;
}

}  // namespace
}  // namespace tali::test

int main(int argc, char** argv) {
  tali::test::case_options o{.cases = 1000, .seconds = 1e9};
  return o.parse("law_fuzz", argc, argv) ? tali::test::run(o) : 2;
}
