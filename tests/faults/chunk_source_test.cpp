// SPDX-License-Identifier: Apache-2.0
// What tells certification's kernels where their numbers come from: complete for every list, and closed to
// what is in none.
#include <cstdint>
#include <string>
#include <vector>

#include <certify/chunk_source.hpp>
#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "support/refusal.hpp"

namespace tali::lab::certify {
namespace {

/// An engine that no list of the library has.
class added : public philox4x32 {
 public:
  using philox4x32::philox4x32;
};

/// The first words that the engine at a place of the list makes, and how many engines were called.
template <class List>
std::vector<std::uint32_t> words_of(int index, const void* engine, int& calls) {
  std::vector<std::uint32_t> words;
  any_engine_of<List>(index, engine).visit([&](const auto& e) {
    ++calls;
    for (std::uint64_t i = 0; i < 8; ++i) words.push_back(e.word(i));
  });
  return words;
}

TEST(ChunkSource, EveryEngineIsItself) {
  int calls = 0;
  engines::for_each([&]<class E>(int index, type_list<E>) {
    const E e(5, 6);
    std::vector<std::uint32_t> expected;
    for (std::uint64_t i = 0; i < 8; ++i) expected.push_back(e.word(i));
    EXPECT_EQ(words_of<engines>(index, &e, calls), expected) << E::name;
  });
  EXPECT_EQ(calls, engines::size);
}

TEST(ChunkSource, AnAddedEngineIsTakenForNoOther) {
  using longer = type_list<pcg32, philox4x32, philox4x32_7, added>;
  const added e(7, 8);
  int calls = 0;
  bool itself = false;
  any_engine_of<longer>(3, &e).visit([&]<class E>(const E&) {
    ++calls;
    itself = std::is_same_v<E, added>;
  });
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(itself);
}

TEST(ChunkSource, AnEngineThatIsNotThereIsRefused) {
  const philox4x32 e(1);
  EXPECT_EQ(test::refusal([&] { (void)any_engine_of<engines>(engines::size, &e); }),
            "engine is number 3 of the list");
  EXPECT_EQ(test::refusal([&] { (void)any_engine_of<engines>(-1, &e); }), "engine is number -1 of the list");
}

TEST(ChunkSource, StoredTypesAreKnownByName) {
  for (const distribution_info& d : scalar_distribution_list()) {
    int calls = 0;
    std::size_t bytes = 0;
    visit_stored(stored_type(d.type), [&]<class T>(type_list<T>) {
      ++calls;
      bytes = sizeof(T);
      EXPECT_EQ(type_name<T>(), std::string(d.type));
    });
    EXPECT_EQ(calls, 1) << d.type;
    EXPECT_EQ(bytes, d.value_bytes) << d.type;
  }
  EXPECT_EQ(test::refusal([] { (void)stored_type("f128"); }),
            "type is 'f128': u8, u32, u64, i32, i64, f32, f64, bf16, f16");
}

}  // namespace
}  // namespace tali::lab::certify
