// SPDX-License-Identifier: Apache-2.0
// Generators for C, on the CPU.
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include <tali/fill.hpp>

#include "c/status.hpp"

using tali::c::checked;
using tali::c::created;
using tali::c::guarded;

namespace {

tali_key key_of(const tali::generator& g) { return {g.seed(), g.stream()}; }

}  // namespace

tali_status tali_generator_create(tali_generator** generator, tali_key key) {
  return created(generator, "generator", [&] { return tali::generator(key.seed, key.stream); });
}

tali_status tali_generator_copy(tali_generator** copy, const tali_generator* generator) {
  return created(copy, "copy", [&] { return checked(generator, "generator").value; });
}

void tali_generator_destroy(tali_generator* generator) { delete generator; }

tali_status tali_generator_key(const tali_generator* generator, tali_key* key) {
  return guarded([&] { checked(key, "key") = key_of(checked(generator, "generator").value); });
}

tali_status tali_generator_position(const tali_generator* generator, uint64_t* position) {
  return guarded([&] { checked(position, "position") = checked(generator, "generator").value.position(); });
}

tali_status tali_generator_seek(tali_generator* generator, uint64_t position) {
  return guarded([&] { checked(generator, "generator").value.seek(position); });
}

tali_status tali_generator_fill_cpu(tali_generator* generator, const tali_distribution* distribution,
                                    size_t n, void* out, int threads) {
  return guarded([&] {
    checked(generator, "generator")
        .value.fill(tali::cpu{.threads = threads}, checked(distribution, "distribution").value, out, n);
  });
}

tali_status tali_generator_substream(const tali_generator* generator, const tali_distribution* distribution,
                                     tali_engine** engine) {
  return created(engine, "engine", [&] {
    return checked(generator, "generator").value.substream(checked(distribution, "distribution").value);
  });
}

tali_status tali_generator_u64(tali_generator* generator, uint64_t* value) {
  return guarded([&] { checked(value, "value") = checked(generator, "generator").value(); });
}
tali_status tali_generator_uniform(tali_generator* generator, double* value) {
  return guarded([&] { checked(value, "value") = checked(generator, "generator").value.uniform(); });
}
tali_status tali_generator_normal(tali_generator* generator, double* value) {
  return guarded([&] { checked(value, "value") = checked(generator, "generator").value.normal(); });
}
tali_status tali_generator_exponential(tali_generator* generator, double* value) {
  return guarded([&] { checked(value, "value") = checked(generator, "generator").value.exponential(); });
}
tali_status tali_generator_integer(tali_generator* generator, int64_t low, int64_t high, int64_t* value) {
  return guarded([&] { checked(value, "value") = checked(generator, "generator").value.integer(low, high); });
}

tali_status tali_generator_save(const tali_generator* generator, uint8_t* bytes) {
  return guarded([&] {
    const auto saved = checked(generator, "generator").value.save_bytes();
    static_assert(sizeof saved == TALI_GENERATOR_BYTES);
    std::memcpy(&checked(bytes, "bytes"), saved.data(), saved.size());
  });
}

tali_status tali_generator_save_text(const tali_generator* generator, char* text) {
  return guarded([&] {
    const std::string saved = checked(generator, "generator").value.save();
    // The longest text: 27 letters and spaces, and three numbers of 20 digits with their spaces.
    if (saved.size() >= TALI_GENERATOR_TEXT) throw std::length_error("a saved generator of " + saved);
    std::memcpy(&checked(text, "text"), saved.c_str(), saved.size() + 1);
  });
}

tali_status tali_generator_restore(tali_generator** generator, const uint8_t* bytes) {
  return created(generator, "generator", [&] {
    const auto* const from = reinterpret_cast<const std::byte*>(&checked(bytes, "bytes"));
    return tali::generator::load(std::span(from, std::size_t{TALI_GENERATOR_BYTES}));
  });
}

tali_status tali_generator_restore_text(tali_generator** generator, const char* text) {
  return created(generator, "generator",
                 [&] { return tali::generator::load(std::string_view(&checked(text, "text"))); });
}
