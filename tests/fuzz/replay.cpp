// SPDX-License-Identifier: Apache-2.0
// Runs the corpora through the targets without libFuzzer: each input as it is, cut short, and with bytes
// changed, by a printed seed.
#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#define TALI_FUZZ_TARGET unused
#include "fuzz.hpp"

#define TALI_FOR_EACH_TARGET(f) f(names) f(catalogue) f(saved) f(tables) f(part) f(checkpoint) f(numbers)
#define TALI_DECLARE(name) extern "C" int fuzz_##name(const std::uint8_t*, std::size_t);
TALI_FOR_EACH_TARGET(TALI_DECLARE)

namespace {

constexpr struct {
  const char* name;
  int (*run)(const std::uint8_t*, std::size_t);
} targets[] = {
#define TALI_NAME(name) {#name, fuzz_##name},
    TALI_FOR_EACH_TARGET(TALI_NAME)};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s CORPORA [CHANGES [SEED]]\n", argv[0]);
    return 2;
  }
  const int changes = argc > 2 ? std::atoi(argv[2]) : 100;
  const auto seed = static_cast<std::uint32_t>(argc > 3 ? std::atol(argv[3]) : 24);
  for (const auto& t : targets) {
    std::vector<std::string> files;
    for (const auto& f : std::filesystem::directory_iterator(std::filesystem::path(argv[1]) / t.name)) {
      files.push_back(f.path().string());
    }
    std::sort(files.begin(), files.end());
    std::mt19937 random(seed);
    long inputs = 0;
    const auto run = [&](const std::string& input) {
      ++inputs;
      // An array of its own size, so that reading beyond it is seen.
      const std::vector<std::uint8_t> bytes(input.begin(), input.end());
      t.run(bytes.data(), bytes.size());
    };
    for (const std::string& file : files) {
      const std::string whole = tali::fuzz::content_of(file);
      run(whole);
      for (int k = 0; k < changes; ++k) {
        std::string input = whole.substr(0, k % 4 == 0 ? random() % (whole.size() + 1) : whole.size());
        for (std::uint32_t c = random() % 4; c-- > 0 && !input.empty();) {
          const std::size_t at = random() % input.size();
          if (random() % 4 == 0) {
            input.insert(at, 1, static_cast<char>(random()));
          } else {
            input[at] = random() % 2 == 0 ? static_cast<char>(random()) : whole[random() % whole.size()];
          }
        }
        run(input);
      }
    }
    std::printf("%s: %zu files, %ld inputs, seed %u\n", t.name, files.size(), inputs, seed);
    if (files.empty()) return 1;
  }
  return 0;
}
