// SPDX-License-Identifier: Apache-2.0
// Uniform numbers like other libraries': against std::generate_canonical, and against the other libraries'
// expressions written out, of extreme and random words; a value alone and in SIMD lanes. NumPy and JAX
// themselves are compared in the Python package's tests, cuRAND in cuda/curand_device_test.cu.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/digest.hpp>
#include <tali/distribution/uniform_as.hpp>
#include <tali/fill.hpp>

#include "support/refusal.hpp"

namespace tali::test {
namespace {

/// Words as a generator of the standard library's kind.
template <class Word>
struct words_generator {
  using result_type = Word;
  const std::uint32_t* next;
  static constexpr Word min() { return 0; }
  static constexpr Word max() { return static_cast<Word>(-1); }
  Word operator()() {
    if constexpr (sizeof(Word) == 4) {
      return *next++;
    } else {
      next += 2;
      return join(next[-2], next[-1]);
    }
  }
};

template <class T, class Word>
T canonical(const std::uint32_t* w) {
  words_generator<Word> g{w};
  return std::generate_canonical<T, std::numeric_limits<T>::digits>(g);
}

/// Pairs of words around every place where a number is rounded up, and random ones of all sizes.
std::vector<std::uint32_t> words_of_all_sizes() {
  std::vector<std::uint32_t> w;
  const std::uint32_t extreme[] = {0,          1,          2,          0x7f,       0x80,       0xff,
                                   0x100,      0x7ff,      0x800,      0xffffff,   0x1000000,  0x7fffffff,
                                   0x80000000, 0xfffffbff, 0xfffffc00, 0xffffff7f, 0xffffff80, 0xffffffff};
  for (const std::uint32_t a : extreme) {
    for (const std::uint32_t b : extreme) w.insert(w.end(), {a, b});
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 50000; ++i) {
    std::uint64_t x = random() >> (random() % 64);
    if (random() % 3 == 0) x |= random() & random() & random() & random();
    w.insert(w.end(), {narrow(x), narrow(x >> 32)});
  }
  return w;
}

/// Compares the values of words with `theirs(words of a value)`.
template <class D, class F>
void expect_theirs(uniform_convention way, const std::vector<std::uint32_t>& w, const F& theirs) {
  const D d(way);
  for (std::size_t i = 0; i + D::words <= w.size(); i += D::words) {
    std::uint32_t own[D::words];
    for (std::size_t k = 0; k < D::words; ++k) own[k] = w[i + k];
    ASSERT_EQ(static_cast<typename D::result_type>(d(own)), theirs(own))
        << name_of(way) << " of word " << std::hex << own[0] << " and " << own[D::words - 1];
  }
}

using f32 = uniform_as<float>;
using f64 = uniform_as<double>;
using f32_of_u64 = uniform_as<float, 2>;
using f64_of_u32 = uniform_as<double, 1>;

TEST(UniformAs, StdIsGenerateCanonical) {
  const auto w = words_of_all_sizes();
  expect_theirs<f32>(uniform_convention::std, w, canonical<float, std::uint32_t>);
  expect_theirs<f64>(uniform_convention::std, w, canonical<double, std::uint32_t>);
  expect_theirs<f64>(uniform_convention::std, w, canonical<double, std::uint64_t>);
  expect_theirs<f32_of_u64>(uniform_convention::std_u64, w, canonical<float, std::uint64_t>);
}

TEST(UniformAs, FloatsAreTheirExpressions) {
  const auto w = words_of_all_sizes();
  expect_theirs<f32>(uniform_convention::numpy, w, [](const std::uint32_t* x) {
    return static_cast<float>(x[0] >> 8) * (1.0f / 16777216.0f);
  });
  expect_theirs<f32>(uniform_convention::torch, w, [](const std::uint32_t* x) {
    return static_cast<float>(x[0] & 0xffffffu) * (1.0f / 16777216.0f);
  });
  expect_theirs<f32>(uniform_convention::jax, w,
                     [](const std::uint32_t* x) { return as_float((x[0] >> 9) | 0x3f800000u) - 1.0f; });
  expect_theirs<f32>(uniform_convention::curand, w, [](const std::uint32_t* x) {
    return static_cast<float>(x[0]) * 2.3283064e-10f + 2.3283064e-10f / 2.0f;
  });
}

TEST(UniformAs, DoublesAreTheirExpressions) {
  const auto w = words_of_all_sizes();
  expect_theirs<f64>(uniform_convention::numpy, w, [](const std::uint32_t* x) {
    return static_cast<double>(join(x[0], x[1]) >> 11) * (1.0 / 9007199254740992.0);
  });
  expect_theirs<f64>(uniform_convention::numpy_mt19937, w, [](const std::uint32_t* x) {
    return ((x[0] >> 5) * 67108864.0 + (x[1] >> 6)) / 9007199254740992.0;
  });
  expect_theirs<f64>(uniform_convention::torch, w, [](const std::uint32_t* x) {
    return static_cast<double>(join(x[1], x[0]) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  });
  expect_theirs<f64>(uniform_convention::jax, w, [](const std::uint32_t* x) {
    return as_double((join(x[0], x[1]) >> 12) | 0x3ff0000000000000u) - 1.0;
  });
  expect_theirs<f64>(uniform_convention::curand, w, [](const std::uint32_t* x) {
    const std::uint64_t z = std::uint64_t{x[0]} ^ (std::uint64_t{x[1]} << 21);
    return static_cast<double>(z) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
  });
  expect_theirs<f64_of_u32>(uniform_convention::curand_u32, w, [](const std::uint32_t* x) {
    return x[0] * 2.3283064365386963e-10 + 2.3283064365386963e-10;
  });
}

/// Residues around each of those where the distance to their words grows, random ones, and the ends.
std::vector<std::uint64_t> residues() {
  std::vector<std::uint64_t> all{1, 2, detail::mrg_first::modulus - 1};
  for (int k = 1; k <= 209; ++k) {
    const auto at = static_cast<std::uint64_t>(k / 4.8662e-8);
    for (std::uint64_t z = at - 200; z < at + 200 && z < detail::mrg_first::modulus; ++z) all.push_back(z);
  }
  std::mt19937_64 random(9);
  for (int i = 0; i < 50000; ++i) all.push_back(1 + random() % (detail::mrg_first::modulus - 1));
  return all;
}

TEST(UniformAs, CurandsMrg32k3aIsMadeOfTheResidueOfWhichTheWordIs) {
  for (const std::uint64_t z : residues()) {
    const std::uint32_t w[1] = {detail::mrg_word(z)};
    const double theirs = static_cast<double>(z) * 2.3283065498378288e-10;
    ASSERT_EQ(static_cast<double>(f64_of_u32(uniform_convention::curand_mrg32k3a)(w)), theirs) << z;
    ASSERT_EQ(static_cast<float>(f32(uniform_convention::curand_mrg32k3a)(w)), static_cast<float>(theirs))
        << z;
  }
}

TEST(UniformAs, FillsAreValuesOfTheEnginesWords) {
  const mt19937 engine(5);
  for (const simd_level level : simd_levels()) {
    const cpu where{.threads = 1, .level = level};
    const auto expect_values = [&](const auto& d, std::size_t n) {
      using D = std::remove_cvref_t<decltype(d)>;
      std::vector<std::uint32_t> w(n * D::words);
      fill(where, engine, bits<std::uint32_t>(), 7 * D::words, std::span(w));
      std::vector<typename D::result_type> x(n);
      fill(where, engine, d, 7, std::span(x));
      for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t own[D::words];
        for (std::size_t k = 0; k < D::words; ++k) own[k] = w[i * D::words + k];
        ASSERT_EQ(x[i], static_cast<typename D::result_type>(d(own))) << name_of(d.convention());
      }
    };
    for (const uniform_convention way : f32::conventions::all) {
      if (way != uniform_convention::curand_mrg32k3a) expect_values(f32(way), 1001);
    }
    for (const uniform_convention way : f64::conventions::all) {
      if (way != uniform_convention::numpy) expect_values(f64(way), 1001);
    }
    expect_values(f32_of_u64(), 1001);
    expect_values(f64_of_u32(), 1001);
  }
}

/// Law 3, for each way: 10,000 numbers beyond 2^33 of seed 1, stream 2.
TEST(UniformAs, EveryWayIsPinned) {
  struct pinned {
    const char* way;
    const char* type;
    std::uint64_t digest;
  };
  const pinned all[] = {
      {"torch", "f32", 0x2e0fe0bd14631f55u},
      {"numpy", "f32", 0x354a8259eef82d01u},
      {"jax", "f32", 0x73b8868ddbde62e7u},
      {"curand", "f32", 0x0215e6414192b3bcu},
      {"curand-mrg32k3a", "f32", 0x9a6cbde4b74829ddu},
      {"std", "f32", 0x8a9da560da40b28eu},
      {"torch", "f64", 0xffc83f29ab46a1d1u},
      {"numpy", "f64", 0x020dd769f3f72e06u},
      {"numpy-mt19937", "f64", 0x69a75e297b993419u},
      {"jax", "f64", 0x02cbff54c1d51a33u},
      {"curand", "f64", 0x541c48e827ad277eu},
      {"std", "f64", 0x72ef2c5e633bc356u},
      {"std-u64", "f32", 0x4b85f6dbea2ec93fu},
      {"curand-u32", "f64", 0x0320db50ad9a8cf1u},
      {"curand-mrg32k3a", "f64", 0xb6e4f62b94a23a82u},
  };
  std::size_t ways = 0;
  catalogue::catalogue_distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    if constexpr (detail::has_conventions<D>) ways += std::size(D::conventions::all);
  });
  EXPECT_EQ(std::size(all), ways);
  for (const pinned& p : all) {
    const any_distribution d(std::string("uniform:as=") + p.way, p.type);
    const any_engine e(std::string(p.way) == "curand-mrg32k3a" ? "mrg32k3a" : "philox4x32", 1, 2);
    std::vector<std::byte> x(10000 * d.element_bytes());
    fill(cpu{}, e, d, (std::uint64_t{1} << 33) + 7, x.data(), 10000);
    EXPECT_EQ(digest(0, x.data(), 10000, d.element_bytes()), p.digest) << p.way << ' ' << p.type;
  }
}

TEST(UniformAs, StdsEnginesGiveTheSameNumbers) {
  std::mt19937 g(12345);
  std::vector<double> x(1000);
  fill(cpu{}, any_engine("mt19937", 12345), any_distribution("uniform:as=std", "f64"), 0, x.data(), x.size());
  std::uniform_real_distribution<double> theirs;
  for (const double mine : x) ASSERT_EQ(mine, theirs(g));
  std::mt19937_64 g64(12345);
  std::vector<float> y(1000);
  fill(cpu{}, any_engine("mt19937-64", 12345), any_distribution("uniform:as=std-u64", "f32"), 0, y.data(),
       y.size());
  std::uniform_real_distribution<float> theirs_f32;
  for (const float mine : y) ASSERT_EQ(mine, theirs_f32(g64));
}

/// f() is refused, and the error's fields begin so.
template <class F>
void expect_refusal(const F& f, const std::string& begins) {
  EXPECT_EQ(refusal(f).substr(0, begins.size()), begins);
}

TEST(UniformAs, NamesLeadToTheTypes) {
  EXPECT_EQ(any_distribution("uniform:as=torch", "f32").get_if<f32>()->convention(),
            uniform_convention::torch);
  EXPECT_EQ(any_distribution("uniform", "f64", {{"as", "jax"}}).get_if<f64>()->convention(),
            uniform_convention::jax);
  EXPECT_NE(any_distribution("uniform:as=std-u64", "f32").get_if<f32_of_u64>(), nullptr);
  EXPECT_NE(any_distribution("uniform:as=curand-u32", "f64").get_if<f64_of_u32>(), nullptr);
  EXPECT_NE(any_distribution("uniform-as:as=numpy", "f64").get_if<f64>(), nullptr);
  EXPECT_NE(any_distribution("uniform", "f64").get_if<uniform<double>>(), nullptr);
  expect_refusal([] { (void)any_distribution("uniform:as=perl", "f64"); }, "as is 'perl'");
  expect_refusal([] { (void)any_distribution("uniform:as=numpy-mt19937", "f32"); }, "as is 'numpy-mt19937'");
  expect_refusal([] { (void)any_distribution("normal:as=numpy", "f32"); }, "parameter is 'as'");
  expect_refusal([] { (void)f32(uniform_convention::std_u64); }, "as is std-u64");
}

TEST(UniformAs, PairsThatNoLibraryMakesAreRefused) {
  const auto refused = [](const char* engine, const char* way, const char* type) {
    const any_engine e(engine);
    const any_distribution d(std::string("uniform:as=") + way, type);
    std::uint64_t x[4];
    expect_refusal([&] { check_pair(e.info(), d); }, std::string("as is ") + way);
    expect_refusal([&] { fill(cpu{}, e, d, 0, x, 1); }, std::string("as is ") + way);
  };
  refused("mt19937", "numpy", "f64");
  refused("threefry2x32-jax", "jax", "f64");
  refused("threefry2x32-jax64", "jax", "f32");
  refused("mrg32k3a", "curand", "f32");
  refused("mrg32k3a", "curand", "f64");
  refused("philox4x32", "curand-mrg32k3a", "f64");
  refused("mt19937-64", "std", "f32");
  refused("philox4x64", "std", "f32");
  std::uint64_t x[4];
  fill(cpu{}, any_engine("mt19937"), any_distribution("uniform:as=numpy", "f32"), 0, x, 1);
  fill(cpu{}, any_engine("mrg32k3a"), any_distribution("uniform:as=curand-mrg32k3a", "f64"), 0, x, 1);
}

}  // namespace
}  // namespace tali::test
