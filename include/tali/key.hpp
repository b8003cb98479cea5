// SPDX-License-Identifier: Apache-2.0
// key: the name of a sequence, from which any number of other keys are derived.
//
// A key is 128 bits, a seed and a stream of 64 bits each. It names a sequence of philox4x32, or of another
// engine that takes a seed and a stream. Keys of samples, ranks, epochs or layers are derived from one key
// by fold_in, on any host, in a kernel, and in any order.
//
// Every key is one block of the philox4x32 bijection, like the keys of a generator's substreams
// (detail/substream.hpp):
//
//   key(seed)     = key_of_block(0, seed, {tag "key", domain of the substreams})
//   k.fold_in(n)  = key_of_block(k.seed, n, k.stream ^ {tag "key", tag "fold-in"})
//   k.split_at(n) = key_of_block(k.seed, n, k.stream ^ {tag "key", tag "split"})
//
// {x, y} is the 64-bit number with low half x and high half y.
//
// These guarantees always hold, because a bijection maps different counters to different blocks:
// - different seeds give different keys;
// - fold_in of one key gives different keys for different numbers, and so does split_at; the two never give
//   the same key;
// - the blocks of a key's children are different from the blocks of words of philox4x32(key).
// The next ones hold only with overwhelming probability, because a map from 192 to 128 bits is not injective:
// children of different keys differ, and key(seed) differs from all other keys. Among n keys, two are equal
// with probability n^2 2^-129.
//
// tests/data/key_answers.txt has examples for every language. For users: docs/keys.md.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/detail/substream.hpp>
#include <tali/engine/philox4x32.hpp>

#if !defined(__CUDACC_RTC__)
#include <array>
#include <string>
#include <vector>
#endif

namespace tali {

/// The name of a sequence. A key has 16 bytes, and is trivially copyable, also to kernels and between
/// devices. Not for cryptography.
class key {
 public:
  /// The key of a seed. Different seeds give different keys; neighbouring seeds are as good as any.
  TALI_FN constexpr explicit key(std::uint64_t seed)
      : key(detail::key_of_block(0, seed, join(tag_of("key"), detail::substream_domain))) {}

  /// The key with this seed and this stream, for a sequence that another program identifies by them.
  [[nodiscard]] TALI_FN static constexpr key of(std::uint64_t seed, std::uint64_t stream) {
    return key(detail::sequence_key{seed, stream});
  }

  /// Child n: the key of sample, rank or epoch n. Different numbers give different keys.
  [[nodiscard]] TALI_FN constexpr key fold_in(std::uint64_t n) const { return child(tag_of("fold-in"), n); }

  /// Key i of split. fold_in never gives one of these keys.
  [[nodiscard]] TALI_FN constexpr key split_at(std::uint64_t i) const { return child(tag_of("split"), i); }

#if !defined(__CUDACC_RTC__)
  /// n keys. Key i depends only on this key and on i, not on n.
  [[nodiscard]] TALI_HOST_FN std::vector<key> split(std::size_t n) const {
    std::vector<key> all;
    all.reserve(n);
    for (std::size_t i = 0; i < n; ++i) all.push_back(split_at(i));
    return all;
  }

  /// The key as bytes, the same on every machine: seed, then stream, the lowest byte first.
  [[nodiscard]] TALI_HOST_FN std::array<std::byte, 16> bytes() const {
    std::array<std::byte, 16> b{};
    for (unsigned i = 0; i < 16; ++i)
      b[i] = static_cast<std::byte>((i < 8 ? seed_ : stream_) >> (i % 8 * 8) & 0xffu);
    return b;
  }

  /// The key with these bytes. Any 16 bytes are a key.
  /// @throws argument_error unless there are 16 bytes
  [[nodiscard]] TALI_HOST_FN static key from_bytes(std::span<const std::byte> bytes) {
    detail::require(bytes.size() == 16, "key", bytes.size(), "16, the bytes of a key");
    std::uint64_t part[2] = {};
    for (unsigned i = 0; i < 16; ++i) part[i / 8] |= std::to_integer<std::uint64_t>(bytes[i]) << (i % 8 * 8);
    return of(part[0], part[1]);
  }
#endif

  [[nodiscard]] TALI_FN constexpr std::uint64_t seed() const { return seed_; }
  [[nodiscard]] TALI_FN constexpr std::uint64_t stream() const { return stream_; }

  /// philox4x32(key), the sequence that the key names; philox4x32_7(key) likewise.
  template <int Rounds>
  TALI_FN constexpr explicit operator philox4x32_engine<Rounds>() const {
    return philox4x32_engine<Rounds>(seed_, stream_);
  }

  /// The sequence of another engine that takes a seed and a stream: k.engine<pcg32>(). An engine with fewer
  /// than 2^64 streams, such as pcg32, ignores the key's upper bits.
  template <class E>
  [[nodiscard]] TALI_FN constexpr E engine() const {
    static_assert((E::max_stream & (E::max_stream + 1)) == 0, "streams are 0 ... 2^n - 1");
    return E(seed_, stream_ & E::max_stream);
  }

  TALI_FN friend constexpr bool operator==(const key&, const key&) = default;

 private:
  TALI_FN constexpr explicit key(detail::sequence_key k) : seed_{k.seed}, stream_{k.stream} {}

  [[nodiscard]] TALI_FN constexpr key child(std::uint32_t tag, std::uint64_t n) const {
    return key(detail::child_key({seed_, stream_}, tag, n));
  }

  std::uint64_t seed_, stream_;
};

static_assert(sizeof(key) == 16);

}  // namespace tali
