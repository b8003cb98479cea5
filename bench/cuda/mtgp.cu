// SPDX-License-Identifier: Apache-2.0
// MTGP on device 0: the library's fills, and the kernel in other layouts, beside cuRAND's MTGP32.
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"
#include "cuda/mtgp.hpp"
#include "cuda/mtgp_random_sets.hpp"
#include "cuda/peers.hpp"
#include "gpu/banks/mtgp_lanes_launch.cuh"
#include "gpu/banks/mtgp_launch.cuh"

namespace tali::bench {

namespace {

using cuda_driver::finish_words;
using cuda_driver::look_up;
using cuda_driver::mtgp_constants;
using cuda_driver::mtgp_launch;
using cuda_driver::mtgp_layout;

row row_of(const group& g, const char* engine, std::size_t n) {
  row r;
  r.group = g.name;
  r.engine = engine;
  r.distribution = "bits";
  r.type = "u32";
  r.device = device_name();
  r.bytes_per_number = 4;
  r.n = static_cast<double>(n);
  return r;
}

/// Sets of the catalogue if it has that many, else random ones, which are as fast.
template <class Word>
std::vector<mtgp_parameters<Word>> sets_for_speed(int mexp, std::size_t sets) {
  return sets <= shipped_mtgp_sets<Word>(mexp) ? shipped_mtgp_sets<Word>(mexp, 0, sets)
                                               : random_sets<Word>(mexp, sets);
}

/// The states and constants of a grid, for kernels that the library does not choose.
template <class Word>
class bare_bank {
 public:
  bare_bank(int mexp, std::size_t sets) : mexp_{mexp}, sets_{sets} {
    const auto parameters = sets_for_speed<Word>(mexp, sets);
    std::vector<mtgp_constants<Word>> constants;
    for (const auto& s : parameters) constants.push_back(cuda_driver::constants_of(s));
    const std::vector<Word> start = mtgp<Word>(parameters, 1).states();
    constants_ = std::make_unique<device_memory>(constants.size() * sizeof constants[0]);
    states_ = std::make_unique<device_memory>(start.size() * sizeof(Word));
    require(cudaMemcpy(constants_->at(), constants.data(), constants_->bytes(), cudaMemcpyHostToDevice));
    require(cudaMemcpy(states_->at(), start.data(), states_->bytes(), cudaMemcpyHostToDevice));
  }

  [[nodiscard]] mtgp_launch<Word> launch(std::size_t words, void* to) const {
    mtgp_launch<Word> l{};
    l.mexp = mexp_;
    l.sets = static_cast<unsigned>(sets_);
    l.constants = static_cast<const mtgp_constants<Word>*>(constants_->at());
    l.states = static_cast<Word*>(states_->at());
    l.words = words;
    l.to = static_cast<std::uint32_t*>(to);
    return l;
  }

 private:
  int mexp_;
  std::size_t sets_;
  std::unique_ptr<device_memory> constants_, states_;
};

const char* name_of(look_up l) {
  return l == look_up::shared ? "shared" : l == look_up::shuffled ? "shuffled" : "logic";
}

/// One layout on a grid, from the beginning of a row.
template <class L>
void measure_layout(const options& o, const group& g, const bare_bank<typename L::word>& grid,
                    std::size_t sets, const device_memory& memory, std::vector<row>& out) {
  using Word = typename L::word;
  const std::size_t row_words = sets * L::steps * (sizeof(Word) / 4);
  const std::size_t n = memory.bytes() / 4 / row_words * row_words;
  row r = row_of(g, mtgp<Word>::name, n);
  r.variant = std::to_string(L::size) + "w S" + std::to_string(sets) + " T" + std::to_string(L::threads) +
              "x" + std::to_string(L::sets) + " K" + std::to_string(L::width) + " R" +
              std::to_string(L::rounds) + " " + name_of(L::recursion) + "+" + name_of(L::tempering);
  measure(
      o, r, memory.at(), [&] { cuda_driver::launch_layout<L>(grid.launch(n, memory.at()), finish_words{}); },
      out);
}

/// Normal numbers whose words stay in shared memory.
template <class L>
void measure_normals(const options& o, const group& g, const bare_bank<std::uint32_t>& grid, std::size_t sets,
                     const device_memory& memory, std::vector<row>& out) {
  const std::size_t row_values = sets * L::steps;
  const std::size_t n = memory.bytes() / 4 / row_values * row_values;
  row r = row_of(g, mtgp32::name, n);
  r.distribution = "normal";
  r.type = "f32";
  r.variant = "S" + std::to_string(sets) + " T" + std::to_string(L::threads) + " R" +
              std::to_string(L::rounds) + " " + name_of(L::recursion) + "+" + name_of(L::tempering);
  measure(
      o, r, memory.at(), [&] { cuda_driver::launch_lanes<L>(grid.launch(n, memory.at()), normal<float>{}); },
      out);
}

/// All layouts of a list.
template <class... L>
void measure_layouts(const options& o, const group& g, int mexp, std::size_t sets,
                     const device_memory& memory, std::vector<row>& out) {
  using Word = typename std::tuple_element_t<0, std::tuple<L...>>::word;
  const bare_bank<Word> grid(mexp, sets);
  (measure_layout<L>(o, g, grid, sets, memory, out), ...);
}

template <look_up Recursion, look_up Tempering>
using tables = mtgp_layout<std::uint32_t, 11213, 64, 4, 8, Recursion, Tempering>;
template <int Threads, int Width, int Rounds, int Sets = 1>
using shape =
    mtgp_layout<std::uint32_t, 11213, Threads, Width, Rounds, look_up::shuffled, look_up::shuffled, Sets>;

/// The library's own fills, states on the device.
template <class E>
void measure_library(const options& o, const group& g, int mexp, std::size_t sets,
                     const device_memory& memory, std::vector<row>& out) {
  const E e(sets_for_speed<typename E::word_type>(mexp, sets), 1);
  cuda_bank<E> grid(cuda{}, e);
  std::uint64_t place = 0;  // words made so far
  const auto add = [&]<class D>(const D& d, const char* distribution) {
    using T = typename D::result_type;
    const std::uint64_t row_words = e.row_words();
    const std::size_t n = memory.bytes() / sizeof(T) / row_words * row_words;
    row r = row_of(g, E::name, n);
    r.variant = std::to_string(mexp) + " S" + std::to_string(sets) + " library";
    r.distribution = distribution;
    r.type = type_name<T>();
    r.bytes_per_number = sizeof(T);
    measure(
        o, r, memory.at(),
        [&] {
          grid.fill(d, place / D::words, static_cast<T*>(memory.at()), n);
          place += n * D::words;
        },
        out);
  };
  add(bits<std::uint32_t>{}, "bits");
  add(bits<std::uint64_t>{}, "bits");
  add(uniform<float>{}, "uniform");
  add(uniform<double>{}, "uniform");
  add(uniform_int<std::int32_t>(-1000, 1000), "uniform-int");
  add(normal<float>{}, "normal");
}

}  // namespace

namespace {

/// cuRAND's generators of these names.
void measure_peers(const options& o, const group& g, std::initializer_list<const char*> names,
                   const device_memory& memory, std::vector<row>& out) {
  for (const cuda_peer& p : cuda_peers()) {
    if (std::none_of(names.begin(), names.end(), [&](const char* n) { return std::string(p.engine) == n; })) {
      continue;
    }
    const std::size_t n = memory.bytes() / p.bytes;
    row r = row_of(g, p.engine, n);
    r.distribution = p.distribution;
    r.type = p.type;
    r.bytes_per_number = static_cast<double>(p.bytes);
    measure(
        o, r, memory.at(), [&] { p.fill(memory.at(), n); }, out);
  }
}

}  // namespace

void run_mtgp_default(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const device_memory memory(4 * bulk_numbers());
  measure_peers(o, g, {"curand-mtgp32", "curand-philox"}, memory, out);
  const auto library = [&]<class E>(const E*, int mexp) {
    if (const std::size_t sets = shipped_mtgp_sets<typename E::word_type>(mexp); sets != 0) {
      measure_library<E>(o, g, mexp, sets, memory, out);
    }
  };
  for (const int mexp : mtgp_exponents<std::uint32_t>()) library(static_cast<mtgp32*>(nullptr), mexp);
  for (const int mexp : mtgp_exponents<std::uint64_t>()) library(static_cast<mtgp64*>(nullptr), mexp);
  constexpr auto shuffled = look_up::shuffled;
  const std::size_t sets = shipped_mtgp_sets<std::uint32_t>(11213) / 8 * 8;
  const bare_bank<std::uint32_t> grid(11213, sets);
  measure_normals<mtgp_layout<std::uint32_t, 11213, 32, 4, 4, shuffled, shuffled>>(o, g, grid, sets, memory,
                                                                                   out);
  measure_normals<mtgp_layout<std::uint32_t, 11213, 64, 4, 4, shuffled, shuffled, 4>>(o, g, grid, sets,
                                                                                      memory, out);
  measure_normals<mtgp_layout<std::uint32_t, 11213, 64, 4, 6, shuffled, shuffled, 4>>(o, g, grid, sets,
                                                                                      memory, out);
}

void run_mtgp(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n);
  measure_peers(o, g, {"curand-mtgp32"}, memory, out);
  // Where the tables are kept.
  constexpr auto shared = look_up::shared, shuffled = look_up::shuffled, logic = look_up::logic;
  measure_layouts<tables<shuffled, shuffled>, tables<shared, shared>, tables<shared, shuffled>,
                  tables<shuffled, shared>, tables<logic, shuffled>, tables<shuffled, logic>,
                  tables<logic, shared>, tables<logic, logic>>(o, g, 11213, 1056, memory, out);
  // Threads, width, rounds, sets a block.
  measure_layouts<shape<32, 4, 8>, shape<32, 8, 8>, shape<32, 4, 8, 2>, shape<32, 4, 8, 4>, shape<128, 2, 8>,
                  shape<256, 1, 8>, shape<64, 4, 4>, shape<64, 4, 16>, shape<64, 4, 8, 2>>(o, g, 11213, 1056,
                                                                                           memory, out);
  // Sets.
  for (const std::size_t sets : {132, 200, 256, 264, 528, 1024, 2112, 4224}) {
    measure_layouts<shape<64, 4, 8>, shape<32, 4, 8>, shape<256, 1, 8>>(o, g, 11213, sets, memory, out);
  }
  // The library's layouts.
  for (const int mexp : mtgp_exponents<std::uint32_t>()) {
    measure_library<mtgp32>(o, g, mexp, mexp > 40000 ? 264 : mexp > 20000 ? 528 : 1056, memory, out);
  }
  for (const int mexp : mtgp_exponents<std::uint64_t>()) {
    measure_library<mtgp64>(o, g, mexp, mexp > 40000 ? 132 : mexp > 20000 ? 264 : 528, memory, out);
  }
  measure_library<mtgp32>(o, g, 11213, 256, memory, out);
}

}  // namespace tali::bench
