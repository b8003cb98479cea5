// SPDX-License-Identifier: Apache-2.0
// The energy counters: RAPL on a made-up tree, NVML by a stand-in for its library, and what the report makes
// of counters that are or are not there.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <energy/energy.hpp>
#include <energy/nvml.hpp>
#include <energy/rapl.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <tali/error.hpp>

namespace tali::bench {
namespace {

namespace fs = std::filesystem;

class Rapl : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "tali-rapl-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { fs::remove_all(root_); }

  void zone(const std::string& folder, const std::string& name, std::uint64_t energy,
            std::uint64_t range = 262143328850) {
    fs::create_directories(root_ / folder);
    std::ofstream(root_ / folder / "name") << name << '\n';
    std::ofstream(root_ / folder / "max_energy_range_uj") << range << '\n';
    set(folder, energy);
  }
  /// Short measurements of one thread of the CPU, with the counters of this tree. Their fills are of a few
  /// megabytes: what is done with counters and times does not depend on how long one takes.
  energy_options on_the_cpu(const std::string& filter) const {
    energy_options o;
    o.filter = filter;
    o.seconds = 0.02;
    o.threads = 1;
    o.cuda = false;
    o.cpu_bytes = std::size_t{1} << 22;
    o.powercap = root_.string();
    return o;
  }
  void set(const std::string& folder, std::uint64_t energy) {
    std::ofstream(root_ / folder / "energy_uj") << energy << '\n';
  }

  fs::path root_;
};

TEST_F(Rapl, SumsPackagesAndMemory) {
  zone("intel-rapl:0", "package-0", 1000000);
  zone("intel-rapl:0:0", "core", 5);
  zone("intel-rapl:0:1", "dram", 2000000);
  zone("intel-rapl:1", "package-1", 3000000);
  zone("intel-rapl:2", "psys", 9);
  zone("intel-rapl-mmio:0", "package-0", 1000000);  // the same package again
  fs::create_directories(root_ / "dtpm");
  rapl r(root_.string());
  ASSERT_TRUE(r.available()) << r.why_not();
  EXPECT_EQ(r.what(), "package-0, dram, package-1");
  EXPECT_EQ(r.joules(), 0);
  set("intel-rapl:0", 3500000);
  set("intel-rapl:0:0", 1000000000);
  set("intel-rapl:0:1", 2250000);
  set("intel-rapl:1", 4000000);
  set("intel-rapl:2", 1000000000);
  set("intel-rapl-mmio:0", 1000000000);
  EXPECT_DOUBLE_EQ(r.joules(), 2.5 + 0.25 + 1);
  EXPECT_EQ(r.joules(), 0);
}

TEST_F(Rapl, WrapsAround) {
  zone("intel-rapl:0", "package-0", 9000000, 10000000);
  rapl r(root_.string());
  set("intel-rapl:0", 500000);
  EXPECT_DOUBLE_EQ(r.joules(), 1.5);
  set("intel-rapl:0", 400000);  // and again
  EXPECT_DOUBLE_EQ(r.joules(), 9.9);
}

TEST_F(Rapl, Missing) {
  const rapl nowhere((root_ / "none").string()), empty(root_.string());
  for (const rapl* r : {&nowhere, &empty}) {
    EXPECT_FALSE(r->available());
    EXPECT_NE(r->why_not().find("no RAPL counter"), std::string::npos) << r->why_not();
  }
  rapl r(root_.string());
  EXPECT_LT(r.joules(), 0);
}

TEST_F(Rapl, Unreadable) {
  zone("intel-rapl:0", "package-0", 1);
  zone("intel-rapl:1", "package-1", 1);
  // A file that even root cannot read: a link to itself.
  fs::remove(root_ / "intel-rapl:1" / "energy_uj");
  fs::create_symlink("energy_uj", root_ / "intel-rapl:1" / "energy_uj");
  const rapl looped(root_.string());
  EXPECT_FALSE(looped.available());
  EXPECT_NE(looped.why_not().find("intel-rapl:1/energy_uj cannot be read ("), std::string::npos)
      << looped.why_not();
  fs::remove(root_ / "intel-rapl:1" / "energy_uj");
  std::ofstream(root_ / "intel-rapl:1" / "energy_uj") << "12x\n";
  const rapl garbled(root_.string());
  EXPECT_NE(garbled.why_not().find("intel-rapl:1/energy_uj holds no number"), std::string::npos)
      << garbled.why_not();
  set("intel-rapl:1", 5);
  fs::remove(root_ / "intel-rapl:0" / "max_energy_range_uj");
  EXPECT_NE(rapl(root_.string()).why_not().find("max_energy_range_uj"), std::string::npos);
}

TEST_F(Rapl, NotPermitted) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  zone("intel-rapl:0", "package-0", 1);
  fs::permissions(root_ / "intel-rapl:0" / "energy_uj", fs::perms::none);
  const rapl r(root_.string());
  EXPECT_FALSE(r.available());
  EXPECT_NE(r.why_not().find("Permission denied"), std::string::npos) << r.why_not();
}

TEST_F(Rapl, GoneLater) {
  zone("intel-rapl:0", "package-0", 1);
  rapl r(root_.string());
  fs::remove(root_ / "intel-rapl:0" / "energy_uj");
  EXPECT_LT(r.joules(), 0);
}

TEST(Nvml, NotHere) {
  nvml n("0000:00:00.0", "libtali-no-such-library.so.1");
  EXPECT_FALSE(n.available());
  EXPECT_NE(n.why_not().find("libtali-no-such-library"), std::string::npos) << n.why_not();
  EXPECT_LT(n.joules(), 0);
}

TEST(Nvml, LacksItsFunctions) {
  const nvml n("0000:00:00.0", "libc.so.6");
  EXPECT_FALSE(n.available());
  EXPECT_NE(n.why_not().find("lacks"), std::string::npos) << n.why_not();
}

TEST(Nvml, Counts) {
  nvml n("0000:1B:00.0", TALI_NVML_STAND_IN);
  ASSERT_TRUE(n.available()) << n.why_not();
  EXPECT_DOUBLE_EQ(n.joules(), 1.5);  // the stand-in adds 1500 mJ a question
  EXPECT_DOUBLE_EQ(n.joules(), 1.5);
}

TEST(Nvml, SaysWhy) {
  EXPECT_NE(nvml("0000:FF:00.0", TALI_NVML_STAND_IN).why_not().find("no such device"), std::string::npos);
  EXPECT_NE(nvml("0000:2C:00.0", TALI_NVML_STAND_IN).why_not().find("no counter"), std::string::npos);
}

// ---- The report --------------------------------------------------------------------------------------

energy_row row_of(const char* device, const char* shape, double seconds, std::optional<double> joules) {
  energy_row r;
  r.engine = "sobol32";
  r.distribution = "uniform";
  r.type = "f32";
  r.shape = shape;
  r.device = device;
  r.numbers = 100;
  r.fills = 10;
  r.seconds = seconds;
  r.joules = joules;
  return r;
}

TEST(Energy, ByTheNumber) {
  energy_report r;
  r.counters = {{"cpu", "", true, {}}, {"GPU", "", true, {}}};
  r.rows = {row_of("cpu", "a", 2, 400), row_of("cpu", "b", 2, 100), row_of("GPU", "a", 2, 20),
            row_of("GPU", "b", 1, 5)};
  EXPECT_DOUBLE_EQ(*r.rows[0].joules_per_number(), 0.4);
  EXPECT_DOUBLE_EQ(*r.rows[0].watts(), 200);
  EXPECT_FALSE(times_lower(r, r.rows[0]));
  EXPECT_DOUBLE_EQ(*times_lower(r, r.rows[2]), 20);
  const auto totals = sobol_totals(r);
  ASSERT_EQ(totals.size(), 2u);
  EXPECT_DOUBLE_EQ(totals[0].seconds, 0.4);
  EXPECT_DOUBLE_EQ(*totals[0].joules, 50);
  EXPECT_DOUBLE_EQ(*totals[1].joules, 2.5);
  EXPECT_NE(energy_table(r).find("20.0"), std::string::npos) << energy_table(r);  // 50 / 2.5
}

TEST(Energy, NoFigureWithoutACounter) {
  energy_report r;
  r.counters = {{"cpu", "no RAPL counter under /x", false, {}}, {"GPU", "", true, {}}};
  r.rows = {row_of("cpu", "a", 2, {}), row_of("GPU", "a", 2, 20), row_of("GPU", "b", 2, {})};
  EXPECT_FALSE(r.rows[0].joules_per_number() || r.rows[0].watts() || times_lower(r, r.rows[1]));
  const auto totals = sobol_totals(r);
  EXPECT_FALSE(totals[0].joules || totals[1].joules);  // not a sum of some of them
  EXPECT_NE(energy_table(r).find("no RAPL counter under /x"), std::string::npos);
}

TEST_F(Rapl, StatedPowerTakesThePlaceOfAMissingCounter) {
  energy_options o = on_the_cpu("pcg32");
  o.cpu_watts = 200;
  const energy_report stated = measure_energy(o);
  EXPECT_FALSE(stated.counters[0].available);
  EXPECT_EQ(stated.counters[0].stated_watts, 200);
  for (const energy_row& r : stated.rows) EXPECT_DOUBLE_EQ(*r.joules, 200 * r.seconds);
  EXPECT_NE(energy_table(stated).find("by the stated power of 200.0 W"), std::string::npos);
  zone("intel-rapl:0", "package-0", 1);  // where there is a counter, it alone counts
  const energy_report counted = measure_energy(o);
  EXPECT_FALSE(counted.counters[0].stated_watts);
  EXPECT_FALSE(counted.rows[0].joules) << "this counter stands still";
}

// The paper's 28 shapes, of which the largest does not fit memory and is measured piece by piece.
TEST_F(Rapl, MeasuresAllShapesOfThePaper) {
  energy_options o = on_the_cpu("sobol32");
  o.seconds = 0.01;
  o.threads = 0;
  o.cpu_watts = 100;
  const energy_report r = measure_energy(o);
  ASSERT_EQ(r.rows.size(), 28u);
  EXPECT_EQ(r.rows.back().shape, "10000000 x 10000");
  EXPECT_EQ(r.rows.back().numbers, 1e11);
  EXPECT_LT(r.rows.back().fills, 1);
  double seconds = 0;
  for (const energy_row& x : r.rows) {
    EXPECT_GT(x.fills, 0) << x.shape;
    seconds += x.seconds / x.fills;
  }
  ASSERT_EQ(sobol_totals(r).size(), 1u);
  EXPECT_DOUBLE_EQ(sobol_totals(r)[0].seconds, seconds);
  EXPECT_NEAR(*sobol_totals(r)[0].joules, 100 * seconds, 1e-9 * seconds);
}

TEST_F(Rapl, MeasuresOnTheCpu) {
  zone("intel-rapl:0", "package-0", 1);
  energy_options o = on_the_cpu("pcg32");
  // The counter stands still: no joules in 0.02 s, so no figure rather than a zero.
  const energy_report still = measure_energy(o);
  ASSERT_EQ(still.rows.size(), 3u);
  EXPECT_TRUE(still.counters[0].available);
  for (const energy_row& x : still.rows) {
    EXPECT_FALSE(x.joules);
    EXPECT_GE(x.seconds, 0.02);
    EXPECT_GE(x.fills, 1);
  }
  // One that grows by a joule a millisecond or so.
  std::atomic<bool> done = false;
  std::thread growing([&] {
    for (std::uint64_t at = 1; !done; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
      std::ofstream(root_ / "next") << (at += 1000000) << '\n';
      fs::rename(root_ / "next", root_ / "intel-rapl:0" / "energy_uj");  // never half a number
    }
  });
  o.seconds = 0.5;  // in which the counter surely grows, also on a busy machine
  const energy_report moving = measure_energy(o);
  done = true;
  growing.join();
  ASSERT_TRUE(moving.counters[0].idle_watts);
  EXPECT_LE(*moving.counters[0].idle_watts, 1500);
  for (const energy_row& x : moving.rows) {
    ASSERT_TRUE(x.joules);
    EXPECT_GT(*x.watts(), 0);
    EXPECT_LE(*x.watts(), 1500);
  }
  o.filter = "no such row";
  EXPECT_THROW((void)measure_energy(o), argument_error);
}

}  // namespace
}  // namespace tali::bench
