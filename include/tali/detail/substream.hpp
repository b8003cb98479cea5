// SPDX-License-Identifier: Apache-2.0
// The keys of a generator: the sequences that its distributions draw from, and the keys of its children.
// Every language computes the same keys; tests/data/generator_answers.txt has examples.
//
// A key is a seed and a stream, 64 bits each. All keys come from one function, the philox4x32 bijection of 10
// rounds:
//
//   key_of_block(seed, c) = {seed: words 0 and 1, stream: words 2 and 3} of the block of counter c, low word
//   first
//   substream(key, tag)   = key_of_block(key.seed, {stream low, stream high, tag, domain})
//   child(key, tag, x)    = key_of_block(key.seed, {x low, x high, key.stream ^ {tag "key", tag}})
//
// A tag is the 32-bit FNV-1a hash of a text: "name type" for a distribution, such as "normal f64", with
// the command line's names, or "split" or "fold-in" for children. Parameters are not part of it.
//
// The substreams of one key are always different, because a bijection maps different counters to different
// blocks; so are the children of one key with different numbers x. Keys derived from different keys are
// different with overwhelming probability: among n of them two are equal with probability n^2 2^-129.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/rejection/words.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The name of a sequence of philox4x32.
struct sequence_key {
  std::uint64_t seed, stream;
  TALI_FN friend constexpr bool operator==(const sequence_key&, const sequence_key&) = default;
};

/// Separates the blocks of substreams' keys from those of the keys of rejection samples.
inline constexpr std::uint32_t substream_domain = tag_of("generator");

template <class D>
TALI_HOST_FN constexpr std::uint32_t find_distribution_tag() {
  char text[80] = {};
  std::size_t n = 0;
  for (const char* c = D::name; *c != 0; ++c) text[n++] = *c;  // a longer name does not compile
  text[n++] = ' ';
  for (const char* c = type_name<typename D::result_type>(); *c != 0; ++c) text[n++] = *c;
  return tag_of(text);
}

/// The 32-bit tag of distribution D and its type.
template <class D>
inline constexpr std::uint32_t distribution_tag = find_distribution_tag<D>();

TALI_FN constexpr sequence_key key_of_block(std::uint64_t seed, std::uint64_t low, std::uint64_t high) {
  std::uint32_t c[4] = {narrow(low), narrow(low >> 32), narrow(high), narrow(high >> 32)};
  detail::philox4x32_rounds<10>(c, narrow(seed), narrow(seed >> 32));
  return {join(c[0], c[1]), join(c[2], c[3])};
}

TALI_FN constexpr sequence_key substream_key(sequence_key parent, std::uint32_t tag) {
  return key_of_block(parent.seed, parent.stream, join(tag, substream_domain));
}

TALI_FN constexpr sequence_key child_key(sequence_key parent, std::uint32_t tag, std::uint64_t x) {
  return key_of_block(parent.seed, x, parent.stream ^ join(tag_of("key"), tag));
}

}  // namespace tali::detail
