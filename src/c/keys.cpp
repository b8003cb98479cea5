// SPDX-License-Identifier: Apache-2.0
// Keys, rows with one key each, and blocks of arrays for C, on the CPU.
#include <cstddef>
#include <cstring>
#include <span>

#include <tali/fill.hpp>
#include <tali/key.hpp>

#include "c/status.hpp"

using tali::c::checked;
using tali::c::guarded;

namespace {

tali_key from(const tali::key& k) { return {k.seed(), k.stream()}; }
tali::key to(tali_key k) { return tali::key::of(k.seed, k.stream); }

}  // namespace

tali_key tali_key_of_seed(uint64_t seed) { return from(tali::key(seed)); }
tali_key tali_key_fold_in(tali_key key, uint64_t x) { return from(to(key).fold_in(x)); }
tali_key tali_key_split(tali_key key, uint64_t i) { return from(to(key).split_at(i)); }

tali_status tali_key_to_bytes(tali_key key, uint8_t* bytes) {
  return guarded([&] {
    const auto all = to(key).bytes();
    static_assert(sizeof all == TALI_KEY_BYTES);
    std::memcpy(&checked(bytes, "bytes"), all.data(), all.size());
  });
}

tali_status tali_key_from_bytes(tali_key* key, const uint8_t* bytes) {
  return guarded([&] {
    checked(key, "key");
    const auto* const first = reinterpret_cast<const std::byte*>(&checked(bytes, "bytes"));
    *key = from(tali::key::from_bytes(std::span(first, std::size_t{TALI_KEY_BYTES})));
  });
}

tali_status tali_key_engine(tali_engine** engine, const char* text, tali_key key) {
  return tali::c::created(engine, "engine",
                          [&] { return tali::any_engine(&checked(text, "text"), to(key)); });
}

tali_status tali_fill_rows_cpu(const tali_key* keys, size_t count, const tali_distribution* distribution,
                               uint64_t first, size_t per_row, void* out, int threads) {
  return guarded([&] {
    tali::fill(tali::cpu{.threads = threads}, tali::c::keys_of(keys, count),
               checked(distribution, "distribution").value, tali::index_range{first, per_row}, out);
  });
}

tali_status tali_fill_block_cpu(const tali_engine* engine, const tali_distribution* distribution,
                                const uint64_t* global_shape, const uint64_t* offset,
                                const uint64_t* local_shape, const uint64_t* strides, size_t dimensions,
                                void* out, int threads) {
  return guarded([&] {
    tali::fill(tali::cpu{.threads = threads}, checked(engine, "engine").value,
               checked(distribution, "distribution").value,
               tali::c::block_of(global_shape, offset, local_shape, strides, dimensions), out);
  });
}
