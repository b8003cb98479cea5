// SPDX-License-Identifier: Apache-2.0
#include "merging.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "errors.hpp"
#include "numbers.hpp"

namespace tali::tool {

namespace {

class merged : public cpu_host_memory {
 public:
  merged(std::vector<std::unique_ptr<host_fill>> sources, std::uint64_t block, std::size_t value_bytes)
      : sources_(std::move(sources)), block_{block}, value_bytes_{value_bytes} {}

  [[nodiscard]] std::size_t piece_bytes() const override {
    std::size_t bytes = sources_[0]->piece_bytes();
    for (const auto& s : sources_) bytes = std::min(bytes, s->piece_bytes());
    return bytes;
  }
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    if (!buffer_) buffer_ = sources_[0]->allocate(piece_bytes());
    const std::uint64_t all = sources_.size(), last = first + (n - 1);
    auto* const out = static_cast<unsigned char*>(to);
    const auto* const in = static_cast<const unsigned char*>(buffer_.get());
    for (std::uint64_t j = 0; j < all; ++j) {
      // The number of elements of source j before element i. i must not be after the last element: the result
      // could be 2^64, and so could the length of a round of all sources.
      const auto before = [&](std::uint64_t i) {
        const std::uint64_t source = i / block_ % all;
        return i / block_ / all * block_ + (source > j ? block_ : source == j ? i % block_ : 0);
      };
      const std::uint64_t from = before(first);
      const std::uint64_t count = before(last) + (last / block_ % all == j ? 1 : 0) - from;
      if (count == 0) continue;
      sources_[j]->fill(from, static_cast<std::size_t>(count), buffer_.get());
      for (std::uint64_t k = 0; k < count;) {
        const std::uint64_t at = from + k, in_block = at % block_;
        const std::uint64_t run = std::min(block_ - in_block, count - k);
        const std::uint64_t place = (at / block_ * all + j) * block_ + in_block - first;
        std::memcpy(out + place * value_bytes_, in + k * value_bytes_, run * value_bytes_);
        k += run;
      }
    }
  }

 private:
  std::vector<std::unique_ptr<host_fill>> sources_;
  std::uint64_t block_;
  std::size_t value_bytes_;
  std::shared_ptr<void> buffer_;
};

struct merging_flag {
  const char* name;
  std::string merging_flags::*value;
  neighbours kind;
  const char *value_name, *help;
};
constexpr merging_flag merging_flag_list[] = {
    {"--interleave", &merging_flags::interleave, neighbours::streams, "K",
     "Elements of K sequences, interleaved: streams T, T + 1, ..., or a bank's sets"},
    {"--interleave-seeds", &merging_flags::interleave_seeds, neighbours::seeds, "K",
     "Like --interleave, for K neighbouring seeds S, S + 1, ..."},
    {"--interleave-drawn", &merging_flags::interleave_drawn, neighbours::drawn, "K",
     "Like --interleave, for K seeds and streams drawn by philox4x32 from seed and stream"},
    {"--concatenate", &merging_flags::concatenate, neighbours::streams, "K:N",
     "Like --interleave, with N elements of each at a time"}};

}  // namespace

void merging_flags::add_to(const parser& command) {
  for (const merging_flag& m : merging_flag_list) command.add(m.name, this->*m.value, m.value_name, m.help);
}

std::string merging_flags::text() const {
  std::string all;
  for (const merging_flag& m : merging_flag_list) {
    if (const std::string& value = this->*m.value; !value.empty())
      all += fmt::format("{}{} {}", all.empty() ? "" : " ", m.name, value);
  }
  return all;
}

merging parse_merging(const merging_flags& f) {
  constexpr std::uint64_t max_sequences = 65536;
  const merging_flag* chosen = nullptr;
  for (const merging_flag& m : merging_flag_list) {
    if ((f.*m.value).empty()) continue;
    if (chosen != nullptr)
      throw argument_error(chosen->name, f.*chosen->value, fmt::format("no {} with it", m.name));
    chosen = &m;
  }
  merging m;
  if (chosen == nullptr) return m;
  m.kind = chosen->kind;
  const std::string& text = f.*chosen->value;
  const std::size_t colon = text.find(':');
  if (f.concatenate.empty()) {
    m.sequences = parse_whole(chosen->name, text);
  } else if (colon == std::string::npos) {
    throw argument_error("--concatenate", quoted(text), "K:N, N elements of each of K sequences");
  } else {
    m.sequences = parse_whole(chosen->name, text.substr(0, colon));
    m.block = parse_whole(chosen->name, text.substr(colon + 1));
  }
  if (m.sequences < 2 || m.sequences > max_sequences || m.block < 1 || m.block > std::uint64_t{1} << 48) {
    throw argument_error(chosen->name, text,
                         fmt::format("2 to {} sequences, blocks of 1 to 2^48 elements", max_sequences));
  }
  return m;
}

std::unique_ptr<host_fill> make_merged(std::vector<std::unique_ptr<host_fill>> sources, std::uint64_t block,
                                       std::size_t value_bytes) {
  return std::make_unique<merged>(std::move(sources), block, value_bytes);
}

std::unique_ptr<host_fill> make_cpu_host_fill(simd_level level, int threads, const sequence_family& family,
                                              const merging& m, const any_distribution& d) {
  if (m.sequences == 1) return make_cpu_host_fill(level, threads, family.alone(), d);
  std::vector<std::unique_ptr<host_fill>> sources;
  for (std::uint64_t k = 0; k < m.sequences; ++k) {
    sources.push_back(make_cpu_host_fill(level, threads, family.member(k), d));
  }
  return make_merged(std::move(sources), m.block, d.info().value_bytes);
}

}  // namespace tali::tool
