// Teams of several members count what one does: the kernels' code, on threads that share a chunk as a block
// does.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <certify/law.hpp>
#include <certify/normal_tests.hpp>
#include <certify/polar_normals.hpp>
#include <certify/run.hpp>
#include <certify/value_cells.hpp>
#include <certify/words_bits.hpp>
#include <certify/words_linear.hpp>
#include <certify/words_serial.hpp>
#include <certify/words_sorted.hpp>
#include <certify/words_spectrum.hpp>
#include <certify/words_walk.hpp>
#include <certify/words_weights.hpp>
#include <gtest/gtest.h>

#include <tali/engine/philox4x32.hpp>

namespace tali::lab::certify {
namespace {

/// What the members share.
struct table_for {
  explicit table_for(int n) : members{n}, meeting{n}, board(static_cast<std::size_t>(n)) {}
  int members;
  std::barrier<> meeting;
  std::vector<std::uint32_t> board;
  std::uint64_t* counts = nullptr;
  std::uint64_t* sums = nullptr;
};

/// A member of a team of threads.
struct thread_team {
  table_for* shared;
  int own_rank;

  [[nodiscard]] int rank() const { return own_rank; }
  [[nodiscard]] int size() const { return shared->members; }
  void sync() const { shared->meeting.arrive_and_wait(); }
  void count(int cell) const { std::atomic_ref(shared->counts[cell]).fetch_add(1); }
  void add(int k, std::int64_t v) const {
    std::atomic_ref(shared->sums[k]).fetch_add(static_cast<std::uint64_t>(v));
  }
  void add_own(int k, std::int64_t v) const { shared->sums[k] += static_cast<std::uint64_t>(v); }
  template <class F>
  std::uint32_t over_all(std::uint32_t x, std::uint32_t start, F&& f, int members) const {
    shared->board[static_cast<std::size_t>(own_rank)] = x;
    sync();
    for (int i = 0; i < members; ++i) start = f(start, shared->board[static_cast<std::size_t>(i)]);
    sync();
    return start;
  }
  [[nodiscard]] std::uint32_t xor_all(std::uint32_t x) const {
    return over_all(
        x, 0, [](std::uint32_t a, std::uint32_t b) { return a ^ b; }, size());
  }
  [[nodiscard]] std::uint32_t least(std::uint32_t x) const {
    return over_all(
        x, ~0u, [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); }, size());
  }
  std::uint32_t before(std::uint32_t x, std::uint32_t& total) const {
    const auto plus = [](std::uint32_t a, std::uint32_t b) { return a + b; };
    total = over_all(x, 0, plus, size());
    return over_all(x, 0, plus, rank());
  }
  void sort(std::uint32_t* x, int n) const {
    sync();
    if (rank() == 0) std::sort(x, x + n);
    sync();
  }
};

template <class Test>
void expect_same(const Test& test, std::vector<typename Test::element> numbers) {
  tally one = empty_tally<Test>(1), many = one;
  std::vector<std::uint32_t> scratch(static_cast<std::size_t>(Test::scratch)), other(scratch);
  auto copy = numbers;
  test.look(one_thread{one.counts.data(), one.sums.data()}, copy.data(), scratch.data());

  table_for shared(4);
  shared.counts = many.counts.data();
  shared.sums = many.sums.data();
  std::vector<std::thread> threads;
  for (int rank = 0; rank < shared.members; ++rank) {
    threads.emplace_back([&, rank] { test.look(thread_team{&shared, rank}, numbers.data(), other.data()); });
  }
  for (std::thread& t : threads) t.join();
  Test::settle(one);
  Test::settle(many);
  EXPECT_EQ(one, many) << Test::name;
}

template <class... Test>
void words_same() {
  philox4x32 e(3);
  std::vector<std::uint32_t> numbers(32768);
  for (auto& w : numbers) w = e();
  (expect_same(Test(), std::vector<std::uint32_t>(numbers.begin(), numbers.begin() + Test::chunk)), ...);
}

std::vector<double> some_normals() {
  philox4x32 e(4);
  polar_normals normal;
  std::vector<double> x(4096);
  for (double& v : x) v = normal(e);
  return x;
}

TEST(Teams, OfSeveralCountWordsAsOneDoes) {
  words_same<bit_frequency, bit_pairs, serial_pairs, serial_triples, gaps, collisions, birthday_spacings,
             random_walk, hamming_weights, walsh_spectrum, matrix_rank<64>, matrix_rank<256>>();
}

TEST(Teams, OfSeveralFindTheSameLinearComplexity) { words_same<linear_complexity_short>(); }

TEST(Teams, OfSeveralCountNormalsAsOneDoes) {
  const std::vector<double> x = some_normals();
  expect_same(normal_moments(), x);
  expect_same(normal_tails(), x);
  expect_same(normal_correlations(), x);
  expect_same(block_pairs(), x);
  expect_same(normal_frequencies(), x);
  const cell_law cells = cut(normal_law(0, 1, false), 1024);
  expect_same(value_cells(cells), x);
  const coarse_cells coarse(cells);
  expect_same(value_pairs(coarse), x);
  std::vector<double> edges = cut(chi_squared_law(32), 256).edges;
  const std::vector<double> more = cut(chi_squared_law(64), 256).edges;
  edges.insert(edges.end(), more.begin(), more.end());
  expect_same(block_energy(edges), x);
}

TEST(Turned, IsSineAndCosine) {
  for (std::uint32_t k = 0; k < 100; ++k) {
    const std::uint32_t word = k * 0x9e3779b9u;
    const double angle = 2 * 3.14159265358979323846 * word * 0x1p-32;
    EXPECT_NEAR(turned(word).cosine, std::cos(angle), 2e-13);
    EXPECT_NEAR(turned(word).sine, std::sin(angle), 2e-13);
  }
}

}  // namespace
}  // namespace tali::lab::certify
