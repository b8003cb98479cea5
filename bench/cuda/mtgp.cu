// SPDX-License-Identifier: Apache-2.0
// MTGP on device 0: the shipped catalogues, all sets of each, beside cuRAND.
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>

#include "cuda/measure.hpp"
#include "cuda/peers.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

/// The library's fills of the catalogues of E, states on the device.
template <class E>
void measure_library(const table& t, int mexp, const device_memory& memory) {
  using word = typename E::word_type;
  const std::size_t sets = shipped_mtgp_sets<word>(mexp);
  if (sets == 0) return;
  const E e(shipped_mtgp_sets<word>(mexp, 0, sets), 1);
  cuda_bank<E> grid(cuda{}, e);
  std::uint64_t place = 0;  // words made so far
  const auto add = [&]<class D>(const D& d, const char* distribution) {
    using T = typename D::result_type;
    const std::uint64_t row_words = e.row_words();
    const std::size_t n = memory.bytes() / sizeof(T) / row_words * row_words;
    add_beside_store(
        t,
        {E::name, distribution, type_name<T>(),
         std::to_string(mexp) + " S" + std::to_string(sets) + " library", static_cast<double>(n)},
        memory.at(), [&] {
          grid.fill(d, place / D::words, static_cast<T*>(memory.at()), n);
          place += n * D::words;
        });
  };
  add(bits<std::uint32_t>{}, "bits");
  add(bits<std::uint64_t>{}, "bits");
  add(uniform<float>{}, "uniform");
  add(uniform<double>{}, "uniform");
  add(uniform_int<std::int32_t>(-1000, 1000), "uniform-int");
  add(normal<float>{}, "normal");
}

}  // namespace

void run_mtgp_default(const table& t) {
  const device_memory memory(4 * bulk_numbers());
  for (const cuda_peer& p : cuda_peers()) {
    const std::string engine = p.engine;
    if (engine != "curand-mtgp32" && engine != "curand-philox") continue;
    const auto n = memory.bytes() / static_cast<std::size_t>(bytes_of(p.type));
    add_beside_store(t, {engine, p.distribution, p.type, "", static_cast<double>(n)}, memory.at(),
                     [&] { p.fill(memory.at(), n); });
  }
  for (const int mexp : mtgp_exponents<std::uint32_t>()) measure_library<mtgp32>(t, mexp, memory);
  for (const int mexp : mtgp_exponents<std::uint64_t>()) measure_library<mtgp64>(t, mexp, memory);
}

}  // namespace tali::bench
