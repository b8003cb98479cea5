// SPDX-License-Identifier: Apache-2.0
// mtgp32 and mtgp64: known answers, the order of the grid, jumps, save and restore, refusals, and law 1 on
// the CPU.
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/engine/mtgp_jump.hpp>
#include <tali/engine/mtgp_recursion.hpp>
#include <tali/filler.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "support/definitions.hpp"
#include "support/examples.hpp"
#include "support/mtgp_banks.hpp"
#include "support/mtgp_random_sets.hpp"
#include "support/places.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

template <class Word>
class Mtgp : public ::testing::Test {};
using both_words = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Mtgp, both_words);

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string f; std::getline(in, f, at);) out.push_back(f);
  return out;
}

/// The n first outputs of one set, straight from the definition.
template <class Word>
std::vector<Word> by_definition(const mtgp_parameters<Word>& s, std::vector<Word> x, std::size_t n) {
  const auto table = detail::mtgp_table(s.recursion), tempering = detail::mtgp_table(s.tempering);
  std::vector<Word> out;
  const auto size = static_cast<std::size_t>(s.size()), m = static_cast<std::size_t>(s.middle);
  for (std::size_t i = 0; i < n; ++i) {
    const Word u = detail::mtgp_mix(x[i], x[i + 1], x[i + m], s.mask, s.shift1, s.shift2);
    x.push_back(u ^ table[u & 15u]);
    out.push_back(x[size + i] ^ tempering[detail::mtgp_fold(x[i + m - 1])]);
  }
  return out;
}

template <class Word>
std::vector<Word> seeded(const mtgp_parameters<Word>& s, Word seed) {
  std::vector<Word> x(static_cast<std::size_t>(s.size()));
  detail::mtgp_seed(s, seed, std::span<Word>(x));
  return x;
}

TYPED_TEST(Mtgp, PublishedSetsGivePublishedOutputs) {
  using Word = TypeParam;
  if (shared_data().empty()) GTEST_SKIP() << "no shared checking data";
  std::ifstream in(shared_data() + "/mtgp/known-answers.csv");
  std::string line;
  std::getline(in, line);
  int seen = 0;
  while (std::getline(in, line)) {
    const auto f = split(line, ',');
    if (f.at(0) != mtgp<Word>::name) continue;
    const auto sets = published_sets<Word>(std::stoi(f.at(1)));
    const std::size_t no = std::stoul(f.at(2));
    ASSERT_EQ(sets.at(no - 1).number, no);
    const mtgp<Word> e(std::span(&sets[no - 1], 1), std::stoull(f.at(3)));
    std::vector<Word> out(100000);
    using D = bits<Word>;
    fill(cpu{1}, e, D{}, 0, std::span<Word>(out));
    Word sum = 0;
    for (const Word x : out) sum ^= x;
    std::istringstream first(f.at(4));
    first >> std::hex;
    for (std::size_t i = 0; i < 8; ++i) {
      Word x{};
      first >> x;
      EXPECT_EQ(out[i], x) << line;
    }
    EXPECT_EQ(sum, static_cast<Word>(std::stoull(f.at(5), nullptr, 16))) << line;
    ++seen;
  }
  EXPECT_GE(seen, 4);
}

TYPED_TEST(Mtgp, WordsComeByTheGridsOrder) {
  using Word = TypeParam;
  for (const auto& sets : grids<Word>()) {
    mtgp<Word> e(sets, 12345);
    const std::size_t c = static_cast<std::size_t>(e.steps()), rows = 3;
    ASSERT_EQ(e.row_words(), sets.size() * c * sizeof(Word) / 4);
    std::vector<std::vector<Word>> expected;
    for (const auto& s : sets) expected.push_back(by_definition(s, seeded<Word>(s, 12345), rows * c));
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t s = 0; s < sets.size(); ++s) {
        for (std::size_t t = 0; t < c; ++t) {
          Word got = e();
          if constexpr (sizeof(Word) == 8) got |= Word{e()} << 32;
          ASSERT_EQ(got, expected[s][r * c + t]) << "row " << r << " set " << s << " step " << t;
        }
      }
    }
    EXPECT_EQ(e.position(), rows * e.row_words());
  }
}

TYPED_TEST(Mtgp, FloatsInOneToTwoAreThoseOfTheTemperingTable) {
  // Section 6: the table's entries are 23 bits under the exponent of 1; of 64-bit words, 52.
  using Word = TypeParam;
  using real = std::conditional_t<sizeof(Word) == 4, float, double>;
  constexpr int sign_and_exponent = sizeof(Word) == 4 ? 9 : 12;
  constexpr Word one = std::bit_cast<Word>(real{1});
  const auto sets = small_sets<Word>();
  const auto& s = sets[0];
  const std::size_t n = 500;
  std::vector<real> got(n);
  fill(cpu{}, mtgp<Word>(std::span(&s, 1), 9), uniform<real, interval::close1_open2>{}, 0,
       std::span<real>(got));
  const auto table = detail::mtgp_table(s.recursion), tempering = detail::mtgp_table(s.tempering);
  std::vector<Word> x = seeded<Word>(s, 9);
  for (std::size_t i = 0; i < n; ++i) {
    const auto m = static_cast<std::size_t>(s.middle);
    const Word u = detail::mtgp_mix(x[i], x[i + 1], x[i + m], s.mask, s.shift1, s.shift2);
    x.push_back(u ^ table[u & 15u]);
    const Word entry = (tempering[detail::mtgp_fold(x[i + m - 1])] >> sign_and_exponent) | one;
    ASSERT_EQ(std::bit_cast<Word>(got[i]), (x.back() >> sign_and_exponent) ^ entry);
  }
}

TYPED_TEST(Mtgp, SeedAndStreamNameTheSequence) {
  using Word = TypeParam;
  const auto sets = small_sets<Word>();
  using engine = mtgp<Word>;
  const std::uint64_t wide = 0x123456789abcdef0u;
  // A wide seed or a stream goes through the array initialiser.
  const std::uint32_t narrow_array[] = {0x9abcdef0u, 0x12345678u, 7, 0};
  const std::uint64_t wide_array[] = {wide, 7};
  std::vector<Word> key;
  if constexpr (sizeof(Word) == 4) {
    key.assign(std::begin(narrow_array), std::end(narrow_array));
  } else {
    key.assign(std::begin(wide_array), std::end(wide_array));
  }
  EXPECT_EQ(engine(sets, wide, 7), engine(sets, std::span<const Word>(key)));
  EXPECT_FALSE(engine(sets, 1) == engine(sets, 2));
  EXPECT_FALSE(engine(sets, 1) == engine(sets, 1, 1));
  EXPECT_FALSE(engine(sets, 1, 1) == engine(sets, 1, 2));
  EXPECT_FALSE(engine(std::span(sets).first(1), 1) == engine(std::span(sets).subspan(1, 1), 1));
}

TYPED_TEST(Mtgp, JumpsEqualSteps) {
  using Word = TypeParam;
  std::mt19937_64 random(5);
  for (const auto& sets : grids<Word>()) {
    if (sets[0].mexp > 50000) continue;
    const auto& s = sets.back();
    const detail::gf2_polynomial phi = detail::mtgp_characteristic_polynomial(s);
    EXPECT_EQ(detail::degree(phi), s.mexp);
    int weight = 0;
    for (const std::uint64_t w : phi) weight += std::popcount(w);
    EXPECT_EQ(weight, s.weight) << "mexp " << s.mexp << " no " << s.number;
    const detail::gf2_power power(phi);
    std::vector<Word> x = seeded<Word>(s, static_cast<Word>(random()));
    const std::vector<Word> start = x;
    const auto n = static_cast<std::size_t>(s.size());
    const auto table = detail::mtgp_table(s.recursion);
    const std::size_t far = 3 * static_cast<std::size_t>(s.mexp);
    while (x.size() < far + n) {
      const std::size_t i = x.size() - n;
      const Word u = detail::mtgp_mix(x[i], x[i + 1], x[i + static_cast<std::size_t>(s.middle)], s.mask,
                                      s.shift1, s.shift2);
      x.push_back(u ^ table[u & 15u]);
    }
    for (int round = 0; round < 6; ++round) {
      const std::size_t distance = round == 0 ? far : round == 1 ? 1 : random() % far;
      std::vector<Word> got = start;
      detail::mtgp_apply<Word>(s, power(distance), got);
      std::vector<Word> expected(x.begin() + static_cast<std::ptrdiff_t>(distance),
                                 x.begin() + static_cast<std::ptrdiff_t>(distance + n));
      expected[0] &= s.mask;
      ASSERT_EQ(got, expected) << "mexp " << s.mexp << " distance " << distance;
    }
    // Far jumps: x^(a+b) is x^a after x^b.
    const std::uint64_t a = random() >> 1, b = random() >> 1;
    std::vector<Word> once = start, twice = start;
    detail::mtgp_apply<Word>(s, power(a + b), once);
    detail::mtgp_apply<Word>(s, power(a), twice);
    detail::mtgp_apply<Word>(s, power(b), twice);
    ASSERT_EQ(once, twice) << "mexp " << s.mexp;
  }
}

TYPED_TEST(Mtgp, DiscardGoesAnywhere) {
  using Word = TypeParam;
  std::mt19937_64 random(6);
  const auto sets = small_sets<Word>();
  const mtgp<Word> start(sets, 3, 4);
  mtgp<Word> walked = start;
  const std::uint64_t rows = 30000;  // more steps than a jump costs, so both ways are taken
  for (std::uint64_t r = 0; r < rows; ++r) walked.discard(start.row_words());
  mtgp<Word> jumped = start;
  jumped.discard(rows * start.row_words());
  EXPECT_TRUE(walked == jumped);
  for (int round = 0; round < 5; ++round) {
    const std::uint64_t far = random() >> (1 + random() % 60), back = random() % 1000;
    mtgp<Word> e = start;
    e.discard(far + back);
    const std::uint32_t there = e();
    e.discard(0 - back - 1);
    EXPECT_EQ(e.position(), far);
    for (std::uint64_t i = 0; i < back; ++i) (void)e();
    ASSERT_EQ(e(), there);
    ASSERT_EQ(start.word(far + back), there);
  }
}

TYPED_TEST(Mtgp, SavedEnginesGoOn) {
  using Word = TypeParam;
  const auto sets = small_sets<Word>();
  mtgp<Word> e(sets, 77, 8);
  e.discard(123457);
  std::stringstream text;
  text << "before " << e << " behind";
  std::string word;
  mtgp<Word> from_text{std::span(sets).first(1)};
  text >> word >> from_text;
  ASSERT_TRUE(text);
  text >> word;
  EXPECT_EQ(word, "behind");
  auto from_bytes = mtgp<Word>::restore(e.save());
  EXPECT_TRUE(from_text == e);
  EXPECT_TRUE(from_bytes == e);
  EXPECT_EQ(from_text.position(), e.position());
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t x = e();
    ASSERT_EQ(from_text(), x);
    ASSERT_EQ(from_bytes(), x);
  }
  from_text.move_to(5);  // backwards, which needs the seed
  EXPECT_EQ(from_text(), mtgp<Word>(sets, 77, 8).word(5));
}

TYPED_TEST(Mtgp, DamagedSavesAreRefused) {
  using Word = TypeParam;
  const auto sets = small_sets<Word>();
  const mtgp<Word> e(sets, 1);
  const std::vector<std::byte> good = e.save();
  for (const std::size_t at : {std::size_t{0}, std::size_t{9}, good.size() / 2, good.size() - 1}) {
    std::vector<std::byte> bad = good;
    bad[at] ^= std::byte{1};
    EXPECT_THROW((void)mtgp<Word>::restore(bad), argument_error) << at;
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{100}, good.size() - 1}) {
    EXPECT_THROW((void)mtgp<Word>::restore(std::span<const std::byte>(good).first(length)), argument_error)
        << length;
  }
  using other = mtgp<std::conditional_t<sizeof(Word) == 4, std::uint64_t, std::uint32_t>>;
  EXPECT_THROW((void)other::restore(good), argument_error);
  std::ostringstream out;
  out << e;
  // Without its last line feed, a text may end in the middle of its last number.
  const std::size_t whole = out.str().size();
  for (const std::size_t length : {std::size_t{0}, std::size_t{20}, whole / 2, whole - 2, whole - 1}) {
    std::istringstream in(out.str().substr(0, length));
    mtgp<Word> untouched{std::span(sets).first(1), 5};
    const mtgp<Word> before = untouched;
    in >> untouched;
    EXPECT_TRUE(in.fail()) << length;
    EXPECT_TRUE(untouched == before);
  }
}

/// What the definition makes of the words of the sequence, one by one.
template <class E>
std::vector<std::byte> expected(const E& e, const any_distribution& d, std::uint64_t first, std::size_t n) {
  const std::uint64_t words = static_cast<std::uint64_t>(d.info().words), batch = batch_size(d);
  const std::uint64_t from = first * words / batch * batch;
  const std::uint64_t until = ((first + n) * words + batch - 1) / batch * batch;
  E there = e;
  there.discard(from);
  std::vector<std::uint32_t> listed(until - from);
  for (auto& w : listed) w = there();
  return made_of({&listed, from}, d, first, n);
}

std::vector<place> cpu_places() {
  std::vector<place> all;
  for (const place& p : places()) {
    if (!p.is_cuda) all.push_back(p);
  }
  return all;
}

TYPED_TEST(Mtgp, EveryPlaceGivesTheElementsOfTheDefinition) {
  using Word = TypeParam;
  std::mt19937_64 random(7);
  const auto all = cpu_places();
  for (const auto& sets : grids<Word>()) {
    if (sets[0].mexp > 12000) continue;
    for (const any_distribution& d : fixed_examples()) {
      mtgp<Word> e(sets, random());
      e.discard(random() % 3 == 0 ? random() % 5000 : 0);
      const std::uint64_t first = random() % 4 == 0 ? random() >> 8 : random() % 20000;
      const std::size_t n = random() % 3000 + 1;
      const auto right = expected(e, d, first, n);
      const any_engine any(e);
      for (const place& p : all) {
        ASSERT_EQ(bytes_at(p, any, d, first, n), right)
            << p.name << ' ' << d.info().name << ' ' << d.info().type << " place " << e.position()
            << " first " << first << " n " << n << " mexp " << sets[0].mexp;
      }
    }
  }
}

// What the tests of GPUs rely on: near places of a bank that cannot jump are reached, and far ones are
// refused.
TYPED_TEST(Mtgp, SetsWithoutAFullPeriodTakeSteps) {
  using Word = TypeParam;
  std::mt19937_64 random(21);
  const mtgp<Word> e(random_sets<Word>(3217, 1, random), random(), random());
  int refused = 0;
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    using T = typename D::result_type;
    const D d = example<D>();
    constexpr std::uint64_t last = last_by_steps<D>;
    std::vector<T> all(last + 3), some(3);
    fill(cpu{}, e, d, 0, std::span<T>(all));
    fill(cpu{}, e, d, last, std::span<T>(some));
    ASSERT_EQ(std::memcmp(some.data(), all.data() + last, 3 * sizeof(T)), 0) << D::name;
    if (D::words < 16) return;
    ++refused;
    try {
      fill(cpu{}, e, d, 77777, std::span<T>(some));
      ADD_FAILURE() << D::name << " at " << 77777 * D::words << " words: not refused";
    } catch (const argument_error& refusal) {
      EXPECT_EQ(refusal.argument(), "degree of the characteristic polynomial of set 0") << D::name;
    }
  });
  EXPECT_GT(refused, 0);
}

/// One or more of every kind: of a word and of two, of less than a word, heavy ones and batches.
using few_distributions =
    detail::type_list<bits<std::uint32_t>, bits<std::uint64_t>, uniform<float>, uniform<double>, bernoulli,
                      normal_icdf<double>, normal<float>, warp_normal<float>>;

TYPED_TEST(Mtgp, CutsDoNotShow) {
  using Word = TypeParam;
  std::mt19937_64 random(8);
  const auto all = cpu_places();
  for (const auto& sets : grids<Word>()) {
    few_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
      using T = typename D::result_type;
      const D d = example<D>();
      const mtgp<Word> start(sets, random(), random());
      const std::size_t n = 2048 * (15 + random() % 10);
      std::vector<T> whole(n), pieces(n);
      fill(all.front().host, start, d, 0, std::span<T>(whole));
      mtgp<Word> e = start;
      for (std::size_t at = 0; at < n;) {
        const std::size_t unit = detail::batch_of<D>();
        const std::size_t m =
            std::min(n - at, unit * (random() % (random() % 2 == 0 ? 40 : 9000 / unit) + 1));
        fill_next(all[random() % all.size()].host, e, d, std::span<T>(pieces).subspan(at, m));
        at += m;
      }
      ASSERT_TRUE(same_bits(pieces, whole)) << D::name;
      ASSERT_EQ(e.position(), n * D::words);
      mtgp<Word> end = start;
      end.discard(n * D::words);
      ASSERT_TRUE(e == end);
    });
  }
}

TYPED_TEST(Mtgp, FillsRefuseWhatTheyCannotDo) {
  using Word = TypeParam;
  const auto sets = small_sets<Word>();
  mtgp<Word> e(sets);
  std::vector<std::uint32_t> out(100);
  const std::span<std::uint32_t> nothing(static_cast<std::uint32_t*>(nullptr), 3);
  const bits<std::uint32_t> d;
  EXPECT_THROW(fill(cpu{}, e, d, ~std::uint64_t{0}, std::span(out)), argument_error);
  EXPECT_THROW(fill(cpu{-1}, e, d, 0, std::span(out)), argument_error);
  EXPECT_THROW(fill(cpu{}, e, d, 0, nothing), argument_error);
  std::vector<float> normals(100);
  EXPECT_THROW(fill_next(cpu{}, e, warp_normal<float>{}, std::span(normals)), argument_error);
  EXPECT_EQ(e.position(), 0u);
  fill(cpu{}, e, d, ~std::uint64_t{0}, std::span<std::uint32_t>());
  e.discard(10);
  EXPECT_THROW(fill(cpu{}, e, d, ~std::uint64_t{0} - 105, std::span(out)), argument_error);
}

TYPED_TEST(Mtgp, GridsRefuseWrongSets) {
  using Word = TypeParam;
  const auto sets = small_sets<Word>();
  using list = std::vector<mtgp_parameters<Word>>;
  const auto refused = [](const list& wrong, const char* word) {
    try {
      mtgp<Word> e(wrong);
      ADD_FAILURE() << "not refused: " << word;
    } catch (const argument_error& x) {
      EXPECT_NE(fields_of(x).find(word), std::string::npos) << x.what();
    }
  };
  refused({}, "sets is 0");
  refused({sets[0], sets[0]}, "recursion of set");
  for (const auto& [change, word] : std::vector<std::pair<void (*)(mtgp_parameters<Word>&), const char*>>{
           {[](mtgp_parameters<Word>& s) { s.mexp = 19937; }, "mexp is 19937"},
           {[](mtgp_parameters<Word>& s) { s.middle = 1; }, "pos is 1"},
           {[](mtgp_parameters<Word>& s) { s.middle = s.size() - s.steps() + 1; }, "pos is"},
           {[](mtgp_parameters<Word>& s) { s.shift1 = 32; }, "sh1 is 32"},
           {[](mtgp_parameters<Word>& s) { s.shift2 = 0; }, "sh2 is 0"},
           {[](mtgp_parameters<Word>& s) { s.mask ^= 1; }, "mask is 0x"}}) {
    list wrong = {sets[0]};
    change(wrong[0]);
    refused(wrong, word);
  }
  // A recursion without full period shows at the first jump.
  list wrong = {sets[0]};
  wrong[0].recursion[1] ^= 4;
  mtgp<Word> e(wrong);
  EXPECT_THROW((void)e.word(std::uint64_t{1} << 60), argument_error);
  e.discard(std::uint64_t{1} << 60);
  EXPECT_THROW(e(), argument_error);
}

TEST(MtgpCatalogue, RefusesByNameAndLine) {
  const std::string head = std::string(detail::mtgp_columns) + "\n";
  const std::string good =
      "3217,1,20,13,4,0x1,0x2,0x10004,0x10008,0x1,0x2,0x3,0x4,0xffff8000,"
      "0123456789abcdef0123456789abcdef01234567,5,7\n";
  const auto with = [&](std::size_t column, const std::string& text, const std::string& line) {
    auto f = split(line.substr(0, line.size() - 1), ',');
    f.at(column) = text;
    std::string out;
    for (const auto& x : f) out += (out.empty() ? "" : ",") + x;
    return out + "\n";
  };
  const auto read = [](const std::string& text) {
    std::istringstream in(text);
    return detail::read_mtgp_catalogue<std::uint32_t>(in, "sets.csv");
  };
  std::string mask;
  {
    std::ostringstream out;
    out << "0x" << std::hex << detail::mtgp_mask<std::uint32_t>(3217);
    mask = out.str();
  }
  const std::string line = with(13, mask, good);
  ASSERT_EQ(read(head + line).size(), 1u);
  const auto refused = [&](const std::string& text, const std::string& name) {
    try {
      read(text);
      ADD_FAILURE() << "not refused: " << name;
    } catch (const argument_error& x) {
      EXPECT_EQ(fields_of(x).substr(0, name.size()), name) << x.what();
    }
  };
  refused("", "sets.csv:1 ");
  refused("no,mexp\n", "sets.csv:1 ");
  refused(head + line + "3217,2\n", "sets.csv:3 columns is 2");
  refused(head + line + "\n" + line.substr(0, line.size() - 1) + ",9\n", "sets.csv:4 columns is 18");
  refused(head + with(0, "607", line), "sets.csv:2 mexp is 607");
  refused(head + with(0, "x", line), "sets.csv:2 mexp is 'x'");
  refused(head + with(1, "-1", line), "sets.csv:2 no is '-1'");
  refused(head + with(2, "1", line), "sets.csv:2 pos is 1");
  refused(head + with(2, "38", line), "sets.csv:2 pos is 38");
  refused(head + with(3, "32", line), "sets.csv:2 sh1 is 32");
  refused(head + with(4, "0", line), "sets.csv:2 sh2 is 0");
  refused(head + with(5, "0x123456789", line), "sets.csv:2 tbl1 is '0x123456789'");
  refused(head + with(12, "7", line), "sets.csv:2 tmp8 is '7'");
  refused(head + with(13, "0x0", line), "sets.csv:2 mask is 0x0");
  refused(head + with(14, "0123", line), "sets.csv:2 sha1 is '0123'");
  refused(head + with(15, "", line), "sets.csv:2 delta is ''");
  refused(head + line + with(8, "0x20008", line), "sets.csv:3 no is 1");
  refused(head + line + with(1, "2", line), "sets.csv:3 ID is ");
  EXPECT_THROW(detail::read_mtgp_catalogue<std::uint32_t>(std::string("/nonexistent/sets.csv")), io_error);
}

TEST(MtgpCatalogue, ReadsEveryColumn) {
  // Least values that are allowed: no 0, pos 2, shifts of 1, delta and weight 0.
  const std::string line =
      "3217,0,2,1,1,0x1,0x2,0x10004,0x10008,0x5,0x6,0x7,0x8,0xffff8000,"
      "0123456789abcdef0f1e2d3c4b5a69788796a5b4,0,0\n";
  const auto s =
      detail::parse_mtgp_line<std::uint32_t>(std::string_view(line).substr(0, line.size() - 1), "");
  EXPECT_EQ(detail::to_hex(s.sha1), "0123456789abcdef0f1e2d3c4b5a69788796a5b4");
  EXPECT_EQ(s.sha1[19], 0xb4);
  std::ostringstream out;
  detail::write_mtgp_line(out, s);
  EXPECT_EQ(out.str(), line);
}

TEST(MtgpCatalogue, WritesWhatItReads) {
  std::ostringstream out;
  for (const auto& s : small_sets<std::uint64_t>()) detail::write_mtgp_line(out, s);
  std::istringstream in(std::string(detail::mtgp_columns) + "\n" + out.str());
  const auto read = detail::read_mtgp_catalogue<std::uint64_t>(in, "again");
  EXPECT_EQ(detail::sets_of<std::uint64_t>(read, 3217), small_sets<std::uint64_t>());
}

}  // namespace
}  // namespace tali::test
