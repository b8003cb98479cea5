// SPDX-License-Identifier: Apache-2.0
// The law's fuzzer on a GPU: what a device writes has the bits of one call of one CPU thread.
//
//   law_fuzz_cuda_test [--cases N] [--seconds S] [--seed S] [--first K]
//
// Case k of a seed is the same in every run. It draws an engine, a distribution, parameters and a range, and
// ways to fill it: cuts, launch shapes, schedules, streams, graphs, fillers, rows of keys, blocks of arrays,
// parameters of every element's own; into device, managed and pinned memory that begins anywhere which is
// aligned to its type. Keys and parameters lie in such memory too. No byte elsewhere may change. Ends after N
// cases (100,000) or S seconds (60), whichever is first. Prints the seed, and of a case that fails how to run
// it alone. Without a device it skips.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/cuda/fill.hpp>
#include <tali/fill.hpp>

#include "fuzz/cases.hpp"
#include "fuzz/definition.hpp"
#include "fuzz/gpu_memory.hpp"
#include "fuzz/random_block.hpp"
#include "fuzz/random_case.hpp"

namespace tali::test {
namespace {

case_options chosen{.cases = 100000, .seconds = 60};

const cpu plain{1, simd_levels().front(), {}};

bytes plain_fill(const any_engine& e, const any_distribution& d, std::uint64_t first, std::size_t n) {
  bytes out(n * d.element_bytes());
  fill(plain, e, d, first, out.data(), n);
  return out;
}

/// @param free  whether the launch's grid may be given too
cuda drawn_device(generator_64& random, const world& w, bool free) {
  static constexpr schedule kinds[] = {schedule::automatic, schedule::grouped, schedule::compacting};
  static constexpr int groups[] = {0, 1, 2, 4, 8, 16, 32};
  cuda where;
  where.stream = one_in(random, 2) ? w.stream : nullptr;
  if (one_in(random, 2)) where.shape.block = static_cast<int>(32 * (1 + below(random, 16)));
  if (one_in(random, 3)) where.shape.steps = static_cast<int>(1 + below(random, 9));
  if (free && one_in(random, 4)) where.shape.grid = static_cast<long long>(1 + below(random, 40));
  where.rejection.kind = kinds[below(random, 3)];
  where.rejection.group = groups[below(random, 7)];
  return where;
}

std::string text_of(const cuda& where) {
  return "block " + std::to_string(where.shape.block) + " steps " + std::to_string(where.shape.steps) +
         " grid " + std::to_string(where.shape.grid) + ", schedule " +
         std::to_string(static_cast<int>(where.rejection.kind)) + " group " +
         std::to_string(where.rejection.group);
}

/// What a case is about.
struct subject {
  const any_engine& e;
  const any_distribution& d;
  std::string text;
  [[nodiscard]] std::size_t size() const { return d.element_bytes(); }
  [[nodiscard]] bool jumps() const {
    return e.info().kind == engine_kind::counter || e.info().kind == engine_kind::jumping;
  }
};

/// The range in pieces, each with a launch of its own.
void check_pieces(generator_64& random, const world& w, const subject& s, std::uint64_t first,
                  const bytes& expected) {
  const std::size_t n = expected.size() / s.size();
  const destination to(random, w, expected.size(), s.d.info().value_bytes);
  const std::size_t longest = one_in(random, 3) ? n : 1 + below(random, n);
  std::string ways;
  for (std::size_t at = 0; at < n;) {
    const std::size_t here = std::min<std::size_t>(n - at, 1 + below(random, longest));
    cuda where = drawn_device(random, w, s.jumps());
    ways += "; " + std::to_string(here) + " by " + text_of(where);
    // Tables are copied when they are first used, which no graph may do: the first piece comes before.
    const bool may_capture = at != 0 && where.stream != nullptr && s.jumps();
    launched(random, where, may_capture, ways,
             [&] { fill(where, s.e, s.d, first + at, to.at() + at * s.size(), here); });
    require(cudaDeviceSynchronize());  // pieces go into several streams
    at += here;
  }
  to.compare(expected, s.text + ways);
}

void check_filler(generator_64& random, const world& w, const subject& s, std::uint64_t first,
                  const bytes& expected) {
  const std::size_t n = expected.size() / s.size();
  cuda where = drawn_device(random, w, false);
  filler f = open_filler(where, s.e, s.d);
  for (int k = 0; k < 3; ++k) {
    const std::size_t at = k == 0 ? 0 : below(random, n), here = 1 + below(random, n - at);
    const bytes part(expected.begin() + static_cast<std::ptrdiff_t>(at * s.size()),
                     expected.begin() + static_cast<std::ptrdiff_t>((at + here) * s.size()));
    const destination to(random, w, part.size(), s.d.info().value_bytes);
    require(cudaDeviceSynchronize());
    f.fill(first + at, to.at(), here);
    to.compare(part, s.text + ", a filler at " + std::to_string(first + at) + ", " + text_of(where));
  }
}

void check_block(generator_64& random, const world& w, const subject& s, const bytes& all) {
  const random_block drawn(random, all.size() / s.size());
  const block part = drawn.part();
  const std::size_t extent = static_cast<std::size_t>(part.extent()) * s.size();
  if (extent > max_bytes) return;
  const destination to(random, w, extent, s.d.info().value_bytes);
  cuda where = drawn_device(random, w, false);
  std::string text = s.text + ", a block, " + text_of(where);
  launched(random, where, where.stream != nullptr && s.jumps(), text,
           [&] { fill(where, s.e, s.d, part, to.at()); });
  to.compare(drawn.expected(all, s.size()), text);
}

/// Rows of keys, which lie in the host's memory or in one of the device's three kinds.
void check_rows(generator_64& random, const world& w, const subject& s) {
  std::vector<key> keys;
  const key root(random());
  for (std::uint64_t k = 1 + below(random, one_in(random, 4) ? 300 : 9); k != 0; --k)
    keys.push_back(root.fold_in(random()));
  const std::size_t per_row =
      1 + below(random, std::min<std::size_t>(max_bytes / keys.size() / s.size(), 300));
  const std::uint64_t first = drawn_first(random, last_index(any_engine("philox4x32"), s.d),
                                          static_cast<std::uint64_t>(s.d.info().words), per_row);
  bytes expected;
  for (const key& k : keys) {
    const bytes row = plain_fill(any_engine(philox4x32(k)), s.d, first, per_row);
    expected.insert(expected.end(), row.begin(), row.end());
  }
  const destination to(random, w, expected.size(), s.d.info().value_bytes);
  cuda where = drawn_device(random, w, false);
  std::string text = s.text + ", " + std::to_string(keys.size()) + " rows of " + std::to_string(per_row) +
                     " from " + std::to_string(first) + ", " + text_of(where) + ", keys in ";
  const std::uint64_t lie = below(random, 4);
  std::span<const key> given(keys);
  if (lie < 3) {
    const gpu_memory& memory = w.places[lie].read;
    const std::size_t offset = below(random, 9) * alignof(key);
    require(cudaMemcpy(memory.at() + offset, keys.data(), keys.size() * sizeof(key), cudaMemcpyDefault));
    require(cudaDeviceSynchronize());
    given = {reinterpret_cast<const key*>(memory.at() + offset), keys.size()};
    text += memory.name();
  } else {
    text += "the host";
  }
  text += " memory";
  const bool is_warp = std::string(s.d.info().name).starts_with("normal-warp");  // whose keys the host reads
  launched(random, where, lie == 0 && where.stream != nullptr && !is_warp, text, [&] {
    fill(where, given, s.d, index_range{first, per_row}, to.at());
  });
  to.compare(expected, text);
}

/// Parameters of every element's own, in memory of any kind, one array apart from the next by some bytes.
void check_arrays(generator_64& random, const world& w) {
  const auto& all = array_distributions();
  const array_distribution& a = all[below(random, all.size())];
  const distribution_info& info = distribution_list()[static_cast<std::size_t>(a.index)];
  const char* const name = a.by_counter ? (one_in(random, 2) ? "philox4x32" : "philox4x32-7")
                                        : (one_in(random, 2) ? "pcg32" : "philox4x32");
  const any_engine e(name, random(), random() % (std::uint64_t{1} << 63));
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
  const gpu_memory& memory = w.places[below(random, 3)].read;
  std::vector<const void*> at;
  std::size_t next = 0;
  for (const bytes& m : memory_of) {
    next += a.parameter_bytes * below(random, 5);
    require(cudaMemcpy(memory.at() + next, m.data(), m.size(), cudaMemcpyDefault));
    at.push_back(memory.at() + next);
    next += m.size();
  }
  const destination to(random, w, expected.size(), a.value_bytes);
  require(cudaDeviceSynchronize());
  const cuda where = drawn_device(random, w, false);
  const std::string text = std::string(name) + ' ' + info.name + ' ' + info.type + ", " + std::to_string(n) +
                           " from " + std::to_string(first) + " with arrays in " + memory.name() +
                           " memory, " + text_of(where);
  try {
    detail::run(where, {&e.info(), e.get(), &distribution_list()[static_cast<std::size_t>(a.index)], nullptr,
                        first, to.at(), n, at.data()});
  } catch (const std::exception& x) {
    throw failure(text + ": " + x.what());
  }
  to.compare(expected, text);
}

void run_case(generator_64& random, const world& w) {
  if (one_in(random, 8)) return check_arrays(random, w);
  const any_engine e = drawn_engine(random);
  const any_distribution d = drawn_distribution(random, e);
  if (!detail::on_cuda(e.info(), d.info())) return;  // these are the CPU's alone
  const std::uint64_t last = last_index(e, d);
  std::uint64_t n = 1 + below(random, one_in(random, 6) ? 60000 : one_in(random, 3) ? 3000 : 80);
  n = std::min({n, std::uint64_t{max_bytes / d.element_bytes()}, last + (last != ~std::uint64_t{0})});
  if (n == 0) return;
  const bool steps = e.info().kind == engine_kind::bank;
  const std::uint64_t first = steps && !one_in(random, 30)
                                  ? below(random, 5000)
                                  : drawn_first(random, last, static_cast<std::uint64_t>(d.info().words), n);
  const subject s{e, d,
                  std::string(e.info().name) + ' ' + d.info().name + ' ' + d.info().type + ", " +
                      std::to_string(n) + " elements from " + std::to_string(first)};
  try {
    const bytes expected = plain_fill(e, d, first, static_cast<std::size_t>(n));
    check_pieces(random, w, s, first, expected);
    if (one_in(random, 3)) check_filler(random, w, s, first, expected);
    if (e.info().kind == engine_kind::counter && one_in(random, 2)) check_rows(random, w, s);
    if (one_in(random, steps ? 12 : 3)) {
      check_block(random, w, s,
                  first == 0 ? expected : plain_fill(e, d, 0, static_cast<std::size_t>(std::min(n, last))));
    }
  } catch (const failure&) {
    throw;
  } catch (const std::exception& x) {
    throw failure(s.text + ": " + x.what());
  }
}

TEST(LawFuzzCuda, DevicesWriteWhatOneThreadWrites) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const world w;
  const cases_run done =
      run_cases("law_fuzz_cuda_test", chosen, [&](generator_64& random) { run_case(random, w); });
  ASSERT_EQ(done.failed, "");
  ASSERT_GT(done.ran, 0u) << "no case ran";
}

}  // namespace
}  // namespace tali::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return tali::test::chosen.parse("law_fuzz_cuda_test", argc, argv) ? RUN_ALL_TESTS() : 2;
}
