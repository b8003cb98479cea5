// SPDX-License-Identifier: Apache-2.0
// mtgp32:curand: the reader of cuRAND's header, on a file in its form that has sets of tali's own, and the
// words beside cuRAND's code for hosts where a toolkit is at hand. cuda/curand_device_test.cu compares with
// it on a GPU.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#if __has_include(<curand_mtgp32_host.h>)
#define TALI_HAS_CURAND_HEADERS
#define QUALIFIERS static inline  // their device functions as the host's
#include <cuda_runtime.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32_kernel.h>
#endif

#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/engine/mtgp_curand.hpp>
#include <tali/engine/mtgp_jump.hpp>
#include <tali/filler.hpp>

#include "support/refusal.hpp"

namespace tali::test {
namespace {

using set = mtgp_parameters<std::uint32_t>;

std::string hex(std::uint32_t x) {
  std::ostringstream out;
  out << "(0x" << std::hex << x << ')';
  return out.str();
}

template <class Numbers>
std::string braces(const Numbers& numbers) {
  std::string text;
  for (const auto x : numbers) text += (text.empty() ? "{" : ",\n") + hex(x);
  return text + "}";
}

/// The first 200 shipped sets as cuRAND's header would have them.
std::string header_of(std::size_t sets = 200) {
  std::string text = "/* for a test */\nstatic mtgp32_params_fast_t mtgp32dc_params_fast_11213[]\n = {\n";
  for (const set& s : detail::shipped_mtgp_sets<std::uint32_t>(11213, 0, sets)) {
    const auto tempering = detail::mtgp_table(s.tempering);
    auto single = tempering;
    for (auto& x : single) x = x >> 9 | 0x3f800000u;
    std::vector<std::uint32_t> digest(s.sha1.begin(), s.sha1.end());
    digest.push_back(0);
    text += "{ /* No." + std::to_string(s.number - 1) + " weight:" + std::to_string(s.weight) + " */\n" +
            std::to_string(s.mexp) + ", " + std::to_string(s.middle) + ", " + std::to_string(s.shift1) +
            ", " + std::to_string(s.shift2) + ",\n" + braces(detail::mtgp_table(s.recursion)) + ", " +
            braces(tempering) + ", " + braces(single) + ", " + hex(s.mask) + ", " + braces(digest) + "}" +
            (s.number < sets ? ",\n" : "\n");
  }
  return text + "};\n";
}

/// A file that goes when this does.
class written {
 public:
  explicit written(const std::string& text) { std::ofstream(path_) << text; }
  ~written() { std::filesystem::remove(path_); }
  written(const written&) = delete;
  written& operator=(const written&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = (std::filesystem::temp_directory_path() /
                       ("curand_mtgp_test-" + std::to_string(std::random_device{}()) + ".h"))
                          .string();
};

TEST(CurandMtgp, ReadsItsHeader) {
  const written file(header_of());
  auto expected = detail::shipped_mtgp_sets<std::uint32_t>(11213, 0, 200);
  auto sets = detail::curand_mtgp_sets(file.path());
  ASSERT_EQ(sets.size(), 200u);
  detail::check_curand_set(sets[7], file.path());
  EXPECT_EQ(sets[7].weight, expected[7].weight);
  for (set& s : expected) s.delta = s.weight = 0;
  sets[7].weight = 0;
  EXPECT_EQ(sets, expected);
}

TEST(CurandMtgp, SeedsEachSetApart) {
  const written file(header_of());
  const auto sets = detail::curand_mtgp_sets(file.path());
  const std::uint64_t seed = 0x123456789abcdef0u;
  const any_engine e("mtgp32:curand,from=3,sets=4,file=" + file.path(), seed);
  EXPECT_EQ(e.generators(), 4u);
  std::vector<std::uint32_t> states;
  for (std::uint32_t k = 2; k < 6; ++k) {
    std::vector<std::uint32_t> one(static_cast<std::size_t>(sets[k].size()));
    detail::mtgp_seed(sets[k], (0x9abcdef0u ^ 0x12345678u) + k + 1, std::span(one));
    states.insert(states.end(), one.begin(), one.end());
  }
  EXPECT_EQ(e.get_if<mtgp32>()->states(), states);
  // It goes back by its seeds, and is saved with them.
  mtgp32 there = *e.get_if<mtgp32>();
  there.discard(10 * there.row_words());
  (void)there();
  mtgp32 again = mtgp32::restore(there.save());
  std::stringstream text;
  text << there;
  mtgp32 read(sets);
  text >> read;
  for (mtgp32* const x : {&again, &read}) {
    EXPECT_TRUE(*x == there);
    x->move_to(0);
    EXPECT_EQ(x->states(), states);
  }
  // cuRAND has no streams: others are seeded as mtgp32's are.
  EXPECT_TRUE(*any_engine("mtgp32:curand,sets=2,file=" + file.path(), 1, 5).get_if<mtgp32>() ==
              mtgp32(any_engine("mtgp32:curand,sets=2,file=" + file.path()).get_if<mtgp32>()->sets(), 1, 5));
  EXPECT_THROW((void)mtgp32::seeded_apart(sets, std::vector<std::uint32_t>{1, 2}), argument_error);
}

TEST(CurandMtgp, RefusesWhatIsNotItsHeader) {
  const auto refused = [](std::string text) {
    const written file(text);
    const std::string said = refusal([&] { (void)any_engine("mtgp32:curand,sets=20,file=" + file.path()); });
    EXPECT_EQ(said.find('\n'), std::string::npos);
    EXPECT_TRUE(said.starts_with("file is '" + file.path() + "', ")) << said;
    return said.substr(said.find("', ") + 3);
  };
  const std::string good = header_of();
  EXPECT_EQ(refused(""), "but it has no mtgp32dc_params_fast_11213[]");
  EXPECT_EQ(refused("int x[] = {1};"), "but it has no mtgp32dc_params_fast_11213[]");
  EXPECT_EQ(refused(header_of(199)), "but it has 199 of its 200 sets");
  EXPECT_EQ(refused(good.substr(0, good.size() / 2)), "but its set 101 is damaged");
  // A number of set 3's, each in turn.
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from, text.find("/* No.2 "));
    return text.replace(at, from.size(), to);
  };
  const set third = detail::shipped_mtgp_sets<std::uint32_t>(11213, 2, 1).front();
  const std::string damaged = "but its set 3 is damaged";
  EXPECT_EQ(refused(changed("11213,", "11214,")), damaged);
  EXPECT_EQ(refused(changed(" " + std::to_string(third.middle) + ",", " 2000,")), damaged);
  EXPECT_EQ(refused(changed(" " + std::to_string(third.middle) + ",", " 50,")),
            damaged);  // by its polynomial
  EXPECT_EQ(refused(changed(" " + std::to_string(third.shift1) + ",", " 12,")), damaged);
  EXPECT_EQ(refused(changed(hex(third.recursion[1]), hex(third.recursion[1] ^ 1))), damaged);
  EXPECT_EQ(refused(changed(hex(third.tempering[3]), hex(third.tempering[3] ^ 1))), damaged);
  EXPECT_EQ(refused(changed(hex(third.tempering[3] >> 9 | 0x3f800000u), hex(0))), damaged);
  EXPECT_EQ(refused(changed(hex(third.mask), hex(third.mask << 1))), damaged);
  EXPECT_EQ(refused(changed(hex(third.sha1[19]) + ",\n(0x0)}", hex(third.sha1[19] ^ 1u) + ",\n(0x0)}")),
            damaged);
  EXPECT_THROW((void)detail::curand_mtgp_sets("/nonexistent/curand.h"), io_error);
  EXPECT_THROW((void)detail::curand_mtgp_sets(std::filesystem::temp_directory_path().string()), io_error);
}

TEST(CurandMtgp, OptionsAreRefusedByName) {
  const written file(header_of());
  const std::string name = "mtgp32:curand,file=" + file.path();
  EXPECT_EQ(refusal([&] { (void)any_engine(name + ",sets=300"); }), "sets is 0 + 300");
  EXPECT_EQ(refusal([&] { (void)any_engine(name + ",mexp=3217"); }), "mexp is '3217'");
  EXPECT_EQ(refusal([&] { (void)any_engine("mtgp32:curand=1"); }), "curand is '1'");
  EXPECT_EQ(refusal([&] { (void)any_engine("mtgp64:curand"); }),
            "engine option is 'curand': mexp, sets, from, file");
}

#if defined(TALI_HAS_CURAND_HEADERS)

TEST(CurandMtgp, HasTheWordsOfTheirCode) {
  for (const std::uint64_t seed :
       {std::uint64_t{0}, std::uint64_t{1234}, std::uint64_t{0xfedcba9876543210u}}) {
    constexpr std::uint32_t sets = 200, rows = 9, threads = 256;
    std::vector<std::uint32_t> words(sets * rows * threads), theirs(words.size());
    const any_engine e("mtgp32:curand", seed);
    fill(cpu{}, e, any_distribution("bits", "u32"), 0, std::span(words));
    const auto folded = static_cast<unsigned>(seed ^ seed >> 32);  // as curandMakeMTGP32KernelState has it
    for (std::uint32_t s = 0; s < sets; ++s) {
      const mtgp32_params_fast_t& p = mtgp32dc_params_fast_11213[s];
      static mtgp32_kernel_params_t constants;
      constants.pos_tbl[s] = static_cast<unsigned>(p.pos);
      constants.sh1_tbl[s] = static_cast<unsigned>(p.sh1);
      constants.sh2_tbl[s] = static_cast<unsigned>(p.sh2);
      constants.mask[0] = p.mask;
      std::copy(std::begin(p.tbl), std::end(p.tbl), constants.param_tbl[s]);
      std::copy(std::begin(p.tmp_tbl), std::end(p.tmp_tbl), constants.temper_tbl[s]);
      curandStateMtgp32_t state{};
      mtgp32_init_state(state.s, &p, folded + s + 1);
      state.pIdx = static_cast<int>(s);
      state.k = &constants;
      for (std::uint32_t r = 0; r < rows; ++r) {
        // A block's threads, of which the first one would move the state on for all.
        for (std::uint32_t t = threads; t-- > 0;) {
          theirs[(r * sets + s) * threads + t] =
              curand_mtgp32_specific(&state, static_cast<unsigned char>(t), 0);
        }
        state.offset = (state.offset + static_cast<int>(threads)) & MTGP32_STATE_MASK;
      }
    }
    EXPECT_EQ(words, theirs) << seed;
  }
}

#else

TEST(CurandMtgp, HasTheWordsOfTheirCode) { GTEST_SKIP() << "built without cuRAND's headers"; }

#endif

}  // namespace
}  // namespace tali::test
