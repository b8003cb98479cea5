// SPDX-License-Identifier: Apache-2.0
// The creator: what it finds is what it should be, the same everywhere and whatever interrupts it, and what
// is no good is refused by name and line.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include <gf2/euclid.hpp>
#include <gf2/irreducible.hpp>
#include <gtest/gtest.h>
#include <mtgp/creator.hpp>
#include <mtgp/equidistribution.hpp>
#include <mtgp/source.hpp>
#include <mtgp/tempering_search.hpp>
#include <mtgp/verify.hpp>

#include <tali/error.hpp>

namespace tali::lab::mtgp {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
const std::atomic<bool> never{false};

creation small(u32 first, u32 count, unsigned threads) {
  creation c;
  c.mexp = 3217;
  c.first_id = first;
  c.count = count;
  c.threads = threads;
  c.effort.beam = 2;
  return c;
}

template <class Word>
creation_result<Word> run(const creation& c, std::size_t* held = nullptr) {
  return create<Word>(
      c,
      [&](std::size_t sets) {
        if (held != nullptr) *held = sets;
      },
      [](std::size_t) {});
}

template <class Word>
std::string lines(const creation_result<Word>& r) {
  std::ostringstream text;
  for (const auto& set : catalogue(r.sets, r.sets.size())) detail::write_mtgp_line(text, set);
  return text.str();
}

TEST(Creator, EmbedsTheId) {
  for (const u32 id : {0u, 1u, 0xffffffffu, 0x12345678u, 0xdeadbeefu}) {
    const auto r = search_recursion<u32>({3217, id, 5}, never);
    ASSERT_TRUE(r);
    const auto& s = r->set;
    EXPECT_EQ(s.recursion[3] >> 16, id >> 16);
    EXPECT_EQ(s.recursion[2] >> 4 & 0xffff, id & 0xffff);
    EXPECT_EQ(s.id(), id);
    EXPECT_EQ(s.shift1, 13);
    EXPECT_EQ(s.shift2, 4);
    EXPECT_GE(s.middle, middles<u32>(3217).low);
    EXPECT_LE(s.middle, middles<u32>(3217).high);
    EXPECT_NO_THROW(check(s));
    // The polynomial came as a sum of others; here it is from the bits, and irreducible.
    const gf2::polynomial f = gf2::minimal_polynomial(low_bits(s, 99), 3217);
    EXPECT_EQ(f, r->characteristic);
    EXPECT_EQ(gf2::test_irreducibility(f), gf2::verdict::irreducible);
    // The low 4x4 block has no eigenvalue 1: u -> u + u R is one to one on four bits.
    const auto table = detail::mtgp_table(s.recursion);
    u32 images = 0;
    for (u32 u = 0; u < 16; ++u) images |= 1u << ((u ^ table[u]) & 15);
    EXPECT_EQ(images, 0xffffu);
  }
}

TEST(Creator, LeavesRoomForTheThreads) {
  for (const int p : detail::mtgp_exponents<u32>()) {
    EXPECT_GE(detail::mtgp_size<u32>(p) - middles<u32>(p).high, detail::mtgp_steps<u32>(p)) << p;
    EXPECT_LT(middles<u32>(p).low, middles<u32>(p).high) << p;
  }
  for (const int p : detail::mtgp_exponents<u64>()) {
    EXPECT_GE(detail::mtgp_size<u64>(p) - middles<u64>(p).high, detail::mtgp_steps<u64>(p)) << p;
    EXPECT_LT(middles<u64>(p).low, middles<u64>(p).high) << p;
  }
}

TEST(Creator, TemperingIsWhatItSaysAndBetterThanNone) {
  const target t{3217, 7, 1};
  auto r = search_recursion<u32>(t, never);
  ASSERT_TRUE(r);
  const int without = equidistribution(r->set, r->characteristic).delta();
  const auto found = search_tempering(r->set, r->characteristic, t, {1, 4}, never);
  ASSERT_TRUE(found);
  r->set.tempering = found->rows;
  const dimensions high = equidistribution(r->set, r->characteristic);
  const dimensions low = equidistribution(r->set, r->characteristic, significant::least);
  EXPECT_EQ(high.delta(), found->delta);
  EXPECT_EQ(std::accumulate(low.d.begin(), low.d.begin() + 9, 0), found->low_delta);
  EXPECT_LT(found->delta, without / 4);
}

TEST(Creator, ThePapersTemperingIsWhatItSaysAndNotBetterThanTheBeams) {
  int published = 0, beam = 0;
  for (const u32 id : {7u}) {
    const target t{3217, id, 1};
    auto r = search_recursion<u32>(t, never);
    ASSERT_TRUE(r);
    const int without = equidistribution(r->set, r->characteristic).delta();
    const auto found = search_tempering_as_published(r->set, r->characteristic, never);
    ASSERT_TRUE(found);
    beam += search_tempering(r->set, r->characteristic, t, {1, 8}, never)->delta;
    published += found->delta;
    r->set.tempering = found->rows;
    const dimensions high = equidistribution(r->set, r->characteristic);
    const dimensions low = equidistribution(r->set, r->characteristic, significant::least);
    EXPECT_EQ(high.delta(), found->delta);
    EXPECT_EQ(std::accumulate(low.d.begin(), low.d.begin() + 9, 0), found->low_delta);
    EXPECT_LT(found->delta, without / 2);
    // No other pattern of the last five of the 23 significant bits of the last row is better: they were
    // decided last.
    const auto defect_of_23 = [&](const mtgp_parameters<u32>& set) {
      const dimensions d = equidistribution(set, r->characteristic);
      return std::accumulate(d.d.begin(), d.d.begin() + 23, 0);
    };
    const int least = defect_of_23(r->set);
    for (u32 pattern = 0; pattern < 8; ++pattern) {
      auto other = r->set;
      other.tempering[3] = (other.tempering[3] & ~(7u << 9)) | pattern << 9;
      EXPECT_GE(defect_of_23(other), least) << pattern;
    }
  }
  EXPECT_LE(beam, published);
  const std::atomic<bool> at_once{true};
  const auto r = search_recursion<u32>({3217, 7, 1}, never);
  EXPECT_FALSE(search_tempering_as_published(r->set, r->characteristic, at_once));
}

TEST(Creator, AsksNoThread) {
  EXPECT_EQ(lines(run<u32>(small(100, 3, 1))), lines(run<u32>(small(100, 3, 3))));
}

TEST(Creator, PinnedSets) {
  // Same ID and seed, same set, on every machine: changing a line is changing what users' catalogues came
  // from.
  EXPECT_EQ(
      lines(run<u32>(small(1, 1, 1))),
      "3217,1,24,13,4,0x50d19fed,0xad5a89e6,0x2c20001b,0x83b9,0x4a8b01e2,0xcfecb972,0xc38b8ddb,0x2d979b0,"
      "0xffff8000,99a8165d965a080019b891abbe3c6e95c624bd47,152,1019\n");
  EXPECT_EQ(lines(run<u64>(small(1, 1, 1))),
            "3217,1,14,9,4,0xc810204300000000,0x5800790200000000,0x27d0001900000000,0xd05b00000000,"
            "0x658d0db095741431,0x7976b049b3b829b5,0x5e837dd45c5a21eb,0xe17048df33e2e844,0xffff800000000000,"
            "1ae1873b1024507b14e34eead7d6c50bba551018,421,1299\n");
}

TEST(Creator, StopsWhenTold) {
  const std::atomic<bool> now{true};
  EXPECT_FALSE(search_recursion<u32>({44497, 1, 1}, now));
  creation c = small(1, 50, 2);
  c.mexp = 11213;
  c.time_limit = 0.05;
  const auto r = run<u32>(c);
  EXPECT_FALSE(r.complete);
}

TEST(Creator, RefusesWhatItCannotCreate) {
  const auto refusal = [](const creation& c) {
    try {
      run<u32>(c);
    } catch (const argument_error& e) {
      return e.argument();
    }
    return std::string("accepted");
  };
  creation c = small(0, 1, 1);
  c.mexp = 110503;  // 64 bits only
  EXPECT_EQ(refusal(c), "mexp");
  c = small(0, 1, 0);
  EXPECT_EQ(refusal(c), "threads");
  c = small(0xffffffffu, 2, 1);
  EXPECT_EQ(refusal(c), "count");
  c = small(0, 0, 1);
  EXPECT_EQ(refusal(c), "count");
}

class Checkpoint : public testing::Test {
 protected:
  std::string name =
      testing::TempDir() + "tali-mtgp-" + testing::UnitTest::GetInstance()->current_test_info()->name();
  void SetUp() override { std::filesystem::remove(name); }
  void TearDown() override { std::filesystem::remove(name); }
  [[nodiscard]] std::string content() const {
    std::ifstream in(name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  void set_content(const std::string& text) const { std::ofstream(name, std::ios::binary) << text; }
};

TEST_F(Checkpoint, GoesOnFromWhatIsThere) {
  creation c = small(40, 1, 1);
  c.checkpoint = name;
  std::size_t held = 7;
  run<u32>(c, &held);
  EXPECT_EQ(held, 0u);
  const std::string one = content();
  c.count = 2;
  const std::string whole = lines(run<u32>(c, &held));
  EXPECT_EQ(held, 1u);
  EXPECT_EQ(lines(run<u32>(c, &held)), whole);
  EXPECT_EQ(held, 2u);
  creation alone = small(40, 2, 1);
  EXPECT_EQ(lines(run<u32>(alone)), whole);

  // Cut short or altered it is refused, and stays as it is.
  const std::string full = content();
  std::string altered = full;
  altered[full.find("0x") + 2] ^= 1;
  for (const std::string& bad :
       {std::string(), full.substr(0, 7), full.substr(0, full.size() - 1), altered}) {
    set_content(bad);
    EXPECT_THROW(run<u32>(c), argument_error);
    EXPECT_EQ(content(), bad);
  }
  set_content(one);
  EXPECT_EQ(lines(run<u32>(c, &held)), whole);
  EXPECT_EQ(held, 1u);
}

TEST_F(Checkpoint, OfOtherOptionsIsRefused) {
  creation c = small(40, 1, 1);
  c.checkpoint = name;
  run<u32>(c);
  const std::string before = content();
  for (int what = 0; what < 5; ++what) {
    creation other = c;
    if (what == 0) other.seed = 2;
    if (what == 1) other.mexp = 4423;
    if (what == 2) other.effort.beam = 3;
    if (what == 3) other.effort.restarts = 3;
    EXPECT_THROW(what == 4 ? void(run<u64>(other)) : void(run<u32>(other)), argument_error) << what;
  }
  EXPECT_EQ(content(), before);
  set_content("something else entirely");
  EXPECT_THROW(run<u32>(c), argument_error);
  EXPECT_EQ(content(), "something else entirely");
}

TEST(Verification, RefusesEveryWrongColumn) {
  const auto made = create_one<u32>({3217, 3, 1}, {1, 2}, never);
  ASSERT_TRUE(made);
  const mtgp_parameters<u32> good = made->set;
  EXPECT_NO_THROW(verify(good, "here: "));
  const auto refusal = [](const mtgp_parameters<u32>& s) {
    try {
      verify(s, "sets.csv:7 ");
    } catch (const argument_error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  using testing::UnitTest;
  const auto expect = [&](const char* what, auto change) {
    mtgp_parameters<u32> bad = good;
    change(bad);
    const std::string text = refusal(bad);
    EXPECT_EQ(text.find("sets.csv:7 "), 0u) << text;
    EXPECT_NE(text.find(what), std::string::npos) << what << ": " << text;
  };
  expect("mexp", [](auto& s) { s.mexp = 3218; });
  expect("pos", [](auto& s) { s.middle = 1; });
  expect("pos", [](auto& s) { s.middle = s.size() - s.steps() + 1; });
  expect("sh1", [](auto& s) { s.shift1 = 32; });
  expect("mask", [](auto& s) { s.mask ^= 1; });
  expect("reducible", [](auto& s) { s.recursion[0] ^= 0x100; });
  expect("reducible", [](auto& s) { s.middle = s.middle == 5 ? 6 : 5; });
  expect("sha1", [](auto& s) { s.sha1[19] ^= 1; });
  expect("weight", [](auto& s) { s.weight += 2; });
  expect("delta", [](auto& s) { s.delta += 1; });
  expect("delta", [](auto& s) { s.tempering[1] ^= 0x80000000u; });
}

TEST(Catalogue, SortsAndLeavesTheWorstOut) {
  std::vector<created<u32>> all(4);
  for (std::size_t i = 0; i < 4; ++i) {
    all[i].set.delta = std::array{30, 10, 40, 20}[i];
    all[i].set.weight = static_cast<int>(i);
  }
  const auto kept = catalogue(all, 3);
  ASSERT_EQ(kept.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(kept[i].number, i + 1);
    EXPECT_EQ(kept[i].delta, 10 * static_cast<int>(i + 1));
  }
}

/// The catalogues that the project ships: every line's order, some 32 characteristic polynomials a file,
/// fewer of large exponents, one proof. 'tali mtgp verify' does all of them.
TEST(Catalogue, ShippedSetsAreWhatTheySay) {
  const std::filesystem::path directory = TALI_CATALOGUES;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() == ".csv") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  const auto examine = [](const auto& sets, const std::string& name) {
    ASSERT_FALSE(sets.empty());
    const int mexp = sets[0].set.mexp;
    const std::size_t examined = mexp < 20000 ? 32 : mexp < 30000 ? 8 : 2;
    const std::size_t every = std::max<std::size_t>(1, sets.size() / examined);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const auto& set = sets[i].set;
      EXPECT_EQ(set.number, i + 1) << name;
      EXPECT_TRUE(i == 0 || sets[i - 1].set.delta <= set.delta) << name << ":" << sets[i].line;
      if (i % every != 0) continue;
      const gf2::polynomial f = characteristic_polynomial(set);
      ASSERT_EQ(f.degree(), set.mexp) << name << ":" << sets[i].line;
      EXPECT_EQ(detail::to_hex(digest(f)), detail::to_hex(set.sha1)) << name << ":" << sets[i].line;
    }
    const auto& sample = sets[sets.size() / 2];
    if (sample.set.mexp <= 11213) {
      EXPECT_NO_THROW(verify(sample.set, name + ":" + std::to_string(sample.line) + " "));
    }
  };
  for (const auto& file : files) {
    const std::string name = file.filename().string();
    if (name.find("mtgp64") == 0) {
      examine(detail::read_mtgp_catalogue<u64>(file.string()), name);
    } else {
      examine(detail::read_mtgp_catalogue<u32>(file.string()), name);
    }
  }
}

}  // namespace
}  // namespace tali::lab::mtgp
