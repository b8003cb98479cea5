// SPDX-License-Identifier: Apache-2.0
// Teams of several members count what one does: the kernels' code, on threads that share a chunk as a block
// does.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <certify/law.hpp>
#include <certify/mixing_tests.hpp>
#include <certify/normal_tests.hpp>
#include <certify/polar_normals.hpp>
#include <certify/run.hpp>
#include <certify/stages.hpp>
#include <certify/value_cells.hpp>
#include <certify/words_linear.hpp>
#include <certify/words_spectrum.hpp>
#include <certify/words_tests.hpp>
#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/fill.hpp>

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

  std::barrier<>& meeting_of_part(int index, int size) {
    const std::lock_guard lock(making);
    return parts.try_emplace({index, size}, size).first->second;
  }

 private:
  std::mutex making;
  std::map<std::pair<int, int>, std::barrier<>> parts;
};

/// A member's part of a team of threads.
struct thread_part {
  thread_part(table_for& shared, int rank_in_team, int n)
      : own_parts{n},
        own_size{shared.members / n},
        own_index{rank_in_team / own_size},
        own_rank{rank_in_team % own_size},
        meeting{&shared.meeting_of_part(own_index, own_size)},
        board{shared.board.data() + own_index * own_size} {}

  [[nodiscard]] int index() const { return own_index; }
  [[nodiscard]] int parts() const { return own_parts; }
  [[nodiscard]] int rank() const { return own_rank; }
  [[nodiscard]] int size() const { return own_size; }
  void sync() const { meeting->arrive_and_wait(); }
  /// f of `start` and of the x of the first so many members.
  template <class F>
  std::uint32_t over_all(std::uint32_t x, std::uint32_t start, F&& f, int members) const {
    board[own_rank] = x;
    sync();
    for (int i = 0; i < members; ++i) start = f(start, board[i]);
    sync();
    return start;
  }
  [[nodiscard]] std::uint32_t xor_all(std::uint32_t x) const {
    return over_all(
        x, 0, [](std::uint32_t a, std::uint32_t b) { return a ^ b; }, own_size);
  }
  [[nodiscard]] std::uint32_t minimum(std::uint32_t x) const {
    return over_all(
        x, ~0u, [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); }, own_size);
  }

 private:
  int own_parts, own_size, own_index, own_rank;
  std::barrier<>* meeting;
  std::uint32_t* board;
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
  void add_small(int k, std::int32_t v) const { add(k, v); }
  void add_unshared(int k, std::int64_t v) const { shared->sums[k] += static_cast<std::uint64_t>(v); }
  std::uint32_t before(std::uint32_t x, std::uint32_t& total) const {
    const auto plus = [](std::uint32_t a, std::uint32_t b) { return a + b; };
    const thread_part whole = part<1>();
    total = whole.over_all(x, 0, plus, size());
    return whole.over_all(x, 0, plus, rank());
  }
  template <int n>
  [[nodiscard]] thread_part part() const {
    return {*shared, own_rank, size() % n == 0 ? n : 1};
  }
  void sort(std::uint32_t* x, int n) const {
    sync();
    if (rank() == 0) std::sort(x, x + n);
    sync();
  }
};

template <class Test>
void expect_same(const Test& test, std::vector<typename Test::element> numbers, int members = 4) {
  tally one = empty_tally<Test>(1), many = one;
  std::vector<std::uint32_t> scratch(static_cast<std::size_t>(Test::scratch)), other(scratch);
  auto copy = numbers;
  test.look(one_thread{one.counts.data(), one.sums.data()}, copy.data(), scratch.data());

  table_for shared(members);
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
void words_same(int members = 4) {
  philox4x32 e(3);
  std::vector<std::uint32_t> numbers(32768);
  for (auto& w : numbers) w = e();
  (expect_same(Test(), std::vector<std::uint32_t>(numbers.begin(), numbers.begin() + Test::chunk), members),
   ...);
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
             random_walk, hamming_weights, walsh_spectrum, fourier_spectrum, matrix_rank<64>,
             matrix_rank<256>>();
}

/// A part of them all, or parts of several or of one.
TEST(Teams, OfSeveralFindTheSameLinearComplexity) {
  words_same<linear_complexity_short>();
  words_same<linear_complexity_short>(16);
  words_same<linear_complexity_long>(2);
}

TEST(Teams, OfSeveralPartsFindTheSameRanks) {
  words_same<matrix_rank<256>>(6);
  words_same<matrix_rank<1024>>(3);
}

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
  expect_same(mixing_energy<2>(more), x);
  expect_same(mixing_energy<4>(more), x);
  expect_same(mixing_products<2>(), x);
  expect_same(mixing_products<4>(), x);
}

TEST(Teams, OfSeveralGroupsCountAsOneDoes) {
  const std::vector<double> x = some_normals();
  expect_same(normal_correlations(), x, 96);
  const coarse_cells coarse(cut(normal_law(0, 1, false), 1024));
  expect_same(value_pairs(coarse), x, 96);
  expect_same(mixing_products<2>(), x, 96);
  philox4x32 e(5);
  std::vector<std::uint32_t> w(hamming_weights::chunk);
  for (auto& word : w) word = e();
  expect_same(hamming_weights(), w, 96);
}

TEST(MixingBlocks, FillASpanInRuns) {
  for (const int run : {2, 4}) {
    std::vector<int> found(mixing_span);
    for (int lane = 0; lane < mixing_lanes; ++lane) {
      for (int k = 0; k < mixing_block; ++k) {
        const int place = lane_place(lane, k, run);
        ++found.at(static_cast<std::size_t>(place));
        EXPECT_EQ(place / run % mixing_lanes, lane);
      }
    }
    EXPECT_EQ(found, std::vector<int>(mixing_span, 1));
  }
  EXPECT_EQ(lane_place(3, 0, 4), 12);
  EXPECT_EQ(lane_place(3, 5, 4), 128 + 13);
  EXPECT_EQ(lane_place(3, 5, 2), 2 * 64 + 7);
}

TEST(MixingBlocks, AreOfOneDistribution) {
  EXPECT_EQ(mixing_run("normal", "f32"), 4);
  EXPECT_EQ(mixing_run("normal", "f64"), 2);
  for (const distribution_info& d : detail::scalar_distribution_list()) {
    if (std::string(d.name) == "normal") continue;
    EXPECT_EQ(mixing_run(d.name, d.type), 0) << d.name;
  }
  EXPECT_EQ(normal_stages(false).size(), 8u);
  EXPECT_EQ(normal_stages(false, 2).size(), 10u);
  EXPECT_EQ(normal_stages(true, 4).size(), 10u);
}

/// Every product is counted once: a number that is alone in being 1 where others are 0 takes part in what it
/// should.
TEST(MixingBlocks, AreMultipliedPairByPairAndFourByFour) {
  using test = mixing_products<4>;
  const auto sum_of = [](std::vector<double> x, int k) {
    tally t = empty_tally<test>(1);
    test().look(one_thread{t.counts.data(), t.sums.data()}, x.data(), nullptr);
    return t.sum(static_cast<std::size_t>(k)) * 0x1p-24;
  };
  const auto place = [](int lane, int k) {
    return static_cast<std::size_t>(mixing_span + lane_place(lane, k, 4));
  };
  EXPECT_EQ(sum_of(std::vector<double>(test::chunk, 1.0), test::values + 6), test::chunk / 2);
  EXPECT_EQ(sum_of(std::vector<double>(test::chunk, 0.0), test::squares + 62), test::chunk / 2);
  EXPECT_EQ(sum_of(std::vector<double>(test::chunk, 1.0), test::of_four + 3), test::chunk / 4);
  std::vector<double> x(test::chunk);
  for (const int k : {17, 18, 20, 23}) x[place(5, k)] = 2;  // 17 ^ 3 = 18, 17 ^ 5 = 20
  for (int d = 1; d < mixing_block; ++d) {
    const int pairs = d == 3 || d == 5 || d == 6 ? 2 : 0;
    EXPECT_EQ(sum_of(x, test::values + d - 1), 4 * pairs) << d;
  }
  for (int f = 0; f < test::fours; ++f) EXPECT_EQ(sum_of(x, test::of_four + f), f == 3 ? 16 : 0) << f;
}

/// The transform's powers against sums of 4096 cosines and sines.
TEST(FourierSpectrum, IsTheDiscreteTransformOfBothBits) {
  using test = fourier_spectrum;
  philox4x32 e(6);
  std::vector<std::uint32_t> words(test::chunk);
  for (auto& w : words) w = e();
  tally t = empty_tally<test>(1);
  std::vector<std::uint32_t> scratch(test::scratch);
  test().look(one_thread{t.counts.data(), t.sums.data()}, words.data(), scratch.data());
  for (const int k : {0, 1, 2, 3, 5, 77, 512, 1024, 1365, 2047, 2048}) {
    for (const int bit : {31, 0}) {
      double re = 0, im = 0;
      for (int i = 0; i < test::chunk; ++i) {
        const double angle = 2 * 3.14159265358979323846 * (i * k % test::chunk) / test::chunk;
        const double sign = ((words[static_cast<std::size_t>(i)] >> bit) & 1u) != 0 ? 1 : -1;
        re += sign * std::cos(angle);
        im -= sign * std::sin(angle);
      }
      const double exact = re * re + im * im,
                   found = t.sum(static_cast<std::size_t>(k + (bit == 0 ? test::frequencies : 0))) / 16;
      EXPECT_NEAR(found, exact, 1.0 / 32 + 1e-5 * exact) << "bit " << bit << " frequency " << k;
    }
  }
  // Parseval: all powers add up to n^2.
  double all = 0;
  for (int k = 0; k < test::frequencies; ++k)
    all += t.sum(static_cast<std::size_t>(k)) / 16 * (k % 2048 == 0 ? 1 : 2);
  EXPECT_NEAR(all, 4096.0 * 4096, 4096);
}

/// What a team of 256 finds in a chunk with a test that needs no meeting, taken 2^22 times: the longest piece
/// of a run.
template <class Test>
tally longest_piece(std::vector<double> x) {
  tally found = empty_tally<Test>(max_piece / Test::chunk);
  table_for shared(256);
  shared.counts = found.counts.data();
  shared.sums = found.sums.data();
  for (int rank = 0; rank < 256; ++rank) Test().look(thread_team{&shared, rank}, x.data(), nullptr);
  for (std::uint64_t& s : found.sums) s *= found.chunks;
  return found;
}

/// The picture of that name.
std::vector<double> picture(const outcome& o, const std::string& name) {
  const auto found = std::ranges::find(o.pictures, name, &series::name);
  return found == o.pictures.end() ? std::vector<double>() : found->values;
}

// 2^48 numbers, the most that certify takes, in pieces of 2^34.
constexpr std::uint64_t max_pieces = (std::uint64_t{1} << 48) / max_piece;

TEST(ManyNumbers, LeaveMomentsExact) {
  const std::vector<double> x = some_normals();
  const tally piece = longest_piece<normal_moments>(x);
  tally all = empty_tally<normal_moments>(0);
  for (std::uint64_t k = 0; k < max_pieces; ++k) gather<normal_moments>(all, piece);

  moment_accumulator chunk;
  for (const double v : x) chunk.add(v);
  moment_sums exact;
  exact.n = max_pieces * max_piece;
  for (std::size_t k = 0; k < moment_order; ++k) {
    exact.units[k] = moment_sums::wide{chunk.units[k]} * static_cast<std::int64_t>(exact.n / x.size());
  }
  const moment_report r = report(exact);
  const std::vector<double> z = picture(normal_moments::judge(all), "z of moments");
  ASSERT_EQ(z.size(), r.moments.size());
  for (std::size_t k = 0; k < z.size(); ++k) EXPECT_EQ(z[k], r.moments[k].z) << "order " << k + 1;
}

TEST(ManyNumbers, LeaveTheCharacteristicFunctionExact) {
  const tally piece = longest_piece<normal_frequencies>(some_normals());
  tally all = empty_tally<normal_frequencies>(0);
  for (std::uint64_t k = 0; k < max_pieces / normal_frequencies::share; ++k) {
    gather<normal_frequencies>(all, piece);
  }
  // The means are a piece's, and so many times as certain; at w / 2 pi = 1/8 the sum is 2^65.
  const double grown = std::sqrt(static_cast<double>(all.chunks / piece.chunks));
  const outcome many = normal_frequencies().judge(all), one = normal_frequencies().judge(piece);
  for (const char* const name : {"cosines", "sines"}) {
    const std::vector<double> a = picture(many, name), b = picture(one, name);
    ASSERT_EQ(a.size(), 16u);
    for (std::size_t k = 0; k < a.size(); ++k)
      EXPECT_NEAR(a[k] / (grown * b[k]), 1, 1e-6) << name << ' ' << k;
  }
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
